package tournament

import (
	"errors"
	"fmt"

	"agon/game"
)

// A Format plans the games of a stage and computes its table. Its methods are pure functions of their arguments and of the format's keys:
// they keep nothing between calls and draw chance from the field's seed alone.
//
// Check is called once, before anything is played; Plan by Next, for each round of play in turn, perhaps again after a restart; Table at
// any time. A format that must not read the whole past for each round is also a [Follower].
type Format interface {
	// Check returns, as a sentence for the organiser, why this field cannot play this format; nil if it can.
	Check(f *Field) error
	// Ahead returns how many rounds of play may be in progress at once: 1 if each needs the results of the one before, else 2.
	Ahead() int
	// Games returns approximately how many games the stage will have, for progress bars; never fewer than are certain. It is 0 if the
	// number is unknown, as for an endless format.
	Games(f *Field) int
	// Plan returns a round of play, numbered from 0. past contains the results of the rounds up to round-Ahead. A round may have no
	// fixtures though the stage continues; over means that there will be no more. Plan sets Match, Game, Seats and Seed of the fixtures.
	Plan(f *Field, past Past, round int) (fixtures []Fixture, over bool)
	// Table returns the standings from the games of past, complete or not.
	Table(f *Field, past Past) Table
}

// Endless is implemented by formats that may have no end of their own. No stage can follow an endless one.
type Endless interface {
	// Endless reports whether the format ends only when somebody stops it.
	Endless() bool
	// Limit returns keys, as a file has them, that give it an end with so many bots.
	Limit(bots int) string
}

// A Paced is a format whose rounds of play can be bounded, so that bots that join play soon.
type Paced interface {
	// Pace returns the key that bounds the games of a round of play, and its value; 0: no bound. The key may change at any time.
	Pace() (key string, games int)
}

// A Sparing is a format that can pair single bots seldom, so that the others wait little for those that are slow.
type Sparing interface {
	// Spared returns the key that lists the bots which are paired seldom, and its value: the number of an entry, then n, for each that
	// plays one of n games. The key may change at any time.
	Spared() (key string, list game.List)
}

// A Shrinking is a format whose Plan ends by itself when bots leave, so that the games among those who stay are played.
type Shrinking interface {
	// Shrinks reports whether fewer bots than Check demands may play on.
	Shrinks() bool
}

// A Former is a format that earlier versions planned otherwise in some rounds. Rounds in the ledgers that those have written are right too.
type Former interface {
	// Former returns the format as it was.
	Former() Format
}

// A Cautious is a format that cannot promise everything for every field.
type Cautious interface {
	// Caution says so before the stage begins, as a sentence without its full stop; empty if there is nothing to report.
	Caution(f *Field) string
}

// A Measuring is a format whose first entries are fixed opponents, the yardsticks. The field of its stage begins with them.
type Measuring interface {
	// Yardsticks returns their names, in the order of the field.
	Yardsticks() []string
}

// A Spec describes a format, in one literal.
type Spec struct {
	Name  string        // used in contest.toml and on the command line
	About string        // one sentence
	Test  bool          // of two versions of a bot: who makes a contest is not offered it
	Keys  []game.Option // keys of a [[stages]] table besides name and format; "a.b" is key b of a table a
	Grows []Growth      // keys whose values may change after the stage has begun
	New   func(keys game.Settings) Format

	// Before has the values of keys in stages whose ledger does not record them, because they began before there were such keys: by name,
	// as texts. A stage that begins now always records these keys, so that a later default does not change its plan.
	Before map[string]string
}

// Make returns a format with chosen keys, and defaults for the others. An error names the key.
func (s Spec) Make(chosen map[string]any) (Format, error) {
	keys, err := game.NewSettings(s.Keys, chosen)
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", s.Name, err)
	}
	return s.New(keys), nil
}

// Next returns the next round of play that can be planned now, numbered and complete, or nothing if it must wait for results. The caller
// stores the fixtures, adds them to the ledger, and calls Next again until there are none. over means that there will be no more.
//
// It depends on complete rounds of play only. So the plan is the same whenever and however often Next is called, in whatever order
// results came in.
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

// Deserted reports whether a stage plans nothing more because too few bots are left. It goes on if some return.
func Deserted(format Format, field *Field, l *Ledger) bool { return tooFew(format, field, l.Rounds()) }

// tooFew reports whether so many bots have left that the format cannot plan a round.
func tooFew(format Format, field *Field, round int) bool {
	if len(field.Changes) == 0 {
		return false
	}
	present := field.At(round)
	if shrinking, ok := format.(Shrinking); DrawnOnce(format) || ok && shrinking.Shrinks() {
		return present.Size() < 2
	}
	return CheckLeft(format, present) != nil
}

// CheckLeft returns why a format cannot be played by those who are left of its bots, nil if it can: fewer may be left than advance.
func CheckLeft(format Format, f *Field) error {
	err := format.Check(f)
	if short := (*Shortage)(nil); errors.As(err, &short) && short.Key == "advance" {
		return nil
	}
	return err
}

func number(fixtures []Fixture, l *Ledger, round int) {
	for i := range fixtures {
		fixtures[i].ID, fixtures[i].Stage, fixtures[i].Round = l.Next()+i, l.stage, round
	}
}

// Finished reports whether a stage is over: nothing more to plan, and every game has its result.
func Finished(format Format, field *Field, l *Ledger) bool {
	if !l.Settled() {
		return false
	}
	_, over := Next(format, field, l)
	return over
}
