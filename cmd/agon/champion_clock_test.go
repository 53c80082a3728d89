package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
)

// Unless configured otherwise the champion thinks as long as the contest's own clock allows, and is never late.
func TestTheChampionIsNeverLate(t *testing.T) {
	tier.Alone(t)
	run := exec.Command(program(t), "run", "tron", "builtin:champion", "builtin:voronoi", "--games", "1", "--seed", "4",
		"--set", "turn_ms=20", "--set", "first_ms=20", "--json", "--out", filepath.Join(t.TempDir(), "out"))
	output, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	if text := string(output); !strings.Contains(text, `"bot":"champion"`) ||
		strings.Contains(strings.ReplaceAll(text, `"lost_on_time":0`, ""), "lost_on_time") {
		t.Errorf("the champion was late: %s", output)
	}
}
