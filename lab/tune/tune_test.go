package tune

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/game"
	"agon/games/tron"
	"agon/internal/cause"
	"agon/lab/session"
)

// tuner returns a tuning of a bot with two parameters, without a game.
func tuner(t *testing.T, only ...string) *Tuner {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mybot")
	text := "run = [\"sh\", \"bot.sh\"]\n\n[parameters]\ndepth = { value = 3, from = 1, to = 8 }\nweight = { value = 1.5, from = 0.0, to " +
		"= 5.0 }\n"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	tn := &Tuner{Setup: Setup{Bot: dir, Only: only, Rounds: 4, Games: 2, Width: 0.1, Step: 0.1}, faults: map[string]int{}}
	tn.Session, tn.Kind, tn.Dir = session.New(session.Options{}), game.New(tron.Spec), t.TempDir()
	return tn
}

// TestParameters: those that are tuned are read with their ranges, and a version has their values in its bot.toml.
func TestParameters(t *testing.T) {
	tn := tuner(t)
	if err := tn.parameters(); err != nil || len(tn.tuned) != 2 || tn.text(tn.values[0]) != "depth 3, weight 1.5" {
		t.Fatalf("%v, %+v", err, tn)
	}
	version := filepath.Join(t.TempDir(), "version")
	if err := tn.version(version, []float64{5, 0.25}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(version, "bot.toml"))
	if err != nil || !strings.Contains(string(text), "value = 5,") || !strings.Contains(string(text), "value = 0.25,") {
		t.Errorf("%v: %s", err, text)
	}
	tn = tuner(t, "weight")
	if err := tn.parameters(); err != nil || tn.text(tn.values[0]) != "weight 1.5" {
		t.Errorf("one of them: %v, %q", err, tn.text(tn.values[0]))
	}
	if err := tuner(t, "weigth").parameters(); err == nil || !strings.Contains(err.Error(), `did you mean "weight"`) {
		t.Errorf("a parameter that is not there: %v", err)
	}
	file := tuner(t)
	file.Bot = filepath.Join(file.Bot, "bot.toml")
	if err := file.parameters(); err == nil || !strings.Contains(err.Error(), "is a file, and agon tune wants a bot's folder") {
		t.Errorf("a file: %v", err)
	}
}

// TestStopped: a tuning that is stopped between two rounds says how many it has played.
func TestStopped(t *testing.T) {
	tn := tuner(t)
	if err := tn.parameters(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, played := range []string{"0 rounds", "1 round"} {
		want := "stopped after " + played + " of 4; run the same command again to continue"
		var stopped *Stopped
		if _, err := tn.Tune(ctx); !errors.As(err, &stopped) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		tn.values = append(tn.values, []float64{3, 1.5})
	}
}

// TestResume: rounds that were played are read again, half a line is dropped, and another tuning's rounds and damaged ones are refused.
func TestResume(t *testing.T) {
	open := func(tn *Tuner, sum string) error {
		if err := tn.parameters(); err != nil {
			t.Fatal(err)
		}
		err := tn.resume(sum)
		if tn.record != nil {
			t.Cleanup(func() { tn.record.Close() })
		}
		return err
	}
	first := tuner(t)
	if err := open(first, "abc"); err != nil {
		t.Fatal(err)
	}
	if err := first.note(tunedRound{Difference: 0.5, Games: 2, After: []float64{4, 1.75}}); err != nil {
		t.Fatal(err)
	}
	if _, err := first.record.WriteString(`{"difference":0.5,"ga`); err != nil {
		t.Fatal(err)
	}
	second := tuner(t)
	second.Dir = first.Dir
	if err := open(second, "abc"); err != nil || len(second.values) != 2 || !second.differ ||
		second.total != 2 || second.values[1][0] != 4 {
		t.Errorf("%v: %v after %d games", err, second.values, second.total)
	}
	if err := second.own(); err != nil {
		t.Errorf("its own folder: %v", err)
	}
	other := tuner(t)
	other.Dir = first.Dir
	if err := open(other, "def"); err == nil || !strings.Contains(err.Error(), "was begun with another bot or other options") {
		t.Errorf("another bot: %v", err)
	}
	fresh := tuner(t)
	fresh.Dir, fresh.Fresh = first.Dir, true
	if err := open(fresh, "def"); err != nil || len(fresh.values) != 1 {
		t.Errorf("anew: %v, %v", err, fresh.values)
	}
	if err := os.WriteFile(filepath.Join(first.Dir, pathName), []byte("{\"of\":\"x\"}\nnonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	damaged := tuner(t)
	damaged.Dir = first.Dir
	if err := open(damaged, "abc"); err == nil {
		t.Error("a damaged file is read")
	}
	if err := damaged.read("path.jsonl", []byte("{\"of\":\"x\"}\nnonsense\n"),
		"x"); cause.Of(err) != cause.Subject || !strings.Contains(err.Error(), "path.jsonl:2 is damaged") {
		t.Errorf("a damaged line: %v", err)
	}
	foreign := tuner(t)
	if err := os.WriteFile(filepath.Join(foreign.Dir, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := foreign.own(); err == nil || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("a folder with other files: %v", err)
	}
}
