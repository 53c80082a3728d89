package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func workerRows() []row {
	return []row{
		{"queue to workers, of the wall time of a 1 s order", "at most 1 %", carrying},
		{"agon run --no-cores with two pinned workers of a core each against one, bots of 0.3-1 ms a move", "1.8x", twoWorkers},
	}
}

// carrying measures an order to a worker and its report back, over TLS.
func carrying(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "contest/queue/jetstream/embedded", "BenchmarkOrder", "500x", "ns/op")
	if err != nil {
		return "", false, err
	}
	share := m["ns/op"] / 1e9
	return fmt.Sprintf("%.2f %%", 100*share), share <= 0.01, nil
}

// twoWorkers plays a contest by one worker and by two, each pinned to a core. The times are those of the run, from its start to its report; the workers
// connect as soon as it listens.
func twoWorkers(ctx context.Context) (string, bool, error) {
	taskset, err := exec.LookPath("taskset")
	if err != nil {
		return "", false, fmt.Errorf("%w (Debian's util-linux)", err)
	}
	const games, goal = 40, 1.8
	two, one, err := duel(
		func() (float64, error) { return byWorkers(ctx, taskset, 2, games) },
		func() (float64, error) { return byWorkers(ctx, taskset, 1, games) },
	)
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.2fx", two/one), two/one >= goal, nil
}

// byWorkers returns the games a second of a run whose games are played by some workers.
func byWorkers(ctx context.Context, taskset string, workers, games int) (speed float64, err error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	bot, err := filepath.Abs("dev/bench/bots/robots/middle/bot.py")
	if err != nil {
		return 0, err
	}
	contest := filepath.Join(dir, "contest.toml")
	text := fmt.Sprintf("name = \"Workers\"\nkind = \"colour-battle\"\nseed = 1\n[options]\nrounds = 250\n[[stages]]\nname = \"all\"\nformat = \"arena\"\ngames = %d\nseats = 10\n", games)
	text += strings.Repeat(fmt.Sprintf("[[bots]]\nref = %q\n", bot), 10)
	if err := os.WriteFile(contest, []byte(text), 0o644); err != nil {
		return 0, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	address := l.Addr().String()
	l.Close()
	for n := range workers {
		line, err := exec.CommandContext(ctx, binary(), "invite", "worker", fmt.Sprintf("core-%d", n), contest, "--at", address).Output()
		if err != nil {
			return 0, fmt.Errorf("invite a worker: %w", err)
		}
		invitation := strings.TrimPrefix(strings.TrimSpace(string(line)), "agon worker ")
		var said bytes.Buffer
		cmd := exec.CommandContext(ctx, taskset, "-c", fmt.Sprint(n), binary(), "worker", invitation, "--cores", "1", "--cache", filepath.Join(dir, fmt.Sprint(n)))
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		defer func() {
			cmd.Process.Signal(os.Interrupt)
			if ended := cmd.Wait(); ended != nil {
				err = errors.Join(err, fmt.Errorf("worker %d: %w: %s", n, ended, &said))
			}
		}()
	}
	begun := time.Now()
	run := exec.CommandContext(ctx, binary(), "run", contest, "--plain", "--no-cores", "--workers", address, "--pages", "0")
	if out, err := run.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("agon run: %w: %s", err, out)
	}
	return perSecond(games, time.Since(begun)), nil
}
