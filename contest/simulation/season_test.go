package simulation

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"
)

// course returns a season of a small ladder.
func course(t *testing.T) Config {
	t.Helper()
	return Config{
		Stages: []Stage{stage(t, "ladder", map[string]any{"round_games": 64})}, Bots: 20, Workers: 1, Cores: 2, GameTime: 2 * time.Second,
		Seed: 3, Season: &Season{Weeks: 3, Night: 20 * time.Minute, Versions: 4, Broken: 0.25},
	}
}

// A season has all the versions of its authors, refuses those that fail their check, and finds the place of a strong bot that comes late.
func TestSeason(t *testing.T) {
	r := run(t, course(t))
	versions, refused, games := 0, 0, 0
	for i, w := range r.Weeks {
		versions, refused, games = versions+w.Versions, refused+w.Refused, games+w.Games
		if w.Busy < 0.9 || w.Busy > 1.01 {
			t.Errorf("week %d: cores played %.2f of the time", i+1, w.Busy)
		}
	}
	if len(r.Weeks) != 3 || versions != 20*4*3+1 || refused < 40 || refused > 80 || games != r.Games {
		t.Errorf("%d weeks, %d versions, %d refused, %d games of %d", len(r.Weeks), versions, refused, games, r.Games)
	}
	field := r.Stages[0].Field
	if field.Size() != 20+versions-refused {
		t.Errorf("%d entries", field.Size())
	}
	if end := r.Weeks[2].Astray; end > 3 {
		t.Errorf("places are %.1f from the true ones", end)
	}
	if l := r.Late; l.Week != 2 || l.Place < 1 || l.Place > 5 || len(l.Found) != 2 || l.Found[0].Took < 0 || l.Found[0].Games == 0 {
		t.Errorf("the late bot: %+v", l)
	}
	if wall := 3 * 7 * 20 * time.Minute; r.Wall < wall || r.Wall > wall+time.Minute {
		t.Errorf("it takes %s", r.Wall)
	}
}

// Equal seeds give equal seasons.
func TestSeasonsAreEqual(t *testing.T) {
	a, b := run(t, course(t)), run(t, course(t))
	if !reflect.DeepEqual(a.Weeks, b.Weeks) || !reflect.DeepEqual(a.Late, b.Late) {
		t.Errorf("%+v and %+v", a.Late, b.Late)
	}
}

func TestSeasonsOutOfRange(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"0 weeks: a season has":      func(c *Config) { c.Season.Weeks = 0 },
		"53 weeks":                   func(c *Config) { c.Season.Weeks = 53 },
		"1s of play a night":         func(c *Config) { c.Season.Night = time.Second },
		"-1 versions a week":         func(c *Config) { c.Season.Versions = -1 },
		"1e+06 versions a week":      func(c *Config) { c.Season.Versions = 1e6 },
		"broken 1.5":                 func(c *Config) { c.Season.Broken = 1.5 },
		"a season is one stage that": func(c *Config) { c.Stages = []Stage{stage(t, "knockout", nil)} },
	} {
		c := course(t)
		change(&c)
		if _, err := Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
