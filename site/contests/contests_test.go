package contests

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/internal/tier"
	"agon/show/report"
	"agon/site/database"
)

// A hall is a folder of contests with a database.
type hall struct {
	*Contests
	dir string
	db  *database.Database
}

func prepare(ctx context.Context, file string) (*contest.Contest, error) {
	f, err := config.Read(file)
	if err != nil {
		return nil, err
	}
	return contest.Open(ctx, f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, f *config.File) *lineup.Opener { return &lineup.Opener{Kind: k, Log: bot.NewLog(0)} },
	})
}

// writeContests writes contests of built-in bots, by name, with the number of games of each pair.
func writeContests(t *testing.T, dir string, games map[string]int) {
	t.Helper()
	for name, n := range games {
		folder := filepath.Join(dir, "contests", name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("kind = \"tron\"\nseed = 3\n[[bots]]\nref = \"one=builtin:voronoi\"\n[[bots]]\nref = "+
			"\"two=builtin:random\"\n[[bots]]\nref = \"three=builtin:random\"\n[[stages]]\nname = \"all\"\nformat = "+
			"\"round-robin\"\ngames = %d\n", n)
		if err := os.WriteFile(filepath.Join(folder, FileName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func opened(t *testing.T, dir string, change func(s *Setup)) *hall {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	setup := Setup{Open: prepare, Options: run.Options{Cores: 1}}
	if change != nil {
		change(&setup)
	}
	c, err := Open(t.Context(), filepath.Join(dir, "contests"), db, setup)
	if err != nil {
		t.Fatal(err)
	}
	return &hall{c, dir, db}
}

func (h *hall) close(t *testing.T) {
	t.Helper()
	if err := errors.Join(h.Contests.Close(), h.db.Close()); err != nil {
		t.Fatal(err)
	}
}

func (h *hall) find(t *testing.T, name string) *Contest {
	t.Helper()
	c, err := h.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// until waits until something holds.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

func (c *Contest) is(s State) func() bool {
	return func() bool {
		state, why, _ := c.State()
		if state == Failed && s != Failed {
			panic(why)
		}
		return state == s
	}
}

// lines are the names and scores of a table.
func lines(c *Contest) (list []string) {
	for _, l := range c.Table().Stage.Standings {
		list = append(list, fmt.Sprintf("%d %s %v of %d", l.Rank, l.Name, l.Points, l.Played))
	}
	return list
}

// Contests take turns on the cores, and their tables are those of contests that are played alone.
func TestContestsTakeTurns(t *testing.T) {
	dir := t.TempDir()
	games := map[string]int{"a": 300, "b": 300}
	writeContests(t, dir, games)
	turns := make(chan string, 1000)
	h := opened(t, dir, func(s *Setup) {
		s.Slice = time.Nanosecond
		s.Open = func(ctx context.Context, file string) (*contest.Contest, error) {
			turns <- filepath.Base(filepath.Dir(file))
			return prepare(ctx, file)
		}
	})
	a, b := h.find(t, "a"), h.find(t, "b")
	for _, c := range []*Contest{a, b} {
		if err := h.Start(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "both are over", func() bool { return a.is(Over)() && b.is(Over)() })
	h.close(t)
	close(turns)
	changes, last := 0, ""
	for name := range turns {
		if name != last {
			changes++
		}
		last = name
	}
	if changes < 3 {
		t.Errorf("%d changes of turn", changes)
	}

	alone := t.TempDir()
	writeContests(t, alone, games)
	other := opened(t, alone, nil)
	defer other.close(t)
	for _, c := range []*Contest{a, b} {
		own := other.find(t, c.Name)
		if err := other.Start(t.Context(), own); err != nil {
			t.Fatal(err)
		}
		until(t, "it is over", own.is(Over))
		if !reflect.DeepEqual(lines(own), lines(c)) {
			t.Errorf("in turns %v, alone %v", lines(c), lines(own))
		}
	}
}

// What was playing when the server ended goes on with the next one; what was paused does not.
func TestContestsGoOn(t *testing.T) {
	tier.Long(t)
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"plays": 2000, "paused": 2000})
	h := opened(t, dir, nil)
	for _, name := range []string{"plays", "paused"} {
		if err := h.Start(t.Context(), h.find(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "games are played", func() bool { return h.find(t, "plays").Table() != nil || h.find(t, "paused").Table() != nil })
	if err := h.Pause(t.Context(), h.find(t, "paused"), "the hall closes"); err != nil {
		t.Fatal(err)
	}
	var conflict *Conflict
	if err := h.Pause(t.Context(), h.find(t, "paused"), "again"); !errors.As(err, &conflict) {
		t.Error(err)
	}
	h.close(t)

	h = opened(t, dir, nil)
	defer h.close(t)
	until(t, "it is over", h.find(t, "plays").is(Over))
	state, why, since := h.find(t, "paused").State()
	if state != Paused || why != "the hall closes" || since.IsZero() {
		t.Errorf("%s, %q, %v", state, why, since)
	}
	if err := h.Start(t.Context(), h.find(t, "paused")); err != nil {
		t.Fatal(err)
	}
	until(t, "it is over", h.find(t, "paused").is(Over))
}

// Tables are there at once when the contests are opened again, without a look at any ledger.
func TestTablesAreKept(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"cup": 1})
	path := filepath.Join(dir, "contests", "cup", FileName)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.NewReplacer("round-robin", "knockout", "games = 1\n", "").Replace(string(file))),
		0o644); err != nil {
		t.Fatal(err)
	}
	h := opened(t, dir, nil)
	if err := h.Start(t.Context(), h.find(t, "cup")); err != nil {
		t.Fatal(err)
	}
	until(t, "it is over", h.find(t, "cup").is(Over))
	before := *h.find(t, "cup").Table()
	h.close(t)
	h = opened(t, dir, func(s *Setup) {
		s.Open = func(context.Context, string) (*contest.Contest, error) {
			t.Error("a ledger is opened")
			return nil, errors.New("no")
		}
	})
	defer h.close(t)
	after := *h.find(t, "cup").Table()
	if !before.At.Equal(after.At) {
		t.Error(after.At)
	}
	before.At, after.At, before.Stages, after.Stages = time.Time{}, time.Time{}, nil, nil
	if !reflect.DeepEqual(before, after) || !after.Over || !after.Stage.Finished || after.Stage.Bracket == nil {
		t.Errorf("%+v\n%+v", before, after)
	}
}

// What cannot be played has failed, with the reason, and can be started again.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"cup": 2})
	var log []string
	h := opened(t, dir, func(s *Setup) { s.Log = func(name, text string) { log = append(log, name+": "+text) } })
	defer h.close(t)
	cup := h.find(t, "cup")
	held := strings.TrimSuffix(cup.Path, ".toml")
	if err := os.Mkdir(held, 0o755); err != nil {
		t.Fatal(err)
	}
	release, err := contest.Hold(held)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Start(t.Context(), cup); err != nil {
		t.Fatal(err)
	}
	until(t, "it has failed", cup.is(Failed))
	if _, why, _ := cup.State(); !strings.Contains(why, "in use by another run") {
		t.Error(why)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := h.Start(t.Context(), cup); err != nil {
		t.Fatal(err)
	}
	until(t, "it is over", cup.is(Over))
	if len(log) != 1 || !strings.Contains(log[0], "in use by another run") {
		t.Error(log)
	}

	broken := filepath.Join(dir, "contests", "broken")
	if err := os.Mkdir(broken, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, FileName), []byte("kind = 7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var conflict *Conflict
	if err := h.Start(t.Context(), h.find(t, "broken")); !errors.As(err, &conflict) {
		t.Error(err)
	}
	for _, none := range []string{"none", "", "..", "../contests", "Cup", "cup/../cup", strings.Repeat("x", 65), "\x00"} {
		if _, err := h.Find(none); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

// A kept table that is damaged or of another version is no table.
func TestKeptTables(t *testing.T) {
	table := &Table{At: time.Unix(1, 0), Stage: report.Stage{Name: "x", Standings: []report.Standing{{Name: "a"}}}}
	data, err := table.encode()
	if err != nil {
		t.Fatal(err)
	}
	if got := decodeTable(data); !reflect.DeepEqual(got.Stage, table.Stage) {
		t.Errorf("%+v", got)
	}
	for _, bad := range [][]byte{nil, {}, {tableVersion}, {tableVersion + 1, 1, 2}, append([]byte{tableVersion}, "nonsense"...),
		data[:len(data)/2]} {
		if got := decodeTable(bad); got != nil {
			t.Errorf("%x is %+v", bad, got)
		}
	}
}
