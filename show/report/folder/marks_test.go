package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/game"
	"agon/games/tron"
	"agon/show/report"
)

// marked returns a report with marks: of two students, one of whom has the name of a formula, and one who cannot play.
func marked(by tournament.By) *report.Run {
	mark := tournament.Mark{Entry: 2, Against: "rambo", Games: 16, Won: 14, Lost: 2, Faults: 1, Looks: 1, Share: 0.875, Low: 0.6211,
		High: 1, Threshold: 0.6, Points: 7.5}
	open := mark
	open.Open, open.Points, open.Threshold = true, 0, 0
	line := func(entry int, name string, marks ...tournament.Mark) report.Standing {
		return report.Standing{Standing: tournament.Standing{Entry: entry, Rank: 1, RankLow: 1, RankHigh: 3, Played: 16, Marks: marks},
			Name: name, Author: "=Ann, <ann@private.example>"}
	}
	broken := report.Standing{Standing: tournament.Standing{Entry: 3, Rank: 4}, Name: "Bad", Broken: "line 1"}
	r := &report.Run{
		Contest: "Course", Kind: report.Kind{Kind: game.New(tron.Spec)}, Played: 32, Finished: true,
		Entries: []report.Entry{{Name: "=1+1", Hash: "aa"}, {Name: "Bob", Hash: "bb"}, {Name: "rambo", Hash: "cc"},
			{Name: "Bad", Hash: "dd"}},
		Stages: []report.Stage{{Name: "marks", Format: "marks", Played: 32, Finished: true, By: by,
			Standings: []report.Standing{line(0, "=1+1", mark), line(1, "Bob", open), line(2, "rambo"), broken}}},
	}
	r.Stages[0].Remark("their order", nil)
	return r
}

// The file of marks has every figure, and no cell that a spreadsheet runs. A report without marks has none, whatever was there.
func TestMarks(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, marked(tournament.ByNothing)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, report.MarksFile))
	want := strings.Join(marksHead, ",") + "\n" +
		"mark,marks,'=1+1,\"'=Ann, <ann@private.example>\",aa,rambo,cc,16,14,0,2,1,0.8750,0.6211,1.0000,1,0.6000,certain,7.5\n" +
		"sum,marks,'=1+1,\"'=Ann, <ann@private.example>\",aa,,,,,,,,,,,,,certain,7.5\n" +
		"mark,marks,Bob,\"'=Ann, <ann@private.example>\",bb,rambo,cc,16,14,0,2,1,0.8750,0.6211,1.0000,1,0.0000,open,0\n" +
		"sum,marks,Bob,\"'=Ann, <ann@private.example>\",bb,,,,,,,,,,,,,open,0\n" +
		"sum,marks,Bad,,dd,,,,,,,,,,,,,cannot play,0\n"
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text, want)
	}
	if _, n := Marks(marked(tournament.ByNothing)); n != 2 {
		t.Errorf("%d marks", n)
	}
	if err := Publish(filepath.Join(dir, "public"), marked(tournament.ByNothing)); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "public", report.MarksFile)); err != nil || strings.Contains(string(text), "private") {
		t.Errorf("%v\n%s", err, text)
	}
	if err := Write(dir, secretive(true)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, report.MarksFile)); err == nil {
		t.Error("the marks of another report are left")
	}
}

// Where nobody is ranked no file says who is first, and all have the marks.
func TestNobodyIsRanked(t *testing.T) {
	for by, ranked := range map[tournament.By]bool{tournament.ByNothing: false, tournament.ByMarks: true} {
		dir := t.TempDir()
		if err := Write(dir, marked(by)); err != nil {
			t.Fatal(err)
		}
		for name, words := range map[string][]string{
			"index.html":  {"share the first place", `class="panel podium"`, ">1st<"},
			StandingsFile: {"share the first place"},
			BadgeFile:     {"won"},
		} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range words {
				if strings.Contains(string(text), word) != ranked {
					t.Errorf("ranked by %v: %s has %q: %v", by, name, word, !ranked)
				}
			}
			if name != BadgeFile && !strings.Contains(string(text), "62") {
				t.Errorf("%s has no marks:\n%s", name, text)
			}
		}
	}
}
