package gametest

import (
	"slices"
	"testing"

	"agon/game"
)

// A tour is a game played with the bare rules, with its states. Built-in bots and random moves play the seats.
type tour[S, M comparable] struct {
	settings game.Settings
	rules    game.Rules[S, M]
	wire     game.Wire[S, M]
	seed     int64
	seats    int
	turns    []turn[S, M] // the first turns of the game, excluding its end
	last     S            // the state in which nobody owes a move
	length   int          // turns in the game
}

// A turn is a state, the seats that owed a move in it, and their moves.
type turn[S, M comparable] struct {
	before S
	owes   game.Seats
	moves  []game.Move[M]
}

const (
	tourCount  = 6      // games played per kind
	tourStates = 120    // turns kept of each
	tourTurns  = 100000 // turns after which a game counts as endless
)

// playTours plays some games of a kind.
func playTours[S, M comparable](t testing.TB, spec game.Spec[S, M], seats int) (list []*tour[S, M]) {
	t.Helper()
	for n := range tourCount {
		list = append(list, playTour(t, spec, seats, int64(n)+1))
	}
	return list
}

func playTour[S, M comparable](t testing.TB, spec game.Spec[S, M], seats int, seed int64) *tour[S, M] {
	t.Helper()
	p := &tour[S, M]{seed: seed, seats: seats}
	p.settings, p.rules, p.wire = prepare(t, spec)
	var s S
	d := p.dice(0)
	if err := p.rules.Deal(&s, seats, &d); err != nil {
		t.Fatalf("Rules.Deal refuses the default options with %d seats: %v", seats, err)
	}
	chance := game.NewDice(seed*31, nil)
	chance.Turn(0)
	bots, last := p.bots(t, spec), ""
	for p.length < tourTurns {
		owes := p.rules.Turn(&s)
		if owes.Empty() {
			p.last = s
			return p
		}
		if seat, ok := owes.Next(game.Seat(seats)); ok {
			t.Fatalf("Rules.Turn: in turn %d seat %d owes a move, and the game has only %d", p.length, seat, seats)
		}
		moves := make([]game.Move[M], spec.MaxSeats)
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			moves[seat].Value = p.choose(t, spec, &s, seat, bots[seat], &chance)
		}
		if len(p.turns) < tourStates {
			p.turns = append(p.turns, turn[S, M]{s, owes, moves})
		}
		p.length++
		if p.length == tourTurns {
			last = moveWords(p.wire, owes, moves)
		}
		p.step(t, &s, owes, moves)
	}
	t.Fatalf("Rules.Turn: the game of seed %d with %d seats is not over after %d turns; in the last of them %s", seed, seats, p.length,
		last)
	return nil
}

// prepare makes the rules and the wire of a kind with its default options.
func prepare[S, M comparable](t testing.TB, spec game.Spec[S, M]) (game.Settings, game.Rules[S, M], game.Wire[S, M]) {
	t.Helper()
	settings, err := game.New(spec).Settings(nil)
	if err != nil {
		t.Fatalf("Spec.Options: the defaults are refused: %v", err)
	}
	rules, err := spec.Rules(settings)
	if err != nil {
		t.Fatalf("Spec.Rules refuses the default options: %v", err)
	}
	return settings, rules, spec.WireFor(settings)
}

// dice returns the dice of a turn; the deal is turn 0.
func (p *tour[S, M]) dice(turn int) game.Dice {
	d := game.NewDice(p.seed, nil)
	d.Turn(turn)
	return d
}

// step plays turn number p.length, counted from 1.
func (p *tour[S, M]) step(t testing.TB, s *S, owes game.Seats, moves []game.Move[M]) {
	defer func() {
		if problem := recover(); problem != nil {
			t.Fatalf("Rules.Step panics in turn %d of the game of seed %d with %d seats, when %s: %v", p.length-1, p.seed, p.seats,
				moveWords(p.wire, owes, moves), problem)
		}
	}()
	d := p.dice(p.length)
	p.rules.Step(s, moves, &d)
}

// bots returns built-in bots for every other seat, of two kinds; nil means random moves. The seats differ from game to game.
func (p *tour[S, M]) bots(t testing.TB, spec game.Spec[S, M]) []game.BuiltinFunc[S, M] {
	t.Helper()
	bots := make([]game.BuiltinFunc[S, M], p.seats)
	for seat := range bots {
		n := (seat + int(p.seed)) % 4
		if n >= 2 && len(spec.Moves) > 0 || len(spec.Builtins) == 0 {
			continue
		}
		b := spec.Builtins[n%min(2, len(spec.Builtins))]
		params, err := game.NewSettings(b.Params, nil)
		if err != nil {
			t.Fatalf("built-in bot %s: %v", b.Name, err)
		}
		d := game.NewDice(game.SubSeed(p.seed, int64(seat)), nil)
		d.Turn(0)
		bots[seat] = b.New(params, &d)
	}
	return bots
}

// choose returns a seat's move: that of its bot, or a random legal one, or the stand-in for a missing one.
func (p *tour[S, M]) choose(t testing.TB, spec game.Spec[S, M], s *S, seat game.Seat, play game.BuiltinFunc[S, M], chance *game.Dice) M {
	t.Helper()
	before := *s
	if play != nil {
		var r game.Reply
		m := play(s, seat, &r)
		if *s != before {
			t.Fatalf("a built-in bot changes the state that it is shown: in turn %d %s", p.length, difference(&before, s))
		}
		if err := p.rules.Check(s, seat, m); err != nil {
			t.Fatalf("a built-in bot plays %v for seat %d in turn %d, which Rules.Check refuses: %v", m, seat, p.length, err)
		}
		return m
	}
	for range 16 {
		if len(spec.Moves) == 0 {
			break
		}
		if m := spec.Moves[chance.Intn(len(spec.Moves))]; p.rules.Check(s, seat, m) == nil {
			return m
		}
	}
	return p.rules.Absent(s, seat, game.Garbled)
}

// movesIn returns the moves that were played.
func movesIn[S, M comparable](tours []*tour[S, M]) (list []M) {
	for _, p := range tours {
		for _, turn := range p.turns {
			for seat, ok := turn.owes.Next(0); ok; seat, ok = turn.owes.Next(seat + 1) {
				if m := turn.moves[seat].Value; !slices.Contains(list, m) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}
