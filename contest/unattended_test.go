package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot/lineup"
	"agon/contest/ledger"
	"agon/contest/store"
)

// Where nobody is there to mend it, a bot that no longer starts is out until it does, and the others play on; if the bots of more authors stop than
// start, the host is at fault, and nobody is put out.
func TestBotsThatNoLongerStart(t *testing.T) {
	dir := t.TempDir()
	text := "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 20\n[[stages]]\nname = \"only\"\nformat = \"ladder\"\n"
	for _, name := range []string{"Ant", "Bee", "Cat", "Dot", "Eel"} {
		code := fmt.Sprintf("import os\nassert not os.path.exists(%q), \"no %s today\"\nclass %s:\n    def get_name(self):\n        return %q\n    def get_contributor(self):\n        return \"\"\n    def determine_next_move(self, grid, enemies, info):\n        return None\n",
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
	unattended := func(s *Setup) { s.Unattended = true }
	run := func(want string) {
		t.Helper()
		c := opened(t, dir, text, unattended)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if _, err := c.Run(ctx, Options{Cores: 1, Progress: func(p Progress) {
			if p.Played > 3 {
				cancel()
			}
		}}); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		var got []string
		for i := range c.lineup {
			got = append(got, c.lineup[i].Name+" "+c.Out(i))
		}
		if text := strings.Join(got, "; "); !strings.HasPrefix(text, want) || strings.Count(text, ";") != 4 {
			t.Errorf("the line-up is %q, not %q", text, want)
		}
		c.Close()
	}
	const why = "withdrawn: it no longer starts, though its files are unchanged: "
	run("Ant ; Bee ; Cat ; Dot ; Eel ")
	stop("Cat", true)
	run("Ant ; Bee ; Cat " + why)
	run("Ant ; Bee ; Cat " + why)
	stop("Cat", false)
	run("Ant ; Bee ; Cat ; Dot ; Eel ")

	stop("Ant", true)
	stop("Bee", true)
	stop("Cat", true)
	_, err := open(t, dir, text, unattended)
	if conflict := (*Conflict)(nil); !errors.As(err, &conflict) || !strings.Contains(conflict.Text, "Ant no longer starts") {
		t.Errorf("when three of five no longer start, the error is %v", err)
	}
	stop("Bee", false)
	stop("Cat", false)
	if _, err = open(t, dir, text, nil); err == nil || !strings.Contains(err.Error(), "Ant no longer starts") {
		t.Errorf("where somebody is there, the error is %v", err)
	}
	run("Ant " + why)

	c := opened(t, dir, text, unattended)
	var seen []string
	for _, x := range c.changes {
		if x.What == store.Withdrawn || x.What == store.Reinstated {
			seen = append(seen, string(x.What)+" "+c.lineup[x.Entry].Name)
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
		run("Ant ; Bee ; Cat ")
	}
	const thrice = "Ant ; Bee ; Cat withdrawn: it no longer starts, as 2 times before, though its files are unchanged, and only a new version of it plays: "
	run(thrice)
	run(thrice)
}

// TestMostStart: authors count, and not their programs.
func TestMostStart(t *testing.T) {
	for _, test := range []struct {
		bots string // author and whether it starts, +, or has stopped to, -
		want bool
	}{
		{"a+ b+ c-", true}, {"a+ b-", true}, {"a+ b- c-", false}, {"a-", false}, {"", true},
		{"a+ b- b- b- b-", true}, {"a+ b+ b- b-", true}, {"a- a- a-", false}, {"a+ - -", false}, {"a+ + - -", true},
	} {
		var line ledger.Lineup
		var found []lineup.Entry
		for i, word := range strings.Fields(test.bots) {
			author, stops := strings.CutSuffix(strings.TrimSuffix(word, "+"), "-")
			name := fmt.Sprint("bot", i)
			line = append(line, ledger.Entrant{Bot: store.Bot{Name: name, Author: author, Hash: "1"}})
			found = append(found, lineup.Entry{Name: name, Hash: "1"})
			if stops {
				found[i].Broken = "not today"
			}
		}
		if got := mostStart(line, found); got != test.want {
			t.Errorf("%q: %v, want %v", test.bots, got, test.want)
		}
	}
}
