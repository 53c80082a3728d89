package contest_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/record/replay/archive"
)

// recalled returns a contest recalled from a folder.
func recalled(t *testing.T, dir string, ledger func(ctx context.Context, dir string) (store.Store, error)) *contest.Contest {
	t.Helper()
	s := setup()
	c, err := contest.Recall(context.Background(), dir,
		contest.Recalling{Kinds: s.Kinds, Formats: s.Formats, Store: ledger, Archive: archive.Open})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// An interrupted contest and a finished one recount to the tables of the run, without their bots.
func TestRecountMakesTheTablesOfTheRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, over := range []bool{false, true} {
		c, err := open(t, dir, cup, nil)
		if err != nil {
			t.Fatal(err)
		}
		rounds := 2 // of play, after which the run stops
		if over {
			rounds = 0
		}
		r, err := run.Run(context.Background(), c, run.Options{Cores: 2, Rounds: rounds})
		if err != nil || !over && (r.Games == 0 || r.Finished) {
			t.Fatalf("over %v: %+v, %v", over, r, err)
		}
		want := tables(t, c, r)
		c.Close()

		again := recalled(t, filepath.Join(dir, "cup"), readLedger)
		got, findings, err := again.Recount(context.Background())
		if err != nil || len(findings) > 0 || got.Finished != over || got.Games != r.Games {
			t.Fatalf("over %v: %+v, %q, %v", over, got, findings, err)
		}
		if text := tables(t, again, got); text != want {
			t.Errorf("over %v: the tables are\n%s\nand those of the run\n%s", over, text, want)
		}
	}
}

// Recount reports a ledger whose rows are intact but whose plan is not that of its seed, or continues after its end.
func TestRecountFindsAnotherPlan(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := opened(t, dir, cup, nil)
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 2}); err != nil {
		t.Fatal(err)
	}
	games, err := c.Kept(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	facts, err := c.Store().Contest(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		change func([]store.Game) []store.Game
		want   string
	}{
		{"as it is", func(g []store.Game) []store.Game { return g }, ""},
		{"another seed of a game", func(g []store.Game) []store.Game { g[7].Seed++; return g }, "game 8 is planned otherwise"},
		{"other seats", func(g []store.Game) []store.Game {
			g[3].Seats = []int{g[3].Seats[1], g[3].Seats[0], g[3].Seats[2]}
			return g
		}, "game 4 is planned otherwise"},
		{"one game more", func(g []store.Game) []store.Game {
			more := g[len(g)-1]
			more.ID++
			more.Result.Fixture++
			return append(g, more)
		}, `stage "last" is over before game 73`},
		{"a stage too early", func(g []store.Game) []store.Game { g[0].Done = false; return g },
			`stage "last" has 12 games, though the stage before is not over`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := tt.change(append([]store.Game(nil), games...))
			again := recalled(t, filepath.Join(dir, "cup"),
				func(context.Context, string) (store.Store, error) { return written(t, facts, changed) })
			_, findings, err := again.Recount(context.Background())
			if text := strings.Join(findings, "\n"); err != nil || !strings.Contains(text, tt.want) || tt.want == "" && text != "" {
				t.Errorf("findings %q, %v; want %q", findings, err, tt.want)
			}
		})
	}
}

