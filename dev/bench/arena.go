package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// summary is the part of agon run --json that is read.
type summary struct {
	Rounds     float64 `json:"rounds"`
	Seconds    float64 `json:"seconds"`
	Efficiency float64 `json:"efficiency"`
}

// arena runs a contest with the binary, from nothing, and returns its summary.
func arena(ctx context.Context, bots []string, args ...string) (summary, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return summary{}, err
	}
	defer os.RemoveAll(dir)
	line := append([]string{"run", "colour-battle"}, bots...)
	line = append(line, "--out", filepath.Join(dir, "out"), "--json", "--pages", "0", "--seed", "1")
	cmd := exec.CommandContext(ctx, binary(), append(line, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return summary{}, fmt.Errorf("%w: %s", err, stderr.String())
	}
	var s summary
	return s, json.Unmarshal(out, &s)
}

// simple returns n references to the two simple built-ins in turn.
func simple(n int) []string {
	var bots []string
	for i := range n {
		bots = append(bots, []string{"builtin:steve", "builtin:rambo"}[i%2])
	}
	return bots
}

func builtins(ctx context.Context) (string, bool, error) {
	best := 0.0
	for range turns {
		s, err := arena(ctx, simple(21), "--games", "100")
		if err != nil {
			return "", false, err
		}
		best = max(best, s.Rounds/s.Seconds)
	}
	return fmt.Sprintf("%.0f rounds/s", best), best >= 500_000, nil
}

func efficiency(ctx context.Context) (string, bool, error) {
	var bots []string
	for range 10 {
		bots = append(bots, "dev/bench/bots/robots/middle/bot.py")
	}
	begin := time.Now()
	s, err := arena(ctx, bots, "--games", "20", "--set", "rounds=1000")
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.3f (%.0f s, starts included)", s.Efficiency, time.Since(begin).Seconds()), s.Efficiency >= 0.90, nil
}

// memory watches the resident size of a run of 1000 games.
func memory(ctx context.Context) (string, bool, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	line := append([]string{"run", "colour-battle"}, simple(21)...)
	cmd := exec.CommandContext(ctx, binary(), append(line, "--out", filepath.Join(dir, "out"), "--pages", "0", "--seed", "1", "--games", "1000", "--plain")...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return "", false, err
	}
	if err := cmd.Start(); err != nil {
		return "", false, err
	}
	var early, late, most float64
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		rss := resident(cmd.Process.Pid)
		most = max(most, rss)
		var games int
		if _, err := fmt.Sscanf(lines.Text(), "agon: %d/1000 games", &games); err == nil {
			if games >= 100 && early == 0 {
				early = rss
			}
			late = max(rss, 0)
		}
	}
	if err := cmd.Wait(); err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%+.1f MB, %.0f MB", late-early, most), late-early <= 10 && most <= 150 && early > 0, nil
}

// resident returns the resident size of a process in MB, 0 where the system does not tell.
func resident(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1000
		}
	}
	return 0
}
