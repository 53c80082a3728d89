package gamecheck

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"agon/game"
	gamefolder "agon/games/folder"
	"agon/games/folder/engine"
)

// How much is played for what is shown in play and not observed.
const (
	leakGames  = 12
	leakTurns  = 6000 // of other worlds, in all these games
	plainTurns = 400  // instead, where nothing is said to be hidden
	most       = 8    // worlds beside the real one
	mostTries  = 32   // to find them, of each turn
)

// leakFix is what to do about a picture that shows what is hidden.
const leakFix = "draw for view(state, seat) what observe(state, seat) returns, and nothing else; or have observe return it too"

// worlds are several courses of one game that a seat cannot tell apart: since the deal it has observed the same in all of them, with the
// same moves to choose from, and has chosen the same. In what the others do and in what the dice give they differ: in the coins that others
// have spent, the cards that they have drawn, in what moves in the fog. So whatever else the seat is shown must be equal, too.
type worlds struct {
	*checker
	eye    game.Seat
	seats  int
	seed   int64
	dice   game.Dice // for what the check chooses
	turn   int
	tries  int // of each turn
	real   *gamefolder.World
	others []*gamefolder.World
	told   string // what the eye observes in the real one
	shown  []string
	pairs  int // of worlds that were compared
}

// looks are what a seat is shown beside what it observes.
var looks = []struct {
	function string
	of       func(*gamefolder.World, game.Seat) (string, error)
}{
	{"view(state, %d)", (*gamefolder.World).Picture},
	{"request(state, %d, facts)", (*gamefolder.World).Request}, {"arguments(state, %d)", (*gamefolder.World).Arguments},
}

// leaks looks for what seats are shown in play and do not observe. It returns how many worlds were compared; ok is false if it has failed.
func (c *checker) leaks() (pairs int, ok bool, err error) {
	begun, tries := time.Now(), c.tries()
	for n := 0; n < leakGames && time.Since(begun) < c.Time; n++ {
		seats := c.seats(n)
		w := &worlds{checker: c, eye: game.Seat(n / 2 % seats), seats: seats, seed: c.Seed + 3<<22 + int64(n), tries: tries}
		w.dice = game.NewDice(w.seed, nil)
		w.dice.Turn(0)
		err := w.play(begun.Add(c.Time))
		pairs += w.pairs
		if c.ctx.Err() != nil {
			return pairs, false, c.ctx.Err()
		}
		if err != nil {
			fix := leakFix
			if failure := (*engine.Failure)(nil); errors.As(err, &failure) {
				fix = ""
			}
			c.fail("shows", fix, "seed %d: turn %d: %v", w.seed, w.turn, err)
			return pairs, false, nil
		}
	}
	return pairs, true, nil
}

// tries returns how many other worlds are tried in each turn: fewer where games are long.
func (c *checker) tries() int {
	turns := plainTurns
	if c.kind.Hidden {
		turns = leakTurns
	}
	return min(max(turns/max(leakGames*int(c.turns.Mean()), 1), 1), mostTries)
}

// play plays a game until it is over, or until a time.
func (w *worlds) play(until time.Time) error {
	real := w.luck()
	first, err := w.folder.Deal(w.settings, w.seats, real.dice(0))
	if err == nil {
		err = w.see(first)
	}
	for i := 0; i < w.tries && w.room() && err == nil; i++ {
		var other *gamefolder.World
		if other, err = w.folder.Deal(w.settings, w.seats, w.like(real).dice(0)); err == nil {
			err = w.meet(other)
		}
	}
	for err == nil && !w.over() && w.turn < w.folder.MostTurns && w.ctx.Err() == nil && time.Now().Before(until) {
		err = w.step()
	}
	return err
}

// room reports whether more worlds are sought beside the real one.
func (w *worlds) room() bool { return len(w.others) < most }

// over reports whether the game is over. Pictures may then show everything.
func (w *worlds) over() bool {
	owes := w.real.Owes()
	return owes.Empty()
}

// step plays a turn in the real world, and many like it in all of them.
func (w *worlds) step() error {
	moves, err := w.choose(w.real, nil)
	if err != nil {
		return err
	}
	w.turn++
	before, real := append(slices.Clone(w.others), w.real), w.luck()
	next, err := w.real.Step(moves, real.dice(w.turn))
	if err == nil {
		err = w.see(next)
	}
	for i := 0; i < w.tries && w.room() && err == nil && !w.over(); i++ {
		err = w.try(before[w.dice.Intn(len(before))], moves, real)
	}
	return err
}

