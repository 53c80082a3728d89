/*
Package tune finds better values for the parameters of a bot: it plays versions of the bot against each other, as package agon/lab/tuning
asks for them, and compares the bot with its tuned version. The rounds that were played are lines of a file in the tuning's folder, so
that it can be stopped and continued.

	tune.go     the rounds, the tuned bot, and the comparison
	bot.go      parameters of a bot, and versions of it
	folder.go   the folder and the file of the rounds
*/
package tune

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/build"
	"agon/contest"
	"agon/internal/cause"
	"agon/lab/compare"
	"agon/lab/tuning"
	"agon/show/report"
)

// A Setup is a bot, and how it is tuned.
type Setup struct {
	compare.Setup          // how versions are compared; the tuner sets the bots, the keys, the seeds and the folders of games
	Bot           string   // its folder, as it was named
	Only          []string // parameters that are tuned; none: all
	Rounds, Games int      // rounds, and games of each
	Seats         int      // bots in each game with opponents; 0: as many as there are
	Width, Step   float64  // of the search; see [tuning.Search]
	Confirm       int      // most games of the comparison at the end; 0: none

	Doing func(text string) // called with each step
}

// A Tuner tunes a bot. Close ends it.
type Tuner struct {
	Setup
	path    string // absolute, of the bot's folder
	all     []build.Parameter
	tuned   []int // those of all that are tuned
	search  tuning.Search
	values  [][]float64    // of the tuned ones before each round, and after the last
	differ  bool           // in any round the versions did not play alike
	by      string         // what is compared; see [compare.RankedBy]
	total   int            // games played
	faults  map[string]int // of the versions, in the rounds of this run
	record  *os.File
	release func() error
}

// A Stopped error says that a tuning was stopped, and how far it came.
type Stopped struct{ Text string }

func (s *Stopped) Error() string { return s.Text }

