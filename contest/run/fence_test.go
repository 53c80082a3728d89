package run

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/tier"
	"agon/record/replay"
)

// example reads the example contest of Fence and Conquer, with its fourteen bots, groups and finals, on a smaller board.
func example(t *testing.T) *config.File {
	t.Helper()
	f, err := config.Read(filepath.Join("..", "..", "examples", "fence.toml"))
	if err != nil {
		t.Fatal(err)
	}
	f.Options["N"] = int64(12)
	return f
}

// runExample plays the remaining games of the example in a folder.
func runExample(t *testing.T, dir string, o Options) (*contest.Contest, *contest.Result) {
	t.Helper()
	s := setup()
	s.Dir = dir
	c, err := contest.Open(context.Background(), example(t), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	r, err := Run(context.Background(), c, o)
	if err != nil || !r.Finished {
		t.Fatalf("finished is %v: %v", r.Finished, err)
	}
	return c, r
}

// timeless returns the standings of every stage, every game's result, and its moves: everything except times, which are part of the
// digest of a kind that reads them.
func timeless(t *testing.T, c *contest.Contest, r *contest.Result) string {
	t.Helper()
	var b strings.Builder
	for _, s := range r.Stages {
		for _, line := range s.Table.Standings {
			line.Took, line.CPU = 0, 0
			fmt.Fprintf(&b, "%s %s %+v\n", s.Stage.Name, c.Entries[line.Entry].Name, line)
		}
	}
	err := c.Games(context.Background(), func(g *store.Game) error {
		fmt.Fprintf(&b, "%+v\n", g.Fixture)
		for _, s := range g.Result.Seats {
			fmt.Fprintf(&b, "  place %d, %g cells, %v\n", s.Place, s.Score, s.Faults)
		}
		data, err := c.Replay(g.ID)
		if err != nil {
			return err
		}
		rep, err := replay.Decode(data)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "  %v %x\n", rep.Record.Words, rep.Record.Columns)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// victim names the environment variable with the folder in which a child of this test plays until it is killed.
const victim = "AGON_TEST_VICTIM"

// TestVictim is the child: it prints the number of games after each that ends, and stops at a number that is never reached.
func TestVictim(t *testing.T) {
	dir := os.Getenv(victim)
	if dir == "" {
		t.Skip("played by TestKilledInGroupsAndFinals in a process of its own")
	}
	before := 0
	runExample(t, dir, Options{Cores: 2, Progress: func(p Progress) {
		if p.Last.Seats != nil {
			before = max(before, p.Last.Fixture)
			fmt.Printf("game %d of stage %d\n", before, p.Stage)
		}
	}})
	fmt.Println("finished")
}

// killed continues the contest in a process of its own until it reports a game of this number or a later one, and kills it.
func killed(t *testing.T, dir string, game int) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run", "^TestVictim$", "-test.v")
	child.Env = append(os.Environ(), victim+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var last, stage int
		if n, _ := fmt.Sscanf(lines.Text(), "game %d of stage %d", &last, &stage); n == 2 && last >= game {
			break
		}
		if strings.Contains(lines.Text(), "finished") || strings.Contains(lines.Text(), "FAIL") {
			t.Errorf("it was to be killed at game %d: %s", game, lines.Text())
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Error(err)
	}
	for lines.Scan() {
	}
	if err := child.Wait(); err == nil {
		t.Errorf("it ended by itself before game %d", game)
	}
}

// TestKilledInGroupsAndFinals: the example contest, killed in its groups and again in its finals and then played to the end, has the
// tables of an undisturbed run: ratings, places, every game and its cells. Only times differ.
func TestKilledInGroupsAndFinals(t *testing.T) {
	t.Parallel()
	tier.Long(t)
	c, r := runExample(t, t.TempDir(), Options{Cores: 2})
	want := timeless(t, c, r)
	if len(c.Entries) < 12 || len(r.Stages) != 2 {
		t.Fatalf("%d bots in %d stages", len(c.Entries), len(r.Stages))
	}
	groups := r.Stages[0].Ledger.Planned()

	dir := t.TempDir()
	killed(t, dir, groups/2)
	killed(t, dir, groups+5)
	again, result := runExample(t, dir, Options{Cores: 1})
	if result.PlayedNow == 0 || result.PlayedNow >= r.Games-groups || result.Games != r.Games {
		t.Errorf("%d games, %d of them after the last kill, of %d", result.Games, result.PlayedNow, r.Games)
	}
	if result.Odd != 0 {
		t.Errorf("%d games came out in two ways", result.Odd)
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(timeless(t, again, result), "\n")); diff != "" {
		t.Errorf("another table than undisturbed (-):\n%s", diff)
	}
}

// TestTheExamplesStages: two of each group advance, runners-up meet only winners first in the seeding, and all start from 1000 again.
func TestTheExamplesStages(t *testing.T) {
	t.Parallel()
	f := example(t)
	f.Bots = f.Bots[:0]
	for i := range 13 {
		f.Bots = append(f.Bots, config.Bot{Ref: fmt.Sprintf("Bot %d=builtin:%s", i, []string{"nearest", "planner", "random"}[i%3])})
	}
	s := setup()
	s.Dir = t.TempDir()
	c, err := contest.Open(context.Background(), f, s)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := Run(context.Background(), c, Options{Cores: 2})
	if err != nil {
		t.Fatal(err)
	}
	through := r.Stages[0].Table.Through()
	if fmt.Sprint(r.Stages[1].Field.Entries) != fmt.Sprint(through) || len(through) != 6 {
		t.Errorf("%v go on, %v play the finals", through, r.Stages[1].Field.Entries)
	}
	for i, stage := range r.Stages {
		sum := map[int]float64{}
		size := map[int]float64{}
		for _, line := range stage.Table.Standings {
			sum[line.Group] += line.Rating
			size[line.Group]++
			if line.OrderLow < 1 || line.OrderHigh < line.OrderLow {
				t.Errorf("stage %d: %s has places %d to %d by order", i, c.Entries[line.Entry].Name, line.OrderLow, line.OrderHigh)
			}
		}
		for group := range sum {
			if mean := sum[group] / size[group]; mean < 999.999 || mean > 1000.001 {
				t.Errorf("stage %d, group %d: the mean rating is %v", i, group, mean)
			}
		}
	}
	if sizes := groupSizes(r.Stages[0].Table); fmt.Sprint(sizes) != "[5 4 4]" && fmt.Sprint(sizes) != "[4 4 5]" {
		t.Errorf("groups of %v", sizes)
	}
}

func groupSizes(table tournament.Table) []int {
	var sizes []int
	for _, line := range table.Standings {
		for len(sizes) <= line.Group {
			sizes = append(sizes, 0)
		}
		sizes[line.Group]++
	}
	return sizes
}