// written returns a store that holds games.
func written(t *testing.T, begun *store.Contest, games []store.Game) (store.Store, error) {
	ctx := t.Context()
	s, err := ledgersOfTests().Open(ctx, t.TempDir())
	if err != nil {
		return nil, err
	}
	if err := s.Begin(ctx, begun); err != nil {
		return nil, err
	}
	for _, g := range games {
		if err := s.Plan(ctx, g.Fixture); err != nil {
			return nil, err
		}
		if !g.Done {
			continue
		}
		if _, err := s.Record(ctx, g.Result); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// A Swiss tournament whose rounds an earlier version paired recounts without findings, though this one pairs them otherwise.
func TestRecountOfEarlierPairing(t *testing.T) {
	t.Parallel()
	const text = "kind = \"tron\"\nseed = 1\n[options]\nwidth = 8\nheight = 8\n" +
		"[[bots]]\nref = \"a=builtin:random\"\n[[bots]]\nref = \"b=builtin:random\"\n[[bots]]\nref = \"c=builtin:random\"\n" +
		"[[bots]]\nref = \"d=builtin:random\"\n[[bots]]\nref = \"e=builtin:random\"\n" +
		"[[stages]]\nname = \"s\"\nformat = \"swiss\"\nrounds = 4\nbest_of = 1\n"
	plans := map[bool][][]int{}
	for _, former := range []bool{true, false} {
		dir := t.TempDir()
		c := opened(t, dir, text, func(s *contest.Setup) {
			s.Formats = slices.Clone(s.Formats)
			at := slices.IndexFunc(s.Formats, func(x tournament.Spec) bool { return x.Name == "swiss" })
			now := s.Formats[at].New
			if former {
				s.Formats[at].New = func(keys game.Settings) tournament.Format { return now(keys).(tournament.Former).Former() }
			}
		})
		if _, err := run.Run(context.Background(), c, run.Options{Cores: 1}); err != nil {
			t.Fatal(err)
		}
		c.Close()
		again := recalled(t, filepath.Join(dir, "cup"), readLedger)
		got, findings, err := again.Recount(context.Background())
		if err != nil || len(findings) > 0 || !got.Finished || len(got.Stages[0].Table.Rematches) == 0 {
			t.Fatalf("former %v: %+v, %q, %v", former, got, findings, err)
		}
		for i := range got.Stages[0].Ledger.Done() {
			g := got.Stages[0].Ledger.All().Game(i)
			plans[former] = append(plans[former], []int{g.Entry(0), g.Entry(1)})
		}
	}
	if reflect.DeepEqual(plans[true], plans[false]) {
		t.Error("both versions pair alike, so that this test tries nothing")
	}
}

// Prove detects a result that does not belong to the replay.
func TestProve(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := opened(t, dir, cup, nil)
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 2}); err != nil {
		t.Fatal(err)
	}
	games, err := c.Kept(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := c.Prove(g); err != nil {
			t.Fatalf("game %d: %v", g.ID+1, err)
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*store.Game)
		want   string
	}{
		{"seed", func(g *store.Game) { g.Seed++ }, "the seed is"},
		{"digest", func(g *store.Game) { g.Result.Digest++ }, "the digest is"},
		{"turns", func(g *store.Game) { g.Result.Turns++ }, "the number of turns is"},
		{"rounds", func(g *store.Game) { g.Result.Rounds++ }, "rounds and its result"},
		{"seats", func(g *store.Game) { g.Seats = []int{g.Seats[1], g.Seats[0], g.Seats[2]} }, "who sat in seat 1 is"},
		{"score", func(g *store.Game) { g.Result.Seats[0].Score++ }, "seat 1 has place"},
		{"a fault", func(g *store.Game) { g.Result.Seats[2].Faults = map[string]int{"late": 1} }, "seat 3 has the faults"},
		{"time", func(g *store.Game) { g.Result.Seats[0].OnTime = true }, "seat 1 loses on time"},
		{"place", func(g *store.Game) { g.Result.Seats[1].Place = 3 - g.Result.Seats[1].Place%3 }, "seat 2 has place"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := games[0]
			g.Result.Seats = append([]tournament.Seat(nil), g.Result.Seats...)
			tt.change(&g)
			if err := c.Prove(g); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v; want %q", err, tt.want)
			}
		})
	}
	if err := os.RemoveAll(filepath.Join(dir, "cup", "replays")); err != nil {
		t.Fatal(err)
	}
	again := recalled(t, filepath.Join(dir, "cup"), readLedger)
	if err := again.Prove(games[0]); !contest.Lost(err) {
		t.Errorf("a replay that is not there: %v", err)
	}
}
