package run

import (
	"context"
	"math"
	"time"

	"agon/format/tournament"
)

// A pace measures how fast games are played, since some time.
type pace struct {
	since  time.Time // zero: nothing is measured yet
	played int       // games of the run at that time
}

const (
	firstRound  = 8       // games of a round of play while nothing is known of the pace
	leastRound  = 4       // games of a bounded round, at least
	mostRound   = 1 << 14 // games of a bounded round, at most
	leastPlayed = 4       // games after which the pace is known
	shortest    = 4       // part of the time of a round before which the pace makes no round shorter
)

// bound has the next rounds of play take about [Options.RoundTime], if the format can bound them and the contest's file does not. The plan
// does not depend on clocks: the bound is a key of the stage, whose change is in the ledger.
func (s *stageRun) bound(ctx context.Context) error {
	format, ok := s.stage.Scheme().(tournament.Paced)
	if !ok || s.options.RoundTime <= 0 {
		return nil
	}
	key, before := format.Pace()
	games := before
	if before == 0 && s.ledger.Rounds() == 0 {
		games = firstRound
	}
	now, played := time.Now(), s.result.PlayedNow-s.pace.played
	if s.pace.since.IsZero() {
		s.pace = pace{now, s.result.PlayedNow}
	} else if took := now.Sub(s.pace.since); played >= leastPlayed {
		games = roundGames(before, float64(played)*s.options.RoundTime.Seconds()/max(took.Seconds(), 1e-3))
		if games < before && took < s.options.RoundTime/shortest {
			games = before // a few slow games do not make a slow round
		} else {
			s.pace = pace{now, s.result.PlayedNow}
		}
	}
	if games == before {
		return nil
	}
	change := s.contest.Paced(s.nth, key, games)
	if change == nil {
		return nil
	}
	return s.enact(s.contest.Enact(context.WithoutCancel(ctx), s.state(), *change))
}

// roundGames returns the most games of a round of play when so many are played in the time of a round: the number before, unless that is
// much too small or too large, else a power of two.
func roundGames(before int, played float64) int {
	if n := float64(before); n > 0 && 0.75*n <= played && played < 3*n {
		return before
	}
	played = min(max(played, leastRound), mostRound)
	return 1 << int(math.Log2(played))
}
