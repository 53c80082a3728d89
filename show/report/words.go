package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"agon/internal/moment"
	"agon/internal/numerals"
)

// A Fact is a line about a contest as a whole.
type Fact struct{ Name, Value string }

// Facts returns the facts about a contest shown beside its tables, in order.
func (r *Run) Facts() []Fact {
	var facts []Fact
	if !r.Veiled {
		facts = append(facts, Fact{"Seed", fmt.Sprint(r.Seed)})
	}
	if r.Sandbox != "" {
		facts = append(facts, Fact{"Sandbox", r.Sandbox})
	}
	for _, o := range r.Options {
		facts = append(facts, Fact{"Option", o})
	}
	facts = append(facts, Fact{"Games", fmt.Sprint(r.Played)}, Fact{"Replays", fmt.Sprintf("%.1f MB", float64(r.ReplayBytes)/1e6)})
	if r.Unproved != "" {
		facts = append(facts, Fact{"Verification", r.Unproved})
	}
	for _, note := range r.notes(nil) {
		facts = append(facts, Fact{"Note", note})
	}
	if text := r.Clock.String(); text != "" {
		facts = append(facts, Fact{"Clocks", text})
	}
	for _, e := range r.Entries {
		if e.Image != "" {
			facts = append(facts, Fact{"Image of " + e.Name, e.Image})
		}
	}
	for _, gone := range r.Retired {
		facts = append(facts, Fact{"Set aside: " + gone.Bot, gone.text()})
	}
	return facts
}

