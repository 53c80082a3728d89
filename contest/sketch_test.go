package contest

import (
	"context"
	"slices"
	"testing"
	"time"

	"agon/simulation"
	"agon/tournament"
)

// A simulation in which games end as they did in a run plans the same games in all stages.
func TestSimulationPlansWhatARunPlays(t *testing.T) {
	for _, format := range []string{"swiss", "knockout", "ladder"} {
		t.Run(format, func(t *testing.T) {
			text := cup + "advance = 4\n[[stages]]\nname = \"more\"\nformat = \"" + format + "\"\n"
			if format == "ladder" {
				text += "games = 300\n"
			}
			c := opened(t, t.TempDir(), text, nil)
			r, err := c.Run(context.Background(), Options{Cores: 2})
			if err != nil {
				t.Fatal(err)
			}
			games, err := c.Kept(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if !r.Finished {
				t.Fatal("the run has not finished")
			}
			sketch, err := Sketch(c.File, setup(), len(c.Entries), simulation.MostGames)
			if err != nil {
				t.Fatal(err)
			}
			var planned []tournament.Fixture
			config := simulation.Config{
				Bots: len(c.Entries), Workers: 3, Cores: 2, GameTime: time.Second, Failures: 0.1, Restart: time.Second,
				Outcome: func(f tournament.Fixture) tournament.Result { return games[f.ID].Result },
				Planned: func(fixtures []tournament.Fixture) { planned = append(planned, fixtures...) },
			}
			for nth, s := range sketch.Stages {
				config.Stages = append(config.Stages, simulation.Stage{Name: s.Name, Format: s.Play(), Field: func(entries []int) tournament.Field {
					return sketch.StageField(nth, entries)
				}})
			}
			if _, err := simulation.Run(context.Background(), config); err != nil {
				t.Fatal(err)
			}
			ran := fixtures(games)
			if !slices.EqualFunc(planned, ran, tournament.Fixture.Equal) {
				t.Errorf("the simulation planned %d games, and the run %d, or others", len(planned), len(ran))
			}
			if len(planned) == 0 {
				t.Error("nothing was planned")
			}
		})
	}
}
