package folder

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/game"
	"agon/games/tron"
	"agon/show/report"
)

// secretive returns a report with something private in every place.
func secretive(finished bool) *report.Run {
	line := report.Standing{Standing: tournament.Standing{Entry: 0, Rank: 1, Played: 1}, Name: "Ann", Author: "Ann <ann@private.example>",
		Logged: true}
	broken := report.Standing{Standing: tournament.Standing{Entry: 1, Rank: 2}, Name: "Bob", Broken: "private.py: line 3", Logged: true}
	played := report.Game{Number: 1, Title: "final, game 1", Seed: 987654321, Rounds: 9, Replay: "private.agon",
		Seats: []report.Seat{{Name: "Ann"}}}
	return &report.Run{
		Contest: "Cup", Kind: report.Kind{Kind: game.New(tron.Spec)}, Seed: 987654321, Played: 1, Finished: finished, Dir: "/private",
		Secret: "private", Again: "agon play private",
		Sandbox: "private", Workers: []report.Worker{{Name: "private", Host: "private"}},
		Changes: []report.Change{{What: "private", Was: "private", Now: "private"}},
		Refused: []report.Refusal{{Bot: "Bob", Why: "private.py: line 3"}}, Retired: []report.Retired{{Bot: "Ann", Why: "private"}},
		Entries: []report.Entry{{Name: "Ann", Author: "Ann <ann@private.example>"}, {Name: "Bob"}},
		Games:   []report.Game{played}, Annulled: []report.Game{played},
		Stages: []report.Stage{{Name: "final", Format: "league", Played: 1, Standings: []report.Standing{line, broken},
			Left: []report.Standing{line}, Earlier: [][]report.Standing{{line}}}},
	}
}

// A report for everybody has nothing private in it, and no seed while the contest goes on.
func TestPublish(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	for _, finished := range []bool{false, true} {
		if err := Publish(dir, secretive(finished)); err != nil {
			t.Fatal(err)
		}
		if !Public(dir) {
			t.Error("the folder is not marked as one for everybody")
		}
		seeds := 0
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if strings.Contains(string(text), "private") && !strings.Contains(path, ".woff") {
				at := strings.Index(string(text), "private")
				t.Errorf("%s has %q", path, text[max(0, at-40):at+20])
			}
			if strings.Contains(string(text), "987654321") {
				seeds++
			}
			return err
		})
		if err != nil || (seeds > 0) != finished {
			t.Errorf("%d files have a seed while finished is %v: %v", seeds, finished, err)
		}
	}
	if err := Write(dir, secretive(true)); err != nil || Public(dir) {
		t.Errorf("a report for the organiser is marked as one for everybody: %v", err)
	}
}

// Publish replaces nothing that it has not written.
func TestPublishIntoAnotherFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Publish(dir, secretive(true)); err == nil || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("the error is %v", err)
	}
}
