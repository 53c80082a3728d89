package logs

import (
	"agon/contest"
	"agon/record/gamelog"
	"agon/record/replay"
)

// Printed returns the output of the bots of a contest's game, by seat and turn, from the logs in the contest's folder, or nil if there
// are no logs.
func Printed(dir string, game int, seats []replay.Seat) func(seat, turn int) string {
	files, _ := contest.LogFiles(dir)
	logs := make([]map[int]string, len(seats))
	some := false
	for i, s := range seats {
		for _, file := range files {
			if file.Entry != s.Slot {
				continue
			}
			records, err := file.Read(0)
			if err != nil {
				continue
			}
			some = true
			if own := gamelog.Of(records, game); len(own) > 0 {
				logs[i] = gamelog.TurnTexts(own)
			}
		}
	}
	if !some {
		return nil
	}
	return func(seat, turn int) string { return logs[seat][turn] }
}
