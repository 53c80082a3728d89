package fleet

import (
	"math"
	"strings"
	"testing"
	"time"

	"agon/format/tournament"
	"agon/game"
)

// seat is a bot's part of a game with 100 moves.
func seat(cpu time.Duration, late int) *ReportedSeat {
	s := &ReportedSeat{Seat: tournament.Seat{Moves: 100}, CPU: cpu}
	if late > 0 {
		s.Seat.Faults = map[string]int{game.Late.String(): late}
	}
	return s
}

// A worker on which bots are late that are not late elsewhere is found, whatever the bots are; one that got the slow bots is not.
func TestLateGamesThatStandOut(t *testing.T) {
	for name, tt := range map[string]struct {
		here, there [2]int // late games of 100, of a quick bot and a slow one
		out         bool
	}{
		"nobody is late":          {[2]int{0, 0}, [2]int{0, 0}, false},
		"a slow bot is":           {[2]int{0, 60}, [2]int{0, 55}, false},
		"some of one":             {[2]int{5, 0}, [2]int{0, 0}, false},
		"both here":               {[2]int{30, 80}, [2]int{0, 10}, true},
		"the quick one here":      {[2]int{40, 50}, [2]int{0, 50}, true},
		"everything is elsewhere": {[2]int{0, 0}, [2]int{40, 80}, false},
	} {
		all, own := paces{}, paces{}
		for bot := range 2 {
			for n := range 100 {
				add := func(late int, p ...paces) {
					for _, x := range p {
						x.add(bot, seat(time.Millisecond, max(0, min(1, late-n))))
					}
				}
				add(tt.here[bot], all, own)
				add(tt.there[bot], all)
			}
		}
		why := all.slow(own)
		if (why != "") != tt.out {
			t.Errorf("%s: %q", name, why)
		}
		if tt.out && !strings.Contains(why, "bots are late there in") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// The residual compares each bot with itself, so that a worker that got slow bots is not slow.
func TestResidual(t *testing.T) {
	all, slow, unknown := paces{}, paces{}, paces{}
	for n := range 40 {
		quick, dear := seat(time.Millisecond, 0), seat(time.Second, 0)
		all.add(1, quick)
		if n < 20 {
			all.add(2, dear)
		}
		s := seat(1500*time.Millisecond, 0)
		slow.add(2, s)
		all.add(2, s)
	}
	unknown.add(3, seat(time.Second, 0))
	if got := all.residual(slow); math.Abs(got-1.5) > 1e-9 {
		t.Errorf("the residual is %v", got)
	}
	if got := all.residual(unknown); got != 0 {
		t.Errorf("the residual of a worker whose bots play nowhere else is %v", got)
	}
	all.leave(slow)
	if got := all[2]; got.games != 20 || got.took != 20*time.Second {
		t.Errorf("what is left of a worker that left: %+v", got)
	}
}
