package tournament

import (
	"slices"
	"testing"
)

// counting is a follower that records the games it was given.
type counting struct{ begun int }

type counted struct {
	rounds [][2]int // index of the first game, and of the one after the last, of each round
}

func (c *counting) Follow(*Field) State {
	c.begun++
	return &counted{}
}

func (s *counted) Take(past Past, fresh int) {
	s.rounds = append(s.rounds, [2]int{fresh, past.Len()})
	for i := range past.Len() {
		if !past.Game(i).Done {
			panic("a game without a result is shown")
		}
	}
}

func TestAStateIsShownEachCompleteRoundOnce(t *testing.T) {
	l, format := NewLedger(1, 10), &counting{}
	plan := []Fixture{fixture(0, 0, 1, 2), fixture(1, 0, 3, 4), fixture(2, 1, 1, 2), fixture(3, 3, 1, 2)} // round 2 has no games
	if err := l.Plan(plan...); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		enter  []int
		known  int
		want   [][2]int
		taken  int
		begins int
	}{
		{"nothing is known", nil, 4, nil, 0, 1},
		{"a round that lacks a result is not complete", []int{1}, 4, nil, 0, 1},
		{"a complete round is taken", []int{0}, 4, [][2]int{{0, 2}}, 2, 1},
		{"asked again it is the same", nil, 4, [][2]int{{0, 2}}, 2, 1},
		{"what a past hides is not taken", []int{2}, 1, [][2]int{{0, 2}}, 2, 1},
		{"a round without games is passed over", []int{3}, 4, [][2]int{{0, 2}, {2, 3}, {3, 4}}, 4, 1},
		{"an earlier past begins anew", nil, 1, [][2]int{{0, 2}}, 2, 2},
		{"before the first round nothing is known", nil, -1, nil, 0, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range tt.enter {
				if _, err := l.Enter(placed(plan[n], 1, 2)); err != nil {
					t.Fatal(err)
				}
			}
			past := l.before(tt.known)
			got := past.State(format, nil).(*counted)
			if !slices.Equal(got.rounds, tt.want) || past.Taken() != tt.taken || format.begun != tt.begins {
				t.Errorf("rounds %v, %d games, begun %d times; want %v, %d, %d", got.rounds, past.Taken(), format.begun, tt.want, tt.taken,
					tt.begins)
			}
		})
	}
}

func TestAnotherFormatHasAStateOfItsOwn(t *testing.T) {
	l, one, two := NewLedger(1, 10), &counting{}, &counting{}
	l.All().State(one, nil)
	l.All().State(two, nil)
	if one.begun != 1 || two.begun != 1 {
		t.Error("one format was given the state of the other")
	}
}
