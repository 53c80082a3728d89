package web

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// A later version of a bot has the look of its first on all pages of a report.
func TestAllVersionsOfABotLookTheSame(t *testing.T) {
	r := makeReport(t, 4, 6, 1)
	r.Entries[0].Versions, r.Entries[3].Versions = []int{0, 3}, []int{0, 3}
	for i := range r.Stages[0].Standings {
		if l := &r.Stages[0].Standings[i]; l.Entry == 3 {
			l.First = 1
		}
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"index.html", "games.html"} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil {
			t.Fatal(err)
		}
		name := r.Entries[3].Name
		if !regexp.MustCompile(`>A</(b|span)> ?`+name).Match(text) || regexp.MustCompile(`>D</(b|span)>`).Match(text) {
			t.Errorf("%s: %s, the second version of the first bot, has another look", page, name)
		}
	}
}
