package gametest

import (
	"fmt"
	"hash/maphash"
	"strings"
	"testing"

	"agon/game"
)

// An explorer plays random moves alone, and from every state that it comes to steps every accepted move at least once, until its work is
// done.
type explorer[S, M comparable] struct {
	spec    game.Spec[S, M]
	rules   game.Rules[S, M]
	wire    game.Wire[S, M]
	seats   int
	moves   []M
	seed    int64 // of the game in progress
	turn    int
	steps   int // taken so far
	bound   int
	turns   int // played so far, in all games
	asked   []int
	crowd   int // turns in which more than one seat owed a move
	memory  maphash.Seed
	visited map[uint64]bool
	idle    map[M]string // moves that left the board as it was: where that happened first
	active  map[M]bool   // moves that changed it
	differs distinguishing[S, M]
	problem string
}

// Bound of steps, by the size of a state, so that every kind takes about as long.
const (
	exploreBytes = 1 << 25
	exploreLeast = 800
	exploreMost  = 12000
)

// explore reports panics, moves without an effect, games that repeat themselves, seats that are never asked, and prompts that do not show
// what others did.
func explore[S, M comparable](t testing.TB, spec game.Spec[S, M], seats int, moves []M, d *particulars) {
	var s S
	_, rules, wire := prepare(t, spec)
	e := &explorer[S, M]{
		spec: spec, rules: rules, wire: wire, seats: seats, moves: moves, asked: make([]int, seats),
		bound:  min(max(exploreBytes/max(len(raw(&s)), 1), exploreLeast), exploreMost),
		memory: maphash.MakeSeed(), visited: map[uint64]bool{}, idle: map[M]string{}, active: map[M]bool{},
		differs: newDistinguishing[S, M](seats),
	}
	for e.seed = 1; e.steps < e.bound && e.problem == ""; e.seed++ {
		e.play(t)
	}
	if e.problem != "" {
		t.Error(e.problem)
		return
	}
	e.order(t)
	e.effects(t, d.passes)
	e.differs.report(t, d)
}

// play plays one game, as far as the work allows.
func (e *explorer[S, M]) play(t testing.TB) {
	var s S
	d := game.NewDice(e.seed, nil)
	d.Turn(0)
	if err := e.rules.Deal(&s, e.seats, &d); err != nil {
		e.problem = fmt.Sprintf("Rules.Deal refuses the default options with %d seats: %v", e.seats, err)
		return
	}
	chance := game.NewDice(e.seed*131, nil)
	chance.Turn(0)
	e.steps++ // so that games without turns end the work too
	began, met := e.spec.Round(&s), map[uint64]int{}
	for e.turn = 0; e.steps < e.bound; e.turn++ {
		id := maphash.Bytes(e.memory, raw(&s))
		if before, again := met[id]; again && !e.spec.Chance {
			e.problem = fmt.Sprintf("Rules.Step: in the game of seed %d with %d seats the state after turn %d is that after turn %d "+
				"again: bots that repeat their moves would play forever. Count the rounds in the state, and end the game at some number",
				e.seed, e.seats, e.turn, before)
			return
		}
		met[id] = e.turn
		owes, choices := e.choices(&s)
		if e.problem != "" {
			return
		}
		if owes.Empty() {
			e.ended(t, &s, began)
			return
		}
		if !e.visited[id] {
			e.visited[id] = true
			e.fan(&s, owes, choices)
		}
		round := e.spec.Round(&s)
		e.step(&s, owes, e.joint(owes, choices, func(n int) int { return chance.Intn(n) }))
		if e.problem == "" && e.spec.Round(&s) < round {
			e.problem = fmt.Sprintf("Spec.Round is %d before turn %d of the game of seed %d and %d after it: it must not go back", round,
				e.turn, e.seed, e.spec.Round(&s))
		}
		if e.problem != "" {
			return
		}
	}
}

// choices returns the seats that owe a move, and for each its accepted moves.
func (e *explorer[S, M]) choices(s *S) (owes game.Seats, choices [][]M) {
	defer e.caught("Rules.Turn or Rules.Check", "")
	owes = e.rules.Turn(s)
	choices = make([][]M, e.seats)
	e.turns++
	if owes.Count() > 1 {
		e.crowd++
	}
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		if int(seat) >= e.seats {
			e.problem = fmt.Sprintf("Rules.Turn: in turn %d seat %d owes a move, and the game has only %d", e.turn, seat, e.seats)
			return owes, choices
		}
		e.asked[seat]++
		for _, m := range e.moves {
			if e.rules.Check(s, seat, m) == nil {
				choices[seat] = append(choices[seat], m)
			}
		}
		switch {
		case len(choices[seat]) > 0:
		case len(e.spec.Moves) == 0:
			choices[seat] = append(choices[seat], e.rules.Absent(s, seat, game.Garbled))
		default:
			e.problem = fmt.Sprintf("Rules.Turn: in turn %d of the game of seed %d seat %d owes a move, but Rules.Check refuses each of "+
				"the %d moves of Spec.Moves: the game should be over, or the seat not be asked", e.turn, e.seed, seat, len(e.moves))
			return owes, choices
		}
	}
	return owes, choices
}

