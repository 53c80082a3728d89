package progress

import (
	"fmt"
	"strings"
	"testing"

	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

// knockout returns a run with a bracket of a number of lines.
func knockout(lines int) Run {
	r := state()
	r.Bracket = func(width int, boxes bool) []string {
		var text []string
		for i := range lines {
			text = append(text, strings.Repeat("=", max(min(width, 60), 0))+fmt.Sprint(i))
		}
		return text
	}
	return r
}

func TestTheBracketStandsInPlaceOfTheTable(t *testing.T) {
	m := newModel(New(nil, true), screen.Plain)
	m.run = knockout(40)
	if text := m.draw().String(screen.Plain); !strings.Contains(text, "=0\n") || strings.Contains(text, "Bot with") ||
		!strings.Contains(text, "b bracket or table") {
		t.Errorf("it does not:\n%s", text)
	}
	for range 99 {
		m.press("down")
	}
	if text := m.draw().String(screen.Plain); !strings.Contains(text, "=39") {
		t.Errorf("its end cannot be reached:\n%s", text)
	}
	m.press("b")
	if text := m.draw().String(screen.Plain); !strings.Contains(text, "Bot with") {
		t.Errorf("the key b does not bring the table back:\n%s", text)
	}
}

func TestABracketFitsAnySize(t *testing.T) {
	for _, lines := range []int{0, 1, 100} {
		for width := 1; width < 140; width += 7 {
			for height := 1; height < 50; height += 7 {
				m := &model{depth: screen.Plain, width: width, height: height, run: knockout(lines), scroll: 99}
				golden.Fits(t, m.draw().String(screen.Plain), width, height)
			}
		}
	}
}
