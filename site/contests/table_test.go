package contests

import (
	"testing"
	"time"

	"agon/contest/run"
	"agon/show/report"
)

// A table knows when its stages were played, from the tables before.
func TestProgressOfStages(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	table := func(at time.Time, nth, played int, finished bool) *Table {
		return &Table{At: at, Nth: nth, Stage: report.Stage{Played: played, Planned: 10, Finished: finished}}
	}
	first := table(day(1), 0, 3, false)
	first.follow(nil, map[int]Progress{0: {Began: day(1)}})
	if x := first.Stages; len(x) != 1 || x[0] != (Progress{Began: day(1), Played: 3, Planned: 10}) {
		t.Fatalf("%+v", x)
	}
	second := table(day(3), 1, 1, false)
	second.follow(first, map[int]Progress{0: {Began: day(1), Played: 9, Planned: 9}, 1: {Began: day(2), Played: 1}})
	if x := second.Stages; len(x) != 2 || x[0] != (Progress{Began: day(1), Ended: day(2), Played: 9, Planned: 9}) || x[1].Began != day(2) {
		t.Fatalf("%+v", x)
	}
	resumed := table(day(5), 1, 10, true)
	resumed.follow(second, map[int]Progress{1: {Played: 10}})
	if x := resumed.Stages[1]; x != (Progress{Began: day(2), Ended: day(5), Played: 10, Planned: 10}) {
		t.Errorf("%+v", x)
	}
	recounted := table(day(9), 1, 10, true)
	recounted.follow(resumed, nil)
	if x := recounted.Stages[1]; x.Ended != day(5) {
		t.Errorf("a stage that has ended ended again: %+v", x)
	}
	again := table(day(10), 0, 2, false)
	again.follow(recounted, nil)
	if x := again.Stages; len(x) != 1 || x[0].Began != day(1) || !x[0].Ended.IsZero() {
		t.Errorf("a stage that is played again: %+v", x)
	}
	old := table(day(2), 1, 50, false) // a site of an earlier version played the first games
	old.follow(&Table{Nth: 1}, nil)
	if x := old.Stages; len(x) != 2 || !x[1].Began.IsZero() || x[1].Played != 50 {
		t.Errorf("%+v", x)
	}
	swift := table(day(4), 1, 7, true) // the first stage was over before the first table
	swift.follow(nil, map[int]Progress{0: {Began: day(4), Played: 5}, 1: {Began: day(4)}})
	if x := swift.Stages[0]; x != (Progress{Began: day(4), Ended: day(4), Played: 5}) {
		t.Errorf("%+v", x)
	}
}

// What a bot did in a week comes from the ends of days, of which no more are kept than that needs.
func TestWeek(t *testing.T) {
	day := func(n, hour int) time.Time { return time.Date(2026, 3, n, hour, 0, 0, 0, time.Local) }
	var last *Table
	played := func(n, hour, games int) *Table {
		x := &Table{At: day(n, hour)}
		l := report.Standing{Name: "Ann"}
		l.Played, l.Rating = games, 1500+float64(games)
		x.Stage.Standings = []report.Standing{l}
		x.remember(last)
		last = x
		return x
	}
	x := played(1, 12, 10)
	if w := x.Week(&x.Stage.Standings[0], day(1, 12)); w != (Week{Games: 10}) {
		t.Errorf("on the first day %+v", w)
	}
	for n := 1; n <= 20; n++ {
		played(n, 20, 100*n)
		x = played(n, 23, 100*n+50)
	}
	if w := x.Week(&x.Stage.Standings[0], day(20, 23)); w != (Week{Since: day(13, 23), Games: 700, Rated: true, Change: 700}) {
		t.Errorf("after twenty days %+v", w)
	}
	if len(x.Days) > 9 {
		t.Errorf("%d days are kept", len(x.Days))
	}
	other := x.Stage.Standings[0]
	other.Entry, other.Played = 5, 30
	if w := x.Week(&other, day(20, 23)); w.Games != 30 {
		t.Errorf("a version that is newer than the week %+v", w)
	}
	idle := played(60, 12, 2100) // 29 April
	if w := idle.Week(&idle.Stage.Standings[0], idle.At); w.Games != 50 || w.Since != day(20, 23) {
		t.Errorf("after weeks without games %+v", w)
	}
	data, err := idle.encode()
	if err != nil {
		t.Fatal(err)
	}
	if again := decodeTable(data); again == nil || len(again.Days) != len(idle.Days) {
		t.Errorf("a kept table has lost its days: %+v", again)
	}
}

// Progress is reported for some games alone: what a stage has in the end is known when the next begins.
func TestGamesOfAStageThatIsOver(t *testing.T) {
	seen, now := map[int]Progress{}, time.Now()
	for _, p := range []run.Progress{{Stage: 0, Done: 25, Played: 5}, {Stage: 0, Done: 40, Played: 20}, {Stage: 1, Done: 3, Played: 28},
		{Stage: 2, Done: 2, Played: 40}} {
		see(seen, p, now)
	}
	if seen[0].Played != 45 || seen[1].Played != 13 || !seen[0].Began.IsZero() || seen[1].Began != now {
		t.Errorf("%+v", seen)
	}
}
