package retire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/contest/retire"
	"agon/format/tournament"
	"agon/game"
)

// A season is a stage of games for two, with the record of who gave no answer.
type season struct {
	t      *testing.T
	ledger *tournament.Ledger
	record *retire.Record
}

// begin begins a stage whose format plans some rounds ahead.
func begin(t *testing.T, ahead int) *season {
	s := &season{t, tournament.NewLedger(0, 0), retire.New()}
	s.record.Begin(ahead)
	return s
}

// plan plans a round of games: "01 12" are two, of entries 0 and 1, and of 1 and 2.
func (s *season) plan(games string) {
	s.t.Helper()
	var round []tournament.Fixture
	for _, seats := range strings.Fields(games) {
		id := s.ledger.Next() + len(round)
		round = append(round, tournament.Fixture{ID: id, Match: id, Round: s.ledger.Rounds(),
			Seats: []int{int(seats[0] - '0'), int(seats[1] - '0')}})
	}
	if err := s.ledger.Plan(round...); err != nil {
		s.t.Fatal(err)
	}
	s.record.Plan(round, nil)
}

// enter enters a result in which some entries gave no answer, and returns those that it retires.
func (s *season) enter(id int, quiet ...int) []int {
	s.t.Helper()
	r := tournament.Result{Fixture: id}
	f := s.ledger.Fixture(id)
	for _, entry := range f.Seats {
		seat := tournament.Seat{Place: 1, Moves: 4}
		if slices.Contains(quiet, entry) {
			seat.Faults = map[string]int{game.Crashed.String(): 1, game.Gone.String(): 3}
		}
		r.Seats = append(r.Seats, seat)
	}
	if _, err := s.ledger.Enter(r); err != nil {
		s.t.Fatal(err)
	}
	return s.record.Enter(f, r)
}

// absent checks who does not start in a game; "?" stands for a game that waits for others.
func (s *season) absent(id int, want string) {
	s.t.Helper()
	who, decided := s.record.Absent(s.ledger.Fixture(id))
	got := ""
	for _, entry := range s.ledger.Fixture(id).Seats {
		if who[entry] != "" {
			got += fmt.Sprint(entry)
		}
	}
	if !decided {
		got += "?"
	}
	if got != want {
		s.t.Errorf("in game %d absent is %q, want %q", id, got, want)
	}
}

// TestFirstGames: a bot without an answer in its first three games is retired for all later ones, which wait for these, in any order.
func TestFirstGames(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		s := begin(t, 1)
		s.plan("01 02 01 01 12")
		s.absent(2, "")
		s.absent(3, "?")
		if now := slices.Concat(s.enter(order[0], 0), s.enter(order[1], 0)); len(now) > 0 {
			t.Errorf("retired after two games: %v", now)
		}
		s.absent(3, "?")
		if now := s.enter(order[2], 0); !slices.Equal(now, []int{0}) {
			t.Errorf("retired are %v", now)
		}
		s.absent(2, "")
		s.absent(3, "0")
		s.absent(4, "")
		why, how := s.record.Why(0)
		if !strings.HasPrefix(why, "it gave no answer in games 1, 2, 3 and is retired") ||
			how.String() != "does not play: crashes in turn 1" {
			t.Errorf("it is retired because %q, %q", why, how)
		}
		if why, how := s.record.Why(1); why != "" || how != 0 {
			t.Errorf("the other is retired: %q", why)
		}
	}
}

// TestOneAnswer: a bot that answered once in its first games plays on, and its later games wait for nothing.
func TestOneAnswer(t *testing.T) {
	s := begin(t, 1)
	s.plan("01 01 01 01")
	s.enter(0, 0)
	s.enter(1)
	s.absent(3, "")
	if now := s.enter(2, 0); len(now) > 0 {
		t.Errorf("retired are %v", now)
	}
	s.absent(3, "")
}

// TestLater: a bot that falls silent later is retired from the round that may depend on it, as many rounds later as the format plans ahead.
func TestLater(t *testing.T) {
	for _, ahead := range []int{1, 2} {
		s := begin(t, ahead)
		s.plan("01 01 01")
		s.enter(0)
		s.enter(1, 0)
		s.enter(2, 0)
		s.plan("01")
		if now := s.enter(3, 0); !slices.Equal(now, []int{0}) {
			t.Errorf("%d ahead: retired are %v", ahead, now)
		}
		s.plan("01")
		s.plan("01")
		s.absent(4, map[int]string{1: "0", 2: ""}[ahead])
		s.absent(5, "0")
		s.record.Begin(ahead)
		s.absent(4, "0")
	}
}

// TestGivenUp: a cancelled game is none of a bot's first games, whether it was played or not, and the next takes its place.
func TestGivenUp(t *testing.T) {
	s := begin(t, 1)
	s.plan("01 02 03 04 05")
	s.enter(0, 0)
	s.enter(1, 0)
	if err := s.ledger.GiveUp(2); err != nil {
		t.Fatal(err)
	}
	s.record.GiveUp([]int{2}, s.ledger)
	s.absent(3, "")
	s.absent(4, "?")
	if now := s.enter(3, 0); !slices.Equal(now, []int{0}) {
		t.Errorf("retired are %v", now)
	}
	s.absent(4, "0")
}
