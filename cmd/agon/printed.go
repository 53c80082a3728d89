package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"agon/bot"
	"agon/contest"
	"agon/internal/traceback"
	"agon/replay"
)

// livePrinted is the output of a game's bots, during the game and after it.
type livePrinted struct {
	mu    sync.Mutex
	logs  map[int]*bot.Log // by seat
	over  map[int][]byte   // by seat, once the game is over
	read  map[int][]byte   // at the last read
	turns map[int]map[int]string
	size  map[int]int64 // bytes that were printed until news
}

// logged adds the log of a seat's player.
func (l *livePrinted) logged(seat int, log *bot.Log) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.logs == nil {
		l.logs, l.over, l.read, l.turns, l.size = map[int]*bot.Log{}, map[int][]byte{}, map[int][]byte{}, map[int]map[int]string{}, map[int]int64{}
	}
	l.logs[seat] = log
}

// ended sets the complete log of a seat.
func (l *livePrinted) ended(seat int, text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over != nil {
		l.over[seat] = append([]byte{}, text...)
	}
}

// news returns what a seat's bot has printed so far in a game in progress, if there is more of it than at the last call.
func (l *livePrinted) news(seat int) (text []byte, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	log := l.logs[seat]
	if log == nil || log.Total() == l.size[seat] {
		return nil, false
	}
	l.size[seat] = log.Total()
	return l.soFar(log), true
}

// soFar returns what a log of a game in progress has.
func (l *livePrinted) soFar(log *bot.Log) []byte { return append(log.Peek(), log.Lane(0).Peek()...) }

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
	text, over := l.over[seat]
	if !over {
		text = l.soFar(log)
	}
	if l.turns[seat] == nil || !bytes.Equal(l.read[seat], text) {
		l.read[seat], l.turns[seat] = text, turnTexts(string(text))
	}
	return l.turns[seat]
}

// noteHead matches the position at the beginning of a note, which is redundant beside the turn.
var noteHead = regexp.MustCompile(`^game \d+, turn \d+, seat \d+: `)

// aboutPrompt reports whether a note repeats what the bot was sent.
func aboutPrompt(note string) bool {
	return strings.HasPrefix(note, "it had been") || strings.HasPrefix(note, "and was sent")
}

// turnTexts returns the log of a game by turn, without the bot's input.
func turnTexts(log string) map[int]string {
	turns := map[int]string{}
	for _, p := range bot.ReadLog(log) {
		words := traceback.Short(p.Text)
		for _, note := range p.Notes {
			if !aboutPrompt(note) {
				words += "agon: " + noteHead.ReplaceAllString(note, "") + "\n"
			}
		}
		turns[p.Turn] += words
	}
	return turns
}

// printedIn returns the output of the bots of a contest's game, by seat and turn, from the logs in the contest's folder, or nil if there
// are no logs.
func printedIn(dir string, game int, seats []replay.Seat) func(seat, turn int) string {
	logs := make([]map[int]string, len(seats))
	some := false
	for i, s := range seats {
		files, _ := filepath.Glob(filepath.Join(escapeGlob(dir), "logs", fmt.Sprintf("%03d-*.log", s.Slot)))
		for _, file := range files {
			games, err := contest.ReadLogFile(file)
			if err != nil {
				continue
			}
			some = true
			for _, g := range games {
				if g.Game == game {
					logs[i] = turnTexts(g.Text)
				}
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
