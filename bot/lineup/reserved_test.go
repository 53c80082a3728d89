package lineup_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// greeter is a Python bot with the agon protocol that greets with a name and an author.
const greeter = `#!/usr/bin/python3
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if "agon" in told:
        print(json.dumps({"name": "%NAME%", "author": "%AUTHOR%"}), flush=True)
    if "turn" in told:
        print('"UP"', flush=True)
`

// TestGreeting takes names and authors from greetings in the agon protocol.
func TestGreeting(t *testing.T) {
	greets := strings.NewReplacer("%NAME%", "Rocket\x1b", "%AUTHOR%", "Ann").Replace(greeter)
	silent := strings.ReplaceAll(agonBot, "%MOVE%", `"UP"`)
	for _, tt := range []struct {
		name         string
		files        map[string]string
		ref          string
		is, by, note string
	}{
		{"one that greets", map[string]string{"prog": greets}, "prog", "Rocket", "Ann", ""},
		{"one that its organiser names", map[string]string{"prog": greets}, "Mine=prog", "Mine", "Ann", ""},
		{"one that its bot.toml names", map[string]string{"x.py": greets,
			"bot.toml": "name = \"Toml\"\nrun = \"x.py\"\nprotocol = \"agon\"\n"}, "", "Toml", "Ann", ""},
		{"one that says nothing", map[string]string{"prog": silent}, "prog", "prog", "", "it did not greet"},
		{"one that ends", map[string]string{"prog": "#!/bin/sh\nexit 5\n"}, "prog", "prog", "", "ended with code 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, t.TempDir(), tt.files)
			name, file, given := strings.Cut(tt.ref, "=")
			ref := filepath.Join(dir, tt.ref)
			if given {
				ref = name + "=" + filepath.Join(dir, file)
			}
			e := one(t, opener(colourBattle), ref)
			if e.Name != tt.is || e.Author != tt.by || e.Broken != "" || !strings.Contains(e.Note, tt.note) || tt.note == "" &&
				e.Note != "" {
				t.Errorf("it is %q of %q with the note %q: %s", e.Name, e.Author, e.Note, e.Broken)
			}
		})
	}
}

// TestNobodyPassesForABuiltIn: bots that use the name or the author of a built-in bot are marked.
func TestNobodyPassesForABuiltIn(t *testing.T) {
	dir := t.TempDir()
	class := func(name, author string) string {
		return strings.NewReplacer(`"Up"`, `"`+name+`"`, `"Ann"`, `"`+author+`"`).Replace(upClass())
	}
	files := map[string]string{
		"one.py": class("steve", "built-in"), "two.py": class(" ＳＴＥＶＥ", "Built-In "), "three.py": class("steve-2", "Ben"),
		"four.py": class("builtin:st\\u200beve?x=1", "Ben"),
		"five.py": class("stevenson", "Ben"),
	}
	write(t, dir, files)
	refs := []string{"builtin:steve"}
	for _, name := range []string{"one", "two", "three", "four", "five"} {
		refs = append(refs, filepath.Join(dir, name+".py"))
	}
	entries, err := opener(colourBattle).Open(context.Background(), refs)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		if e.Broken != "" {
			t.Fatalf("%s: %s", e.Name, e.Broken)
		}
		if marked := strings.Contains(e.Name, "(not built in)"); marked != (i > 0 && i < 5) {
			t.Errorf("%s is called %q", refs[i], e.Name)
		}
		if (e.Author == "built-in") != (i == 0) || strings.EqualFold(strings.TrimSpace(e.Author), "built-in") && i > 0 {
			t.Errorf("%s is by %q", refs[i], e.Author)
		}
	}
}