// joint returns a move for each seat that owes one, chosen by pick from its accepted moves.
func (e *explorer[S, M]) joint(owes game.Seats, choices [][]M, pick func(n int) int) []game.Move[M] {
	moves := make([]game.Move[M], e.spec.MaxSeats)
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		moves[seat].Value = choices[seat][pick(len(choices[seat]))]
	}
	return moves
}

// fan steps every accepted move of a state.
func (e *explorer[S, M]) fan(s *S, owes game.Seats, choices [][]M) {
	most := 0
	for _, list := range choices {
		most = max(most, len(list))
	}
	for k := range most {
		if e.problem != "" {
			return
		}
		after, moves := *s, e.joint(owes, choices, func(n int) int { return k % n })
		e.step(&after, owes, moves)
		if e.problem == "" && after == *s && !e.spec.Chance {
			e.problem = fmt.Sprintf("Rules.Step: in turn %d of the game of seed %d %s, which Rules.Check accepts, and the state stays as "+
				"it was. Refuse the move in Check, or count the turn in the state", e.turn, e.seed, e.words(owes, moves))
		}
		if e.problem == "" && !e.spec.Simultaneous && owes.Count() == 1 {
			e.effect(s, &after, owes, moves)
		}
	}
	if e.problem == "" && e.spec.Wire != nil {
		e.compare(s, owes, choices)
	}
}

// step plays a turn.
func (e *explorer[S, M]) step(s *S, owes game.Seats, moves []game.Move[M]) {
	defer e.caught("Rules.Step", ", when "+e.words(owes, moves))
	e.steps++
	d := game.NewDice(e.seed, nil)
	d.Turn(e.turn + 1)
	e.rules.Step(s, moves, &d)
}

// caught makes a panic a problem.
func (e *explorer[S, M]) caught(what, when string) {
	if p := recover(); p != nil {
		e.problem = fmt.Sprintf("%s panics in turn %d of the game of seed %d with %d seats%s: %v", what, e.turn, e.seed, e.seats, when, p)
	}
}

// words returns the moves of a turn in words.
func (e *explorer[S, M]) words(owes game.Seats, moves []game.Move[M]) string {
	return moveWords(e.wire, owes, moves)
}

func moveWords[S, M comparable](wire game.Wire[S, M], owes game.Seats, moves []game.Move[M]) string {
	const few = 4
	var parts []string
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		if len(parts) == few {
			parts = append(parts, "and so on")
			break
		}
		parts = append(parts, fmt.Sprintf("seat %d plays %q", seat, wire.Format(moves[seat].Value)))
	}
	return strings.Join(parts, ", ")
}

// order checks who was asked.
func (e *explorer[S, M]) order(t testing.TB) {
	if e.turns < 4*e.seats {
		return
	}
	for seat, n := range e.asked {
		if n == 0 {
			t.Errorf("Rules.Turn never asks seat %d of %d in %d turns of random moves: the order of turns skips it", seat, e.seats, e.turns)
			return
		}
	}
	switch {
	case e.seats == 1:
	case e.spec.Simultaneous && e.crowd == 0:
		t.Errorf("Spec.Simultaneous is true, but in none of %d turns of random moves more than one seat owes a move", e.turns)
	case !e.spec.Simultaneous && e.crowd > 0:
		t.Errorf("Spec.Simultaneous is false, but in %d of %d turns of random moves more than one seat owes a move", e.crowd, e.turns)
	}
}

// ended checks the end of a game.
func (e *explorer[S, M]) ended(t testing.TB, s *S, began int) {
	defer e.caught("Rules.Outcome or Spec.Done", " at the end of the game")
	list := make([]game.Outcome, e.seats)
	for seat := range list {
		list[seat] = e.rules.Outcome(s, game.Seat(seat))
	}
	places(t, e.seed, list)
	if e.spec.Done != nil {
		e.spec.Done(s, game.Unnamed)
	}
	if e.turn >= 2*e.seats && e.spec.Round(s) == began {
		e.problem = fmt.Sprintf("Spec.Round is %d at the deal and after the %d turns of the game of seed %d: it does not advance", began,
			e.turn, e.seed)
	}
}
