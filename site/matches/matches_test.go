package matches

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"agon/record/gamelog"
	"agon/site/database"
	"agon/site/people"
)

// A hall has matches whose games end when the test says so.
type hall struct {
	*Matches
	t     *testing.T
	db    *database.Database
	setup Setup
	late  atomic.Int64       // by which the clock is ahead, nanoseconds
	begun chan Game          // a match that is played
	end   chan func() string // what ends one; "" is a success, "bot" a bot that does not start, "host" a failure of the host
}

// open opens matches of people 1 to 5.
func open(t *testing.T, limits Limits) *hall {
	t.Helper()
	dir := t.TempDir()
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Write(t.Context(), func(tx *sql.Tx) error {
		for id := range 5 {
			if _, err := tx.Exec(`INSERT INTO person (name, folded, role, password, joined) VALUES (?, ?, 'participant', '', 0)`,
				fmt.Sprint(id), fmt.Sprint(id)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, db: db, begun: make(chan Game, 100), end: make(chan func() string)}
	h.setup = Setup{
		Dir: filepath.Join(dir, "matches"), Play: h.play, Now: func() time.Time { return time.Now().Add(time.Duration(h.late.Load())) },
		Log: slog.New(slog.DiscardHandler), Limit: limits,
		Game: func(_ context.Context, m *Match) (Game, error) {
			if m.Contest == "gone" {
				return Game{}, &people.Problem{Text: "The contest is not there any more."}
			}
			return Game{File: m.Contest, Refs: []string{m.Seats[0].Name}}, nil
		},
	}
	h.reopen()
	return h
}

func (h *hall) reopen() {
	h.t.Helper()
	if h.Matches != nil {
		h.Close()
	}
	var err error
	if h.Matches, err = Open(h.t.Context(), h.db, h.setup); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(h.Close)
}

func (h *hall) play(ctx context.Context, g Game) (*Result, bool, error) {
	h.begun <- g
	select {
	case end := <-h.end:
		switch end() {
		case "bot":
			return nil, false, nil
		case "host":
			return nil, false, errors.New("the host fails")
		}
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	err := errors.Join(os.WriteFile(filepath.Join(g.Dir, ReplayName), []byte("replay"), 0o600),
		os.WriteFile(g.LogName(0), printed("mine", mostOutput/10), 0o600), os.WriteFile(g.LogName(1), []byte("theirs"), 0o600))
	return &Result{Seats: []SeatResult{{Place: 1}, {Place: 2}}}, true, err
}

// printed returns the log of a bot that has printed a text in many turns.
func printed(text string, turns int) (log []byte) {
	for turn := range turns {
		log = gamelog.Append(log, gamelog.Record{Turn: turn + 1, Kind: gamelog.Output, Text: text})
	}
	return log
}

// ask asks for a match of a bot of the person with one of somebody else.
func (h *hall) ask(person int64, name string) (*Match, error) {
	return h.Ask(h.t.Context(), person, "cup", 7, []Seat{{Name: name, Mine: true}, {Name: "other"}})
}

func (h *hall) must(person int64, name string) *Match {
	h.t.Helper()
	m, err := h.ask(person, name)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// ends ends one of the matches that are played.
func (h *hall) ends(how string) { h.end <- func() string { return how } }

// settled waits until a match has ended.
func (h *hall) settled(m *Match) *Match {
	h.t.Helper()
	for {
		got, err := h.Match(h.t.Context(), m.Person, "cup", m.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		if got.State != Waiting && got.State != Playing {
			return got
		}
		if h.t.Context().Err() != nil {
			h.t.Fatal("the match never ends")
		}
	}
}

// A person has one slot: whose bots stall delays nobody else, and who was served longest ago comes first.
func TestFairness(t *testing.T) {
	h := open(t, Limits{Slots: 2})
	begins := func(want string) {
		t.Helper()
		if g := <-h.begun; g.Refs[0] != want {
			t.Fatalf("%s begins, and not %s", g.Refs[0], want)
		}
	}
	h.must(1, "stalls")
	begins("stalls")
	h.must(1, "stalls too")
	h.must(2, "a")
	begins("a") // not the second of the first person
	h.must(2, "b")
	h.must(3, "c")
	h.must(4, "d")
	h.end <- func() string { return "" }  // of one of the two
	if g := <-h.begun; g.Refs[0] != "c" { // persons 3 and 4 were never served, whichever slot became free
		t.Errorf("%s begins", g.Refs[0])
	}
	h.ends("")
	begins("d")
}

// What was acknowledged is played after the site was closed in the middle, from the beginning; leftovers of no match are removed.
func TestReopen(t *testing.T) {
	h := open(t, Limits{Slots: 1})
	m := h.must(1, "a")
	first := <-h.begun
	other := h.must(2, "b")
	if err := os.WriteFile(filepath.Join(first.Dir, "half"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(h.setup.Dir, "999"), 0o700); err != nil {
		t.Fatal(err)
	}
	h.reopen()
	again := <-h.begun
	if again.Seed != first.Seed || again.Refs[0] != "a" {
		t.Errorf("%v is played after %v", again, first)
	}
	for _, name := range []string{filepath.Join(first.Dir, "half"), filepath.Join(h.setup.Dir, "999")} {
		if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left: %v", name, err)
		}
	}
	h.ends("")
	if got := h.settled(m); got.State != Played || got.Result.Seats[1].Place != 2 {
		t.Errorf("%+v", got)
	}
	<-h.begun
	h.ends("")
	h.settled(other)
}

// A match that takes the server down with it three times is not begun again.
func TestAMatchThatKillsTheServer(t *testing.T) {
	h := open(t, Limits{Slots: 1})
	m := h.must(1, "a")
	<-h.begun
	h.Close()
	if err := h.db.Write(t.Context(), func(tx *sql.Tx) error { _, err := tx.Exec(`UPDATE match SET tries = 3`); return err }); err != nil {
		t.Fatal(err)
	}
	h.reopen()
	if got := h.settled(m); got.State != Failed || !strings.Contains(got.Why, "in 3 attempts") {
		t.Errorf("%+v", got)
	}
}

// Others have no part of a match: neither by its number, nor by the output of a bot that is not the asker's.
func TestWhatIsKept(t *testing.T) {
	h := open(t, Limits{Slots: 1})
	m := h.must(1, "a")
	g := <-h.begun
	logs := filepath.Join(g.Dir, LogsName)
	if err := os.Mkdir(logs, 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Output(m, 0); err != nil || got != nil {
		t.Errorf("%v %v", got, err)
	}
	for name, text := range map[string][]byte{"00-a.log": printed("so far", mostOutput/10), "01-other.log": printed("theirs so far", 1)} {
		if err := os.WriteFile(filepath.Join(logs, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := h.Output(m, 0); err != nil || len(got) == 0 || got[0].Text != "so far" || len(gamelog.Append(nil, got...)) > mostOutput {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if theirs, err := h.Output(m, 1); err != nil || theirs != nil {
		t.Errorf("%v %v", theirs, err)
	}
	h.ends("")
	m = h.settled(m)
	mine, err := h.Output(m, 0)
	if n := len(mine); err != nil || n == 0 || mine[0].Text != "mine" || mine[n-1].Kind != gamelog.Gap {
		t.Errorf("%d records, %v", n, err)
	}
	if theirs, err := h.Output(m, 1); err != nil || theirs != nil {
		t.Errorf("%v %v", theirs, err)
	}
	if files, err := os.ReadDir(g.Dir); err != nil || len(files) != 2 {
		t.Errorf("%v %v", files, err)
	}
	if _, err := h.Match(t.Context(), 2, "cup", m.ID); !errors.Is(err, people.ErrNobody) {
		t.Error("somebody else finds it:", err)
	}
	first, err := h.Share(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	second, err := h.Share(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(t.Context(), first); !errors.Is(err, people.ErrNobody) {
		t.Error("the first link is valid:", err)
	}
	if got, err := h.Find(t.Context(), second); err != nil || got.ID != m.ID || !got.Shared {
		t.Error(got, err)
	}
	if err := h.Unshare(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(t.Context(), second); !errors.Is(err, people.ErrNobody) {
		t.Error("the link is valid after the end of sharing:", err)
	}
}

func TestLimits(t *testing.T) {
	h := open(t, Limits{Slots: 1, Waiting: 2, Hourly: 3, Queue: 3, Keep: 2})
	refused := func(person int64, says string) {
		t.Helper()
		var wrong *people.Problem
		if _, err := h.ask(person, "x"); !errors.As(err, &wrong) || !strings.Contains(wrong.Text, says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	a, b := h.must(1, "a"), h.must(1, "b")
	refused(1, "2 of your matches wait")
	c := h.must(2, "c")
	refused(3, "3 matches wait already")
	for range 3 {
		<-h.begun
		h.ends("")
	}
	for _, m := range []*Match{b, c} {
		h.settled(m)
	}
	d := h.must(1, "d")
	<-h.begun
	h.ends("bot")
	if got := h.settled(d); got.State != Failed || got.Why != "A bot does not start." {
		t.Errorf("%+v", got)
	}
	refused(1, "asked for 3 matches within an hour")
	h.late.Store(int64(2 * time.Hour))
	e := h.must(1, "e")
	<-h.begun
	h.ends("")
	h.settled(e)
	h.reopen() // the removal is over
	var left []int64
	list, err := h.Of(t.Context(), 1, "cup")
	for _, m := range list {
		left = append(left, m.ID)
	}
	if err != nil || !slices.Equal(left, []int64{e.ID, d.ID}) {
		t.Errorf("%v are kept, and not %d: %v", left, a.ID, err)
	}
	if _, err := os.Stat(h.folder(a.ID)); !errors.Is(err, os.ErrNotExist) {
		t.Error("the files of a removed match are left:", err)
	}
}

// A match that does not end is stopped, and one of a contest that is gone fails.
func TestMatchesThatCannotBePlayed(t *testing.T) {
	h := open(t, Limits{Slots: 1, Lasts: time.Millisecond})
	m := h.must(1, "a")
	<-h.begun
	if got := h.settled(m); got.State != Failed || !strings.Contains(got.Why, "stopped after") {
		t.Errorf("%+v", got)
	}
	gone, err := h.Ask(t.Context(), 2, "gone", 7, []Seat{{Name: "x", Mine: true}})
	if err != nil {
		t.Fatal(err)
	}
	for {
		got, err := h.Match(t.Context(), 2, "gone", gone.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got.State == Failed {
			if got.Why != "The contest is not there any more." {
				t.Error(got.Why)
			}
			break
		}
	}
}

// A number leads to one seed, which is no number itself and within its range.
func TestSeed(t *testing.T) {
	seen := map[int64]bool{}
	for n := range int64(1000) {
		s := Seed(n)
		if s < 0 || s > MostMap || seen[s] || s == n {
			t.Fatalf("%d leads to %d", n, s)
		}
		seen[s] = true
	}
}
