package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"agon/internal/wholefile"
	"agon/record/gamelog"
	"agon/show/web"
)

// mostInPage is how many bytes of prompts a page holds. Those of later turns are left out; agon logs --game N --round M prints them.
const mostInPage = 4 << 20

// writePages writes pages of a bot's newest games into its author's folder, with the bot's output beside the board.
func (l *logging) writePages(room *logRoom, b botLog, dir string) error {
	if l.pages <= 0 {
		return nil
	}
	records, err := b.file.Read(0)
	if err != nil {
		return host(err)
	}
	written := 0
	for _, game := range slices.Backward(room.games) {
		if written == l.pages {
			break
		}
		if !slices.Contains(game.Seats, b.entry) || l.game > 0 && game.ID != l.game-1 {
			continue
		}
		rep := room.replay(game.ID + 1)
		if rep == nil {
			continue
		}
		f, err := filmOf(rep)
		if err != nil {
			return host(err)
		}
		turns := turnLogs(game.ID+1, gamelog.Of(records, game.ID+1), rep, b.entry, everyRound)
		slices.SortStableFunc(turns, func(a, b turnLog) int { return cmp.Compare(a.Turn, b.Turn) })
		seat := pageLog(slices.Index(game.Seats, b.entry), turns)
		name := filepath.Join(dir, fmt.Sprintf("%s-game-%d.html", fileName(b.name), game.ID+1))
		if err := wholefile.Write(name, func(w io.Writer) error { return web.ExportLogged(w, f, []web.SeatLog{seat}) }); err != nil {
			return host(err)
		}
		written++
	}
	return nil
}

// pageLog returns the turns of a seat as a page holds them.
func pageLog(seat int, turns []turnLog) web.SeatLog {
	list := web.SeatLog{Seat: seat}
	size := 0
	for i := range turns {
		if size += len(turns[i].Sent); size > mostInPage {
			turns[i].Sent = ""
		}
		if turns[i].Turn >= 0 {
			list.Turns = append(list.Turns, turns[i].forPage())
		}
	}
	return list
}

// forPage returns the turn as a page shows it.
func (l *turnLog) forPage() web.TurnLog {
	p := web.TurnLog{Turn: l.Turn, Printed: l.Printed, Notes: l.remarks, Sent: l.Sent, Answer: l.Answer, Micros: l.Micros}
	if l.Fault != "" && l.Fault != "none" {
		p.Fault = l.Fault
		if l.Why != "" {
			p.Fault += ": " + l.Why
		}
	}
	return p
}
