/*
Package storetest is the test suite for implementations of stores: one call in the store's own test.

	func TestStore(t *testing.T) {
		storetest.Run(t, func(t *testing.T) storetest.Opener { … })
	}

An Opener opens one contest's store, and reopens it after it was closed, with its contents. The function returns an Opener of an empty store
for each test.
*/
package storetest

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
)

// An Opener opens a contest's store.
type Opener func() (store.Store, error)

// Run checks that a store keeps the guarantees of package store.
func Run(t *testing.T, fresh func(t *testing.T) Opener) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open Opener)
	}{
		{"a new store has nothing", isEmpty},
		{"a contest is kept, and a changed one refused", begins},
		{"events are kept in their order", notes},
		{"changes are kept in their order", changes},
		{"games are played again", again},
		{"a plan is kept, and follows on itself", plans},
		{"the first result stands", records},
		{"all of a call or nothing", atomic},
		{"what is read is what was written", exact},
		{"reading and writing at once", concurrent},
		{"what is broken off", cancelled},
		{"a contest killed and gone on with", resumed},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, fresh(t)) })
	}
}

func opened(t *testing.T, open Opener) store.Store {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() }) // a second Close may fail; the first is checked in reopened
	return s
}

func reopened(t *testing.T, s store.Store, open Opener) store.Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return opened(t, open)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func games(t *testing.T, s store.Store) []store.Game {
	t.Helper()
	var list []store.Game
	for g, err := range s.Games(context.Background()) {
		must(t, err)
		list = append(list, g)
	}
	return list
}

func isEmpty(t *testing.T, open Opener) {
	s := opened(t, open)
	contest, err := s.Contest(context.Background())
	if err != nil || contest != nil {
		t.Errorf("a new store has the contest %v, %v", contest, err)
	}
	if list := games(t, s); len(list) != 0 {
		t.Errorf("a new store has %d games", len(list))
	}
}

