package attack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// upgraded is a contest of a bot whose interpreter is a shell script that plays itself, and prints its version as others do.
const upgraded = `
-- contest.toml --
kind = "colour-battle"
seed = 3

[[bots]]
ref = "./bot"

[[bots]]
ref = "builtin:steve"

[options]
rounds = 3

[[stages]]
format = "arena"
games = 2
seats = 2

[runtimes]
ruby = "RUBY"
-- bot/bot.toml --
name = "Rubin"
protocol = "agon"
-- bot/bot.rb --
it does not matter: the interpreter below plays
-- tools/ruby.sh --
#!/bin/sh
if [ "$1" = --version ]; then echo "ruby 3.1.2p20"; exit; fi
while read line; do case $line in '{"agon"'*|'{"over"'*) ;; *) echo UP;; esac; done
`

// TestAnotherInterpreterIsSeen: when the interpreter of a bot that is no Python class has another version in a later run, the run says so
// and the contest keeps it. The same version is no change.
func TestAnotherInterpreterIsSeen(t *testing.T) {
	t.Parallel()
	dir := written(t, upgraded)
	ruby := filepath.Join(dir, "tools", "ruby.sh")
	rewrite(t, filepath.Join(dir, "contest.toml"), "RUBY", ruby)
	type change struct{ What, Was, Now string }
	var run struct{ Changes []change }
	args := []string{"run", "contest.toml", "--out", "out", "--json"}
	for range 2 {
		must(t, dir, args...).decode(t, &run)
		if len(run.Changes) != 0 {
			t.Fatalf("nothing has changed, and the changes are %v", run.Changes)
		}
	}
	rewrite(t, ruby, "3.1.2p20", "3.3.0")
	o := must(t, dir, args...)
	o.decode(t, &run)
	want := change{"interpreter", "ruby 3.1.2p20", "ruby 3.3.0"}
	if len(run.Changes) != 1 || run.Changes[0] != want {
		t.Errorf("the changes are %v, want %v", run.Changes, want)
	}
	if !strings.Contains(o.Err, "interpreter was ruby 3.1.2p20 in an earlier run and is now ruby 3.3.0") {
		t.Errorf("nobody is told:\n%s", o.Err)
	}
}

// rewrite puts one text in the place of another in a file.
func rewrite(t *testing.T, file, from, to string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	info, _ := os.Stat(file)
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), from, to)), info.Mode()); err != nil {
		t.Fatal(err)
	}
}
