package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/contest/store"
	"agon/format/tournament"
)

// TestCoresAndLanesDoNotChangeTables: tables do not depend on the order in which games end.
func TestCoresAndLanesDoNotChangeTables(t *testing.T) {
	t.Parallel()
	want := undisturbed(t)
	for _, o := range []Options{{Cores: 2}, {Cores: 3, Lanes: 5}, {Cores: 1, Lanes: 32}, {Cores: 2, Lanes: 1, Times: true}} {
		t.Run(fmt.Sprintf("%d cores, %d lanes", o.Cores, o.Lanes), func(t *testing.T) {
			c := opened(t, t.TempDir(), cup, nil)
			r, err := Run(context.Background(), c, o)
			if err != nil || !r.Finished {
				t.Fatal(err)
			}
			if got := tables(t, c, r); got != want {
				t.Errorf("another table:\n%s\nthan:\n%s", got, want)
			}
		})
	}
}

// TestReplaysOfAllGames: every result has a replay.
func TestReplaysOfAllGames(t *testing.T) {
	t.Parallel()
	c := opened(t, t.TempDir(), cup, nil)
	if _, err := Run(context.Background(), c, Options{Cores: 2}); err != nil {
		t.Fatal(err)
	}
	games := 0
	err := c.Games(context.Background(), func(g *store.Game) error {
		games++
		data, err := c.Replay(g.ID)
		if len(data) < 50 {
			t.Errorf("game %d has a replay of %d bytes", g.ID, len(data))
		}
		return err
	})
	if err != nil || games != 72 {
		t.Errorf("%d games, %v", games, err)
	}
}

// TestAFailureOfTheHostEndsTheRun: an error of the workers ends the run with a message, even if jobs are left that nobody takes.
func TestAFailureOfTheHostEndsTheRun(t *testing.T) {
	t.Parallel()
	text := strings.Replace(cup, "rounds = 200", `rounds = 200
deal = '{"ids":[1,2,3,4,5],"start":[[0,0],[1,1],[2,2],[3,3],[4,4]]}'`, 1)
	for _, cores := range []int{1, 2, 3} {
		c := opened(t, t.TempDir(), text, nil)
		r, err := Run(context.Background(), c, Options{Cores: cores})
		if err == nil || !strings.Contains(err.Error(), "5 ids and 5 start tiles") {
			t.Errorf("%d cores: %+v %v", cores, r, err)
		}
	}
}

// TestBacklog: jobs are consecutive fixtures of one line-up, in plan order, and every fixture is in exactly one.
func TestBacklog(t *testing.T) {
	d := newBacklog(2)
	var fixtures []tournament.Fixture
	for i := range 40 {
		seats := []int{4, 2, 7}
		if i >= 25 {
			seats = []int{2, 4}
		}
		fixtures = append(fixtures, tournament.Fixture{ID: i, Seats: seats, Seed: int64(100 + i)})
	}
	d.offer(fixtures[:30])
	d.offer(fixtures[30:])
	next := int64(0)
	for next < 40 {
		job, ok := d.takeJob()
		if !ok || len(job.Fixtures) == 0 {
			t.Fatalf("no job though %d fixtures are left", 40-next)
		}
		for _, f := range job.Fixtures {
			if f.ID != next || f.Seed != 100+next {
				t.Fatalf("fixture %d with seed %d comes as number %d", f.ID, f.Seed, next)
			}
			var entries []int
			for _, s := range f.Seats {
				entries = append(entries, job.Lineup[s])
			}
			if !slices.Equal(entries, fixtures[next].Seats) {
				t.Fatalf("fixture %d seats %v, not %v", next, entries, fixtures[next].Seats)
			}
			next++
		}
	}
	d.close()
	if job, ok := d.takeJob(); ok {
		t.Errorf("%+v after the end", job)
	}
}
