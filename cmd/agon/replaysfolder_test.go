package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What differs between machines in a Replays folder: times, and the path from which a bot was loaded.
var (
	stamps  = regexp.MustCompile(`(?m)^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d:\d{3} - `)
	spent   = regexp.MustCompile(`execution time was \S+|additional \d+ms`)
	loading = regexp.MustCompile(`Loaded bot \S*/`)
)

func undated(text string) string {
	return loading.ReplaceAllString(spent.ReplaceAllString(stamps.ReplaceAllString(text, ""), ""), "Loaded bot ")
}

// TestRecordedReplaysFolder plays the bots of a recorded Replays folder from the command line. They print and leave what the recorded ones
// did, and every file of the folder must equal the original's, except for times.
func TestRecordedReplaysFolder(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 on this machine")
	}
	want := recordedFolder(t)
	if len(want) < 60 {
		t.Fatalf("only %d files were recorded", len(want))
	}
	dir := t.TempDir()
	refs := []string{"play", "bomberman"}
	for key, name := range map[string]string{"A": "mover", "B": "planterlate", "C": "planter"} {
		recordedBot(t, filepath.Join(dir, name), key, want)
	}
	for _, name := range []string{"mover", "planterlate", "planter"} {
		refs = append(refs, filepath.Join(dir, name))
	}
	logs := filepath.Join(dir, "log")
	var output strings.Builder
	w := &world{in: os.Stdin, out: &output, err: &output}
	if code := execute(context.Background(), append(refs, "--seed", "1", "--log", logs), w); code != 0 {
		t.Fatalf("it ended with %d:\n%s", code, output.String())
	}
	got := map[string]string{}
	err := filepath.WalkDir(logs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Dir(path) == logs {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(logs, path)
		got[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, there := got[name]; !there || undated(text) != undated(want[name]) {
			t.Errorf("%s is\n%s\nin the original\n%s", name, undated(text), undated(want[name]))
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s should not be there", name)
	}
}

// recordedFolder returns the files of the recorded folder.
func recordedFolder(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("../../games/bomberman/testdata/replay.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct{ Files map[string]string }
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	return recorded.Files
}

var printed = regexp.MustCompile(`- ([IE]): \tOutput from bot: (.+)`)

// recordedBot writes a bot that does in each round what the recorded one did.
func recordedBot(t *testing.T, dir, key string, files map[string]string) {
	t.Helper()
	type deed struct{ Move, Out, Err string }
	deeds := map[string]deed{}
	for name, text := range files {
		round, rest, _ := strings.Cut(name, "/")
		d := deeds[round]
		switch rest {
		case key + "/move.txt":
			d.Move = text
		case key + "/log.txt":
			for _, m := range printed.FindAllStringSubmatch(text, -1) {
				if m[1] == "I" {
					d.Out += m[2] + "\n"
					continue
				}
				d.Err += m[2] + "\n"
			}
		}
		deeds[round] = d
	}
	table, err := json.Marshal(deeds)
	if err != nil {
		t.Fatal(err)
	}
	name := map[string]string{"A": "Mover", "B": "PlanterLate", "C": "Planter"}[key]
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		"bot.json": fmt.Sprintf(`{"Author":%q,"Email":"%s@example.com","NickName":%q,"BotType":"Python3","ProjectLocation":"","RunFile":"bot.py"}`, name, name, name),
		"bot.py": fmt.Sprintf(`
import json, os, sys
deeds = json.loads(%q)
with open(os.path.join(sys.argv[2], "state.json")) as f:
    deed = deeds[str(json.load(f)["CurrentRound"])]
sys.stdout.write(deed["Out"])
sys.stderr.write(deed["Err"])
if deed["Move"]:
    with open(os.path.join(sys.argv[2], "move.txt"), "w") as f:
        f.write(deed["Move"])
`, table),
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
