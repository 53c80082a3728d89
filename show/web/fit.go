package web

import (
	"fmt"
	"slices"
	"strings"
)

// steps are the widths of a panel, in rem, from which on its table may have one more column; never is that of columns for scripts alone.
var steps = []int{22, 26, 30, 35, 38, 41, 44, 48, 53, 55, 60, 66, 71, 76, 90, never}

const (
	never      = 999
	mostFitted = 18 // columns of a table
)

// Widths of columns in rem, as the style sheets have them; that of names is the least.
const (
	rankWidth   = 3
	movedWidth  = 4.5 // with an arrow
	placesWidth = 4.25
	placeWidth  = 6.5 // on a leaderboard: "133rd of 3131"
	rangeWidth  = 6
	nameWidth   = 12
	barWidth    = 9
	figureWidth = 4.8
	recordWidth = 8.5
	curveWidth  = 9
)

// A fit is how a column of a table gives way where a panel is too narrow for all.
type fit struct {
	width  float64 // in rem
	Stays  bool    // at any width
	Early  bool    // it goes before all that are not, the bars before the figures
	Hidden bool    // it is never shown: scripts read it
}

// fitted returns the classes that leave out the columns of a table for which a panel has no room: "n6-48" leaves out the sixth in a panel
// narrower than 48 rem. The last column goes first. Cells have no classes of their own, so that a page of a thousand bots stays small.
func fitted(columns []fit) string {
	var late, early []int
	need := 0.0
	for i, c := range columns {
		switch {
		case c.Stays:
			need += c.width
		case c.Early:
			early = append(early, i)
		default:
			late = append(late, i)
		}
	}
	var classes []string
	for _, i := range append(late, early...) { // the one that stays longest first
		step := never
		if !columns[i].Hidden {
			need += columns[i].width
			step = stepFor(need)
		}
		classes = append(classes, fmt.Sprintf("n%d-%d", i+1, step))
	}
	return strings.Join(classes, " ")
}

// stepFor returns the first step with room for columns of a width.
func stepFor(need float64) int {
	return steps[slices.IndexFunc(steps, func(step int) bool { return float64(step) >= need })]
}

// fitsOf returns how the columns of headings give way; the first stays.
func fitsOf(heads []heading) (list []fit) {
	for i, h := range heads {
		f := fit{width: figureWidth, Stays: i == 0, Early: h.Early, Hidden: h.Hidden}
		switch {
		case strings.Contains(h.Class, "curved"):
			f.width = curveWidth
		case strings.Contains(h.Class, "record"):
			f.width = recordWidth
		}
		list = append(list, f)
	}
	return list
}

// fitRules are the style sheet's rules of the classes of [fitted].
func fitRules() string {
	var out strings.Builder
	for _, step := range steps {
		var columns []string
		for at := 2; at <= mostFitted; at++ {
			columns = append(columns, fmt.Sprintf(".n%d-%d tr>:nth-child(%d)", at, step, at))
		}
		rule := strings.Join(columns, ",") + "{display:none}"
		if step != never {
			rule = fmt.Sprintf("@container (max-width:%d.99rem){%s}", step-1, rule)
		}
		out.WriteString(rule + "\n")
	}
	return out.String()
}