// Open checks a bot, and opens the folder of its tuning with the rounds that were played before.
func Open(ctx context.Context, s Setup) (*Tuner, error) {
	t := &Tuner{Setup: s, faults: map[string]int{}}
	if err := t.parameters(); err != nil {
		return nil, err
	}
	t.Doing("building the bot")
	t.by = compare.RankedBy(t.Kind, t.Settings, t.Contest.Formats)
	t.Keys = t.keys(t.Games, "99.9%") // a round ends with its last game: what is sought is the difference, not whether there is one
	sum, err := compare.Sum(ctx, &t.Setup.Setup, t.path)
	if err != nil {
		return nil, err
	}
	if t.Dir == "" {
		t.Dir = filepath.Join("out", fmt.Sprintf("tune-%s-%s", t.Kind.Name, sum))
	}
	if dir, err := filepath.Abs(t.Dir); err != nil || dir == t.path || strings.HasPrefix(dir, t.path+string(filepath.Separator)) {
		return nil, fmt.Errorf("%s lies in the bot's folder, which is copied for each version: choose a folder elsewhere, as in --out "+
			"../tuned",
			t.Dir)
	}
	if err := t.own(); err != nil {
		return nil, err
	}
	if t.release, err = contest.Hold(t.Dir); err != nil {
		return nil, &compare.OpenError{Err: err}
	}
	if err := t.resume(sum); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

// Close closes the folder.
func (t *Tuner) Close() {
	t.record.Close()
	t.release()
}

func (t *Tuner) keys(games int, certainty string) map[string]any {
	return map[string]any{"games": games, "seats": t.Seats, "until": certainty, "by": t.by}
}

// Tune plays the rounds that are left, and makes the tuned bot.
func (t *Tuner) Tune(ctx context.Context) (*Tuned, error) {
	versions := filepath.Join(t.Dir, "versions")
	defer os.RemoveAll(versions)
	for round := len(t.values) - 1; round < t.Rounds; round++ {
		err := t.round(ctx, round, versions)
		if played := len(t.values) - 1; ctx.Err() != nil && played < t.Rounds { // whatever failed then, and also between two rounds
			return nil, &Stopped{fmt.Sprintf("stopped after %s of %d; run the same command again to continue",
				report.Counted(played, "round"), t.Rounds)}
		}
		if err != nil {
			return nil, err
		}
	}
	best := t.search.Best(t.values)
	if !t.differ {
		best = t.values[0]
	}
	found := &Tuned{Agon: 1, Alike: !t.differ, Rounds: len(t.values) - 1, Games: t.total, Faults: t.faults,
		Dir: filepath.Join(t.Dir, "tuned", filepath.Base(t.path))}
	for i, index := range t.tuned {
		p := t.all[index]
		one := Parameter{Name: p.Name, From: p.From, To: p.To, Before: p.Value, After: best[i], Of: p}
		for _, at := range t.values {
			one.Path = append(one.Path, at[i])
		}
		found.Parameters = append(found.Parameters, one)
	}
	return found, t.version(found.Dir, best)
}

// round plays a round, and notes where it leads.
func (t *Tuner) round(ctx context.Context, round int, versions string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	at := t.values[round]
	down, up := t.search.Sides(round, at)
	s := t.Setup.Setup
	for _, side := range []struct {
		name   string
		values []float64
		ref    *string
	}{{"lower", down, &s.Old}, {"upper", up, &s.New}} {
		dir := filepath.Join(versions, fmt.Sprint(round), side.name, filepath.Base(t.path))
		if err := t.version(dir, side.values); err != nil {
			return err
		}
		*side.ref = side.name + "=" + dir
	}
	s.Dir, s.Fresh, s.Seed, s.Seeded = filepath.Join(t.Dir, "round"), true, t.search.Luck(round), true
	s.Look = func(p compare.Progress) {
		t.Doing(fmt.Sprintf("round %d of %d: %s; game %d of %d", round+1, t.Rounds, t.text(at), min(p.Done+1, t.Games), t.Games))
	}
	result, err := compare.Compare(ctx, &s)
	if err == nil && result.Stopped {
		err = context.Canceled
	}
	if err != nil {
		return err
	}
	for _, f := range result.Faults {
		t.faults[f.Fault] += f.Times
	}
	after := t.search.Move(round, at, result.Steady)
	if err := t.note(tunedRound{Difference: result.Steady, Games: result.Games, Even: result.Even, After: after}); err != nil {
		return err
	}
	t.values, t.total, t.differ = append(t.values, after), t.total+result.Games, t.differ || !result.Even
	return cause.Host(errors.Join(os.RemoveAll(s.Dir), os.RemoveAll(versions)))
}

// Tuned is what a tuning has found. Its JSON form is what agon tune --json prints.
type Tuned struct {
	Agon       int                 `json:"agon"` // version of the format
	Parameters []Parameter         `json:"parameters"`
	Rounds     int                 `json:"rounds"`
	Games      int                 `json:"games"`
	Alike      bool                `json:"alike"`            // its versions played alike in all rounds
	Faults     map[string]int      `json:"faults,omitempty"` // of the versions, in the rounds of this run
	Dir        string              `json:"dir"`              // of the tuned bot
	Confirmed  *compare.Comparison `json:"confirmed,omitempty"`
}

// A Parameter is one that was tuned.
type Parameter struct {
	Name   string    `json:"name"`
	From   float64   `json:"from"`
	To     float64   `json:"to"`
	Before float64   `json:"before"`
	After  float64   `json:"after"`
	Path   []float64 `json:"path"` // before each round, and after the last

	Of build.Parameter `json:"-"`
}

// Same reports whether the tuned bot has the values that it had.
func (t *Tuned) Same() bool {
	return !slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return p.Before != p.After })
}

// Better reports whether the tuned bot is known to be better.
func (t *Tuned) Better() bool { return t.Confirmed != nil && t.Confirmed.Better() }

// Compare compares the bot with the tuned one, in games with other luck, if they differ and there shall be a comparison.
func (t *Tuner) Compare(ctx context.Context, found *Tuned) (err error) {
	if t.Confirm == 0 || found.Same() {
		return nil
	}
	s := t.Setup.Setup
	s.Keys = t.keys(t.Confirm, "95%")
	s.Old, s.New = "before="+t.path, "tuned="+found.Dir
	s.Dir, s.Fresh, s.Seed, s.Seeded = filepath.Join(t.Dir, "confirm"), false, t.search.Luck(-1), true
	s.Look = func(p compare.Progress) { t.Doing("the tuned bot against the bot: " + p.String()) }
	found.Confirmed, err = compare.Compare(ctx, &s)
	if ctx.Err() != nil && found.Confirmed == nil {
		return &Stopped{fmt.Sprintf("stopped after %s, before the comparison; run the same command again to continue",
			report.Counted(found.Rounds, "round"))}
	}
	return err
}
