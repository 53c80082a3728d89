package standing

import (
	"strings"
	"testing"

	"agon/game"
	"agon/show/report"
	"agon/show/term/table"
)

// A stage of which no game has been played has no table: in words, on a terminal and as Markdown.
func TestNoTableOfZeros(t *testing.T) {
	lines := []report.Standing{{Name: "Ann"}, {Name: "Bob"}}
	first := report.Stage{Name: "groups", Format: "arena", Played: 1, Standings: lines}
	for _, unit := range []string{"%", "points"} {
		final := report.Stage{Name: "final", Format: "arena", Unit: unit, Standings: lines}
		for _, tt := range []struct {
			name   string
			of     report.Run
			wanted string
			tables int
		}{
			{"nothing played", report.Run{Stages: []report.Stage{final}}, "No game has been played.", 0},
			{"a stage before", report.Run{Played: 1, Stages: []report.Stage{first, final}}, "final (arena): no game of it has been played.",
				1},
		} {
			for _, markdown := range []bool{false, true} {
				tt.of.Kind = report.Kind{Kind: &game.Kind{Info: game.Info{Name: "k", MaxSeats: 4}}}
				var out strings.Builder
				if err := Print(&out, &tt.of, Style{Style: table.Style{Markdown: markdown}}); err != nil {
					t.Fatal(err)
				}
				if text := out.String(); !strings.Contains(text, tt.wanted) || strings.Count(text, "Ann") != tt.tables {
					t.Errorf("%s, %s, Markdown %v:\n%s", tt.name, unit, markdown, text)
				}
			}
		}
	}
}
