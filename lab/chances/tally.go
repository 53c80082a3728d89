package chances

import (
	"cmp"
	"slices"

	"agon/format/rating"
	"agon/game"
)

// Parts is the number of equal parts of a game in whose turns a [Tally] looks for what a bot loses.
const Parts = 5

// A Tally is what many games say about one bot: against whom, in which seats and in which part of the game it loses. The zero Tally is
// empty and ready to use.
type Tally struct {
	Points, Deal rating.Sample        // of all games: its points at the end, and its chance at the deal
	Opponents    []Group              // its points against each alone
	Seats        []Group              // by seat
	Parts        [Parts]rating.Sample // the change of its chance in each part of a game
	Falls        []Fall               // the largest one of each game
}

// A Group is the games with one opponent, or in one seat.
type Group struct {
	Name   string
	Slot   int // index of the opponent's look
	Seat   game.Seat
	Points rating.Sample
	Deal   rating.Sample // its chance at the deal
}

// A Fall is the part of a game in which the bot's chance fell most.
type Fall struct {
	Game          int64
	Seed          int64
	Seat          game.Seat
	From, To      int // turns played before and after it
	Before, After Chance
}

// A Played is a game for a [Tally].
type Played struct {
	Game  int64 // its number, from 1
	Seed  int64
	Seat  game.Seat // of the bot
	Names []string  // by seat
	Slots []int     // by seat, indexes of looks
	Curve []Point
	Order []int // places by seat
}

// Add adds a game.
func (t *Tally) Add(p *Played) {
	seat := int(p.Seat)
	deal, end := p.Curve[0].Chances[seat].Mean, p.Curve[len(p.Curve)-1].Chances[seat].Mean
	t.Points.Add(end)
	t.Deal.Add(deal)
	own := group(&t.Seats, "", p.Seat)
	own.Points.Add(end)
	own.Deal.Add(deal)
	for other, name := range p.Names {
		if other == seat {
			continue
		}
		points := 0.5
		switch mine, theirs := p.Order[seat], p.Order[other]; {
		case mine < theirs:
			points = 1
		case mine > theirs:
			points = 0
		}
		against := group(&t.Opponents, name, -1)
		against.Slot = p.Slots[other]
		against.Points.Add(points)
		against.Deal.Add(deal)
	}
	turns := p.Curve[len(p.Curve)-1].Turns
	for i := range t.Parts {
		t.Parts[i].Add(at(p.Curve, seat, turns, i+1) - at(p.Curve, seat, turns, i))
	}
	fall := Fall{Game: p.Game, Seed: p.Seed, Seat: p.Seat}
	for i, after := range p.Curve[1:] {
		if b, a := p.Curve[i].Chances[seat], after.Chances[seat]; b.Mean-a.Mean > fall.Before.Mean-fall.After.Mean {
			fall.From, fall.To, fall.Before, fall.After = p.Curve[i].Turns, after.Turns, b, a
		}
	}
	if fall.To > 0 {
		t.Falls = append(t.Falls, fall)
	}
}

// Sort sorts opponents by points, the worst for the bot first, seats by their numbers, and falls by their size.
func (t *Tally) Sort() {
	slices.SortStableFunc(t.Opponents, func(a, b Group) int { return cmp.Compare(a.Points.Mean(), b.Points.Mean()) })
	slices.SortStableFunc(t.Seats, func(a, b Group) int { return cmp.Compare(a.Seat, b.Seat) })
	slices.SortStableFunc(t.Falls, func(a, b Fall) int {
		return cmp.Or(cmp.Compare(b.Before.Mean-b.After.Mean, a.Before.Mean-a.After.Mean), cmp.Compare(a.Game, b.Game))
	})
}

func group(list *[]Group, name string, seat game.Seat) *Group {
	for i := range *list {
		if g := &(*list)[i]; g.Name == name && g.Seat == seat {
			return g
		}
	}
	*list = append(*list, Group{Name: name, Seat: seat})
	return &(*list)[len(*list)-1]
}

// at returns a seat's chance after the nth part of a game, between the points of the curve as a straight line.
func at(curve []Point, seat, turns, nth int) float64 {
	when := float64(nth*turns) / Parts
	for i, after := range curve[1:] {
		if before := curve[i]; when <= float64(after.Turns) && after.Turns > before.Turns {
			part := (when - float64(before.Turns)) / float64(after.Turns-before.Turns)
			return before.Chances[seat].Mean + float64(part*(after.Chances[seat].Mean-before.Chances[seat].Mean))
		}
	}
	return curve[len(curve)-1].Chances[seat].Mean
}