func begins(t *testing.T, open Opener) {
	ctx := context.Background()
	contest := store.Contest{
		Name: "a cup", Kind: "some-game", Rules: "1", Seed: math.MinInt64, Secret: "c0ffee", Average: "20ms",
		Options: []store.Value{{Name: "rounds", Text: "60"}, {Name: "deal", Text: ""}},
		Stages: []store.Stage{
			{Name: "groups (of 4)", Format: "groups",
				Keys: []store.Value{{Name: "inner.games", Text: "a b, c=d"}, {Name: "size", Text: "4"}}},
			{Name: "groups (of 4)", Format: "arena"},
		},
		Bots: []store.Bot{{Name: "a'b\n", Author: "Ann", Hash: "12ab", Image: "sha256:1"},
			{Name: "cannot play", Broken: "it has\nan error"}},
	}
	s := opened(t, open)
	must(t, s.Begin(ctx, &contest))
	must(t, s.Begin(ctx, &contest))
	s = reopened(t, s, open)
	if kept, err := s.Contest(ctx); err != nil || !reflect.DeepEqual(*kept, contest) {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	for _, tt := range []struct {
		name   string
		change func(c *store.Contest)
		want   string
	}{
		{"a changed seed", func(c *store.Contest) { c.Seed = 8 }, "seed was -9223372036854775808 and is now 8"},
		{"a changed key", func(c *store.Contest) { c.Stages = []store.Stage{c.Stages[1], c.Stages[1]} },
			"stage 1 (groups (of 4)) was groups inner.games=a b, c=d size=4 and is now arena"},
		{"a bot less", func(c *store.Contest) { c.Bots = c.Bots[:1] }, "bot cannot play is gone"},
		{"a bot more", func(c *store.Contest) { c.Bots = append(slices.Clone(c.Bots), store.Bot{Name: "c"}) }, "bot c is new"},
		{"a bot that plays", func(c *store.Contest) { c.Bots = []store.Bot{c.Bots[0], {Name: "cannot play", Hash: "1"}} },
			"bot cannot play was , cannot play and is now 1"},
		{"another order", func(c *store.Contest) { c.Options = []store.Value{c.Options[1], c.Options[0]} },
			"option deal stands where option rounds stood"},
	} {
		now := contest
		tt.change(&now)
		var changed *store.Changed
		if err := s.Begin(ctx, &now); !errors.As(err, &changed) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	if err := s.Begin(ctx, &store.Contest{Kind: "x", Bots: []store.Bot{{Name: "b"}, {Name: "b"}}}); err == nil {
		t.Error("a bot stands twice")
	}
	renamed := contest
	renamed.Name = "the cup"
	must(t, s.Begin(ctx, &renamed))
	s = reopened(t, s, open)
	if kept, err := s.Contest(ctx); err != nil || !reflect.DeepEqual(*kept, renamed) {
		t.Errorf("kept under another name is %+v, %v", kept, err)
	}
}

func notes(t *testing.T, open Opener) {
	ctx := context.Background()
	s := opened(t, open)
	if events, err := s.Events(ctx); err != nil || len(events) != 0 {
		t.Errorf("a new store has the events %v, %v", events, err)
	}
	at := time.Date(2026, 11, 21, 23, 59, 59, 123456789, time.UTC)
	want := []store.Event{
		{At: at, Topic: store.Setting, Of: "guard", Now: "5s"}, {At: at.Add(-time.Hour), Topic: store.Doubt, Of: "\x00 Ra'mbo", Now: "\n"},
		{At: at, Topic: store.Setting, Of: "guard", Was: "5s", Now: "1m0s"},
		{At: at, Topic: store.Limit, Of: "guard", Now: "9s", Why: "it is\nslow"},
		{At: at, Topic: store.Day, Of: "2026-11-21", Stage: 2, Round: 300},
	}
	must(t, s.Note(ctx))
	must(t, s.Note(ctx, want[:2]...))
	s = reopened(t, s, open)
	must(t, s.Note(ctx, want[2:]...))
	got, err := s.Events(ctx)
	if err != nil || !slices.EqualFunc(got, want, func(a, b store.Event) bool {
		same := a.At.Equal(b.At)
		a.At = b.At
		return same && a == b
	}) {
		t.Errorf("kept is %v, %v", got, err)
	}
	if latest := store.Latest(got, store.Setting); latest["guard"].Now != "1m0s" || len(latest) != 1 {
		t.Errorf("the newest are %v", latest)
	}
}

// fixture returns the nth game of a plan.
func fixture(n int) tournament.Fixture {
	return tournament.Fixture{ID: n, Stage: n / 10, Round: n / 3, Match: n, Game: n % 2, Seats: []int{n % 4, 5},
		Seed: int64(n) * math.MaxInt64 / 7}
}

func fixtures(n int) []tournament.Fixture {
	list := make([]tournament.Fixture, n)
	for i := range list {
		list[i] = fixture(i)
	}
	return list
}

func plans(t *testing.T, open Opener) {
	ctx := context.Background()
	s := opened(t, open)
	must(t, s.Plan(ctx, fixture(0), fixture(1)))
	must(t, s.Plan(ctx, fixture(1), fixture(2))) // fixture 1 is stored already
	must(t, s.Plan(ctx))
	if err := s.Plan(ctx, fixture(3), fixture(5)); err == nil {
		t.Error("a gap in the plan was kept")
	}
	other := fixture(1)
	other.Seed++
	if err := s.Plan(ctx, fixture(3), other); err == nil {
		t.Error("a planned game was changed")
	}
	list := games(t, reopened(t, s, open))
	if len(list) != 3 {
		t.Fatalf("the plan has %d games", len(list))
	}
	for i, g := range list {
		if !g.Fixture.Equal(fixture(i)) || g.Done || len(g.Others) > 0 {
			t.Errorf("game %d is %+v", i, g)
		}
	}
}

// result returns a result of the nth game; digest identifies how the game went, and slower is added to the time of its moves, in µs.
func result(n int, digest uint64, slower game.Micros) tournament.Result {
	r := tournament.Result{Fixture: n, Rounds: 12, Turns: 24, Digest: digest}
	for seat := range 2 {
		r.Seats = append(r.Seats, tournament.Seat{Place: 1 + seat, Score: float64(n) + 0.1, Moves: 12, Took: 100 + slower, CPU: 90})
	}
	return r
}

func records(t *testing.T, open Opener) {
	ctx := context.Background()
	s := opened(t, open)
	must(t, s.Plan(ctx, fixtures(3)...))
	steps := []struct {
		name string
		give tournament.Result
		want store.Verdict
	}{
		{"the first", result(0, 5, 0), store.Stands},
		{"the same game again, at another speed", result(0, 5, 3), store.Known},
		{"a different one", result(0, 6, 0), store.Odd},
		{"the different one again", result(0, 6, 0), store.Odd},
		{"the first of another game", result(1, 9, 0), store.Stands},
	}
	for _, step := range steps {
		got, err := s.Record(ctx, step.give)
		if err != nil || len(got) != 1 || got[0] != step.want {
			t.Errorf("%s: %v, %v; want %v", step.name, got, err, step.want)
		}
	}
	list := games(t, reopened(t, s, open))
	want := []store.Game{
		{Fixture: fixture(0), Done: true, Result: result(0, 5, 0), Others: []tournament.Result{result(0, 6, 0), result(0, 6, 0)}},
		{Fixture: fixture(1), Done: true, Result: result(1, 9, 0)},
		{Fixture: fixture(2)},
	}
	if !reflect.DeepEqual(list, want) {
		t.Errorf("kept is\n%+v\nwant\n%+v", list, want)
	}
}

func atomic(t *testing.T, open Opener) {
	ctx := context.Background()
	s := opened(t, open)
	must(t, s.Plan(ctx, fixtures(3)...))
	for _, bad := range []tournament.Result{
		result(7, 1, 0), // not planned
		{Fixture: 2, Seats: []tournament.Seat{{Place: 1}}},                                // one seat of two
		{Fixture: 2, Seats: []tournament.Seat{{Place: 1, Score: math.NaN()}, {Place: 2}}}, // not a number
	} {
		if verdicts, err := s.Record(ctx, result(0, 1, 0), result(1, 1, 0), bad); err == nil || verdicts != nil {
			t.Errorf("a bad result was taken: %v", verdicts)
		}
	}
	for i, g := range games(t, s) {
		if g.Done || len(g.Others) > 0 {
			t.Errorf("game %d was kept of a call that failed", i)
		}
	}
	verdicts, err := s.Record(ctx, result(1, 1, 0), result(1, 1, 0), result(1, 2, 0))
	if err != nil || !slices.Equal(verdicts, []store.Verdict{store.Stands, store.Known, store.Odd}) {
		t.Errorf("three results of a game in one call: %v, %v", verdicts, err)
	}
}

func exact(t *testing.T, open Opener) {
	ctx := context.Background()
	s := opened(t, open)
	f := tournament.Fixture{Seats: []int{3, 0, 65535}, Seed: math.MinInt64}
	r := tournament.Result{Rounds: math.MaxInt32, Turns: 1, Digest: math.MaxUint64, Seats: []tournament.Seat{
		{Place: 1, Score: 0.1 + 0.2, Moves: 1 << 40, Took: 1 << 50, CPU: 3},
		{Place: 2, Score: -math.SmallestNonzeroFloat64, Faults: map[string]int{"late": 2, `a "b"`: 1}},
		{Place: 3, Score: 1e100},
	}}
	must(t, s.Plan(ctx, f))
	if _, err := s.Record(ctx, r); err != nil {
		t.Fatal(err)
	}
	got := games(t, reopened(t, s, open))[0]
	if !got.Fixture.Equal(f) || !reflect.DeepEqual(got.Result, r) {
		t.Errorf("written\n%+v\n%+v\nread\n%+v", f, r, got)
	}
}

func concurrent(t *testing.T, open Opener) {
	ctx := context.Background()
	const n, workers = 60, 4
	s := opened(t, open)
	must(t, s.Plan(ctx, fixtures(n)...))
	var wait sync.WaitGroup
	stands := make([]int, workers)
	for w := range workers {
		wait.Go(func() {
			for i := range n { // every worker records every game
				verdicts, err := s.Record(ctx, result((i*7+w)%n, 1, game.Micros(w)))
				if err != nil {
					t.Errorf("worker %d: %v", w, err)
					return
				}
				if verdicts[0] == store.Stands {
					stands[w]++
				}
			}
		})
	}
	for g, err := range s.Games(ctx) { // reads while others write, and writes while it reads
		if err != nil {
			t.Error(err)
			break
		}
		if _, err := s.Record(ctx, result(g.ID, 1, 9)); err != nil {
			t.Error(err)
		}
		if g.ID == n/2 {
			break
		}
	}
	wait.Wait()
	sum := 0
	for _, k := range stands {
		sum += k
	}
	if sum > n {
		t.Errorf("%d results stand for %d games", sum, n)
	}
	for _, g := range games(t, s) {
		if !g.Done || len(g.Others) > 0 {
			t.Errorf("game %d: %+v", g.ID, g)
		}
	}
}

// A call that is broken off says so, at whatever point that is, and has either stored everything or nothing.
func cancelled(t *testing.T, open Opener) {
	s := opened(t, open)
	const tries, each = 12, 50
	stored := 0
	for n := range tries {
		ctx, cancel := context.WithCancel(context.Background())
		broken := make(chan struct{})
		go func() {
			defer close(broken)
			for range n * 400 {
				runtime.Gosched() // a little later each time
			}
			cancel()
		}()
		err := s.Plan(ctx, fixtures(stored + each)[stored:]...)
		<-broken
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("a call that is broken off: %v", err)
		}
		list := games(t, s)
		if kept := len(list) - stored; kept != 0 && kept != each || err == nil && kept == 0 {
			t.Fatalf("%d of %d games are kept, and the error is %v", kept, each, err)
		}
		stored = len(list)
	}
	for at := range 8 { // the one who reads breaks it off, and stops reading
		ctx, cancel := context.WithCancel(context.Background())
		if at%2 == 0 {
			s = reopened(t, s, open)
		}
		n := 0
		for _, err := range s.Games(ctx) {
			must(t, err)
			if n++; n > at {
				cancel()
				break
			}
		}
		cancel()
		if n != min(at+1, stored) {
			t.Errorf("%d games are read, want %d", n, at+1)
		}
	}
}
