/*
Package trials plays the games of a contest's gate (the key promote of its file): a new version of a bot that plays meets the version before
and some of the field, beside the contest, before it may take its place. Package entries has them played as the last part of a check.

A trial has one or two comparisons, each what agon compare plays: pairs of games with equal luck, which end as soon as the answer is known
with 95 %, however often it is asked, and after a number of games at most. In a game of two the versions play each other, and then each of
them the same games against the same rivals, its neighbours in the table; in other games the version before is one of the rivals. A version
that is known to be worse in either comparison is refused; with the gate "better", so is one that is not known to be better in either. Of
two equal versions a comparison calls one better in at most 2.5 of 100 cases, and worse in as many, so both errors stay below 5 %.
*/
package trials

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"agon/contest/config"
	"agon/site/challenges"
	"agon/site/entries"
	"agon/site/people"
)

// A Comparison is what is played: two versions and their rivals by reference, with their names.
type Comparison struct {
	File     string // path of the contest's file, whose conditions hold
	Old, New string
	Against  []string // rivals of both; none: the two play each other
	Seats    int      // of a game with rivals
	Games    int      // at most
	Dir      string   // of the ledger and the replays; what it has goes on
}

// A Player plays a comparison, or the rest of it, and tells log how it stands. An error that is a [*people.Problem] says that a bot cannot
// play; any other is the host's. If ctx is done, the result has the games until then.
type Player func(ctx context.Context, c Comparison, log io.Writer) (*Result, error)

// A Result is what the games of a comparison say, as agon compare --json prints it.
type Result struct {
	Answer string   `json:"answer"` // "unknown", "better", "worse" or "alike"
	Text   string   `json:"text"`   // the answer as a sentence
	Games  int      `json:"games"`
	Bots   []record `json:"bots"` // the version before, and the new one
	Faults []fault  `json:"faults"`
}

// A record is what a version has done, and a fault how often a version had one.
type (
	record struct {
		Name                string
		Wins, Draws, Losses int
	}
	fault struct {
		Name, Fault string
		Times       int
	}
)

// Limits of a trial.
const (
	mostGames = 400              // of a comparison
	lasts     = 30 * time.Minute // of its games; then those that were played decide
)

// Trials play trials, some at once. The methods are safe for concurrent use.
type Trials struct {
	play  Player
	field func(ctx context.Context, b *entries.Bot) (*challenges.Field, error)
	slots chan struct{}
}

// New returns trials of which as many are played at once as there are slots, at least one. Who comes first is served first.
func New(slots int, play Player, field func(ctx context.Context, b *entries.Bot) (*challenges.Field, error)) *Trials {
	return &Trials{play, field, make(chan struct{}, max(1, slots))}
}

// Try plays a trial, as an [entries.Trier].
func (s *Trials) Try(ctx context.Context, t *entries.Trial, log io.Writer) (*entries.Outcome, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	field, err := s.field(ctx, &t.Bot)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	v := verdict{}
	for parts := planned(t, field); len(v.Games) < len(parts) && !v.refused && limited.Err() == nil; {
		nth := len(v.Games)
		r, err := s.compared(limited, t, field, nth, parts[nth], log)
		var broken *people.Problem
		switch {
		case errors.As(err, &broken) && len(field.Rivals) > 0 && len(parts[nth]) > 0: // perhaps one of the others
			fmt.Fprintln(log, "A bot of the field does not start: the trial goes on without the others.")
			field.Rivals = nil
			parts = planned(t, field)
		case broken != nil:
			v.Told, v.refused = broken.Text, true
		case err == nil:
			v.add(r)
		case limited.Err() == nil || ctx.Err() != nil:
			return nil, err
		}
	}
	if limited.Err() != nil {
		v.Told += fmt.Sprintf(" Its games took %v, which is the limit.", lasts)
	}
	v.Promoted = !v.refused && (v.better || t.Contest.Promote == config.PromoteNotWorse)
	return &v.Outcome, ctx.Err()
}

// planned returns the rivals of each comparison of a trial.
func planned(t *entries.Trial, field *challenges.Field) (parts [][]string) {
	var rivals []string
	for _, x := range field.Rivals {
		rivals = append(rivals, x.Name+"="+x.Ref)
	}
	if field.Duel && len(rivals) > 0 {
		return [][]string{nil, rivals}
	}
	if field.Duel {
		return [][]string{nil}
	}
	rivals = append([]string{old(t)}, rivals...)
	for len(rivals) < field.Seats-1 {
		rivals = append(rivals, old(t))
	}
	return [][]string{rivals}
}

// old returns the version that plays meanwhile.
func old(t *entries.Trial) string { return t.Names[0] + "=" + t.Folders[0] }

// compared plays a comparison of a trial, from 0. What is there of one that was cut off goes on, and is removed if it cannot: its rivals
// may be others.
func (s *Trials) compared(ctx context.Context, t *entries.Trial, field *challenges.Field, nth int, against []string, log io.Writer) (
	*Result, error,
) {
	c := Comparison{
		File: t.Contest.File, Old: old(t), New: t.Names[1] + "=" + t.Folders[1], Against: against, Seats: field.Seats, Games: mostGames,
		Dir: filepath.Join(t.Dir, strconv.Itoa(nth+1)),
	}
	r, err := s.play(ctx, c, log)
	if err == nil || ctx.Err() != nil {
		return r, err
	}
	if err := os.RemoveAll(c.Dir); err != nil {
		return nil, err
	}
	return s.play(ctx, c, log)
}

// A verdict decides by comparisons one after the other.
type verdict struct {
	entries.Outcome
	better, refused bool
}

// crashing are the faults of a broken bot.
var crashing = map[string]bool{"crashed": true, "memory": true, "disk": true, "time": true, "unstarted": true}

// add adds a comparison. A version that crashed in every other game, on average, is refused like one that fails its check.
func (v *verdict) add(r *Result) {
	crashes := 0
	for _, f := range r.Faults {
		if crashing[f.Fault] && f.Name == r.Bots[1].Name {
			crashes += f.Times
		}
	}
	own := r.Bots[1]
	all := own.Wins + own.Losses + own.Draws
	v.Games = append(v.Games, r.Games)
	v.Told = strings.TrimSpace(fmt.Sprintf("%s %s; it won %d, lost %d and drew %d of its %d.", v.Told, r.Text, own.Wins, own.Losses,
		own.Draws, all))
	if crashes > 0 && 2*crashes >= all {
		v.Told += fmt.Sprintf(" It crashed %d times.", crashes)
		v.refused = true
	}
	v.better = v.better || r.Answer == "better"
	v.refused = v.refused || r.Answer == "worse"
}
