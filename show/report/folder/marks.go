package folder

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"

	"agon/internal/clean"
	"agon/internal/wholefile"
	"agon/show/report"
)

// marksHead are the columns of the file of marks. A line "mark" is a bot against a yardstick, a line "sum" all marks of a bot in a stage.
var marksHead = []string{"line", "stage", "bot", "author", "version", "yardstick", "yardstick_version", "games", "won", "drawn", "lost",
	"faults", "share", "low", "high", "looks", "threshold", "state", "points"}

// writeMarks writes the file of marks, if there are some.
func writeMarks(dir string, r *report.Run) error {
	text, marks := Marks(r)
	if marks == 0 {
		return forget(dir, report.MarksFile)
	}
	return wholefile.WriteBytes(filepath.Join(dir, report.MarksFile), text)
}

// Marks returns the file of marks, and how many marks it has. It depends on the tables alone.
func Marks(r *report.Run) (text []byte, marks int) {
	lines := [][]string{marksHead}
	add := func(cells ...any) {
		line := make([]string, len(marksHead))
		for i, cell := range cells {
			switch cell := cell.(type) {
			case bool: // whether a mark is open
				line[i] = map[bool]string{false: "certain", true: "open"}[cell]
			case float64:
				line[i] = fmt.Sprintf("%.4f", cell)
			default:
				line[i] = clean.Cell(fmt.Sprint(cell))
			}
		}
		lines = append(lines, line)
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		for at := range s.Standings {
			l := &s.Standings[at]
			version, points := r.Entries[l.Entry].Hash, fmt.Sprint(l.MarkPoints())
			for _, m := range l.Marks {
				add("mark", s.Name, l.Name, l.Author, version, m.Against, r.Entries[m.Entry].Hash, m.Games, m.Won, m.Drawn, m.Lost,
					m.Faults, m.Share, m.Low, m.High, m.Looks, m.Threshold, m.Open, fmt.Sprint(m.Points))
				marks++
			}
			switch sum := []any{"sum", s.Name, l.Name, l.Author, version, "", "", "", "", "", "", "", "", "", "", "", ""}; {
			case l.Marks != nil:
				add(append(sum, l.OpenMarks(), points)...)
			case s.Marked() && l.Broken != "":
				add(append(sum, "cannot play", points)...)
			}
		}
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(lines); err != nil {
		return nil, 0 // not to memory
	}
	return out.Bytes(), marks
}
