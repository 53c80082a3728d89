package contest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
)

// cupIn writes the file of a contest in a folder of its own, and returns that folder.
func cupIn(t *testing.T, top, name, text string) string {
	t.Helper()
	dir := filepath.Join(top, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cup.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// inOrder returns the names of the last table of a contest, in its order.
func inOrder(c *contest.Contest, r *contest.Result) (names []string) {
	for _, line := range r.Stages[len(r.Stages)-1].Table.Standings {
		names = append(names, c.Entries[line.Entry].Name)
	}
	return names
}

// finalOf returns the file of a contest whose bots are those of references.
func finalOf(refs ...string) string {
	text := "kind = \"colour-battle\"\nseed = 7\n[options]\nrounds = 20\n"
	for _, ref := range refs {
		text += fmt.Sprintf("[[bots]]\nref = %q\n", ref)
	}
	return text + "[[stages]]\nformat = \"arena\"\ngames = 2\n"
}

// entered returns the names of the bots of a contest that could be played, or why it could not.
func entered(t *testing.T, dir, text string) ([]string, *contest.Contest, error) {
	t.Helper()
	f, err := config.Parse(filepath.Join(dir, "cup.toml"), []byte(text))
	if err != nil {
		return nil, nil, err
	}
	c, err := contest.Prepare(context.Background(), f, setup())
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, e := range c.Entries {
		names = append(names, e.Name)
	}
	return names, c, nil
}

var six = []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve", "Eve=rambo", "Fay=painter"}

// TestTheFirstOfAnotherContestPlay: they are entered in its final order, whether its file or its folder is named; who has left it is not.
func TestTheFirstOfAnotherContestPlay(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	text := field("format = \"ladder\"\ngames = 60\n", six...)
	ladder := cupIn(t, top, "ladder", text)
	c, r, _ := played(t, ladder, text)
	order := inOrder(c, r)
	check := func(ref string, want ...string) *contest.Contest {
		t.Helper()
		got, c, err := entered(t, filepath.Join(top, "final"), finalOf(ref, "extra=builtin:steve"))
		if want = append(slices.Clone(want), "extra"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s enters %q, not %q: %v", ref, got, want, err)
		}
		return c
	}
	check("../ladder/cup.toml#1-3", order[:3]...)
	check("../ladder/cup.toml#2", order[1])
	check("../ladder/cup.toml", order...)
	check("../ladder/cup", order...)
	check("../ladder/cup/#4-5", order[3:5]...)
	final := "kind = \"colour-battle\"\n[options]\nrounds = 20\n[[timetable]]\n" +
		"at = \"2026-01-29 18:00\"\ndo = \"final\"\nbots = \"../ladder/cup#1-3\"\n"
	if got, _, err := entered(t, filepath.Join(top, "final"), final); err != nil || !slices.Equal(got, order[:3]) {
		t.Errorf("a final enters %q, not %q: %v", got, order[:3], err)
	}
	if _, _, err := entered(t, filepath.Join(top, "final"), strings.Replace(final, "#1-3", "#7", 1)); err == nil ||
		!strings.Contains(err.Error(), "cup.toml:7:1: ref") {
		t.Error(err)
	}
	if c := check("../ladder/cup#5-9", order[4:]...); len(c.Notes()) != 1 ||
		!strings.Contains(c.Notes()[0], "enters 2 bots: the contest has no more") {
		t.Errorf("said is %q", c.Notes())
	}

	if err := os.Rename(filepath.Join(ladder, "cup"), filepath.Join(ladder, "out")); err != nil { // as if it had been played with --out
		t.Fatal(err)
	}
	check("../ladder/out#1-2", order[:2]...)
	if err := os.Rename(filepath.Join(ladder, "out"), filepath.Join(ladder, "cup")); err != nil {
		t.Fatal(err)
	}

	withdraw(t, ladder, order[0])
	check("../ladder/cup.toml#1-2", order[1:3]...)
	if _, _, err := entered(t, filepath.Join(top, "final"), finalOf("../ladder/cup.toml#6")); err == nil ||
		!strings.Contains(err.Error(), "the contest has 5 bots that still play, and none in place 6") {
		t.Errorf("the sixth of five: %v", err)
	}
}

// withdraw withdraws a bot of a contest that is not running.
func withdraw(t *testing.T, dir, bot string) {
	t.Helper()
	c := amended(t, dir)
	if _, err := c.Decide(context.Background(), contest.Decision{What: store.Withdrawn, Bot: bot, Why: "it is over"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWhoIsEnteredIsFixed: what becomes of the other contest changes nothing in a contest that has begun, and it is recounted without it.
// One that has not begun finds its bots anew.
func TestWhoIsEnteredIsFixed(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	text := field("format = \"ladder\"\ngames = 30\n", six...)
	ladder := cupIn(t, top, "ladder", text)
	c, r, _ := played(t, ladder, text)
	order := inOrder(c, r)
	semi := finalOf("../ladder/cup.toml#1-4")
	dir := cupIn(t, top, "semi", semi)
	before, r, _ := played(t, dir, semi)
	want, best := tables(t, before, r), inOrder(before, r)[:2]

	withdraw(t, ladder, order[0])
	if got, _, err := entered(t, filepath.Join(top, "other"), semi); err != nil || !slices.Equal(got, order[1:5]) {
		t.Errorf("a contest that has not begun enters %q, not %q: %v", got, order[1:5], err)
	}
	if got, _, err := entered(t, dir, semi); err != nil || !slices.Equal(got, order[:4]) {
		t.Errorf("one that has begun enters %q, not %q: %v", got, order[:4], err)
	}
	if err := os.RemoveAll(ladder); err != nil {
		t.Fatal(err)
	}
	longer := strings.Replace(semi, "games = 2", "games = 4", 1)
	again, r, notes := played(t, dir, semi)
	if got := tables(t, again, r); got != want || len(notes) != 0 {
		t.Errorf("without the ladder it said %q and has the tables\n%s\nnot\n%s", notes, got, want)
	}
	if _, r, _ := played(t, dir, longer); r.PlayedNow != 2 || r.Games != 4 {
		t.Errorf("it grew to %d games, %d of them now", r.Games, r.PlayedNow)
	}
	// A third contest takes its bots from this one, which took them from one that is gone.
	if got, _, err := entered(t, filepath.Join(top, "final"), finalOf("../semi/cup.toml#1-2")); err != nil || len(got) != 2 {
		t.Errorf("the final of the semi-final enters %q, after %q: %v", got, best, err)
	}
}

// TestContestsThatCannotBeEntered: each is refused at its line in a sentence that says what is wrong and what to do.
func TestContestsThatCannotBeEntered(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	two := []string{"Ann=steve", "Bob=rambo"}
	short := field("format = \"arena\"\ngames = 40\n", two...)
	long := field("format = \"swiss\"\nrounds = 3\n", six...)
	part := cupIn(t, top, "part", long)
	c := opened(t, part, long, nil)
	if r, err := run.Run(context.Background(), c, run.Options{Cores: 1, Rounds: 1}); err != nil || r.Finished {
		t.Fatal(r, err)
	}
	c.Close()
	rps := "kind = \"rps\"\n[[bots]]\nref = \"builtin:rock\"\n[[bots]]\nref = \"builtin:paper\"\n[[stages]]\nformat = \"round-robin\"\n"
	if _, r, _ := played(t, cupIn(t, top, "rps", rps), rps); !r.Finished {
		t.Fatal("the other kind is not over")
	}
	cupIn(t, top, "circle", finalOf("../final/cup.toml#1-2"))
	cupIn(t, top, "new", short)
	moves := filepath.Join(top, "moves.txt")
	script := func(text string) {
		if err := os.WriteFile(moves, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	script("STAY\n")
	whole := finalOf("script:../moves.txt", "builtin:steve")
	played(t, cupIn(t, top, "whole", whole), whole)
	final := cupIn(t, top, "final", "")
	for _, tt := range []struct{ ref, want string }{
		{"../new/cup.toml#1-2", "has not been played, and "},
		{"../none/cup.toml#1-2", "has not been played, and "},
		{"../none/cup#1-2", "has not been played, and "},
		{"../part/cup.toml#1-2", `that contest is not over: `},
		{"../rps/cup.toml#1", "that contest is of BattleBots and this one of Colour Battle"},
		{"cup.toml#1-2", "a contest cannot take its bots from itself (cup.toml takes bots of cup.toml)"},
		{"../circle/cup.toml", "a contest cannot take its bots from itself (cup.toml takes bots of cup.toml takes bots of cup.toml)"},
		{"../whole/cup.toml#8-1", `"#8-1" names no places of a contest: write #1-8`},
		{"../whole/cup.toml#0", `"#0" names no places`},
		{"../whole/cup.toml#", `"#" names no places`},
		{"../whole/cup.toml#first", `"#first" names no places`},
		{"../whole/cup.toml#99999999999999999999", `names no places`},
		{"../whole/cup.toml#3-9", "and none in place 3"},
		{"me=../whole/cup.toml#1", `keep the names that they have in that contest: remove the name "me"`},
	} {
		_, _, err := entered(t, final, finalOf(tt.ref))
		if err == nil || !strings.HasPrefix(err.Error(), filepath.Join(final, "cup.toml:6:1: ")) ||
			!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\n  does not say %q", tt.ref, err, tt.want)
		}
	}
	text := finalOf("../whole/cup.toml#1", "../whole/cup.toml#1-2")
	if _, _, err := entered(t, final, text); err == nil || !strings.Contains(err.Error(), "cup.toml:8:1: ") ||
		!strings.Contains(err.Error(), "name each place once") {
		t.Errorf("the first, twice: %v", err)
	}
	script("STAY\nSTAY\n")
	if _, _, err := entered(t, final, finalOf("../whole/cup.toml")); err == nil ||
		!strings.Contains(err.Error(), "the files of moves are not those that played last in that contest") {
		t.Errorf("other files: %v", err)
	}
	if err := os.Remove(moves); err != nil {
		t.Fatal(err)
	}
	if _, _, err := entered(t, final, finalOf("../whole/cup.toml")); err == nil || !strings.Contains(err.Error(), "moves.txt") {
		t.Errorf("no files: %v", err)
	}
}

// TestAFinalOfAnEndlessLadder: a ladder without an end is entered as it stands.
func TestAFinalOfAnEndlessLadder(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	text := field("format = \"ladder\"\n", six[:3]...)
	ladder := cupIn(t, top, "ladder", text)
	c := opened(t, ladder, text, nil)
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 2, Rounds: 3}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if got, _, err := entered(t, filepath.Join(top, "final"), finalOf("../ladder/cup.toml#1-2")); err != nil || len(got) != 2 {
		t.Errorf("it enters %q: %v", got, err)
	}
}
