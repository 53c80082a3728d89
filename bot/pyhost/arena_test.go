package pyhost_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/colourbattle"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/gamelog"
)

// found caches entries, because loading a file takes most of a test's time.
var found sync.Map

// enter finds the bots of a reference below testdata.
func enter(t *testing.T, ref string) []lineup.Entry {
	t.Helper()
	if entries, ok := found.Load(ref); ok {
		return entries.([]lineup.Entry)
	}
	o := lineup.Opener{Kind: game.New(colourbattle.Spec), Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := o.Open(context.Background(), []string{ref})
	if err != nil {
		t.Fatal(err)
	}
	found.Store(ref, entries)
	return entries
}

// named finds one bot of a file that holds several.
func named(t *testing.T, ref, name string) lineup.Entry {
	t.Helper()
	for _, e := range enter(t, ref) {
		if e.Name == name {
			if e.Broken != "" {
				t.Fatalf("%s: %s", name, e.Broken)
			}
			return e
		}
	}
	t.Fatalf("%s has no bot %s", ref, name)
	return lineup.Entry{}
}

// scripted returns a bot that walks up a number of times and then stands still.
func scripted(t *testing.T, ups, rounds int) lineup.Entry {
	t.Helper()
	file := filepath.Join(t.TempDir(), "twin.txt")
	moves := strings.Repeat("UP\n", ups) + strings.Repeat("STAY\n", rounds-ups)
	if err := os.WriteFile(file, []byte(moves), 0o600); err != nil {
		t.Fatal(err)
	}
	return enter(t, "script:"+file)[0]
}

// arena plays games of a line-up on one core.
type arena struct {
	entries []lineup.Entry
	rounds  int
	games   int // 0: one
	lanes   int // 0: one
	guard   time.Duration
	frames  bool // send everything in frames, without shared pages
	options map[string]any
	seed    int64
}

// played is a game as it was played.
type played struct {
	digest uint64
	rounds int
	faults []map[game.Fault]int // by seat
	logs   []string             // by seat
}

// patience is how long a test waits for an arena that may hang.
const patience = 3 * time.Minute

// play plays the games and returns them by number, from 1. Every game must be played exactly once.
func (a arena) play(t *testing.T) map[int64]played {
	t.Helper()
	for _, e := range a.entries {
		if e.Broken != "" {
			t.Fatalf("%s: %s", e.Name, e.Broken)
		}
	}
	kind := game.New(colourbattle.Spec)
	options := map[string]any{"rounds": a.rounds}
	maps.Copy(options, a.options)
	settings, err := kind.Settings(options)
	if err != nil {
		t.Fatal(err)
	}
	games := map[int64]played{}
	job := a.job()
	given := false
	pool := &worker.Pool{
		Play: worker.Play{Kind: kind, Settings: settings, Entries: a.entries, Cores: 1, Lanes: max(a.lanes, 1), Guard: a.guard, Seed: 1,
			Pages: !a.frames},
		Take: func(context.Context) (worker.Job, bool) {
			if given {
				return worker.Job{}, false
			}
			given = true
			return job, true
		},
		Done: func(_ int, g worker.Game) error {
			if _, twice := games[g.Fixture.ID]; twice {
				return fmt.Errorf("game %d came twice", g.Fixture.ID)
			}
			p := played{digest: g.Record.Digest, rounds: g.Record.Rounds}
			for _, s := range g.Seats {
				faults := map[game.Fault]int{}
				for name, n := range s.Faults {
					why, err := game.ParseFault(name)
					if err != nil {
						return err
					}
					faults[why] = n
				}
				p.faults = append(p.faults, faults)
				p.logs = append(p.logs, string(gamelog.Plain(s.Log)))
			}
			games[g.Fixture.ID] = p
			return nil
		},
	}
	if pool.Guard == 0 {
		pool.Guard = 30 * time.Second
	}
	over := make(chan error, 1)
	go func() { over <- pool.Work(context.Background()) }()
	select {
	case err := <-over:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(patience):
		t.Fatalf("the games are not over after %v: a bot holds up its host", patience)
	}
	if len(games) != len(job.Fixtures) {
		t.Fatalf("%d of %d games came back", len(games), len(job.Fixtures))
	}
	return games
}

func (a arena) job() worker.Job {
	var job worker.Job
	for i := range a.entries {
		job.Lineup = append(job.Lineup, i)
	}
	for i := range max(a.games, 1) {
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i + 1), Seed: a.seed + int64(i) + 11, Seats: job.Lineup})
	}
	return job
}
