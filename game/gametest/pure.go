package gametest

import (
	"testing"

	"agon/game"
)

// pure checks that rules and views are functions of their arguments: the same turn from the same state gives the same state, and reading a
// state does not change it.
func pure[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	for _, p := range tours {
		p.dealtAnew(t)
		for n := range p.turns {
			p.again(t, spec, n)
			if n < 8 || n%8 == 0 {
				p.untouched(t, spec, n, p.turns[n].before)
			}
			if t.Failed() {
				return // one turn is enough
			}
		}
		p.untouched(t, spec, p.length, p.last)
		p.stays(t, spec)
	}
}

// dealtAnew checks that a deal does not depend on the previous contents of the state.
func (p *tour[S, M]) dealtAnew(t testing.TB) {
	s, d := p.last, p.dice(0)
	if err := p.rules.Deal(&s, p.seats, &d); err != nil {
		t.Fatalf("Rules.Deal refuses a second game of seed %d: %v", p.seed, err)
	}
	if first := p.first(); s != first {
		t.Fatalf("Rules.Deal: dealt over the state of an earlier game, the state differs from a new deal: %s. Begin with *s = State{}; "+
			"if that is done, the deal reads something other than its seed and options", difference(&first, &s))
	}
}

func (p *tour[S, M]) first() S {
	if len(p.turns) == 0 {
		return p.last
	}
	return p.turns[0].before
}

// again plays a turn of a tour several times from the same state.
func (p *tour[S, M]) again(t testing.TB, spec game.Spec[S, M], n int) {
	played := &p.turns[n]
	result := func(rules game.Rules[S, M], seed int64, took game.Micros) S {
		s := played.before
		moves := append([]game.Move[M](nil), played.moves...)
		for i := range moves {
			moves[i].Took = took
		}
		d := game.NewDice(seed, nil)
		d.Turn(n + 1)
		rules.Step(&s, moves, &d)
		return s
	}
	once := result(p.rules, p.seed, 0)
	for range 2 {
		if again := result(p.rules, p.seed, 0); again != once {
			t.Fatalf("Rules.Step: turn %d, played twice from the same state with the same moves and dice, gives two states: %s. It reads "+
				"a clock, the order of a map, or something that Rules keep from turn to turn", n, difference(&once, &again))
		}
	}
	_, fresh, _ := prepare(t, spec)
	var s S
	d := p.dice(0)
	if err := fresh.Deal(&s, p.seats, &d); err != nil {
		t.Fatalf("Rules.Deal refuses what it accepted before: %v", err)
	}
	if other := result(fresh, p.seed, 0); other != once {
		t.Fatalf("Rules.Step: turn %d gives another state with new Rules: %s. Rules keep something of a game that belongs in the state", n,
			difference(&once, &other))
	}
	if other := result(p.rules, p.seed+1000, 0); !spec.Chance && other != once {
		t.Fatalf("Rules.Step rolls dice in turn %d (%s), but Spec.Chance is false", n, difference(&once, &other))
	}
	if other := result(p.rules, p.seed, 12345); !spec.Timed && other != once {
		t.Fatalf("Rules.Step reads Move.Took in turn %d (%s), but Spec.Timed is false", n, difference(&once, &other))
	}
	if n+1 < len(p.turns) && p.turns[n+1].before != once {
		t.Fatalf("Rules.Step: turn %d gives another state than the first time: %s", n, difference(&once, &p.turns[n+1].before))
	}
}

// untouched checks that reading a state does not change it.
func (p *tour[S, M]) untouched(t testing.TB, spec game.Spec[S, M], n int, s S) {
	kept := s
	var frame game.Frame
	var prompt game.Prompt
	for _, look := range []struct {
		name string
		at   func()
	}{
		{"Rules.Turn", func() { p.rules.Turn(&s) }},
		{"Rules.Outcome", func() { p.eachSeat(func(seat game.Seat) { p.rules.Outcome(&s, seat) }) }},
		{"Spec.Hash", func() { hashOf(spec, &s) }},
		{"Spec.Round", func() { spec.Round(&s) }},
		{"Spec.Done", func() {
			if spec.Done != nil {
				spec.Done(&s, game.Unnamed)
			}
		}},
		{"Spec.View", func() {
			for _, viewer := range p.viewers() {
				frame.Reset()
				spec.View(&frame, &s, viewer)
			}
		}},
		{"Wire.Ask", func() {
			owes := p.rules.Turn(&s)
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				prompt.Reset()
				p.wire.Ask(&prompt, &s, seat)
			}
		}},
		{"Rules.Check", func() {
			owes := p.rules.Turn(&s)
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				for _, m := range spec.Moves {
					p.rules.Check(&s, seat, m)
				}
			}
		}},
		{"Rules.Absent", func() {
			owes := p.rules.Turn(&s)
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				p.rules.Absent(&s, seat, game.Late)
			}
		}},
	} {
		if look.at(); s != kept {
			t.Fatalf("%s changes the state that it reads: after turn %d %s", look.name, n, difference(&kept, &s))
		}
	}
}

// viewers returns all possible viewers of a game.
func (p *tour[S, M]) viewers() []game.Seat {
	viewers := []game.Seat{game.Audience, game.Public}
	p.eachSeat(func(seat game.Seat) { viewers = append(viewers, seat) })
	return viewers
}

func (p *tour[S, M]) eachSeat(do func(seat game.Seat)) {
	for seat := range game.Seat(p.seats) {
		do(seat)
	}
}

// stays checks that a finished game stays finished with the same outcome.
func (p *tour[S, M]) stays(t testing.TB, spec game.Spec[S, M]) {
	_, fresh, _ := prepare(t, spec)
	before := p.outcomes(p.rules)
	for range 3 {
		if owes := p.rules.Turn(&p.last); !owes.Empty() {
			t.Fatal("Rules.Turn: a finished game has seats that owe a move when asked again")
		}
		hashOf(spec, &p.last)
		for seat, now := range p.outcomes(p.rules) {
			if now != before[seat] {
				t.Fatalf("Rules.Outcome of seat %d changes after the end of the game: it was %+v and is %+v", seat, before[seat], now)
			}
		}
	}
	for seat, other := range p.outcomes(fresh) {
		if other != before[seat] {
			t.Fatalf("Rules.Outcome of seat %d is %+v, but %+v with new Rules: Rules keep something of a game that belongs in the state",
				seat, before[seat], other)
		}
	}
}

// outcomes returns the outcomes of all seats at the end.
func (p *tour[S, M]) outcomes(rules game.Rules[S, M]) []game.Outcome {
	list := make([]game.Outcome, p.seats)
	p.eachSeat(func(seat game.Seat) { list[seat] = rules.Outcome(&p.last, seat) })
	return list
}
