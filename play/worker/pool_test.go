package worker_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
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

// pool returns a pool of built-in bots and scripts, with jobs to take.
func pool(t *testing.T, rounds int, refs []string, jobs ...worker.Job) *worker.Pool {
	t.Helper()
	kind := game.New(colourbattle.Spec)
	settings, err := kind.Settings(map[string]any{"rounds": rounds})
	if err != nil {
		t.Fatal(err)
	}
	o := lineup.Opener{Kind: kind, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := o.Open(context.Background(), refs)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	return &worker.Pool{
		Play: worker.Play{Kind: kind, Settings: settings, Entries: entries, Cores: 1, Lanes: 1, Guard: time.Minute, Seed: 1},
		Take: func(context.Context) (worker.Job, bool) {
			mu.Lock()
			defer mu.Unlock()
			if len(jobs) == 0 {
				return worker.Job{}, false
			}
			job := jobs[0]
			jobs = jobs[1:]
			return job, true
		},
	}
}

// jobs returns games by number, each of them in a job.
func jobs(games, each int, lineup ...int) []worker.Job {
	var all []worker.Job
	seats := make([]int, len(lineup))
	for i := range seats {
		seats[i] = i
	}
	for i := range games {
		if i%each == 0 {
			all = append(all, worker.Job{Lineup: lineup})
		}
		job := &all[len(all)-1]
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i), Seed: int64(1000 + i), Seats: seats})
	}
	return all
}

// work plays all jobs and returns the result of each game, by number. No game may be played twice.
func work(t *testing.T, c *worker.Pool) map[int64]string {
	t.Helper()
	var mu sync.Mutex
	games := map[int64]string{}
	c.Done = func(core int, g worker.Game) error {
		mu.Lock()
		defer mu.Unlock()
		if _, twice := games[g.Fixture.ID]; twice {
			return fmt.Errorf("game %d was reported twice", g.Fixture.ID)
		}
		if core < 0 || core >= c.Cores {
			return fmt.Errorf("core %d", core)
		}
		text := fmt.Sprintf("%x %v", g.Record.Digest, g.Lineup)
		for seat, s := range g.Seats {
			text += fmt.Sprintf(" %d:%d:%v", seat, s.Moves, s.Faults)
		}
		games[g.Fixture.ID] = text
		return nil
	}
	if err := c.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
	return games
}

// TestGamesAreTheSameInAnyPool: cores, lanes and the size of jobs affect no game, and each is reported once.
func TestGamesAreTheSameInAnyPool(t *testing.T) {
	refs := []string{"builtin:steve", "builtin:rambo", "builtin:steve"}
	want := work(t, pool(t, 50, refs, jobs(40, 40, 0, 1, 2)...))
	if len(want) != 40 || want[0] == want[1] {
		t.Fatalf("%d games", len(want))
	}
	for _, tt := range []struct{ cores, lanes, each int }{{1, 8, 40}, {2, 1, 3}, {3, 4, 7}, {2, 0, 10}, {4, 0, 1}} {
		c := pool(t, 50, refs, jobs(40, tt.each, 0, 1, 2)...)
		c.Cores, c.Lanes = tt.cores, tt.lanes
		if got := work(t, c); !maps.Equal(got, want) {
			t.Errorf("%+v: other games", tt)
		}
	}
}

// TestLineups: a job names its entries, whose players run on from job to job.
func TestLineups(t *testing.T) {
	refs := []string{"builtin:steve", "builtin:rambo", "builtin:painter", "builtin:steve"}
	c := pool(t, 10, refs, append(jobs(2, 1, 3, 1), jobs(1, 1, 0, 1, 2, 3)...)...)
	var seen []string
	c.Done = func(_ int, g worker.Game) error {
		seen = append(seen, fmt.Sprintf("%v %d", g.Lineup, len(g.Seats)))
		return nil
	}
	if err := c.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"[3 1] 2", "[3 1] 2", "[0 1 2 3] 4"}; !slices.Equal(seen, want) {
		t.Errorf("%q, not %q", seen, want)
	}
}

// TestMorePlayersThanRoom: a core with more players than it keeps closes some and continues.
func TestMorePlayersThanRoom(t *testing.T) {
	var refs []string
	var all []worker.Job
	for i := range 150 {
		refs = append(refs, "builtin:rambo")
		job := jobs(1, 1, i, (i+1)%150)[0]
		job.Fixtures[0].ID = int64(i)
		all = append(all, job)
	}
	if games := work(t, pool(t, 3, refs, all...)); len(games) != 150 {
		t.Errorf("%d games", len(games))
	}
}

// script writes moves to a file.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "moves.txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return "script:" + name
}

