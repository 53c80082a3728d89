package compile

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"agon/contest"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/record/replay/archive"
	"agon/show/report"
	"agon/show/report/folder"
)

// decided decides that games are played again, and returns the report as it is until then.
func decided(t *testing.T, dir string, games ...int) *report.Run {
	t.Helper()
	ctx := context.Background()
	c, err := contest.Amend(ctx, dir, contest.Recalling{Kinds: all.Find, Formats: formats.Formats, Store: ledgers.Ledgers{}.Open,
		Archive: archive.Open})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Decide(ctx, contest.Decision{What: store.Again, Games: games, Why: "the power failed"}); err != nil {
		t.Fatal(err)
	}
	result, _, err := c.Recount(ctx)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Report(ctx, c, result, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// feedOf returns the number of entries of a report's feed.
func feedOf(t *testing.T, run *report.Run) int {
	t.Helper()
	dir := t.TempDir()
	if err := folder.Write(dir, run); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, report.FeedFile))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte("<entry>"))
}

// The history of a ladder goes on where two of its early games are taken back, and also where they are of its last round: every moment,
// every point of a curve and every entry of the feed stays, but for what only those games showed.
func TestAgainKeepsTheHistory(t *testing.T) {
	dir := t.TempDir()
	var before *report.Run
	var c *contest.Contest
	for nth := range 5 {
		c, before = week(t, dir, nth, []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"}, weekly(nth))
	}
	was := before.Last()
	entries := feedOf(t, before)
	for _, games := range [][]int{{70, 71}, {5}, {was.Played - 1}} {
		run := decided(t, c.Dir, games...)
		s := run.Last()
		if len(s.Moments) != len(was.Moments) || len(was.Moments) != 5 {
			t.Fatalf("without games %v there are %d moments of %d", games, len(s.Moments), len(was.Moments))
		}
		for i := range s.Moments {
			if s.Moments[i].Day != was.Moments[i].Day || len(s.Moments[i].Places) != len(was.Moments[i].Places) {
				t.Errorf("without games %v moment %d is %+v, and was %+v", games, i, s.Moments[i], was.Moments[i])
			}
		}
		for i := range s.Standings {
			if len(s.Standings[i].Curve) != 5 {
				t.Errorf("without games %v the curve of %s has %d points of 5", games, s.Standings[i].Name, len(s.Standings[i].Curve))
			}
		}
		if n := feedOf(t, run); n != entries+len(run.Decisions)-len(before.Decisions) {
			t.Errorf("without games %v the feed has %d entries of %d, and %d decisions more", games, n, entries,
				len(run.Decisions)-len(before.Decisions))
		}
	}
	// Played again, they give the tables that they gave.
	_, after := week(t, dir, 4, []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"}, weekly(4))
	for i, line := range after.Last().Standings {
		if old := was.Standings[i]; line.Name != old.Name || line.Rating != old.Rating || line.Played != old.Played {
			t.Errorf("played again, line %d is %s with %v, and was %s with %v", i+1, line.Name, line.Rating, old.Name, old.Rating)
		}
	}
}