// Remarks returns the sentences under the tables.
func (r *Run) Remarks() []string {
	var lines []string
	for _, x := range r.Refused {
		what := "did not play"
		if x.Outside {
			what = "was refused"
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s", x.Bot, what, x.Why))
	}
	for _, gone := range r.Retired {
		lines = append(lines, gone.Bot+": "+gone.text()+".")
	}
	for _, e := range r.Entries {
		if e.Image != "" {
			lines = append(lines, fmt.Sprintf("%s is the image %s", e.Name, e.Image))
		}
	}
	lines = append(lines, r.notes(r.decided())...)
	if r.Unplayed != "" {
		lines = append(lines, strings.ToUpper(r.Unplayed[:1])+r.Unplayed[1:]+".")
	}
	last := r.Last()
	if last == nil || r.Played == 0 {
		return append(lines, "No game has been played.")
	}
	if last.Played == 0 {
		return lines
	}
	steady, erratic, best := last.Extremes()
	if erratic != nil {
		consistent := "nobody: every bot had faults"
		if steady != nil {
			consistent = fmt.Sprintf("%s (%.2f)", steady.Name, steady.Deviation)
		}
		lines = append(lines, fmt.Sprintf("Most consistent: %s   most erratic: %s (%.2f)   best game: %s %.1f %s in game %d",
			consistent, erratic.Name, erratic.Deviation, best.Name, best.Best, last.Unit, best.BestGame+1))
	}
	if text := r.Clock.String(); text != "" {
		lines = append(lines, "Clocks: "+text)
	}
	return append(lines, last.Ties()...)
}

// text returns why a bot is retired, and how many games were decided without it.
func (r *Retired) text() string {
	if r.Games == 0 {
		return r.Why
	}
	return fmt.Sprintf("%s (%d so far)", r.Why, r.Games)
}

// notes lists settings that changed while the contest was played, decisions, games with a later result that differs, the ends of earlier
// series, bots whose clocks are not believed, a busy machine, and, when it is over, the command that shows a game.
func (r *Run) notes(decisions []string) []string {
	var lines []string
	for _, c := range r.Changes {
		lines = append(lines, fmt.Sprintf("%s: %s was %s before and %s from then on", moment.Stamp(c.At.Local()), c.What, c.Was, c.Now))
	}
	lines = append(lines, decisions...)
	lines = append(lines, r.discrepancies()...)
	lines = append(lines, r.series()...)
	for _, e := range r.Entries {
		if e.Doubt != "" {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", e.Name, TimesDiffer, e.Doubt))
		}
	}
	if busy := r.Clock.Busy(); busy != "" {
		lines = append(lines, busy)
	}
	if r.Again != "" {
		lines = append(lines, "To watch a game again: "+r.Again)
	}
	if r.Secret != "" {
		lines = append(lines, "Secret of the bots' generators: "+r.Secret)
	}
	return lines
}

// mostDiffering is the number of games that discrepancies names. JSON has all.
const mostDiffering = 10

// discrepancies names the games with a later result that differs, in one line if there are any.
func (r *Run) discrepancies() []string {
	n := len(r.Discrepancies)
	if n == 0 {
		return nil
	}
	var named []string
	for _, number := range r.Discrepancies[:min(n, mostDiffering)] {
		named = append(named, strconv.Itoa(number))
	}
	if n > mostDiffering {
		named = append(named, "...")
	}
	return []string{fmt.Sprintf("%s came out differently when played a second time; the first results stand (%s). agon verify "+
		"re-simulates their replays", Counted(n, "game"), strings.Join(named, ", "))}
}

// mostDecided is how many of the newest decisions are listed in words. JSON has all.
const mostDecided = 20

// decided describes the newest decisions.
func (r *Run) decided() (lines []string) {
	from := max(0, len(r.Decisions)-mostDecided)
	if from > 0 {
		lines = append(lines, fmt.Sprintf("%s before these: see agon run --json", Counted(from, "decision")))
	}
	for _, d := range r.Decisions[from:] {
		by := ""
		if d.By != "" {
			by = fmt.Sprintf(" (decided by %s)", d.By)
		}
		lines = append(lines, fmt.Sprintf("%s: %s%s", moment.Stamp(d.At.Local()), d.Text, by))
	}
	return lines
}

// series describes the end of each earlier series of an arena.
func (r *Run) series() (lines []string) {
	for _, s := range r.Stages {
		for i, series := range s.Earlier {
			var places []string
			for _, line := range series[:min(len(series), 3)] {
				places = append(places, fmt.Sprintf("%d. %s %.2f", line.Rank, line.Name, line.Score))
			}
			lines = append(lines, fmt.Sprintf("Series %d of stage %q, before the bots changed: %s of %s", i+1, s.Name,
				strings.Join(places, ", "), Counted(len(series), "bot")))
		}
	}
	return lines
}

// Authors returns the number of authors of the bots in the contest.
func (r *Run) Authors() int {
	var authors []string
	for _, e := range r.Entries {
		if e.Out == "" && e.Author != "" && !slices.Contains(authors, e.Author) {
			authors = append(authors, e.Author)
		}
	}
	return len(authors)
}

// Lost returns sentences about the games whose replay the pages do not show, after the pages were written.
func (r *Run) Lost() (lines []string) {
	for _, g := range r.Games {
		if g.Lost != nil {
			lines = append(lines, fmt.Sprintf("the replay of game %d cannot be shown: %v", g.Number, g.Lost))
		}
	}
	return lines
}

// Counted returns a number with its noun: "1 game", "2 games".
func Counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, numerals.Plural(noun))
}

// PlaceRange formats places: "3", "3-5".
func PlaceRange(low, high int) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d-%d", low, high)
}

// OrdinalEnding returns the ending of an ordinal number: "st", "nd", "rd" or "th".
func OrdinalEnding(n int) string {
	if tens := n / 10 % 10; tens != 1 && n%10 >= 1 && n%10 <= 3 {
		return [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return "th"
}

// Sizes describes the sizes of groups, empty if all are equal.
func Sizes(groups [][]Standing) string {
	if n := len(groups); n > 1 && groups[n-1][0].Above > 0 {
		return fmt.Sprintf("; %d divisions", n)
	}
	var list []string
	equal := true
	for _, g := range groups {
		list = append(list, fmt.Sprint(len(g)))
		equal = equal && len(g) == len(groups[0])
	}
	if equal {
		return ""
	}
	last := len(list) - 1
	return fmt.Sprintf("; groups of %s and %s", strings.Join(list[:last], ", "), list[last])
}

// FaultCounts returns numbers of faults by their names: "2 crashed, 1 late".
func FaultCounts(faults map[string]int) string {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(faults)) {
		parts = append(parts, fmt.Sprintf("%d %s", faults[why], why))
	}
	return strings.Join(parts, ", ")
}
