package referee_test

import (
	"errors"
	"fmt"
	"testing"

	"agon/game"
	"agon/games/colourbattle"
	"agon/play/referee"
)

// losing are rules that lose a number of games in their second turn.
type losing struct {
	game.Rules[colourbattle.State, colourbattle.Move]
	left  *int
	turns int
	lost  bool
}

func (l *losing) Deal(s *colourbattle.State, seats int, d *game.Dice) error {
	l.turns, l.lost = 0, false
	return l.Rules.Deal(s, seats, d)
}

func (l *losing) Step(s *colourbattle.State, moves []game.Move[colourbattle.Move], d *game.Dice) {
	l.Rules.Step(s, moves, d)
	if l.turns++; l.turns == 2 && *l.left > 0 {
		*l.left--
		l.lost = true
	}
}

func (l *losing) Failed() error {
	if l.lost {
		return fmt.Errorf("%w: killed", game.ErrLost)
	}
	return nil
}

// A game that its rules have lost is played again as a whole, some times, and is a failure then.
func TestLostGamesArePlayedAgain(t *testing.T) {
	t.Parallel()
	for _, times := range []int{0, 1, 3, 99} {
		s, left := newScene(t, 2, 1, 5), times
		spec := colourbattle.Spec
		spec.Mirrors = 0
		spec.Rules = func(o game.Settings) (game.Rules[colourbattle.State, colourbattle.Move], error) {
			rules, err := colourbattle.Spec.Rules(o)
			return &losing{Rules: rules, left: &left}, err
		}
		s.Kind = game.New(spec)
		err := s.play(t.Context())
		for err == nil && len(s.again) > 0 {
			if s.again[0].Made != nil {
				t.Errorf("a part of the game stands")
			}
			s.left, s.again = s.again, nil
			err = s.play(t.Context())
		}
		var failure *referee.Failure
		switch {
		case times < 99 && (err != nil || len(s.done) != 1 || s.done[0].rounds != 5):
			t.Errorf("lost %d times: %v, %+v", times, err, s.done)
		case times == 99 && (!errors.As(err, &failure) || !errors.Is(err, game.ErrLost) || times-left != 5):
			t.Errorf("lost %d times: %v", times-left, err)
		}
	}
}
