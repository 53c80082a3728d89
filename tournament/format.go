package tournament

import (
	"fmt"

	"agon/game"
)

// A Format says how the games of a stage follow from each other, and what its table is. Its methods are pure functions of their
// arguments and of the keys it was made with: they keep nothing between calls and draw chance from the field's seed alone.
//
// Check is called once, before anything is played; Plan by Next, for each round of play in turn, perhaps again after a restart;
// Table at any time. A format that must not read the whole past for each round is a [Follower] beside.
type Format interface {
	// Check tells, as a sentence for the organiser, why this field cannot play this format.
	Check(f *Field) error
	// Ahead is how many rounds of play may be under way at once: 1 where each needs the results of the one before, else 2.
	Ahead() int
	// Games is about how many games the stage will have, for progress bars; never less than are certain. 0 where it has no end of
	// its own and is played until somebody stops it.
	Games(f *Field) int
	// Plan is a round of play, numbered from 0. past shows the results of the rounds up to round-Ahead. There may be no fixtures in
	// it though the stage goes on; over tells that there will be none any more. Of the fixtures it fills Match, Game, Seats and Seed.
	Plan(f *Field, past Past, round int) (fixtures []Fixture, over bool)
	// Table is the standings that the games of past make, complete or not.
	Table(f *Field, past Past) Table
}

// Endless is for formats that may have no end of their own. Where one has none, no stage can follow it.
type Endless interface {
	// Endless reports whether only somebody who stops it ends it.
	Endless() bool
}

// A Spec is everything about one format, in one literal.
type Spec struct {
	Name  string        // in contest.toml and on the command line
	About string        // one sentence
	Keys  []game.Option // what a [[stages]] table may say beside name and format; "a.b" is key b of a table a
	New   func(keys game.Settings) Format
}

// Make is a format with chosen keys; the others have their defaults. An error names the key.
func (s Spec) Make(chosen map[string]any) (Format, error) {
	keys, err := game.NewSettings(s.Keys, chosen)
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", s.Name, err)
	}
	return s.New(keys), nil
}

// Next is the next round of play that can be planned now, numbered and complete, or none while it has to wait for results. The
// caller keeps the fixtures, adds them to the ledger, and asks again until there are none. over tells that no more will come.
//
// It depends on complete rounds of play alone. So whenever and however often it is asked, in whatever order results came in, the
// plan is the same.
func Next(format Format, field *Field, l *Ledger) (fixtures []Fixture, over bool) {
	ahead := format.Ahead()
	for round := l.Rounds(); l.Complete(round - ahead + 1); round++ {
		if tooFew(format, field, round) {
			return nil, true
		}
		fixtures, over = format.Plan(field, l.before(round-ahead+1), round)
		if len(fixtures) > 0 {
			number(fixtures, l, round)
			return fixtures, false
		}
		if over {
			return nil, true
		}
		if round-ahead >= l.Rounds() {
			panic(fmt.Sprintf("format %T knows every result of %d rounds and neither plans a game nor ends", format, l.Rounds()))
		}
	}
	return nil, false
}

// tooFew reports whether so many bots have left that the format cannot plan a round.
func tooFew(format Format, field *Field, round int) bool {
	if len(field.Changes) == 0 || DrawnOnce(format) {
		return false
	}
	return format.Check(field.At(round)) != nil
}

func number(fixtures []Fixture, l *Ledger, round int) {
	for i := range fixtures {
		fixtures[i].ID, fixtures[i].Stage, fixtures[i].Round = l.Next()+i, l.stage, round
	}
}

// Finished reports whether a stage has come to its end: nothing more to plan, and every game has its result.
func Finished(format Format, field *Field, l *Ledger) bool {
	if !l.Settled() {
		return false
	}
	_, over := Next(format, field, l)
	return over
}
