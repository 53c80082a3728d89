package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"agon/contest"
	"agon/internal/clean"
	"agon/internal/shellword"
	"agon/record/gamelog"
	"agon/show/report"
)

// A firstFault is the first fault of its kind in a bot's log.
type firstFault struct {
	bot  string
	word string // what the rules call a turn
	gamelog.First
}

// text returns the fault of a contest as a sentence; more is the command that shows more.
func (f firstFault) text(more string) string {
	return f.sentence(fmt.Sprintf("in %s of game %d", f.when(), f.Game), more)
}

// FirstFault returns the first fault of a bot in a single game as a sentence; word is what the rules call a turn, more the command that
// shows more.
func FirstFault(bot, word string, fault gamelog.First, more string) string {
	f := firstFault{bot, word, fault}
	return clean.Text(f.sentence("in "+f.when(), more))
}

// when returns the turn of the fault, with the number of the move as the bot's author counts it where that differs.
func (f firstFault) when() string {
	if f.Move == 0 || f.Move == f.Turn {
		return fmt.Sprintf("%s %d", f.word, f.Turn)
	}
	return fmt.Sprintf("%s %d (its %d%s move)", f.word, f.Turn, f.Move, report.OrdinalEnding(f.Move))
}

func (f firstFault) sentence(when, more string) string {
	note := f.Text
	if len(note) > mostOfNote {
		note = strings.ToValidUTF8(note[:mostOfNote], "") + "…"
	}
	return fmt.Sprintf("First fault of %s: %s %s: %s%s; more: %s", f.bot, f.Fault, when, note, f.place(), more)
}

// place returns the error and the line of the author's program in parentheses, without what the note contains.
func (f firstFault) place() string {
	var parts []string
	for _, part := range []string{f.Error, f.Line.String()} {
		if part != "" && !strings.Contains(f.Text, part) && !strings.Contains(f.Text, "; it hangs at ") &&
			!strings.Contains(f.Text, "; it was still at ") {
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

// FirstFaults prints the first fault of each kind of the bots of a contest.
func FirstFaults(out io.Writer, c *contest.Contest, run *report.Run) {
	var faults []firstFault
	logs := logsOf(c)
	with := map[int]bool{}
	for _, s := range run.Stages {
		for _, l := range s.Standings {
			if l.Faults == 0 || with[l.Entry] {
				continue
			}
			with[l.Entry] = true
			faults = append(faults, logFaults(c.Label(l.Entry), logs[l.Entry])...)
		}
	}
	for i, f := range faults {
		if i == mostFaults {
			fmt.Fprintf(out, "%d more first faults are in the logs: agon logs %s\n", len(faults)-i, shellword.Quote(c.Dir))
			return
		}
		f.word = turnWord(run, f.Game)
		fmt.Fprintln(out, clean.Text(f.text(fmt.Sprintf("agon logs %s %s --game %d", shellword.Quote(c.Dir), shellword.Quote(f.bot),
			f.Game))))
	}
}

// turnWord returns what the rules call a turn of a game with a result.
func turnWord(run *report.Run, number int) string {
	if i := slices.IndexFunc(run.Games, func(g report.Game) bool { return g.Number == number }); i >= 0 {
		return run.Kind.TurnWord(run.Games[i].Turns, run.Games[i].Rounds)
	}
	return "turn"
}

// logsOf returns the logs of a contest by entry.
func logsOf(c *contest.Contest) map[int]contest.LogFile {
	list, _ := contest.LogFiles(c.Dir)
	logs := map[int]contest.LogFile{}
	for _, l := range list {
		logs[l.Entry] = l
	}
	return logs
}

// logFaults returns the first fault of each kind in a bot's log, by game.
func logFaults(name string, file contest.LogFile) (list []firstFault) {
	records, err := file.Read(mostOfLog)
	if err != nil {
		return nil
	}
	had := map[string]bool{}
	for _, game := range gamelog.ByGame(records) {
		list = append(list, firstFaults(name, game.Records, had)...)
	}
	return list
}

// firstFaults returns the first fault of each kind in the records of a game, but not of those in had.
func firstFaults(name string, records []gamelog.Record, had map[string]bool) (list []firstFault) {
	for _, f := range gamelog.Firsts(records, had) {
		list = append(list, firstFault{bot: name, First: f})
	}
	return list
}
