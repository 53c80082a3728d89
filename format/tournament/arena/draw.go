package arena

import (
	"slices"

	"agon/format/tournament"
	"agon/game"
)

// A draw assigns the seats of game after game so that all bots play equally often, meet each other about equally often, and have every
// seat about equally often. It is a function of the games before and of the stage's seed.
type draw struct {
	field  *tournament.Field
	sizes  []int // those that games may have
	seats  int   // the largest of them
	places []int // by entry

	plays []int // games of each bot, by place in the field
	sized []int // n x sizes: games of each size
	met   []int // n x n: games together; nil in a large field
	large *large
	sat   []int // n x seats: games in each seat
}

func newDraw(f *tournament.Field, sizes ...int) *draw {
	n, seats := f.Size(), slices.Max(sizes)
	d := &draw{field: f, sizes: sizes, seats: seats, sized: make([]int, n*len(sizes)), places: f.Places(), plays: make([]int, n),
		sat: make([]int, n*seats)}
	if n > fewBots {
		d.large = newLarge(d)
		return d
	}
	d.met = make([]int, n*n)
	return d
}

// fewBots is the largest field in which the draw considers every bot for each seat, and counts all pairs.
const fewBots = 1000

// remember counts a game that is already planned.
func (d *draw) remember(g tournament.Game) {
	bots := make([]int, g.Seats())
	for seat := range bots {
		bots[seat] = d.places[g.Entry(seat)]
	}
	d.note(bots)
}

func (d *draw) note(bots []int) {
	n, size := d.field.Size(), slices.Index(d.sizes, len(bots))
	for seat, bot := range bots {
		d.plays[bot]++
		d.sized[bot*len(d.sizes)+size]++
		d.sat[bot*d.seats+seat]++
		if d.large != nil {
			d.large.note(bot, bots[:seat])
			continue
		}
		for _, other := range bots {
			d.met[bot*n+other]++
		}
	}
}

// next returns the entries by seat for a game with this many seats; number is the game's.
func (d *draw) next(number, seats int) []int {
	dice := d.field.Dice(int64(number), 0x64726177)
	var bots []int
	if d.large != nil {
		bots = d.large.choose(seats)
	} else {
		bots = d.choose(seats, &dice)
	}
	if d.field.KeepOrder {
		slices.Sort(bots)
	} else {
		bots = d.seat(bots, &dice)
	}
	d.note(bots)
	entries := make([]int, len(bots))
	for i, bot := range bots {
		entries[i] = d.field.Entries[bot]
	}
	return entries
}

// choose returns the bots of a game: those with the fewest games first, then those with the fewest games of this size, then those that
// met the already chosen least often, then at random.
func (d *draw) choose(seats int, dice *game.Dice) []int {
	n := d.field.Size()
	order := shuffled(n, dice)
	familiar := make([]int, n) // games together with those already chosen
	taken := make([]bool, n)
	var bots []int
	size := slices.Index(d.sizes, seats)
	for len(bots) < seats {
		best := -1
		for _, bot := range order {
			if !taken[bot] && (best < 0 || d.before(bot, best, size, familiar)) {
				best = bot
			}
		}
		taken[best] = true
		bots = append(bots, best)
		for other := range n {
			familiar[other] += d.met[best*n+other]
		}
	}
	return bots
}

func (d *draw) before(bot, other, size int, familiar []int) bool {
	if d.plays[bot] != d.plays[other] {
		return d.plays[bot] < d.plays[other]
	}
	if a, b := d.sized[bot*len(d.sizes)+size], d.sized[other*len(d.sizes)+size]; a != b {
		return a < b
	}
	return familiar[bot] < familiar[other]
}

// seat assigns the seats in random order: each goes to the bot that had it least often, or at random among several.
func (d *draw) seat(bots []int, dice *game.Dice) []int {
	left := slices.Clone(bots)
	dice.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	seated := make([]int, len(bots))
	for _, seat := range shuffled(len(bots), dice) {
		best := 0
		for i, bot := range left {
			if d.sat[bot*d.seats+seat] < d.sat[left[best]*d.seats+seat] {
				best = i
			}
		}
		seated[seat] = left[best]
		left = slices.Delete(left, best, best+1)
	}
	return seated
}

func shuffled(n int, dice *game.Dice) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	dice.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
