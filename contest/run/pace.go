package run

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
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
	return s.setKey(ctx, key, strconv.Itoa(games), "so that a round takes about a minute")
}

// setKey gives another value to a key of the stage, unless the contest's file sets it.
func (s *stageRun) setKey(ctx context.Context, key, value, why string) error {
	change := s.contest.Paced(s.nth, key, value, why)
	if change == nil {
		return nil
	}
	return s.enact(s.contest.Enact(context.WithoutCancel(ctx), s.state(), *change))
}

// spare has slow bots paired seldom in rounds that are bounded, so that the others wait little for them, if the format can do that. Which
// they are is a key of the stage, as the bound is.
func (s *stageRun) spare(ctx context.Context) error {
	format, ok := s.stage.Scheme().(tournament.Sparing)
	if !ok || s.options.RoundTime <= 0 {
		return nil
	}
	key, before := format.Spared()
	slow := s.backlog.slowBots()
	if len(slow) == 0 && len(before.Ints()) == 1 {
		return nil
	}
	list := spared(before.Ints(), slow, s.field.At(tournament.Now).Entries)
	if slices.Equal(list, before.Ints()) {
		return nil
	}
	var why []string
	for i := 1; i < len(list); i += 2 {
		why = append(why, fmt.Sprintf("%s plays one of %d games, as its games take %.0f times as long as those of the others",
			s.contest.Entries[list[i-1]].Name, list[i], slow[list[i-1]]))
	}
	value := strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
	return s.setKey(ctx, key, value, cmp.Or(strings.Join(why, "; "), "since no bot is slow"))
}

// A bot whose games take n times as long as those of the others plays one of sparedTimes times n games, so that its games take about a
// twentieth of the time; but never fewer than one of mostSpared.
const (
	sparedTimes = 10
	mostSpared  = 1 << 12
)

// spared returns which entries of a field are paired seldom: each with n, where it plays one of n games; 0 alone if none is. before is the
// same so far: n stays unless it is twice as large as it should be, or half.
func spared(before []int, slow map[int]float64, playing []int) (list []int) {
	was := map[int]int{}
	for ; len(before) > 1; before = before[2:] {
		was[before[0]] = before[1]
	}
	for _, entry := range slices.Sorted(maps.Keys(slow)) {
		n := min(1<<int(math.Ceil(math.Log2(sparedTimes*slow[entry]))), mostSpared)
		if n <= 2*was[entry] && 2*n >= was[entry] {
			n = was[entry]
		}
		if n > len(playing) && slices.Contains(playing, entry) {
			list = append(list, entry, n)
		}
	}
	if len(list) == 0 {
		return []int{0}
	}
	return list
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
