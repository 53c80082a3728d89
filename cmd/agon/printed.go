package main

import (
	"slices"
	"sync"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/gamelog"
	"agon/internal/traceback"
	"agon/replay"
)

// livePrinted is the output of a game's bots, during the game and after it.
type livePrinted struct {
	mu    sync.Mutex
	logs  map[int]*bot.Log // by seat
	over  map[int]bool     // by seat, once the game is over and turns are complete
	read  map[int]int64    // size of the log at the last read
	turns map[int]map[int]string
}

// logged adds the log of a seat's player.
func (l *livePrinted) logged(seat int, log *bot.Log) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.logs == nil {
		l.logs, l.over, l.read, l.turns = map[int]*bot.Log{}, map[int]bool{}, map[int]int64{}, map[int]map[int]string{}
	}
	l.logs[seat] = log
}

// ended sets the complete log of a seat.
func (l *livePrinted) ended(seat int, records []gamelog.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over != nil {
		l.over[seat], l.turns[seat] = true, turnTexts(records)
	}
}

// at returns what a seat's bot printed in a turn, with the notes on it.
func (l *livePrinted) at(seat, turn int) string { return l.of(seat)[turn] }

// of returns at for all turns. The map never changes.
func (l *livePrinted) of(seat int) map[int]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	log := l.logs[seat]
	if log == nil {
		return nil
	}
	if total := log.Total(); !l.over[seat] && (l.turns[seat] == nil || l.read[seat] != total) {
		l.read[seat], l.turns[seat] = total, turnTexts(append(log.Peek(), log.Lane(0).Peek()...))
	}
	return l.turns[seat]
}

// turnTexts returns the records of a game as text by turn, without what the bot was sent.
func turnTexts(records []gamelog.Record) map[int]string {
	turns := map[int]string{}
	for _, p := range byTurn(records) {
		words := gamelog.Distinct(traceback.Short(p.printed))
		for _, note := range p.notes {
			words += "agon: " + note + "\n"
		}
		turns[p.turn] = words
	}
	return turns
}

// printedIn returns the output of the bots of a contest's game, by seat and turn, from the logs in the contest's folder, or nil if there
// are no logs.
func printedIn(dir string, game int, seats []replay.Seat) func(seat, turn int) string {
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
				logs[i] = turnTexts(own)
			}
		}
	}
	if !some {
		return nil
	}
	return func(seat, turn int) string { return logs[seat][turn] }
}

// whatIsPrinted returns the output that a viewer may request, or nil if it would reveal hidden information to a player.
func (g *oneGame) whatIsPrinted() func(seat, turn int) string {
	if g.veiled() {
		return nil
	}
	return g.printed.at
}

// ownSeat returns the first seat of a bot that does not come with agon; 0 if there is none.
func (g *oneGame) ownSeat() int {
	return max(slices.IndexFunc(g.entries, func(e lineup.Entry) bool { return !e.Native() && e.Person == nil }), 0)
}
