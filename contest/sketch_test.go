package contest_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/simulation"
	"agon/contest/store"
	"agon/format/tournament"
)

// simulated simulates a contest, and returns its plan and its tables. change, if not nil, changes what is simulated.
func simulated(t *testing.T, c *contest.Contest, bots int, change func(*simulation.Config)) (plan []tournament.Fixture, tables string) {
	t.Helper()
	sketch, _, err := contest.Sketch(c.File, setup(), bots, simulation.MostGames)
	if err != nil {
		t.Fatal(err)
	}
	config := simulation.Config{Bots: bots, Workers: 3, Cores: 2, GameTime: time.Second, Seed: c.Seed}
	for nth, s := range sketch.Stages {
		config.Stages = append(config.Stages,
			simulation.Stage{Name: s.Name, Format: s.Scheme(), Field: func(entries []int) tournament.Field {
				return sketch.StageField(nth, entries)
			}})
	}
	if change != nil {
		change(&config)
	}
	r, err := simulation.Run(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	for nth, s := range r.Stages {
		for i := range s.Ledger.Planned() {
			plan = append(plan, s.Ledger.Fixture(s.Ledger.Next()-s.Ledger.Planned()+i))
		}
		table := config.Stages[nth].Format.Table(&s.Field, s.Ledger.All())
		tables += fmt.Sprintf("%+v %+v\n", table.Standings, table.NotApart)
	}
	return plan, tables
}

// withFormat returns the cup with another last stage.
func withFormat(keys string) string {
	return cup + "advance = 4\n[[stages]]\nname = \"more\"\n" + keys
}

// A simulation in which games end as they did in a run plans the same games in all stages.
func TestSimulationPlansWhatARunPlays(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"format = \"swiss\"\n", "format = \"knockout\"\nbest_of = 3\n", "format = \"ladder\"\ngames = 300\n"} {
		t.Run(keys, func(t *testing.T) {
			c := opened(t, t.TempDir(), withFormat(keys), nil)
			r, err := run.Run(context.Background(), c, run.Options{Cores: 2})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Finished {
				t.Fatal("the run has not finished")
			}
			games, err := c.Kept(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			planned, _ := simulated(t, c, len(c.Entries), func(config *simulation.Config) {
				config.Outcome = func(f tournament.Fixture) tournament.Result { return games[f.ID].Result }
			})
			if !slices.EqualFunc(planned, games, func(f tournament.Fixture, g store.Game) bool { return f.Equal(g.Fixture) }) {
				t.Errorf("the simulation planned %d games, and the run %d, or others", len(planned), len(games))
			}
		})
	}
}

// Equal seeds give equal plans and tables, whatever the number of cores, their latency and their failures.
func TestSimulationsDependOnTheirSeedAlone(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{
		"format = \"round-robin\"\nbest_of = 3\n", "format = \"groups\"\nbest_of = 5\n", "format = \"swiss\"\nbest_of = 3\n",
		"format = \"knockout\"\nbest_of = 3\nelimination = \"double\"\n", "format = \"ladder\"\ngames = 500\n",
		"format = \"ladder\"\nuntil = 6\n", "format = \"arena\"\nseats = 2\n",
	} {
		t.Run(keys, func(t *testing.T) {
			c := opened(t, t.TempDir(), "seed = 5\nkind = \"colour-battle\"\n[[bots]]\nref = \"builtin:steve\"\n[[bots]]\nref = "+
				"\"builtin:rambo\"\n[[stages]]\n"+keys, nil)
			plan, tables := simulated(t, c, 24, nil)
			if len(plan) == 0 {
				t.Fatal("nothing is planned")
			}
			for _, change := range []func(*simulation.Config){
				func(config *simulation.Config) { config.Workers, config.Cores = 1, 1 },
				func(config *simulation.Config) { config.Workers, config.Latency = 100, 5*time.Second },
				func(config *simulation.Config) { config.Failures, config.Restart = 0.4, time.Minute },
				func(config *simulation.Config) { config.GameTime = time.Millisecond },
			} {
				other, otherTables := simulated(t, c, 24, change)
				if !slices.EqualFunc(plan, other, tournament.Fixture.Equal) {
					t.Errorf("another plan: %d games, then %d", len(plan), len(other))
				}
				if tables != otherTables {
					t.Error("other tables")
				}
			}
			if _, other := simulated(t, c, 24, func(config *simulation.Config) { config.Seed++ }); tables == other {
				t.Error("another seed gives the same tables")
			}
		})
	}
}
