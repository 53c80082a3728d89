package fleet

import (
	"fmt"
	"math"
	"time"

	"agon/game"
)

// A pace is what is known of a bot's speed on some machines. Times are processor times where they are measured.
type pace struct {
	games, late int // games, and those with late moves
	moves       int
	took        time.Duration
}

// paces are those of bots, by their number in the contest.
type paces map[int]pace

// add adds a seat of a game.
func (p paces) add(bot int, s *ReportedSeat) {
	x := p[bot]
	x.games++
	x.moves += s.Seat.Moves
	if s.Seat.Faults[game.Late.String()] > 0 {
		x.late++
	}
	if x.took += s.CPU; s.CPU == 0 {
		x.took += time.Duration(s.Seat.Took) * time.Microsecond
	}
	p[bot] = x
}

// without returns what others than a worker know of a bot.
func (p paces) without(own paces, bot int) pace {
	all, x := p[bot], own[bot]
	return pace{all.games - x.games, all.late - x.late, all.moves - x.moves, all.took - x.took}
}

// leave removes what a worker has added.
func (p paces) leave(own paces) {
	for bot := range own {
		p[bot] = p.without(own, bot)
	}
}

// Late games of the bots that are late timesSlow times as often as elsewhere set a worker aside, if they are leastSlow more than expected,
// and mostSlow standard deviations more.
const (
	timesSlow = 3
	mostSlow  = 6
	leastSlow = 10
)

// known is from how many games of a bot elsewhere its pace is known.
const known = 10

// slow returns why the late games of a worker stand out among those of the fleet, "" if they do not. Each bot is compared with itself.
func (p paces) slow(own paces) string {
	var games, late int
	var expected, variance float64
	for bot, x := range own {
		others := p.without(own, bot)
		if others.games < known {
			continue
		}
		rate := (float64(others.late) + 0.5) / (float64(others.games) + 1)
		n := float64(x.games)
		if float64(x.late) < timesSlow*n*rate {
			continue // no slower than a worker may be, or a bot that is late everywhere
		}
		games, late = games+x.games, late+x.late
		expected += n * rate
		variance += n*rate*(1-rate) + n*n*rate/float64(others.games) // the second part: the rate itself is an estimate
	}
	excess := float64(late) - expected
	if excess < leastSlow || excess < mostSlow*math.Sqrt(variance) {
		return ""
	}
	return fmt.Sprintf(
		"bots are late there in %d of %d games, and elsewhere they would be in %.0f: the machine is busy, or its times are not true",
		late, games, expected)
}

// residual returns the time that bots take for a move on a worker, divided by what the same bots take elsewhere; 0 if it is unknown.
func (p paces) residual(own paces) float64 {
	var here, there float64
	for bot, x := range own {
		if others := p.without(own, bot); x.games >= known && others.games >= known && others.moves > 0 {
			here += x.took.Seconds()
			there += others.took.Seconds() / float64(others.moves) * float64(x.moves)
		}
	}
	if there <= 0 {
		return 0
	}
	return here / there
}
