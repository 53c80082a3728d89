package standing

import (
	"fmt"
	"strings"
	"testing"

	"agon/show/report"
	"agon/show/term/table"
)

// The table at the end of a run lists all of a few workers, and of a thousand those with trouble first.
func TestPrintWorkers(t *testing.T) {
	var list []report.Worker
	for n := range 1000 {
		list = append(list, report.Worker{Name: fmt.Sprintf("w-%04d", n), Cores: 4, Here: true})
	}
	list[700].Trouble = "set aside: its report contradicts the rules"
	for _, tt := range []struct {
		workers     int
		want, never string
	}{{3, "w-0002", "more"}, {1000, "and 950 more, all in order; agon run --json lists all", "w-0049"}} {
		var out strings.Builder
		if err := PrintWorkers(&out, list[:tt.workers], table.Style{}); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); !strings.Contains(text, tt.want) || strings.Contains(text, tt.never) ||
			strings.Contains(text, "w-0700") != (tt.workers > 700) || strings.Count(text, "\n") > mostWorkers+10 {
			t.Errorf("%d workers:\n%s", tt.workers, text)
		}
	}
}
