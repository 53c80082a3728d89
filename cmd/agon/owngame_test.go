package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheGuideOfAGameOfOnesOwn does what docs/own-game.md says, with the files that it shows.
func TestTheGuideOfAGameOfOnesOwn(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "own-game.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string][]string{}
	for part := range strings.SplitSeq(string(guide), "\n```") {
		if language, text, ok := strings.Cut(part, "\n"); ok && len(language) < 10 {
			blocks[language] = append(blocks[language], text)
		}
	}
	if len(blocks["toml"]) != 2 || len(blocks["python"]) != 1 || len(blocks["sh"]) != 4 {
		t.Fatalf("the guide has %d files of TOML, %d of Python and %d lists of commands", len(blocks["toml"]), len(blocks["python"]),
			len(blocks["sh"]))
	}
	dir := t.TempDir()
	files := func(all map[string]string) {
		t.Helper()
		for name, text := range all {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	outputs := map[string]string{}
	for i, list := range blocks["sh"] {
		switch i {
		case 1:
			files(map[string]string{"harbour/game.toml": blocks["toml"][0], "harbour/rules.py": blocks["python"][0]})
		case 3:
			files(map[string]string{"night.toml": blocks["toml"][1]})
		}
		for line := range strings.SplitSeq(list, "\n") {
			line, _, _ = strings.Cut(line, "#")
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", line, err, out)
			}
			outputs[words[1]] += string(out)
		}
	}
	for command, want := range map[string]string{
		"check-game": "\npassed\n", "play": "Harbour, 12 rounds", "run": "knockout", "verify": "0 refused", "protocol": `"moves":["wait",`,
	} {
		if !strings.Contains(outputs[command], want) {
			t.Errorf("agon %s does not say %q:\n%s", command, want, outputs[command])
		}
	}
	if page, err := os.ReadFile(filepath.Join(dir, "public", "index.html")); err != nil ||
		!strings.Contains(string(page), "Harbour night") {
		t.Errorf("the published page: %v", err)
	}
}
