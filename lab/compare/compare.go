/*
Package compare plays two bots against each other until it is known which is better: a contest of one stage, in a folder of its own, that
can be stopped and continued. The statistics are those of package agon/format/tournament/compare.

	compare.go  the games
	result.go   what they say
*/
package compare

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
	"agon/contest/run"
	"agon/format/tournament"
	"agon/format/tournament/compare"
	"agon/game"
	"agon/lab/session"
)

// A Setup is two bots, and how they are compared.
type Setup struct {
	Session  *session.Session
	Contest  contest.Setup // how its contest is opened; the folder is Dir
	Kind     *game.Kind
	Settings game.Settings
	File     *config.File // under whose conditions they play; nil: under those of the session alone
	Old, New string       // references
	Against  []string     // opponents of both; none: the two play each other

	Keys   map[string]any // of the format: games, seats, until, …
	Seed   int64
	Seeded bool // otherwise a seed is drawn
	Dir    string
	Fresh  bool // discard earlier games
	Cores  int  // 0: all
	Lanes  int  // 0: automatic
	Times  bool // keep the time of every move

	Note func(text string) // takes what is noticed
	Look func(p Progress)  // called once a second
}

// An OpenError says why a comparison could not begin.
type OpenError struct{ Err error }

func (e *OpenError) Error() string { return e.Err.Error() }

// Unwrap returns the underlying error.
func (e *OpenError) Unwrap() error { return e.Err }

// Sum opens bots, which must be able to play, and returns a word that is another one for other bots and other options.
func Sum(ctx context.Context, s *Setup, refs ...string) (string, error) {
	clock := "wall"
	if s.Session.CPUClock {
		clock = "cpu"
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %v %v %v\n", s.Settings.Texts(), s.Keys, s.Session.Seed, clock)
	for _, ref := range refs {
		opener := s.Session.Opener(s.Kind, bot.NewLog(0))
		if s.File != nil {
			var err error
			if opener, err = s.Session.OpenerUnder(s.Kind, s.File); err != nil {
				return "", err
			}
		}
		e, err := s.Session.Bot(ctx, opener, ref)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(sum, e.Hash, e.Name) // a file may have several bots
	}
	fmt.Fprintf(sum, "%q", s.Against)
	return fmt.Sprintf("%x", sum.Sum(nil)[:4]), nil
}

// file returns the contest that compares the bots. It has neither the seed nor the secret of the contest under whose conditions they play,
// and a ledger of its own.
func (s *Setup) file() (*config.File, error) {
	f := &config.File{Kind: s.Kind.Name, Options: s.Settings.Values()}
	if s.File != nil {
		f = s.File.With(nil, nil)
	}
	f.Name, f.Seed, f.Seeded, f.Secret = fmt.Sprintf("%s against %s", s.New, s.Old), s.Seed, s.Seeded, s.Session.Secret
	f.Store, f.MaxPerAuthor = "", 0
	f.Stages = []config.Stage{{Name: "comparison", Format: compare.Spec.Name, Keys: s.Keys}}
	for _, ref := range append([]string{s.Old, s.New}, s.Against...) {
		f.Bots = append(f.Bots, config.Bot{Ref: ref})
	}
	f.Limits.Guard, f.Limits.CPUClock = s.Session.Guard, s.Session.CPUClock
	return f, s.Session.Tools.AddTo(f)
}

// Compare plays a comparison, or the rest of it, and returns what is known, also when it is stopped.
func Compare(ctx context.Context, s *Setup) (*Comparison, error) {
	f, err := s.file()
	if err != nil {
		return nil, err
	}
	setup := s.Contest
	if s.File != nil { // bots see neither the contest's file nor its folder
		setup.Opener = func(k *game.Kind, f *config.File) *lineup.Opener {
			o, _ := s.Session.OpenerUnder(k, f) // the path of a file that was read is absolute
			return o
		}
	}
	setup.Dir, setup.Fresh, setup.Strict = s.Dir, s.Fresh, true
	c, err := contest.Open(ctx, f, setup)
	if err != nil {
		return nil, &OpenError{err}
	}
	defer c.Close()
	if err := s.Session.Launcher.Ready(c.Entries); err != nil {
		return nil, &OpenError{err}
	}
	for _, text := range append(c.Archive().Repair(), c.Notes()...) {
		s.Note(text)
	}
	if same(&c.Entries[0], &c.Entries[1]) {
		s.Note(fmt.Sprintf("%s and %s are the same bot: all differences will be luck", s.Old, s.New))
	}
	cores := s.Cores
	if cores <= 0 {
		cores = runtime.NumCPU()
	}
	var due time.Time
	result, err := run.Run(ctx, c, run.Options{
		Cores: cores, Lanes: s.Lanes, NoLimits: s.Session.NoLimits, VoidStalled: true, Times: s.Times, Sandbox: s.Session.Launcher.About(),
		OneProcess: s.Session.Shared, Note: s.Note, EndsNoted: true,
		Progress: func(p run.Progress) {
			if now := time.Now(); now.After(due) {
				due = now.Add(time.Second)
				s.Look(Progress{Done: p.Done, most: s.games(), names: s.names(c), of: p})
			}
		},
	})
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return nil, folders.Error(c.Dir, err)
	}
	measured, err := s.measured(c, result)
	if measured != nil {
		measured.Stopped = stopped
	}
	return measured, err
}

// RankedBy returns what a contest of a kind ranks by, as the key by of the format has it: "score" if its usual format ranks by scores, else
// "points".
func RankedBy(kind *game.Kind, settings game.Settings, formats []tournament.Spec) string {
	at := slices.IndexFunc(formats, func(f tournament.Spec) bool { return f.Name == kind.Format })
	if at < 0 {
		return "points"
	}
	format, err := formats[at].Make(nil)
	if err != nil {
		return "points"
	}
	entries := make([]int, kind.UsualSeats)
	for i := range entries {
		entries[i] = i
	}
	field := tournament.NewField(&kind.Info, settings, 0, entries)
	if format.Table(&field, tournament.NewLedger(0, 0).All()).By == tournament.ByScore {
		return "score"
	}
	return "points"
}

// games returns the most games.
func (s *Setup) games() int { return s.Keys["games"].(int) }

// A Progress is how far a comparison has come.
type Progress struct {
	Done int // games

	most  int
	names [2]string // of the two, which are the first entries
	of    run.Progress
}

// String describes how the comparison stands.
func (p Progress) String() string {
	text := fmt.Sprintf("%d of at most %d games", p.Done, p.most)
	table := p.of.Table()
	if won := [2]int{}; len(table.Standings) == len(won) {
		for _, s := range table.Standings {
			won[s.Entry] = s.GamesWon
		}
		text += fmt.Sprintf(", %d-%d-%d", won[1], won[0], p.Done-won[0]-won[1]) // of the new one: won, lost, drawn
	}
	for _, s := range table.Standings {
		if s.Note != "" && s.Entry < len(p.names) {
			text += fmt.Sprintf(": %s is at %s", p.names[s.Entry], s.Note)
		}
	}
	return text
}
