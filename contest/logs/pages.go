package logs

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"agon/contest"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/wholefile"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/web"
)

// mostInPage is how many bytes of prompts a page holds. Those of later turns are left out; agon logs --game N --round M prints them.
const mostInPage = 4 << 20

// writePages writes pages of a bot's newest games into its author's folder, with the bot's output beside the board.
func (r *Reader) writePages(b Bot, o HandOut, dir string) error {
	if o.Pages <= 0 {
		return nil
	}
	records, err := b.file.Read(0)
	if err != nil {
		return cause.Host(err)
	}
	written := 0
	for _, game := range slices.Backward(r.games) {
		if written == o.Pages {
			break
		}
		if !slices.Contains(game.Seats, b.entry) || o.Game > 0 && game.ID != o.Game-1 {
			continue
		}
		rep := r.replay(game.ID + 1)
		if rep == nil {
			continue
		}
		f, err := film.OfReplay(r.kinds, rep, r.looks()...)
		if err != nil {
			return cause.Host(err)
		}
		seat, _ := Seat(r.kinds, slices.Index(game.Seats, b.entry), game.ID+1, records, rep) // as far as it can be read
		name := filepath.Join(dir, fmt.Sprintf("%s-game-%d.html", clean.FileName(b.Name), game.ID+1))
		if err := wholefile.Write(name, func(w io.Writer) error { return web.ExportLogged(w, f, []web.SeatLog{seat}) }); err != nil {
			return cause.Host(err)
		}
		written++
	}
	return nil
}

// looks returns the looks of the contest's entries, nil if they are unknown.
func (r *Reader) looks() []int {
	if r.contest == nil {
		return nil
	}
	return r.contest.Looks()
}

// Seat returns the turns of a seat of a game as a page holds them. records are of the seat's bot, rep of the game or its beginning. An
// error says why turns are missing.
func Seat(find Kinds, seat, number int, records []gamelog.Record, rep *replay.Replay) (web.SeatLog, error) {
	s := scope{round: everyRound}
	turns := turnsOf(find, number, gamelog.Of(records, number), rep, rep.Seats[seat].Slot, &s)
	slices.SortStableFunc(turns, func(a, b Turn) int { return cmp.Compare(a.Turn, b.Turn) })
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
	return list, s.err
}

// Part returns turns of a seat of a game, from a turn on, in their order and whole: those in which it moved, printed or had a fault; what
// belongs to no turn is before the first. There are at most most of them, fewer where they have much text. next is the first turn that
// follows them, 0 if there is none.
func Part(find Kinds, seat, number int, records []gamelog.Record, rep *replay.Replay, from, most int) (turns []Turn, next int, err error) {
	s := scope{round: everyRound, from: from, most: most}
	turns = turnsOf(find, number, gamelog.Of(records, number), rep, rep.Seats[seat].Slot, &s)
	turns = slices.DeleteFunc(turns, func(t Turn) bool {
		turn := max(t.Turn, 0)
		return turn < from || s.next > 0 && turn >= s.next
	})
	slices.SortStableFunc(turns, func(a, b Turn) int { return cmp.Compare(a.Turn, b.Turn) })
	for i := range turns {
		turns[i].Notes = turns[i].remarks
	}
	return turns, s.next, s.err
}

// Records returns the log of an entry of the contest in a folder.
func Records(dir string, entry int) ([]gamelog.Record, error) {
	files, err := contest.LogFiles(dir)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(files, func(f contest.LogFile) bool { return f.Entry == entry })
	if at < 0 {
		return nil, nil // it printed nothing and had no fault
	}
	return files[at].Read(0)
}

// forPage returns the turn as a page shows it.
func (t *Turn) forPage() web.TurnLog {
	p := web.TurnLog{Turn: t.Turn, Printed: t.Printed, Notes: t.remarks, Sent: t.Sent, Answer: t.Answer, Micros: t.Micros}
	if t.Fault != "" && t.Fault != "none" {
		p.Fault = t.Fault
		if t.Why != "" {
			p.Fault += ": " + t.Why
		}
	}
	return p
}

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
