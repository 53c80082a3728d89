package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// safetyRows returns the rows of the sandbox and the wires. They run benchmarks of those packages.
func safetyRows() []row {
	return []row{
		{"wire: 21 echo bots in C, engine and wire a move, against the bare ping-pong beside it", "at most 2x", wireCost},
		{"sandbox: start of a static program at level full over the bare start", "at most 4 ms", startCost},
		{"sandbox: Python with numpy from the zygote, sandboxed, to the first move", "at most 6 ms", firstMove},
		{"sandbox: a move of a running program at level full, against the bare process beside it", "at most 3 %", moveCost},
	}
}

// metrics runs a benchmark of a package and returns its metrics: the least of each unit, since noise only adds.
func metrics(ctx context.Context, folder, name, times string) (map[string]float64, error) {
	out, err := exec.CommandContext(ctx, "go", "test", "./"+folder, "-run", "^$", "-bench", "^"+name+"$", "-benchtime", times, "-count", strconv.Itoa(turns)).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", folder, err, bytes.TrimSpace(out))
	}
	found := map[string]float64{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		for i := 2; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				continue
			}
			if least, seen := found[fields[i+1]]; !seen || v < least {
				found[fields[i+1]] = v
			}
		}
	}
	return found, lines.Err()
}

// measured returns metrics, which must include all the units.
func measured(ctx context.Context, folder, name, times string, units ...string) (map[string]float64, error) {
	found, err := metrics(ctx, folder, name, times)
	if err != nil {
		return nil, err
	}
	for _, unit := range units {
		if _, ok := found[unit]; !ok {
			return nil, fmt.Errorf("%s: %s reported no %s; the level, the compiler or the server is missing here", folder, name, unit)
		}
	}
	return found, nil
}

func wireCost(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "bot/program", "BenchmarkRound", "20x", "ratio")
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.2fx (%.1f against %.1f us)", m["ratio"], m["ns/move"]/1e3, m["ns/bare-move"]/1e3), m["ratio"] <= 2, nil
}

func startCost(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "bot/sandbox", "BenchmarkStart", "100x", "ns/start-bare", "ns/start-full")
	if err != nil {
		return "", false, err
	}
	over := (m["ns/start-full"] - m["ns/start-bare"]) / 1e6
	return fmt.Sprintf("+%.2f ms (%.2f against %.2f ms)", over, m["ns/start-full"]/1e6, m["ns/start-bare"]/1e6), over <= 4, nil
}

func firstMove(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "bot/pyhost", "BenchmarkFirstMove", "60x", "ns/first-move-forked")
	if err != nil {
		return "", false, err
	}
	took := m["ns/first-move-forked"] / 1e6
	return fmt.Sprintf("%.1f ms (a process started anew: %.0f ms)", took, m["ns/first-move-started"]/1e6), took <= 6, nil
}

func moveCost(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "bot/sandbox", "BenchmarkMove", "100x", "ns/move-none", "ns/move-full")
	if err != nil {
		return "", false, err
	}
	over := m["ns/move-full"]/m["ns/move-none"] - 1
	return fmt.Sprintf("%+.1f %% (%.2f against %.2f us)", 100*over, m["ns/move-full"]/1e3, m["ns/move-none"]/1e3), over <= 0.03, nil
}
