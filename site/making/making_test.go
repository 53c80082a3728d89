package making

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"agon/format/tournament/all"
	"agon/game"
	kinds "agon/games/all"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/decisions"
	"agon/site/people"
	"agon/site/schedule"
)

const cup = `
kind = "tron"
name = "Winter Cup"
[[bots]]
ref = "one=builtin:voronoi"
[[stages]]
format = "round-robin"
`

// open returns a maker of contests in an empty folder.
func open(t *testing.T) *Maker {
	t.Helper()
	dir := t.TempDir()
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := contests.Open(t.Context(), filepath.Join(dir, "contests"), db, contests.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(c.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	log := decisions.NewLog(db, time.Now)
	dates, err := schedule.Open(t.Context(), db, c, log, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return &Maker{
		Contests: c, Schedule: dates, Decided: log, Offers: kinds.Kinds(), Formats: all.Formats, Mark: ".handed-in",
		Own: func(string) (*game.Kind, func() error, error) { return nil, nil, os.ErrInvalid },
	}
}

// A slow archive is one that arrives when a test says so.
type slow struct{ began, ends chan struct{} }

func (s slow) Read([]byte) (int, error) {
	close(s.began)
	<-s.ends
	return 0, io.ErrUnexpectedEOF
}

// TestAnUploadHoldsUpNobody: while the archive of one contest arrives others are made; its name is taken meanwhile, and free when it fails.
func TestAnUploadHoldsUpNobody(t *testing.T) {
	m, by := open(t), &people.Person{Name: "Olga"}
	upload, failed := slow{make(chan struct{}), make(chan struct{})}, make(chan error)
	go func() {
		_, err := m.Make(t.Context(), by, Plan{Name: "own", Game: &Game{File: "game.zip", Archive: upload}})
		failed <- err
	}()
	<-upload.began
	if _, err := m.Make(t.Context(), by, Plan{Name: "cup", Text: cup}); err != nil {
		t.Error(err)
	}
	var conflict *contests.Conflict
	if _, err := m.Make(t.Context(), by, Plan{Name: "own", Text: cup}); !errors.As(err, &conflict) {
		t.Errorf("a name that is being taken: %v", err)
	}
	close(upload.ends)
	if err := <-failed; !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if _, err := m.Make(t.Context(), by, Plan{Name: "own", Text: cup}); err != nil {
		t.Error(err)
	}
}
