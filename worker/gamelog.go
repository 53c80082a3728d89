package worker

import (
	"fmt"
	"slices"

	"agon/bot"
	"agon/referee"
)

// laneOf returns the lane in which a game was last played.
func (k *core) laneOf(game int64) int {
	for i := range k.lanes {
		if k.lanes[i].fixture.ID == game && k.lanes[i].seats != nil {
			return i
		}
	}
	return 0
}

// takeLog takes what a bot wrote in a game: the log of the game's lane and, if no other game was played at the same time, the output that
// belongs to no lane.
func (k *core) takeLog(s *SeatTally, seat int, live *startedPlayer, lane int, game int64) {
	if before := k.before[game]; before != nil {
		s.Turns = before[seat]
	}
	if live.log.Total() > 0 {
		loose := live.log.Take()
		own := live.logIn(lane)
		if k.alone || own == live.log {
			s.Turns = append(s.Turns, loose...)
		} else {
			s.Loose = loose
		}
		if own != live.log {
			s.Turns = append(s.Turns, own.Take()...)
		}
	}
	s.Log = bot.Unheaded(s.Turns)
}

// keepLogs keeps what was written in a game that is replayed.
func (k *core) keepLogs(lineup []int, f referee.Fixture) {
	lane := k.laneOf(f.ID)
	for seat, place := range f.Seats {
		live := k.players[lineup[place]]
		if live.log.Total() == 0 {
			continue
		}
		text := live.logIn(lane).Take()
		if k.alone {
			text = append(live.log.Take(), text...) // empty if it is the same
		}
		if len(text) == 0 {
			continue
		}
		if !f.Voided {
			text = fmt.Appendf(text, "agon: game %d was lost with a bot's process and is replayed; the moves made before are kept\n", f.ID+1)
		}
		if k.before == nil {
			k.before = map[int64][][]byte{}
		}
		if k.before[f.ID] == nil {
			k.before[f.ID] = make([][]byte, len(f.Seats))
		}
		k.before[f.ID][seat] = slices.Concat(k.before[f.ID][seat], text)
	}
}
