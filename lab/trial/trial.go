/*
Package trial measures how long bots take for their moves, as a contest does: around the call, one bot at a time on one core.

	trial.go    the games and the times
	profile.go  where Python bots spend their time
*/
package trial

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/game"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/wholefile"
	"agon/lab/session"
	"agon/play/referee"
	"agon/play/worker"
)

// A Setup is bots, and the games in which they are measured.
type Setup struct {
	Session  *session.Session
	Kind     *game.Kind
	Settings game.Settings
	Games    int
	Seed     int64
	Profiles string             // folder for profiles of Python bots; empty: none are made
	Recorded func(*game.Record) // is given each game; nil: nobody keeps them
}

// A Trial is the times of one bot. Its JSON form is what agon trial --json prints.
type Trial struct {
	Bot    string         `json:"bot"`
	Author string         `json:"author"`
	Moves  int            `json:"moves"`
	Avg    float64        `json:"avg_us"`
	Least  float64        `json:"least_us"`
	Most   float64        `json:"most_us"`
	CPU    float64        `json:"cpu_us"`
	Faults map[string]int `json:"faults"`
	Limit  float64        `json:"limit_us,omitempty"` // of the average; 0: none
	Over   bool           `json:"over"`
	Doubt  string         `json:"clock_disagrees,omitempty"` // why the bot's own times are not trusted
	wall   time.Duration
	cpu    time.Duration
}

// Run opens bots and measures them. A single bot plays against built-in ones, which are not measured.
func (s *Setup) Run(ctx context.Context, refs []string) ([]Trial, error) {
	entries, err := s.Session.Bots(ctx, s.Session.Opener(s.Kind, bot.NewLog(0)), refs)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return nil, fmt.Errorf("%s: %s", e.Ref, e.Broken)
		}
	}
	measured := len(entries)
	for i := 0; len(entries) < max(s.Kind.MinSeats, 2); i++ {
		more, err := s.Session.Bots(ctx, s.Session.Opener(s.Kind, bot.NewLog(0)),
			[]string{"builtin:" + s.Kind.Builtins[i%len(s.Kind.Builtins)].Name})
		if err != nil {
			return nil, err
		}
		entries = append(entries, more...)
	}
	if err := s.Kind.SeatsFit(len(entries)); err != nil {
		return nil, err
	}
	trials, err := s.play(ctx, entries)
	if err != nil {
		return nil, cause.Host(err)
	}
	return trials[:measured], nil
}

// play plays all games at once on one core.
func (s *Setup) play(ctx context.Context, entries []lineup.Entry) ([]Trial, error) {
	trials := make([]Trial, len(entries))
	var seats []int
	for i, e := range entries {
		trials[i] = Trial{Bot: e.Name, Author: e.Author, Faults: map[string]int{}}
		seats = append(seats, i)
	}
	var mu sync.Mutex
	var failed error
	job := worker.Job{Lineup: seats}
	for i := range s.Games {
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i), Seed: game.SubSeed(s.Seed, int64(i)), Seats: seats})
	}
	pool := &worker.Pool{Play: s.Session.Play(s.Kind, s.Settings, entries, s.Seed)}
	pool.Lanes, pool.Profile, pool.Take = min(s.Games, 16), s.Profiles != "", worker.Once(job)
	pool.Done = func(_ int, g worker.Game) error {
		mu.Lock()
		defer mu.Unlock()
		if s.Recorded != nil {
			s.Recorded(g.Record.Clone())
		}
		for seat, tally := range g.Seats {
			trials[seat].addTally(tally)
		}
		return nil
	}
	pool.Leave = func(entry int, p bot.Player) {
		if python, ok := p.(*pyhost.Player); ok && s.Profiles != "" && failed == nil {
			failed = s.writeProfile(entries[entry].Name, python)
		}
	}
	if err := pool.Work(ctx); err != nil {
		return nil, err
	}
	for i := range trials {
		trials[i].close(s.Kind.Clock(s.Settings).Average)
	}
	return trials, failed
}

// addTally adds a game.
func (t *Trial) addTally(s worker.SeatTally) {
	least, most := float64(s.Least.Nanoseconds())/1e3, float64(s.Most.Nanoseconds())/1e3
	if t.Moves == 0 || least < t.Least {
		t.Least = least
	}
	t.Most = max(t.Most, most)
	t.Moves += s.Moves
	if s.Doubt != "" {
		t.Doubt = s.Doubt
	}
	t.wall += s.Wall
	t.cpu += s.CPU
	for why, n := range s.Faults {
		t.Faults[why] += n
	}
}

// close computes the means. limit is that of the average; 0: none.
func (t *Trial) close(limit time.Duration) {
	if t.Moves > 0 {
		t.Avg = float64(t.wall.Nanoseconds()) / 1e3 / float64(t.Moves)
		t.CPU = float64(t.cpu.Nanoseconds()) / 1e3 / float64(t.Moves)
	}
	t.Limit = float64(limit.Microseconds())
	t.Over = t.Limit > 0 && t.Avg > t.Limit
}

// originalRounds are the rounds of a game in the time trial of the Colour Battle contest.
const originalRounds = 100

// Rounds returns options of a kind with a number of rounds: the given one, or if it is 0 and no options are chosen that of the original
// trial, as far as the kind allows it.
func Rounds(k *game.Kind, rounds int, set []string) ([]string, error) {
	for _, o := range k.Options {
		if _, counts := o.Default.(int); o.Name != "rounds" || !counts {
			continue
		}
		if rounds == 0 && len(set) > 0 {
			return set, nil
		}
		if rounds == 0 {
			rounds = max(originalRounds, o.Min)
			if o.Max > 0 {
				rounds = min(rounds, o.Max)
			}
		}
		return append(slices.Clone(set), fmt.Sprintf("rounds=%d", rounds)), nil
	}
	if rounds > 0 {
		return nil, fmt.Errorf("%s has no option rounds that is a number", k.Name)
	}
	return set, nil
}

// writeProfile writes a bot's profile in its three forms.
func (s *Setup) writeProfile(name string, p *pyhost.Player) error {
	profile, err := p.Profile()
	if err != nil {
		return fmt.Errorf("profile of %s: %w", name, err)
	}
	if err := os.MkdirAll(s.Profiles, 0o755); err != nil {
		return err
	}
	base := filepath.Join(s.Profiles, clean.FileName(name))
	for _, f := range []struct {
		ending string
		text   []byte
	}{{".pstats", profile.File}, {".txt", topFunctions(profile)}, {".svg", callPicture(name, profile)}} {
		if err := wholefile.WriteBytes(base+f.ending, f.text); err != nil {
			return err
		}
	}
	return nil
}
