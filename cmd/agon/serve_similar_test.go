package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSimilarOnASite: all versions that a site keeps are compared, also those that failed, while it serves. Nothing of it is on its pages.
func TestSimilarOnASite(t *testing.T) {
	t.Parallel()
	agon := program(t)
	s := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	s.writeContest("evening", evening)
	s.start()
	t.Cleanup(s.stop)
	text, err := os.ReadFile("testdata/script/similar.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, bots, _ := strings.Cut(string(text), "-- bots/ann.py --\n")
	first, bots, _ := strings.Cut(bots, "-- bots/bea.py --\n")
	copied, _, _ := strings.Cut(bots, "-- bots/cid.py --\n")
	olga := s.join(s.invited, "Olga")
	olga.post("/people/invite", "role", "participant", "uses", "1", "days", "3")
	invitation := regexp.MustCompile(`id="invitation">([^<]+)<`).FindStringSubmatch(olga.text("/people"))
	if invitation == nil {
		t.Fatal("the page shows no invitation")
	}
	paul := s.join(invitation[1], "Paul")
	s.handIn(olga.token(), "Flood", first)
	s.handIn(paul.token(), "Walker", fmt.Sprintf(siteWalker, "return Move.UP"))
	s.handIn(paul.token(), "Walker", copied)
	out, err := exec.Command(agon, "similar", filepath.Join(s.dir, "evening"), "--json").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{`"author":"Olga","bot":"Flood","version":1`, `"author":"Paul","bot":"Walker","version":2`, `"authors":2`,
		`"versions":3`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s is not in %s", want, out)
		}
	}
	inside := filepath.Join(s.dir, "evening", "similar")
	cmd := exec.Command(agon, "similar", filepath.Join(s.dir, "contests", "evening", "contest.toml"), "--html", inside)
	out, err = cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the pages are private") {
		t.Errorf("pages are written into the site: %v: %s", err, out)
	}
}
