package contest_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/store"
)

// crashing is the contest of the ledger in testdata: two rounds of play by a version that knew no key set_aside.
const crashing = `kind = "tron"
seed = 3
bots = [{ref = "crash.sh"}, {ref = "builtin:hugger"}, {ref = "builtin:random"}, {ref = "random2=builtin:random"}]
stages = [{format = "ladder", games = 200}]
`

// earlier returns a folder with that contest.
func earlier(t *testing.T) (dir string) {
	t.Helper()
	if os.Getenv(storeOfTests) != "" {
		t.Skip("the ledger is a file")
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "crash.sh"), []byte("#!/bin/sh\nread line\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	packed, err := os.Open("testdata/ladder-without-set_aside.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "cup"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cup", "ledger.db"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// crashes returns the number of games of the bot that crashes, by round of play.
func crashes(c *contest.Contest) (byRound [8]int, err error) {
	err = c.Games(context.Background(), func(g *store.Game) error {
		if slices.Contains(g.Seats, 0) {
			byRound[g.Round]++
		}
		return nil
	})
	return byRound, err
}

// A ladder that began before there was set_aside counts again without a finding, and goes on by the rule with which it began.
func TestALadderGoesOnByTheRuleOfItsBegin(t *testing.T) {
	t.Parallel()
	dir := earlier(t)
	again := recalled(t, filepath.Join(dir, "cup"), readLedger)
	if r, findings, err := again.Recount(context.Background()); err != nil || len(findings) > 0 || r.Games != 128 {
		t.Fatalf("counted again: %+v, %q, %v", r, findings, err)
	}
	again.Close()
	c, _, notes := played(t, dir, crashing)
	if games, err := crashes(opened(t, dir, crashing, nil)); err != nil || games[2] < 8 {
		t.Errorf("%v games by round, %v", games, err)
	}
	if want := "crash: does not play: crashes in turn 1"; !slices.Contains(notes, want) {
		t.Errorf("said was %q", notes)
	}
	c.Close()
}

// It takes the new rule from the next round on when its file sets the key.
func TestALadderTakesANewRule(t *testing.T) {
	t.Parallel()
	dir := earlier(t)
	grown := strings.Replace(crashing, "games = 200", "games = 200, set_aside = 3", 1)
	_, _, notes := played(t, dir, grown)
	if want := `set_aside of stage "stage 1": 0 -> 3 (change 1)`; !slices.Contains(notes, want) {
		t.Errorf("said was %q", notes)
	}
	c := opened(t, dir, grown, nil)
	if games, err := crashes(c); err != nil || games[2] > 2 {
		t.Errorf("%v games by round, %v", games, err)
	}
	c.Close()
	grew := func(note string) bool { return strings.Contains(note, "change") }
	if _, r, notes := played(t, dir, crashing); r.PlayedNow != 0 || slices.ContainsFunc(notes, grew) {
		t.Errorf("without the key %d games were played, and said was %q", r.PlayedNow, notes)
	}
}

// A ladder that begins now records its rule, whether its file sets it or not.
func TestALadderRecordsItsRule(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "3", "set_aside = 5\n": "5"} {
		c := opened(t, t.TempDir(), field("format = \"ladder\"\ngames = 64\n"+text, "Ann=steve", "Bob=rambo", "Cid=painter"), nil)
		begun, err := c.Store().Contest(context.Background())
		if err != nil || !slices.Contains(begun.Stages[0].Keys, store.Value{Name: "set_aside", Text: want}) {
			t.Errorf("%q: %+v, %v", text, begun.Stages, err)
		}
	}
}