// TestTallies: moves, times and faults are counted by seat, and a bot's log is passed on with its game.
func TestTallies(t *testing.T) {
	c := pool(t, 6, []string{"builtin:steve", script(t, "UP\n!late\nNOWHERE\nUP\n!crashed\nUP\n")}, jobs(2, 2, 0, 1)...)
	var games []worker.Game
	c.Done = func(_ int, g worker.Game) error {
		g.Seats = slices.Clone(g.Seats)
		games = append(games, g)
		return nil
	}
	if err := c.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		steve, scripted := g.Seats[0], g.Seats[1]
		if steve.Moves != 6 || len(steve.Faults) > 0 || len(steve.Log) > 0 || steve.Wall <= 0 || steve.Most > steve.Wall {
			t.Errorf("steve: %+v", steve)
		}
		if scripted.Moves != 6 || !maps.Equal(scripted.Faults, map[string]int{"late": 1, "garbled": 1, "crashed": 1}) {
			t.Errorf("the script: %+v", scripted)
		}
		for _, part := range []string{
			fmt.Sprintf("agon: game %d, turn 2, seat 1: late: written in the script\n", g.Fixture.ID+1),
			`it had been shown {"turn":1,"round":1,"me":1,"grid":`, "and was sent a body of ",
			`turn 3, seat 1: garbled: unknown move "NOWHERE" (want UP`,
		} {
			if !strings.Contains(string(gamelog.Plain(scripted.Log)), part) {
				t.Errorf("the log does not contain %q:\n%s", part, gamelog.Plain(scripted.Log))
			}
		}
	}
}

// TestFaultsAreLoggedToAPoint: of a bot that only makes mistakes the first faults are logged with its prompt, then in a line, then no more;
// all are counted.
func TestFaultsAreLoggedToAPoint(t *testing.T) {
	c := pool(t, 200, []string{script(t, strings.Repeat("!crashed\n", 200))}, jobs(1, 1, 0)...)
	var log string
	faults := 0
	c.Done = func(_ int, g worker.Game) error {
		log, faults = string(gamelog.Plain(g.Seats[0].Log)), g.Seats[0].Faults["crashed"]
		return nil
	}
	if err := c.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
	if shown, told := strings.Count(log, "it had been shown"), strings.Count(log, "crashed: "); shown != 3 || told != 49 || faults != 200 ||
		!strings.HasSuffix(log, "agon: game 1: further faults are counted only\n") {
		t.Errorf("%d shown, %d told, %d counted:\n%s", shown, told, faults, log)
	}
}

// TestErrorsEndTheWork: the first error of Done ends the work on all cores.
func TestErrorsEndTheWork(t *testing.T) {
	full := errors.New("the disk is full")
	c := pool(t, 5, []string{"builtin:steve"}, jobs(100000, 1, 0)...)
	c.Cores = 2
	var mu sync.Mutex
	games := 0
	c.Done = func(int, worker.Game) error {
		mu.Lock()
		defer mu.Unlock()
		if games++; games >= 3 {
			return full
		}
		return nil
	}
	if err := c.Work(context.Background()); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	if games > 10 {
		t.Errorf("%d games were played after the disk was full", games)
	}
}

// TestBrokenOff: Work returns when its context is done.
func TestBrokenOff(t *testing.T) {
	c := pool(t, 1000000, []string{"builtin:steve"}, jobs(10, 5, 0)...)
	c.Cores, c.Lanes = 2, 3
	ctx, stop := context.WithCancel(context.Background())
	turns := 0
	var mu sync.Mutex
	c.Turn = func(*game.Table, []*bot.Call) {
		mu.Lock()
		defer mu.Unlock()
		if turns++; turns == 500 {
			stop()
		}
	}
	c.Done = func(int, worker.Game) error { return errors.New("no game can be over") }
	if err := c.Work(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestHostErrors: an interpreter that disappears before the game is the host's failure, not the bot's.
func TestHostErrors(t *testing.T) {
	dir := t.TempDir()
	python := filepath.Join(dir, "python3")
	if err := os.WriteFile(python, []byte("#!/bin/sh\nexec "+pyhost.Python("")+" \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "bot.py")
	code := "class Still:\n    def get_name(self):\n        return 'Still'\n    def get_contributor(self):\n        return ''\n    def " +
		"determine_next_move(self, grid, enemies, info):\n        return None\n"
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AGON_PYTHON", python)
	c := pool(t, 3, []string{file}, jobs(2, 1, 0)...)
	if err := os.Remove(python); err != nil {
		t.Fatal(err)
	}
	c.Done = func(int, worker.Game) error { return errors.New("a game was awarded") }
	err := c.Work(context.Background())
	var missing *pyhost.ErrMissing
	if !errors.As(err, &missing) {
		t.Errorf("%v", err)
	}
}

// TestWatching: Begin sees the deal, Turn every turn with its calls.
func TestWatching(t *testing.T) {
	c := pool(t, 4, []string{"builtin:steve", "builtin:rambo"}, jobs(1, 1, 0, 1)...)
	var seen []string
	c.Begin = func(t *game.Table) { seen = append(seen, fmt.Sprintf("dealt %d", t.Turns())) }
	c.Turn = func(t *game.Table, calls []*bot.Call) {
		seen = append(seen, fmt.Sprintf("turn %d of %d", t.Turns(), len(calls)))
	}
	c.Done = func(int, worker.Game) error { return nil }
	if err := c.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"dealt 0", "turn 1 of 2", "turn 2 of 2", "turn 3 of 2", "turn 4 of 2"}; !slices.Equal(seen, want) {
		t.Errorf("%q", seen)
	}
}
