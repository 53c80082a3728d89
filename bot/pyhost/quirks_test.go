package pyhost_test

import (
	"strings"
	"testing"

	"agon/bot/lineup"
)

// TestExams lets bots check their input: testdata has what each of them checks.
func TestExams(t *testing.T) {
	steve := enter(t, "builtin:steve")[0]
	rambo := enter(t, "builtin:rambo")[0]
	for _, e := range enter(t, "testdata/robots/exam/exam.py") {
		for _, way := range []string{"pages", "frames"} {
			if way == "frames" && !strings.Contains("Grid Positions MovesAreSteps KeptLists", e.Name) {
				continue // the others check nothing that is sent
			}
			t.Run(e.Name+" by "+way, func(t *testing.T) {
				t.Parallel()
				if e.Broken != "" {
					t.Fatal(e.Broken)
				}
				a := arena{entries: []lineup.Entry{e, steve, rambo}, rounds: 12, games: 2, frames: way == "frames"}
				switch e.Name {
				case "Ways":
					a.rounds, a.games = 90, 1
				case "LenientGrid":
					a.options = map[string]any{"mode": "lenient"}
				}
				for nr, g := range a.play(t) {
					if len(g.faults[0]) > 0 {
						t.Fatalf("game %d: %v:\n%s", nr, g.faults[0], g.logs[0])
					}
					if g.rounds != a.rounds || !strings.Contains(g.logs[0], "passed: "+e.Name) {
						t.Fatalf("game %d: %d rounds, and the bot did not finish its exam:\n%s", nr, g.rounds, g.logs[0])
					}
					if e.Name == "Ways" && !strings.Contains(g.logs[0], "all ") {
						t.Fatal("too few rounds for all ways to read a list")
					}
					if e.Name == "Prints" {
						printed(t, g.logs[0])
					}
				}
			})
		}
	}
}

// printed checks that the log contains everything that the bot Prints printed in its first game.
func printed(t *testing.T, log string) {
	t.Helper()
	for _, line := range []string{
		"by print {'a': 1}", "by sys.stdout", "by sys.__stdout__", "by sys.stderr", "by descriptor 1", "by descriptor 2", "by a program",
		"by the C library", `not in any \ud800 alphabet`,
	} {
		if strings.Count(log, line+"\n") != 1 {
			t.Errorf("the log does not contain %q once:\n%s", line, log)
		}
	}
}

// TestOneMoveForAll: however bot_control is imported, it is one module.
func TestOneMoveForAll(t *testing.T) {
	t.Parallel()
	a := arena{entries: []lineup.Entry{named(t, "testdata/robots/absolute/bot.py", "Absolute")}, rounds: 6, games: 2, lanes: 2}
	log := ""
	games := a.play(t)
	for _, g := range games {
		log += g.logs[0] // both lanes of a bot have one log
	}
	for nr, g := range games {
		if len(g.faults[0]) > 0 {
			t.Errorf("game %d: %v", nr, g.faults[0])
		}
	}
	if strings.Count(log, "passed") != len(games) || t.Failed() {
		t.Errorf("the bot did not pass in each game:\n%s", log)
	}
}

func TestReferences(t *testing.T) {
	for _, tt := range []struct {
		name, ref string
		want      string // names, broken ones in brackets
	}{
		{"a bot in robots itself", "testdata/robots/direct.py", "Direct"},
		{"names that are no identifiers", "testdata/robots/hein-leo/id10+_bot.py", "Plus"},
		{"several bots in a file, in its order", "testdata/robots/several/many.py", "First Second Third"},
		{"one bot of several", "testdata/robots/several/many.py:Second", "Second"},
		{"a folder", "testdata/robots/several", "First Second Third"},
		{"a name of one's own", "Zed=testdata/robots/several/many.py:Second", "Zed"},
		{"one name for two", "Zed=testdata/robots/several/many.py", "Zed Zed-2 Zed-3"},
		{"a class that is none", "testdata/robots/several/many.py:Steps", "[many: Steps in "},
		{"a class that does not exist", "testdata/robots/several/many.py:Fourth", "[many: "},
		{"a line-up with a submodule that is missing", "testdata/robots/bot_list.py",
			"Third Direct [Gone: it cannot be constructed: ImportError: there is no robots.gone] Plus First"},
		{"a clone's robots folder", "testdata/robots", "Third Direct [Gone: ] Plus First"},
		{"no bot class", "testdata/loads/no_class/bot.py", "[bot: has no bot class]"},
		{"a mistake in the syntax", "testdata/loads/syntax/bot.py", "[bot: SyntaxError: expected ':' (bot.py, line 1)]"},
		{"an error at import", "testdata/loads/import_raises/bot.py", "[bot: RuntimeError: no such weather]"},
		{"a key that is not there at import", "testdata/loads/import_key.py", "[import_key: KeyError: 'south']"},
		{"an end at import", "testdata/loads/import_exit.py", "[import_exit: SystemExit: 4]"},
		{"a death at import", "testdata/loads/import_dies.py", "[import_dies: its process ended with code 5]"},
		{"an import of nothing", "testdata/loads/import_noisy.py", "[import_noisy: robots.nowhere]"},
		{"an error in the constructor", "testdata/loads/constructor/bot.py", "[Unborn: it cannot be constructed: ValueError: not today]"},
		{"a constructor with arguments", "testdata/loads/wants_self.py", "[Needy: missing 1 required positional argument]"},
		{"an error in the name", "testdata/loads/name_raises/bot.py", "[Nameless: AttributeError]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			matches(t, enter(t, tt.ref), tt.want)
		})
	}
}

// matches compares entries with a line of their names. A broken one is [name: part of the reason].
func matches(t *testing.T, entries []lineup.Entry, want string) {
	t.Helper()
	for _, e := range entries {
		want = strings.TrimPrefix(want, " ")
		if e.Broken == "" {
			rest, ok := strings.CutPrefix(want, e.Name)
			if !ok || rest != "" && rest[0] != ' ' {
				t.Fatalf("found %q, want %q", e.Name, want)
			}
			want = rest
			continue
		}
		rest, ok := strings.CutPrefix(want, "["+e.Name+": ")
		if !ok {
			t.Fatalf("found the broken %s (%s), want %q", e.Name, e.Broken, want)
		}
		reason, rest, _ := strings.Cut(rest, "]")
		if !strings.Contains(e.Broken, reason) {
			t.Fatalf("%s is broken because %q, not %q", e.Name, e.Broken, reason)
		}
		want = rest
	}
	if want != "" {
		t.Fatalf("%q was not found", want)
	}
}

// TestLineUpPlays: the bots of a list play, except the broken ones.
func TestLineUpPlays(t *testing.T) {
	t.Parallel()
	var sound []lineup.Entry
	for _, e := range enter(t, "testdata/robots/bot_list.py") {
		if e.Broken == "" {
			sound = append(sound, e)
		}
	}
	for _, g := range (arena{entries: sound, rounds: 10, games: 2, lanes: 2}).play(t) {
		for seat := range sound {
			if len(g.faults[seat]) > 0 {
				t.Errorf("%s: %v\n%s", sound[seat].Name, g.faults[seat], g.logs[seat])
			}
		}
	}
}
