package cases

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/lab/live"
	"agon/play/worker"
)

// A Verdict is what a bot did in a case.
type Verdict struct {
	Case     *Case
	Answered string // its move in the turn of the case; "!late" for a fault; empty if it was not asked
	Why      string // it did not do what the case asks for; empty: it did
	Board    string // before the turn, as text; empty if it did
	Differed int    // answers before the turn that were others than the recorded ones
	Took     time.Duration
}

// Passed reports whether the bot did what the case asks for.
func (v *Verdict) Passed() bool { return v.Why == "" }

// Run runs a case that has been read, for the bot that is the only entry of how. Settings and seed are the game's. An error is the host's.
func (c *Case) Run(ctx context.Context, how worker.Play) (*Verdict, error) {
	begun := time.Now()
	rec := c.Game.Record
	how.Settings, how.Seed = c.at.Table.Settings(), rec.Seed
	tested := how.Entries[0]
	how.Entries = nil
	for seat := range rec.Seats {
		e := tested
		if game.Seat(seat) != c.Seat {
			text, err := c.script(how.Kind, game.Seat(seat))
			if err == nil {
				e, err = lineup.Scripted(c.Game.Seats[seat].Name, text)
			}
			if err != nil {
				return nil, err
			}
		}
		how.Entries = append(how.Entries, e)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	j := &judge{Verdict: Verdict{Case: c}, stop: stop}
	_, err := live.Play(ctx, how, live.Beginning{Made: c.at.Table.Made(),
		Repeat: func(_ *game.Table, call *bot.Call, answered, recorded string) {
			if call.Seat == c.Seat && answered != recorded {
				j.Differed++
			}
		}}, j)
	if err != nil && !(j.over && errors.Is(err, context.Canceled)) {
		return nil, err
	}
	j.Took = time.Since(begun)
	if !j.Passed() {
		j.Board = c.board(how.Kind)
	}
	return &j.Verdict, nil
}

// script returns the recorded moves of a seat as a script.
func (c *Case) script(kind *game.Kind, seat game.Seat) (string, error) {
	r, err := kind.Rerun(c.Game.Record)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for more := true; more; {
		if word, why, took, ok := r.Coming(seat); ok {
			fmt.Fprintf(&text, "%s@%d\n", answered(word, why), took)
		}
		if more, err = r.Next(); err != nil {
			return "", err
		}
	}
	return text.String(), nil
}

// A judge looks at a game from the turn of a case on, and ends it when the verdict is known.
type judge struct {
	Verdict
	stop func()
	over bool
}

// Look judges a turn.
func (j *judge) Look(_ context.Context, t *game.Table, calls []*bot.Call) {
	c := j.Case
	if calls == nil || t.Turns() < c.Turn || j.over {
		return
	}
	for _, call := range calls {
		if call.Seat == c.Seat {
			j.answered(t, call)
		}
	}
	if _, out := t.Feedback(c.Seat); j.Why == "" && c.Survive > 0 && (out || t.Over()) && !(t.Over() && t.Outcome(c.Seat).Place == 1) &&
		t.Turns() < c.Turn+c.Survive {
		j.Why = fmt.Sprintf("it plays no more after %s %d, and %s", c.word, t.Turns(), c.Asks())
	}
	if j.Why != "" || t.Over() || t.Turns() >= c.Turn+max(c.Survive-1, 0) {
		j.over = true
		j.stop()
	}
}

// answered judges an answer of the bot.
func (j *judge) answered(t *game.Table, call *bot.Call) {
	c := j.Case
	fault := ""
	if call.Reply.Fault != game.NoFault {
		fault = fmt.Sprintf("!%v", call.Reply.Fault)
	}
	if t.Turns() == c.Turn {
		j.Answered = fault
		if fault == "" {
			j.Answered = t.LastMove(c.Seat)
		}
		if slices.Contains(c.Not, j.Answered) || len(c.Must) > 0 && !slices.Contains(c.Must, j.Answered) {
			j.Why = fmt.Sprintf("it answered %s, and %s", OneLine(j.Answered), c.Asks())
		}
	}
	if fault != "" && (c.NoFault || t.Turns() == c.Turn && len(c.Not) > 0) && j.Why == "" {
		j.Why = fmt.Sprintf("%v in %s %d: %s", call.Reply.Fault, c.word, t.Turns(), call.Reply.Note)
	}
}