// try plays a turn in a world: with other dice, other moves of the other seats, or both.
func (w *worlds) try(from *gamefolder.World, moves []string, rolled *luck) error {
	kept := moves
	switch w.dice.Intn(3) {
	case 0:
		rolled = w.like(rolled)
	case 1:
		kept = w.own(moves)
	default:
		rolled, kept = w.like(rolled), w.own(moves)
	}
	chosen, err := w.choose(from, kept)
	if err != nil {
		return err
	}
	after, err := from.Step(chosen, rolled.dice(w.turn))
	if err != nil {
		return err
	}
	return w.meet(after)
}

// luck is what the dice of one turn give.
type luck struct {
	seed  int64 // of the numbers that are not drawn
	draws []int
	last  game.Dice // given out last
}

// mostDraws is how many draws of a turn are chosen one by one, as those of a deck that is shuffled.
const mostDraws = 128

// luck chooses what dice give.
func (w *worlds) luck() *luck {
	l := &luck{seed: int64(w.dice.Intn(math.MaxInt32))}
	for range mostDraws {
		l.draws = append(l.draws, w.dice.Intn(math.MaxInt32))
	}
	return l
}

// dice returns the dice of a turn. They belong to one who rolls them before the next ones are returned.
func (l *luck) dice(turn int) *game.Dice {
	l.last = game.NewDice(l.seed, l.draws)
	l.last.Turn(turn)
	return &l.last
}

// like returns other luck: all of it, or only a draw or two and the numbers that are not drawn. A seat that has drawn cards of its own
// would hardly ever see the same ones if all draws were others.
func (w *worlds) like(l *luck) *luck {
	used := len(l.draws) - len(l.last.Given())
	if used == 0 || w.dice.Intn(4) == 0 {
		return w.luck()
	}
	const more = 8 // draws than there were, if other things happen
	other := &luck{seed: l.seed, draws: slices.Clone(l.draws[:min(used+more, len(l.draws))])}
	if w.dice.Intn(2) == 0 {
		other.seed++
	}
	for range 1 + w.dice.Intn(2) {
		at := w.dice.Intn(used)
		other.draws[at] = w.dice.Intn(math.MaxInt32)
		if w.dice.Intn(3) == 0 {
			other.draws = slices.Insert(other.draws, at, w.dice.Intn(math.MaxInt32)) // a draw more
		}
	}
	return other
}

// own returns the move of the eye alone.
func (w *worlds) own(moves []string) []string {
	list := make([]string, len(moves))
	list[w.eye] = moves[w.eye]
	return list
}

// choose returns a move for each seat that owes one: a given one if it may make it, or else any.
func (w *worlds) choose(at *gamefolder.World, given []string) ([]string, error) {
	list, owes := make([]string, w.seats), at.Owes()
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		moves, err := at.Moves(seat)
		if err != nil {
			return nil, err
		}
		if given != nil && slices.Contains(moves, given[seat]) {
			list[seat] = given[seat]
			continue
		}
		list[seat] = moves[w.dice.Intn(len(moves))]
	}
	return list, nil
}

// see goes on to a world as the real one, with no other beside it.
func (w *worlds) see(real *gamefolder.World) (err error) {
	w.real, w.others, w.shown = real, nil, nil
	if w.told, err = real.Told(w.eye); err != nil {
		return err
	}
	for _, look := range looks {
		text, err := look.of(real, w.eye)
		if err != nil {
			return err
		}
		w.shown = append(w.shown, text)
	}
	return nil
}

// meet takes a world into the others if the eye cannot tell it from the real one. The error says how what it is shown does.
func (w *worlds) meet(other *gamefolder.World) error {
	if other.Equal(w.real) || slices.ContainsFunc(w.others, other.Equal) {
		return nil
	}
	told, err := other.Told(w.eye)
	if err != nil || told != w.told {
		return err
	}
	w.others = append(w.others, other)
	w.pairs++
	for i, look := range looks {
		text, err := look.of(other, w.eye)
		if err != nil {
			return err
		}
		if text != w.shown[i] {
			one, two := difference(w.shown[i], text)
			function := fmt.Sprintf(look.function, w.eye)
			return fmt.Errorf("%s tells seat %d more than observe(state, %d) does: in two games seat %d has observed the same and made "+
				"the same moves, and is shown %s and %s", function, w.eye, w.eye, w.eye, one, two)
		}
	}
	return nil
}

// difference returns the parts of two texts about the first place where they differ.
func difference(one, two string) (string, string) {
	const before, after = 60, 60
	a, b := []rune(one), []rune(two)
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	part := func(text []rune) string {
		from, to := max(at-before, 0), min(at+after, len(text))
		cut := string(text[from:to])
		if from > 0 {
			cut = "…" + cut
		}
		if to < len(text) {
			cut += "…"
		}
		return cut
	}
	return part(a), part(b)
}
