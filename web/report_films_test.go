package web

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"agon/film"
)

// Pages link to their neighbours, but no film waits for a page: the films of games 3 and 4 are made at the same time.
func TestFilmsAreMadeWhilePagesWaitForThem(t *testing.T) {
	r := makeReport(t, 3, 6, 6)
	var both sync.WaitGroup
	both.Add(2)
	for _, i := range []int{2, 3} {
		this := r.Games[i].Film
		r.Games[i].Film = func() (*film.Film, error) {
			both.Done()
			met := waited(&both)
			select {
			case <-met:
				return this()
			case <-time.After(10 * time.Second):
				return nil, errors.New("the other film was not begun meanwhile")
			}
		}
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	for i := range r.Games {
		if err := r.Games[i].Lost; err != nil {
			t.Errorf("game %d: %v", i+1, err)
		}
		if _, err := os.Stat(filepath.Join(dir, gamePath(i+1))); err != nil {
			t.Error(err)
		}
	}
}

func waited(group *sync.WaitGroup) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	return done
}
