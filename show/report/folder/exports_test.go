package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/game"
	"agon/games/tron"
	"agon/show/report"
)

// Nothing in a contest's name is markup in its files.
func TestTheContestsNameIsAText(t *testing.T) {
	dir := t.TempDir()
	if err := writeExports(dir, &report.Run{Kind: report.Kind{Kind: game.New(tron.Spec)},
		Contest: "<img src=x>\n[x](y) & *b*"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{StandingsFile, BadgeFile, report.FeedFile} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || strings.Contains(string(text), "<img") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	text, _ := os.ReadFile(filepath.Join(dir, StandingsFile))
	if want := `# &lt;img src=x> \[x\]\(y\) &amp; \*b\*` + "\n"; !strings.HasPrefix(string(text), want) {
		t.Errorf("%s begins with\n%s\nwant\n%s", StandingsFile, text, want)
	}
}
