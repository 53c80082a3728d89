package attack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// builtContest is a contest of a bot that writes a number and leaves the callback out, as in 2016, run by a node that the file chooses.
const builtContest = `
-- bot/bot.js --
require('fs').writeFile('/dev/null', 4);
for (;;) {
	for (let n = parseInt(readline()); n > 0; n--) readline();
	console.log('UP');
}
-- node --
#!/bin/sh
exec NODE "$@"
-- packages/tiny-1.0.jar --
-- contest.toml --
kind = "tron"
seed = 3
shims = ["node-2016"]
[runtimes]
node = "./node"
[packages]
folder = "packages"
[[bots]]
ref = "bot"
[[bots]]
ref = "builtin:hugger"
[[stages]]
name = "s"
format = "arena"
games = 1
`

// TestRuntimesAreConditions runs a contest with programs that its file chooses, changes what it chooses and runs it again: each change is
// reported as what it was and what it is.
func TestRuntimesAreConditions(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("this machine has no node: apt-get install nodejs")
	}
	t.Parallel()
	dir := written(t, strings.Replace(builtContest, "NODE", node, 1))
	if err := os.Chmod(filepath.Join(dir, "node"), 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, dir, "run", "contest.toml", "--plain")
	change := func(name, before, after string) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Replace(string(text), before, after, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	change("contest.toml", "node = \"./node\"\n", "")
	change("contest.toml", "shims = [\"node-2016\"]\n", "")
	change("packages/tiny-1.0.jar", "", "changed")
	o := must(t, dir, "run", "contest.toml", "--plain")
	for _, want := range []string{
		"runtimes was node = " + filepath.Join(dir, "node") + " in an earlier run and is now as installed",
		"shims was node-2016 in an earlier run and is now none", "packages was 1 files, ",
	} {
		if !strings.Contains(o.Err, want) {
			t.Errorf("a change is not told: %q is not in\n%s", want, o.Err)
		}
	}
}

// TestRuntimesAreLookedAtFirst names what a contest's file chooses wrongly, with its line, before anything is built.
func TestRuntimesAreLookedAtFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ before, after, want string }{
		{`node = "./node"`, `node = "./nowhere"`, "contest.toml:5:1: [runtimes] node: no file "},
		{`node = "./node"`, `nood = "./node"`,
			`contest.toml:5:1: [runtimes] nood: no language needs a program of that name; did you mean "node"?`},
		{`node = "./node"`, `python2 = "python-of-nobody"`,
			`contest.toml:5:1: python2: no program "python-of-nobody" in PATH; write the program's full path`},
		{`folder = "packages"`, `folder = "nowhere"`, "contest.toml:7:1: [packages] folder "},
		{`folder = "packages"`, `foldr = "packages"`, `contest.toml:7:1: unknown key "foldr" in [packages]; did you mean "folder"?`},
		{`"node-2016"`, `"node-2015"`, `contest.toml:3:1: shims: unknown shim "node-2015"; did you mean "node-2016"?`},
	} {
		dir := written(t, strings.Replace(strings.Replace(builtContest, "exec NODE", "exec true", 1), tt.before, tt.after, 1))
		o := agon(t, dir, "run", "contest.toml", "--plain")
		if o.Code != 2 || !strings.Contains(o.Err, tt.want) || strings.Count(o.Err, "\n") > 1 {
			t.Errorf("%s: exit %d, want 2 and %q\n%s", tt.after, o.Code, tt.want, o.Err)
		}
	}
}

// TestLogsShowLines has a bot of Tron answer nonsense: its log shows the lines that it was sent, as they were, and no board in JSON.
func TestLogsShowLines(t *testing.T) {
	t.Parallel()
	dir := written(t, `
-- bot.sh --
while read -r line; do
	case $line in *' '*' '*' '*) ;; *) n=${line%% *}; while [ "$n" -gt 0 ]; do read -r line; n=$((n - 1)); done; echo SIDEWAYS ;; esac
done
`)
	must(t, dir, "play", "tron", "bot.sh", "builtin:hugger", "--seed", "1", "--log", "logs")
	found, _ := filepath.Glob(filepath.Join(dir, "logs", "*bot*"))
	if len(found) != 1 {
		t.Fatalf("its log is not in %v", found)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	if log := string(text); !strings.Contains(log, "agon: it had been sent\n  2 ") || strings.Contains(log, `{"turn"`) {
		t.Errorf("the log shows no lines, or the board in JSON:\n%.2000s", log)
	}
}
