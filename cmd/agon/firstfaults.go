package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"agon/bot"
	"agon/contest"
	"agon/internal/regular"
	"agon/internal/shellword"
	"agon/internal/traceback"
	"agon/report"
)

// A firstFault is the first fault of its kind in a bot's log.
type firstFault struct {
	bot  string
	game int
	turn int
	kind string
	note string
	why  string // the error that the program printed; empty if unknown
	line string // of the author's program, where it failed; empty if unknown
}

var faultNote = regexp.MustCompile(`^game (\d+), turn (\d+), seat \d+: ([a-z]+): (?s:(.*))$`)

// faultsOf returns the first fault of each kind in a log of a game. It skips Gone, because the log has the fault that caused it.
func faultsOf(name string, game int, text string, had map[string]bool) (list []firstFault) {
	printed := map[int]string{}
	turns := bot.ReadLog(text)
	all := ""
	for _, t := range turns {
		printed[t.Turn] += t.Text
		all += t.Text
	}
	for _, t := range turns {
		for _, note := range t.Notes {
			m := faultNote.FindStringSubmatch(note)
			if m == nil || m[3] == "gone" || had[m[3]] {
				continue
			}
			had[m[3]] = true
			turn := t.Turn
			fmt.Sscan(m[2], &turn)
			why, line := causeOf(printed[turn])
			if why == "" && line == "" && (m[3] == "crashed" || len(printed) == 1) {
				why, line = causeOf(all) // a bot that answers ahead fails in an earlier turn than the one that it does not answer
			}
			list = append(list, firstFault{name, game, turn, m[3], m[4], why, line})
		}
	}
	return list
}

// causeOf returns the error that a program printed and the line of its author's program.
func causeOf(text string) (why, line string) { return traceback.Cause(text), traceback.Line(text) }

// text returns the fault of a contest as a sentence; more is the command that shows more.
func (f firstFault) text(more string) string {
	return f.sentence(fmt.Sprintf("in turn %d of game %d", f.turn, f.game), more)
}

// inGame returns the fault of a single game as a sentence.
func (f firstFault) inGame(more string) string {
	return f.sentence(fmt.Sprintf("in turn %d", f.turn), more)
}

func (f firstFault) sentence(when, more string) string {
	note := f.note
	if len(note) > mostOfNote {
		note = strings.ToValidUTF8(note[:mostOfNote], "") + "…"
	}
	return fmt.Sprintf("First fault of %s: %s %s: %s%s; more: %s", f.bot, f.kind, when, note, f.place(), more)
}

// place returns the error and the line of the author's program in parentheses, without what the note contains.
func (f firstFault) place() string {
	var parts []string
	for _, part := range []string{f.why, f.line} {
		if part != "" && !strings.Contains(f.note, part) && !strings.Contains(f.note, "; it hangs at ") && !strings.Contains(f.note, "; it was still at ") {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// How much of a log is read for its first faults, in bytes, and how many faults are printed.
const (
	mostOfLog  = 4 << 20
	mostFaults = 20
	mostOfNote = 300 // bytes of a fault's text
)

// tellFaults prints the first fault of each kind of the bots of a contest.
func tellFaults(out io.Writer, c *contest.Contest, run *report.Run) {
	var faults []firstFault
	with := map[int]bool{}
	for _, s := range run.Stages {
		for _, l := range s.Standings {
			if l.Faults == 0 || with[l.Entry] {
				continue
			}
			with[l.Entry] = true
			faults = append(faults, logFaults(c.Label(l.Entry), c.LogFile(l.Entry))...)
		}
	}
	for i, f := range faults {
		if i == mostFaults {
			fmt.Fprintf(out, "%d more first faults are in the logs: agon logs %s\n", len(faults)-i, shellword.Quote(c.Dir))
			return
		}
		fmt.Fprintln(out, printable(f.text(fmt.Sprintf("agon logs %s %s --game %d", shellword.Quote(c.Dir), shellword.Quote(f.bot), f.game))))
	}
}

// logFaults returns the first fault of each kind in a bot's log, by game.
func logFaults(name, file string) (list []firstFault) {
	f, err := regular.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	games, err := contest.ReadLog(bufio.NewReader(io.LimitReader(f, mostOfLog)))
	if err != nil {
		return nil
	}
	slices.SortStableFunc(games, func(a, b contest.GameLog) int { return cmp.Compare(a.Game, b.Game) })
	had := map[string]bool{}
	for _, g := range games {
		list = append(list, faultsOf(name, g.Game, g.Text, had)...)
	}
	return list
}
