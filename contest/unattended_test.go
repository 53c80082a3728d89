package contest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/store"
)

// Unattended, a bot that no longer starts is out until it does, and the others play on; if the bots of more authors stop than
// start, the host is at fault, and nobody is put out.
func TestBotsThatNoLongerStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 20\n[[stages]]\nname = \"only\"\nformat = \"ladder\"\n"
	for _, name := range []string{"Ant", "Bee", "Cat", "Dot", "Eel"} {
		code := fmt.Sprintf("import os\nassert not os.path.exists(%q), \"no %s today\"\nclass %s:\n    def get_name(self):\n        "+
			"return %q\n    def get_contributor(self):\n        return \"\"\n    def determine_next_move(self, grid, enemies, info):\n   "+
			"     return None\n",
			filepath.Join(dir, "no-"+name), name, name, name)
		if err := os.WriteFile(filepath.Join(dir, name+".py"), []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("[[bots]]\nref = %q\n", name+".py")
	}
	stop := func(name string, stops bool) {
		t.Helper()
		file := filepath.Join(dir, "no-"+name)
		if !stops {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unattended := func(s *contest.Setup) { s.Unattended = true }
	// lineUp takes what has changed in a run of some games, and checks the line-up after it. A run of none plays what the one before left.
	lineUp := func(games int, want string) {
		t.Helper()
		c := opened(t, dir, text, unattended)
		defer c.Close()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		o := run.Options{Cores: 1, Rounds: 1}
		if games > 0 {
			o.Rounds, o.Progress = 0, func(p run.Progress) {
				if p.Played >= games {
					cancel()
				}
			}
		}
		if _, err := run.Run(ctx, c, o); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		var got []string
		for i := range c.Lineup() {
			got = append(got, c.Lineup()[i].Name+" "+c.Out(i))
		}
		if text := strings.Join(got, "; "); !strings.HasPrefix(text, want) || strings.Count(text, ";") != 4 {
			t.Errorf("the line-up is %q, not %q", text, want)
		}
	}
	const why = "withdrawn: it no longer starts, though its files are unchanged: "
	lineUp(4, "Ant ; Bee ; Cat ; Dot ; Eel ")
	stop("Cat", true)
	lineUp(4, "Ant ; Bee ; Cat "+why)
	lineUp(0, "Ant ; Bee ; Cat "+why)
	stop("Cat", false)
	lineUp(4, "Ant ; Bee ; Cat ; Dot ; Eel ")

	stop("Ant", true)
	stop("Bee", true)
	stop("Cat", true)
	_, err := open(t, dir, text, unattended)
	if conflict := (*contest.Conflict)(nil); !errors.As(err, &conflict) || !strings.Contains(conflict.Text, "Ant no longer starts") {
		t.Errorf("when three of five no longer start, the error is %v", err)
	}
	stop("Bee", false)
	stop("Cat", false)
	if _, err = open(t, dir, text, nil); err == nil || !strings.Contains(err.Error(), "Ant no longer starts") {
		t.Errorf("where somebody is there, the error is %v", err)
	}
	lineUp(0, "Ant "+why)

	c := opened(t, dir, text, unattended)
	var seen []string
	for _, x := range c.Decisions() {
		if x.What == store.Withdrawn || x.What == store.Reinstated {
			seen = append(seen, string(x.What)+" "+c.Lineup()[x.Entry].Name)
		}
	}
	if got := strings.Join(seen, "; "); got != "withdrawn Cat; reinstated Cat; withdrawn Ant" {
		t.Errorf("the changes are %q", got)
	}
	c.Close()

	// A bot that starts now and then stays out in the end.
	stop("Ant", false)
	for _, stops := range []bool{true, false, true, false} {
		stop("Cat", stops)
		lineUp(0, "Ant ; Bee ; Cat ")
	}
	const thrice = "Ant ; Bee ; Cat withdrawn: it no longer starts, as 2 times before, though its files are unchanged, and only a new " +
		"version of it plays: "
	lineUp(0, thrice)
	lineUp(0, thrice)
}
