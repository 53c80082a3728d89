package gamefolder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	gamefolder "agon/games/folder"
)

// Rules that were handed in start in a sandbox or not at all, those in the copy that a contest keeps too.
func TestHandedInRulesNeedASandbox(t *testing.T) {
	const rules = "class Game:\n    pass\n"
	plain := gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return sandbox.Plain() }}
	dir, contest := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{gamefolder.File: toml, "rules.py": rules, gamefolder.HandedIn: ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Open(dir, plain)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.KeepIn(contest); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{dir, filepath.Join(contest, gamefolder.Copy)} {
		f, err := gamefolder.Open(dir, plain)
		if err != nil {
			t.Fatal(err)
		}
		settings, err := f.Kind.Settings(nil)
		if err != nil {
			t.Fatal(err)
		}
		table, err := f.Kind.Table(settings)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Deal(1, 2); err == nil || !strings.Contains(err.Error(), "no sandbox works here") {
			t.Errorf("%s: %v", dir, err)
		}
		f.Close()
	}
}
