package folder

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strconv"

	"agon/format/tournament"
	"agon/internal/clean"
	"agon/internal/wholefile"
	"agon/show/report"
)

// marksHead are the columns of the file of marks. A line "mark" is a bot against a yardstick, a line "sum" all marks of a bot in a stage.
var marksHead = []string{"line", "stage", "bot", "author", "version", "yardstick", "yardstick_version", "games", "won", "drawn", "lost",
	"faults", "share", "low", "high", "looks", "threshold", "state", "points"}

// writeMarks writes the file of marks, if a stage has some.
func writeMarks(dir string, r *report.Run) error {
	text, marks := Marks(r)
	if marks == 0 {
		return forget(dir, report.MarksFile)
	}
	return wholefile.WriteBytes(filepath.Join(dir, report.MarksFile), text)
}

// Marks returns the file of marks, and how many marks it has; without a mark there is no file. It depends on the tables alone.
func Marks(r *report.Run) (text []byte, marks int) {
	lines := [][]string{marksHead}
	for i := range r.Stages {
		s := &r.Stages[i]
		for at := range s.Standings {
			l := &s.Standings[at]
			for k := range l.Marks {
				lines = append(lines, markLine(r, s, l, &l.Marks[k]))
				marks++
			}
			if l.Marks != nil || s.Marked() && l.Broken != "" {
				lines = append(lines, sumLine(r, s, l))
			}
		}
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(lines); err != nil {
		return nil, 0 // not to memory
	}
	return out.Bytes(), marks
}

// begin returns the first cells of a line: its type, the stage, and the bot with its version.
func begin(r *report.Run, of string, s *report.Stage, l *report.Standing) []string {
	return []string{of, clean.Cell(s.Name), clean.Cell(l.Name), clean.Cell(l.Author), r.Entries[l.Entry].Hash}
}

func markLine(r *report.Run, s *report.Stage, l *report.Standing, m *tournament.Mark) []string {
	counts := []int{m.Games, m.Won, m.Drawn, m.Lost, m.Faults}
	line := append(begin(r, "mark", s, l), clean.Cell(m.Against), r.Entries[m.Entry].Hash)
	for _, n := range counts {
		line = append(line, strconv.Itoa(n))
	}
	return append(line, share(m.Share), share(m.Low), share(m.High), strconv.Itoa(m.Looks), share(m.Threshold), state(m.Open), points(m.Points))
}

// sumLine returns the line with the sum of a bot's marks; 0 for one that cannot play.
func sumLine(r *report.Run, s *report.Stage, l *report.Standing) []string {
	what := state(l.OpenMarks())
	if l.Broken != "" {
		what = "cannot play"
	}
	line := append(begin(r, "sum", s, l), make([]string, len(marksHead)-7)...)
	return append(line, what, points(l.MarkPoints()))
}

func state(open bool) string {
	if open {
		return "open"
	}
	return "certain"
}

// share returns a chance from 0 to 1 with four decimals.
func share(chance float64) string { return strconv.FormatFloat(chance, 'f', 4, 64) }

func points(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
