package main

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/show/art"
)

// painter2020 is a bot as its author wrote it for the contest of 2020. The program receives the history, and prints a hand and a picture,
// which grows from round to round and has trailing blanks in its rows.
const painter2020 = `import json, sys
history = sys.argv[1] if len(sys.argv) > 1 else ""
n = min(len([r for r in history.split(";") if r]), 3)
rows = ["*" * (4 + n) + "   "] + ["", "  #"] + ["+"] * n
print(json.dumps({"move": "PAPER", "art": rows}))
`

// TestFilesOf2020 plays a game as the runner of 2020 did, and compares all its files with those of that runner: its two GIFs, on a canvas
// of 8 columns per character and 15 lines per row, and results.json, with the fields of the original first and in its order.
func TestFilesOf2020(t *testing.T) {
	t.Parallel()
	needs(t, [][]string{{"python3"}}, "apt-get install python3")
	agon, dir := program(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "painter.py"), []byte(painter2020), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"play", "rps", "Pat=./painter.py", "builtin:rock", "--set", "rules=runner-2020", "--set", "layout=runner-2020", "--set",
			"rounds=5", "--seed", "4", "--log", "wide"},
		{"play", "rps", "Pat=./painter.py", "builtin:rock", "--set", "rules=runner-2020", "--set", "rounds=5", "--seed", "4", "--log",
			"trim"},
	} {
		cmd := exec.Command(agon, append(args, "--sandbox", "none")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CACHE_HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
	}
	files, err := os.ReadDir(filepath.Join(dir, "wide"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".log") { // those are agon's own
			names = append(names, f.Name())
		}
	}
	if !slices.Equal(names, []string{"p1.gif", "p2.gif", "results.json"}) {
		t.Errorf("it left %q", names)
	}

	wide, trim := readGIF(t, dir, "wide", "p1.gif"), readGIF(t, dir, "trim", "p1.gif")
	// The longest row has 7 characters without trailing blanks, and the highest picture 6 rows.
	if w, h := wide.Config.Width, wide.Config.Height; w != 8*7+10 || h != 15*6 {
		t.Errorf("the canvas has %d x %d pixels, the original's has %d x %d", w, h, 8*7+10, 15*6)
	}
	if trim.Config.Width >= wide.Config.Width || trim.Config.Height >= wide.Config.Height {
		t.Errorf("the trimmed canvas has %d x %d pixels, no fewer", trim.Config.Width, trim.Config.Height)
	}
	// Rounds 4 and 5 have the same picture, which the original shows once and for the same duration.
	shown := 0
	for _, delay := range wide.Delay {
		shown += delay
	}
	if wide.LoopCount != 0 || shown != 5*12 {
		t.Errorf("it shows %v hundredths of a second, loop %d; five rounds have 12 each, and go round for ever", wide.Delay, wide.LoopCount)
	}
	first, last := wide.Image[0], wide.Image[len(wide.Image)-1]
	for _, cell := range []struct {
		row, column int
		first, last bool
	}{{0, 0, true, true}, {0, 3, true, true}, {0, 4, false, true}, {0, 6, false, true}, {1, 0, false, false}, {2, 0, false, false},
		{2, 2, true, true}, {3, 0, false, true}, {5, 0, false, true}} {
		if art.Ink(first, cell.row, cell.column) != cell.first || art.Ink(last, cell.row, cell.column) != cell.last {
			t.Errorf("row %d, column %d is drawn wrong", cell.row, cell.column)
		}
	}

	text, err := os.ReadFile(filepath.Join(dir, "wide", "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	if keys := keysOf(t, text); !slices.Equal(keys[:5], []string{"game_id", "is_tie", "winner", "players", "rounds"}) {
		t.Errorf("results.json begins with %q", keys)
	}
	var results struct {
		GameID  string `json:"game_id"`
		Tie     bool   `json:"is_tie"`
		Winner  *string
		Players map[string]struct{ Name, Image string }
		Rounds  []map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &results); err != nil {
		t.Fatal(err)
	}
	if len(results.GameID) != 10 || strings.Trim(results.GameID, "abcdefghijklmnopqrstuvwxyz") != "" || results.Tie ||
		results.Winner == nil || *results.Winner != "Pat" {
		t.Errorf("results.json: %s", text)
	}
	if p := results.Players["player_one"]; p.Name != "Pat" || strings.Contains(string(text), dir) {
		t.Errorf("player one is %+v in %s", p, text)
	}
	if len(results.Rounds) != 5 {
		t.Fatalf("results.json has %d rounds", len(results.Rounds))
	}
	var hand struct {
		Hand string
		Art  []string
	}
	if err := json.Unmarshal(results.Rounds[4]["player_one"], &hand); err != nil || hand.Hand != "PAPER" || len(hand.Art) != 6 {
		t.Errorf("round 5 of player one is %s, %v", results.Rounds[4]["player_one"], err)
	}
}

func readGIF(t *testing.T, path ...string) *gif.GIF {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(text, []byte("GIF89a")) {
		t.Errorf("%q is no GIF of 1989", path)
	}
	g, err := gif.DecodeAll(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// keysOf returns the keys of an object in their order.
func keysOf(t *testing.T, text []byte) (keys []string) {
	t.Helper()
	read := json.NewDecoder(bytes.NewReader(text))
	read.Token()
	for read.More() {
		key, err := read.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var skipped json.RawMessage
		if err := read.Decode(&skipped); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}
