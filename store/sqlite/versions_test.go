package sqlite

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"agon/game"
	"agon/store"
	"agon/tournament"
)

// TestLedgersOfEarlierVersions opens ledgers that earlier versions of agon wrote, to write and to read: nothing is lost, they can be written
// to, and reading changes no file.
func TestLedgersOfEarlierVersions(t *testing.T) {
	for has := 1; has < version; has++ {
		for _, reads := range []bool{false, true} {
			t.Run(fmt.Sprintf("version %d, to be read only: %v", has, reads), func(t *testing.T) {
				content, err := os.ReadFile(fmt.Sprintf("testdata/version%d.db", has))
				if err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(t.TempDir(), Name)
				write(t, path, content)
				ctx := context.Background()
				s, err := Open(ctx, path)
				if reads {
					if err == nil {
						err = s.Close()
					}
					if err != nil {
						t.Fatal(err)
					}
					os.Remove(path + "-wal")
					os.Remove(path + "-shm")
					write(t, path, content)
					s, err = Read(ctx, path, false)
				}
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				asWritten(t, s, has)
				if reads {
					if after, err := os.ReadFile(path); err != nil || !reflect.DeepEqual(after, content) {
						t.Errorf("reading has changed the file: %v", err)
					}
					return
				}
				if err := s.Change(ctx, store.Change{What: store.Again, Entry: -1, Instead: -1, Games: []int{1}}); err != nil {
					t.Error(err)
				}
				if verdicts, err := s.Record(ctx, resultOf(9, has)); err != nil || verdicts[0] != store.Stands {
					t.Errorf("%v, %v", verdicts, err)
				}
			})
		}
	}
}

// resultOf is the result of a game as the programs wrote it that made the files.
func resultOf(i, version int) tournament.Result {
	r := tournament.Result{Fixture: i, Rounds: 5, Turns: 9, Digest: uint64(i), Seats: []tournament.Seat{
		{Place: 1, Score: 2.5, Moves: 5, Took: 100, CPU: 90}, {Place: 2, Faults: map[string]int{"late": 2}},
	}}
	if version >= 3 {
		r.Seats[0].Stall, r.Seats[0].OnTime = game.Micros(7), true
	}
	return r
}

func asWritten(t *testing.T, s *Store, version int) {
	t.Helper()
	ctx := context.Background()
	if contest, err := s.Contest(ctx); err != nil || !reflect.DeepEqual(contest, store.Fingerprint{{Name: "kind", Value: "tron"}, {Name: "seed", Value: "7"}}) {
		t.Errorf("the contest is %v, %v", contest, err)
	}
	list := games(t, s)
	if len(list) != 12 {
		t.Fatalf("it has %d games", len(list))
	}
	for i, g := range list {
		want := store.Game{Fixture: tournament.Fixture{ID: i, Match: i, Seats: []int{i % 3, 3}, Seed: int64(i * i)}}
		if i < 8 {
			want.Done, want.Result = true, resultOf(i, version)
		}
		if i == 2 {
			odd := resultOf(2, version)
			odd.Digest = 99
			want.Others = []tournament.Result{odd}
		}
		if !reflect.DeepEqual(g, want) {
			t.Errorf("game %d is\n%+v\nwant\n%+v", i, g, want)
		}
	}
	var want []store.Event
	if version >= 2 {
		want = []store.Event{{At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), What: "guard", Now: "5s"}}
	}
	if events, err := s.Events(ctx); err != nil || !reflect.DeepEqual(events, want) {
		t.Errorf("the events are %v, %v", events, err)
	}
}
