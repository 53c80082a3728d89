package cases

import (
	"bytes"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/fence"
	"agon/games/tron"
	"agon/lab/live"
	"agon/play/worker"
	"agon/record/replay"
)

// opened opens a reference for a kind.
func opened(t *testing.T, kind *game.Kind, ref string) lineup.Entry {
	t.Helper()
	opener := &lineup.Opener{Kind: kind, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := opener.Open(t.Context(), []string{ref})
	if err != nil || entries[0].Broken != "" {
		t.Fatal(err, entries)
	}
	return entries[0]
}

// played returns a game that the built-in bot hugger has played against itself.
func played(t *testing.T, kind *game.Kind) *replay.Replay {
	t.Helper()
	settings, err := kind.Settings(map[string]any{"width": "12"})
	if err != nil {
		t.Fatal(err)
	}
	e := opened(t, kind, "builtin:hugger")
	how := worker.Play{Kind: kind, Settings: settings, Entries: []lineup.Entry{e, e}, Seed: 7}
	r := &replay.Replay{Seats: worker.ReplaySeats(how.Entries, []int{0, 1})}
	if _, err := live.Play(t.Context(), how, live.Beginning{}, live.AtEnd(func(g worker.Game) error {
		r.Record = g.Record.Clone()
		return nil
	})); err != nil {
		t.Fatal(err)
	}
	return r
}

// written writes a case into a folder, and returns what was recorded in its turn.
func written(t *testing.T, kind *game.Kind, dir string, c *Case) string {
	t.Helper()
	c.Kind = kind.Name
	if key, err := c.Check(kind); err != nil {
		t.Fatal(key, err)
	}
	data, err := c.Append(nil, kind.Timed)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, c.Name+".toml"), data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c.Recorded()
}

// TestRunAll: a bot that plays as it was recorded does what it did then, passes the cases that ask for that and fails those that forbid it;
// another one is known by its other answers, and one without an answer by its fault.
func TestRunAll(t *testing.T) {
	t.Parallel()
	kind := game.New(tron.Spec)
	rep, dir := played(t, kind), t.TempDir()
	const turn = 3
	word := written(t, kind, dir, &Case{Name: "b survives", Turn: turn, Survive: 2, Game: rep})
	written(t, kind, dir, &Case{Name: "c must", Turn: turn, Must: []string{word}, Game: rep})
	written(t, kind, dir, &Case{Name: "a not", Turn: turn, Not: []string{word}, Game: rep})
	written(t, kind, dir, &Case{Name: "d no fault", Turn: turn, NoFault: true, Game: rep})
	written(t, kind, dir, &Case{Name: "e survives to the end", Turn: turn + 1, Survive: 10_000, Seat: 1, Game: rep})
	list, err := ReadAll(kind, []string{dir})
	if err != nil || len(list) != 5 || list[0].Name != "a not" {
		t.Fatal(err, list)
	}
	run := func(ref string) []*Verdict {
		e := opened(t, kind, ref)
		verdicts, err := RunAll(t.Context(), list, func(seed int64) worker.Play {
			return worker.Play{Kind: kind, Entries: []lineup.Entry{e}, Seed: seed, Secret: bot.DeriveSecret(seed)}
		}, 1, func(int, *Case) {})
		if err != nil {
			t.Fatal(err)
		}
		return verdicts
	}
	own := run("builtin:hugger")
	for i, want := range []bool{false, true, true, true, !strings.Contains(own[4].Why, "plays no more")} {
		if v := own[i]; v.Passed() != want || v.Differed != 0 || i < 4 && v.Answered != word {
			t.Errorf("the same bot in %q: %+v, want passed %v with %s", v.Case.Name, v, want, word)
		}
	}
	if v := own[0]; v.Why != "it answered "+word+", and must not answer "+word {
		t.Errorf("a mistake that was repeated: %q", v.Why)
	}
	if _, err := exec.LookPath("sh"); err == nil {
		sideways := filepath.Join(t.TempDir(), "sideways.sh")
		if err := os.WriteFile(sideways, []byte("#!/bin/sh\nwhile read line; do echo SIDEWAYS; done\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		bad := run(sideways)
		if v := bad[3]; v.Passed() || !strings.HasPrefix(v.Answered, "!") || v.Differed != 1 || !strings.Contains(v.Why, "in turn 3: ") {
			t.Errorf("a bot whose answers are no moves: %+v", v)
		}
		if v := bad[0]; v.Passed() {
			t.Errorf("a fault passes a case that forbids a move: %+v", v)
		}
	}
	tested := NewTested("hugger", own)
	if tested.Passed || tested.Cases[0].Passed || !tested.Cases[1].Passed || tested.Cases[2].Answered != word {
		t.Errorf("for programs: %+v", tested)
	}
	var out bytes.Buffer
	var read suite
	if err := WriteJUnit(&out, "hugger", own[:2]); err != nil || xml.Unmarshal(out.Bytes(), &read) != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	if read.Tests != 2 || read.Failures != 1 || read.Cases[0].Failure == nil || read.Cases[0].Failure.Message != own[0].Why ||
		!strings.Contains(read.Cases[0].Failure.Text, own[0].Why+"\nseat ") || !strings.Contains(read.Cases[0].Failure.Text, ", , , ,") ||
		read.Cases[1].Failure != nil {
		t.Errorf("as JUnit: %s", &out)
	}
}

// TestMistakesInCases: an error names the file, the line, and what is wrong.
func TestMistakesInCases(t *testing.T) {
	t.Parallel()
	kind := game.New(tron.Spec)
	rep := played(t, kind)
	for _, tt := range []struct {
		key string
		c   Case
	}{
		{"seat", Case{Seat: 2, Turn: 1, NoFault: true}},
		{"turn", Case{Turn: rep.Record.Turns + 1, NoFault: true}},
		{"turn", Case{Turn: 1}},
		{"survive", Case{Turn: 1, Survive: -1}},
		{"not", Case{Turn: 1, Not: []string{"SIDEWAYS"}}},
	} {
		tt.c.Game = rep
		if key, err := tt.c.Check(kind); err == nil || key != tt.key {
			t.Errorf("%+v: %q, %v; want an error of %s", tt.c, key, err, tt.key)
		}
	}
	dir := t.TempDir()
	written(t, kind, dir, &Case{Name: "good", Turn: 3, NoFault: true, Game: rep})
	name := filepath.Join(dir, "good.toml")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ from, to, want string }{
		{"turn = 3", "turn = 0", "good.toml:5:1: the game has the turns"},
		{"agon = 1", "agon = 9", "good.toml:1:1: this is a case of form 9"},
		{"game = '''\n", "game = '''\n!", "the game is no base64"},
		{"no_fault", "no_falt", `unknown key "no_falt"`},
	} {
		changed := strings.Replace(strings.ReplaceAll(string(text), `"""`, "'''"), tt.from, tt.to, 1)
		if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadAll(kind, []string{dir}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.to, err, tt.want)
		}
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadAll(game.New(fence.Spec), []string{name}); err == nil || !strings.Contains(err.Error(), "the case is of the kind") {
		t.Errorf("a case of another kind: %v", err)
	}
	if _, err := ReadAll(kind, []string{t.TempDir()}); err == nil || !strings.Contains(err.Error(), "agon pin writes them") {
		t.Errorf("a folder without cases: %v", err)
	}
}
