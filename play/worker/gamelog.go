package worker

import (
	"fmt"
	"slices"

	"agon/play/referee"
	"agon/record/gamelog"
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
		s.Log = before[seat]
	}
	if live.log.Total() == 0 {
		return
	}
	loose := live.log.Take()
	own := live.logIn(lane)
	if k.alone || own == live.log {
		s.Log = append(s.Log, placed(loose, seat, game)...)
	} else {
		s.Log = append(loose, s.Log...)
	}
	if own != live.log {
		s.Log = append(s.Log, placed(own.Take(), seat, game)...)
	}
}

// placed sets the game and the seat of records.
func placed(records []gamelog.Record, seat int, game int64) []gamelog.Record {
	for i := range records {
		records[i].Game, records[i].Seat = int(game)+1, seat
	}
	return records
}

// keepLogs keeps what was written in a game that is replayed.
func (k *core) keepLogs(lineup []int, f referee.Fixture) {
	lane := k.laneOf(f.ID)
	for seat, place := range f.Seats {
		live := k.players[lineup[place]]
		if live.log.Total() == 0 {
			continue
		}
		records := live.logIn(lane).Take()
		if k.alone {
			records = append(live.log.Take(), records...) // empty if it is the same
		}
		if len(records) == 0 {
			continue
		}
		if !f.Voided {
			records = append(records, gamelog.Record{Turn: gamelog.Unknown, Kind: gamelog.Note,
				Text: fmt.Sprintf("game %d was lost with a bot's process and is replayed; the moves made before are kept", f.ID+1)})
		}
		if k.before == nil {
			k.before = map[int64][][]gamelog.Record{}
		}
		if k.before[f.ID] == nil {
			k.before[f.ID] = make([][]gamelog.Record, len(f.Seats))
		}
		k.before[f.ID][seat] = slices.Concat(k.before[f.ID][seat], placed(records, seat, f.ID))
	}
}
