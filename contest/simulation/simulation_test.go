package simulation

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/format/tournament/formattest"
)

// stage returns a stage of a format with its keys.
func stage(t *testing.T, format string, keys map[string]any) Stage {
	t.Helper()
	spec, err := tournament.Find(formats.Formats, format)
	if err != nil {
		t.Fatal(err)
	}
	made, err := spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	return Stage{Name: format, Format: made, Field: func(entries []int) tournament.Field {
		f := *formattest.Field(tournament.Field{}, 0)
		f.Entries = entries
		return f
	}}
}

func run(t *testing.T, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// near reports whether two times in seconds differ by rounding only.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-6*max(1, a) }

// One core plays all the time, but for the latency of its jobs; games have the mean that was set.
func TestOneCore(t *testing.T) {
	c := Config{Stages: []Stage{stage(t, "round-robin", map[string]any{"games": 40})}, Bots: 5, Workers: 1, Cores: 1, GameTime: time.Second,
		Seed: 1}
	r := run(t, c)
	if r.Games != 10*2*40 || r.Lost != 0 || len(r.Stages) != 1 || r.Stages[0].Ledger.Done() != r.Games {
		t.Fatalf("%d games, %d lost", r.Games, r.Lost)
	}
	if !near(r.Wall.Seconds(), r.CPU) || !near(r.Efficiency(1), 1) {
		t.Errorf("%s for %g s of games", r.Wall, r.CPU)
	}
	if each := r.CPU / float64(r.Games); each < 0.95 || each > 1.05 {
		t.Errorf("a game takes %g s", each)
	}
	c.Latency = time.Minute
	late := run(t, c)
	jobs := (late.Wall - r.Wall).Minutes()
	if !near(late.CPU, r.CPU) || !near(jobs, math.Round(jobs)) || jobs < 10 || jobs > 800 {
		t.Errorf("with a latency of 1m0s %s instead of %s: %g jobs", late.Wall, r.Wall, jobs)
	}
}

// More cores play the same games in less time, never faster than all of them together.
func TestMoreCores(t *testing.T) {
	before := time.Duration(math.MaxInt64)
	for _, workers := range []int{1, 2, 7, 50} {
		r := run(t, Config{Stages: []Stage{stage(t, "swiss", nil)}, Bots: 100, Workers: workers, Cores: 2, GameTime: time.Second, Seed: 1})
		if r.Wall >= before || r.Efficiency(2*workers) > 1 {
			t.Errorf("%d workers: %s, efficiency %g", workers, r.Wall, r.Efficiency(2*workers))
		}
		before = r.Wall
	}
}

// Lost games are played again, and count as work.
func TestFailures(t *testing.T) {
	c := Config{Stages: []Stage{stage(t, "knockout", nil)}, Bots: 64, Workers: 4, Cores: 1, GameTime: time.Second, Seed: 1}
	sound := run(t, c)
	c.Failures, c.Restart = 0.5, time.Second
	r := run(t, c)
	if r.Games != sound.Games || r.Lost < r.Games/2 || r.Lost > 2*r.Games {
		t.Errorf("%d games, %d lost", r.Games, r.Lost)
	}
	if r.CPU <= sound.CPU || r.Wall <= sound.Wall {
		t.Errorf("%s and %g s of games, without losses %s and %g s", r.Wall, r.CPU, sound.Wall, sound.CPU)
	}
}

// A restart after the last game is not waited for.
func TestTheEndWaitsForNoRestart(t *testing.T) {
	c := Config{
		Stages: []Stage{stage(t, "knockout", nil)}, Bots: 2, Workers: 2, Cores: 1, GameTime: time.Second, Failures: 0.5,
		Restart: 24 * time.Hour,
	}
	for c.Seed = range int64(50) {
		r := run(t, c)
		if r.Lost == 1 && r.Wall > time.Hour {
			t.Errorf("seed %d: %s, though the other core had nothing to do", c.Seed, r.Wall)
		}
		if r.Stages[0].Wait > r.Wall {
			t.Errorf("seed %d: a core waited %s of %s", c.Seed, r.Stages[0].Wait, r.Wall)
		}
	}
}

// The next stage is played by those that advance.
func TestStages(t *testing.T) {
	r := run(t, Config{
		Stages: []Stage{stage(t, "groups", map[string]any{"groups": 4, "advance": 2}), stage(t, "knockout", nil)},
		Bots:   20, Workers: 3, Cores: 1, GameTime: time.Second, Seed: 1,
	})
	if sizes := []int{r.Stages[0].Field.Size(), r.Stages[1].Field.Size()}; !slices.Equal(sizes, []int{20, 8}) {
		t.Errorf("stages of %v bots", sizes)
	}
	if r.Wall != r.Stages[0].Wall+r.Stages[1].Wall {
		t.Errorf("%s in all, stages of %s and %s", r.Wall, r.Stages[0].Wall, r.Stages[1].Wall)
	}
}

func TestCertainty(t *testing.T) {
	for _, tt := range []struct {
		name    string
		table   tournament.Table
		widest  int
		more    int
		unknown bool // there is no certainty
	}{
		{"a bracket decides", tournament.Table{By: tournament.ByBracket}, 0, 0, true},
		{"all are separated", tournament.Table{Standings: []tournament.Standing{{RankLow: 1, RankHigh: 1}, {RankLow: 2, RankHigh: 2}}}, 1,
			0, false},
		{"the widest interval", tournament.Table{Standings: []tournament.Standing{{RankLow: 1, RankHigh: 3}, {RankLow: 2, RankHigh: 2}}}, 3,
			0, false},
		{"in a group all clusters are separated by the games of one",
			tournament.Table{NotApart: []tournament.Cluster{{More: 10}, {More: 30}}}, 0, 30, false},
		{"groups play their own games", tournament.Table{NotApart: []tournament.Cluster{{More: 10}, {More: 30}, {Group: 1, More: 5}}}, 0,
			35, false},
		{"equal values", tournament.Table{NotApart: []tournament.Cluster{{More: 10}, {More: 0}}}, 0, Unknown, false},
		{"more games than anybody plays", tournament.Table{NotApart: []tournament.Cluster{{More: Many}, {Group: 1, More: 5}}}, 0, Many,
			false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := certainty(tt.table)
			if (c == nil) != tt.unknown || c != nil && *c != (Certainty{tt.widest, tt.more}) {
				t.Errorf("got %+v", c)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(c *Config)
		want   string
	}{
		{"sound", func(*Config) {}, ""},
		{"no bots", func(c *Config) { c.Bots = 0 }, "0 bots: at least 1"},
		{"no workers", func(c *Config) { c.Workers = 0 }, "0 workers of 1 cores"},
		{"more cores than a number holds", func(c *Config) { c.Workers, c.Cores = math.MaxInt, math.MaxInt }, "cores can be simulated"},
		{"no time", func(c *Config) { c.GameTime = 0 }, "a game takes 0s"},
		{"a week", func(c *Config) { c.GameTime = 7 * 24 * time.Hour }, "a game takes 168h"},
		{"negative latency", func(c *Config) { c.Latency = -1 }, "latency -1ns"},
		{"endless restart", func(c *Config) { c.Restart = math.MaxInt64 }, "restart 2562047h"},
		{"all games lost", func(c *Config) { c.Failures = 1 }, "failures 1"},
		{"no number", func(c *Config) { c.Failures = math.NaN() }, "failures NaN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Config{Bots: 1, Workers: 1, Cores: 1, GameTime: time.Second}
			tt.change(&c)
			err := c.Check()
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestTooMuch(t *testing.T) {
	c := Config{Stages: []Stage{stage(t, "round-robin", nil)}, Bots: 1000, Workers: 1, Cores: 1, GameTime: 24 * time.Hour}
	if _, err := Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), "more than 100 years") {
		t.Errorf("got %v", err)
	}
}

func TestADoneContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reported := 0
	_, err := Run(ctx, Config{
		Stages: []Stage{stage(t, "round-robin", nil)}, Bots: 500, Workers: 1, Cores: 1, GameTime: time.Second,
		Progress: func(games int) {
			if reported = games; reported > 10_000 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) || reported < 10_000 || reported > 10_000+reportEvery {
		t.Errorf("%v after %d games", err, reported)
	}
}
