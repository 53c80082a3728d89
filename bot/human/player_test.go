package human_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"agon/bot"
	"agon/bot/human"
	"agon/game"
)

// keys are of a kind whose moves are words only.
var keys = game.Keyboard{Keys: []game.Key{{Name: "w", Move: "up"}, {Name: "s", Move: "down"}, {Name: "n", Move: "never"}}, Silence: "wait"}

type state struct{ Turns, Last int }

// table returns a table with a number of turns and the moves up, down and wait; never is refused.
func table(t *testing.T, turns int) *game.Table {
	t.Helper()
	k := game.New(game.Spec[state, int]{
		Name: "words", Title: "Words", Version: "1", MinSeats: 1, MaxSeats: 1,
		Rules: func(game.Settings) (game.Rules[state, int], error) { return rules{turns}, nil },
		Wire:  func(game.Settings) game.Wire[state, int] { return wire{} },
		View:  func(*game.Frame, *state, game.Seat) {}, Hash: func(h *game.Hash, s *state) { h.Int(s.Last) },
		Round:    func(s *state) int { return s.Turns },
		Keyboard: keys,
	})
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	made, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := made.Deal(1, 1); err != nil {
		t.Fatal(err)
	}
	return made
}

var words = []string{"up", "down", "wait", "never"}

type rules struct{ turns int }

func (r rules) Deal(s *state, _ int, _ *game.Dice) error { *s = state{}; return nil }
func (r rules) Turn(s *state) (owes game.Seats) {
	if s.Turns < r.turns {
		owes.Add(0)
	}
	return owes
}
func (r rules) Check(_ *state, _ game.Seat, m int) error {
	if words[m] == "never" {
		return errors.New("that can never be played")
	}
	return nil
}
func (r rules) Absent(*state, game.Seat, game.Fault) int { return 2 }
func (r rules) Step(s *state, moves []game.Move[int], _ *game.Dice) {
	s.Turns, s.Last = s.Turns+1, moves[0].Value
}
func (r rules) Outcome(*state, game.Seat) game.Outcome { return game.Outcome{Place: 1} }

type wire struct{}

func (wire) Ask(*game.Prompt, *state, game.Seat) {}
func (wire) Read(*state, game.Seat, *game.Reply) (int, error) {
	return 0, errors.New("nobody reads")
}
func (wire) Format(m int) string { return words[m] }
func (wire) Parse(text string) (int, error) {
	if n := slices.Index(words, text); n >= 0 {
		return n, nil
	}
	return 0, errors.New("no word")
}

func person(t *testing.T, pace time.Duration) *human.Player {
	t.Helper()
	p, err := human.New(keys, pace)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play plays a game to its end and returns the moves.
func play(t *testing.T, p *human.Player, turns int, before func(turn int)) []string {
	t.Helper()
	tb := table(t, turns)
	p.Sit(0, tb, 0)
	for n := 0; !tb.Over(); n++ {
		calls := []*bot.Call{{Table: tb}}
		if before != nil {
			before(n)
		}
		p.Ask(calls)
		p.Answer(calls)
		if !calls[0].Settled {
			tb.Take(0, &calls[0].Reply)
		}
		tb.Step()
	}
	p.Leave(0)
	rec := tb.Record()
	var moves []string
	for _, code := range rec.Columns[0] {
		moves = append(moves, rec.Words[code])
	}
	if len(rec.Faults) > 0 {
		t.Errorf("a human player has faults: %+v", rec.Faults)
	}
	return moves
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("played %q, not %q", got, want)
	}
}

func TestTheLastKeyBeforeTheTurnCounts(t *testing.T) {
	p := person(t, 0)
	defer p.Enter()()
	same(t, play(t, p, 2, func(int) { p.Press("s"); p.Press("w"); p.Press("?") }), "up", "up")
}

func TestSomebodyWhoIsSilentWaits(t *testing.T) {
	p := person(t, time.Millisecond)
	defer p.Enter()()
	same(t, play(t, p, 3, func(turn int) {
		if turn == 1 {
			p.Press("s")
		}
	}), "wait", "down", "wait")
}

func TestTheEndOfInputIsSilence(t *testing.T) {
	p := person(t, 0)
	p.Press("w")
	p.End()
	same(t, play(t, p, 3, nil), "up", "wait", "wait")
}

// A game begins when its human players have come; their waiting time starts then.
func TestWhoHasNotComeIsWaitedFor(t *testing.T) {
	p := person(t, time.Nanosecond)
	came := make(chan struct{})
	go func() {
		p.Asked(context.Background(), 0)
		p.Press("w")
		p.Enter()
		close(came)
	}()
	same(t, play(t, p, 1, nil), "up")
	<-came
}

func TestWhoWentAwayIsSilentAndMayComeBack(t *testing.T) {
	p := person(t, time.Millisecond)
	leave := p.Enter()
	same(t, play(t, p, 3, func(turn int) {
		switch turn {
		case 0:
			p.Press("w")
		case 1:
			leave()
			leave() // leaving twice counts once
		case 2:
			p.Enter()
			p.Press("s")
		}
	}), "up", "wait", "down")
}

// An illegal move of a human player is no fault: it is refused, and asked for again.
func TestARefusedMoveIsAskedForAgain(t *testing.T) {
	p := person(t, 0)
	defer p.Enter()()
	var why []string
	p.Refused = func(text string) {
		why = append(why, text)
		p.Press("w")
	}
	same(t, play(t, p, 1, func(int) { p.Press("n") }), "up")
	same(t, why, "that can never be played")
}

func TestPassingIsBeingSilentAtOnce(t *testing.T) {
	p := person(t, 0)
	defer p.Enter()()
	same(t, play(t, p, 1, func(int) { p.Pass() }), "wait")
}

func TestKindsWithoutKeysHaveNoPeople(t *testing.T) {
	if _, err := human.New(game.Keyboard{}, 0); err == nil {
		t.Error("a human player was created without keys")
	}
}

// A page may be reloaded however long its reader has thought; who stays away is waited for once.
func TestAPageMayBeReloaded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := person(t, 0)
		leave := p.Enter()
		begun := time.Now()
		go func() {
			time.Sleep(time.Minute)
			leave()
			time.Sleep(9 * time.Second)
			leave = p.Enter()
			time.Sleep(time.Hour)
			p.Press("w")
			leave()
		}()
		same(t, play(t, p, 3, nil), "up", "wait", "wait")
		if took := time.Since(begun); took != time.Hour+79*time.Second {
			t.Errorf("the game took %v", took)
		}
	})
}
