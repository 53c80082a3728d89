package tron

import (
	"strconv"

	"agon/game"
)

// mostWorth bounds the weights.
const mostWorth = 1_000_000_000

// The weights of the article: own tiles first, then the tiles of others, then the distance of the others.
var voronoiParams = []game.Option{
	{Name: "mine", Default: 10000000, Min: -mostWorth, Max: mostWorth, About: "worth of a tile that it is nearest to"},
	{Name: "theirs", Default: -100000, Min: -mostWorth, Max: mostWorth, About: "worth of a tile that somebody else is nearest to"},
	{Name: "distance", Default: 1, Min: -mostWorth, Max: mostWorth,
		About: "worth of a round that others need to a tile of theirs, summed over all of them"},
	{Name: "order", Default: "script", Values: []string{"script", "article"},
		About: "who spreads first after the step: script, itself, as the published bot does; article, the others in turn order, as in " +
			"the article's pictures"},
}

// asTried is the order in which the published script tries steps; of equal ones the first is played.
var asTried = [...]Move{Right, Left, Down, Up}

// newVoronoi returns the article's bot. It looks one step ahead: for each free neighbour it runs the race from there and compares the three
// numbers. In the script's order it plays the moves of the published bot, including its quirks.
func newVoronoi(p game.Settings, _ *game.Dice) game.BuiltinFunc[State, Move] {
	mine, theirs, distance := p.Int("mine"), p.Int("theirs"), p.Int("distance")
	evaluate := Evaluate
	if p.Text("order") == "script" {
		evaluate = evaluateAsScript
	}
	race := new(Race)
	return func(s *State, seat game.Seat, out *game.Reply) Move {
		best, most := Numbers{Move: Up}, 0
		for _, m := range asTried {
			n := evaluate(race, s, seat, m)
			if !n.Free {
				continue
			}
			if worth := mine*n.Mine + theirs*n.Theirs + distance*n.Distance; !best.Free || worth > most {
				best, most = n, worth
			}
		}
		best.remark(out)
		return best.Move
	}
}

// remark adds the numbers of the chosen step.
func (n Numbers) remark(out *game.Reply) {
	if !n.Free {
		return
	}
	b := append(out.Remark, "mine "...)
	b = strconv.AppendInt(b, int64(n.Mine), 10)
	b = append(b, " theirs "...)
	b = strconv.AppendInt(b, int64(n.Theirs), 10)
	b = append(b, " distance "...)
	out.Remark = strconv.AppendInt(b, int64(n.Distance), 10)
}

// evaluateAsScript is [Evaluate] as in the published script: the mover spreads first, in round one later seats take tiles from earlier
// ones, and the tile stepped on is no wall, so that it counts for whoever returns to it.
func evaluateAsScript(race *Race, s *State, seat game.Seat, m Move) Numbers {
	x, y, free := s.step(seat, m)
	if !free {
		return Numbers{Move: m}
	}
	race.Begin(s.Layout, &s.Walls)
	order := race.line(s, int8(seat), x, y)
	race.RunLenient(order[:s.Alive])
	return race.numbers(m, int8(seat), s.Seats)
}
