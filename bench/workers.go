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
	return []row{{"workers: agon run --no-cores with two pinned workers of a core each against one, bots of 0.3-1 ms a move", "1.8x", twoWorkers}}
}

// twoWorkers plays a contest by one worker and by two, each pinned to a core. The times are those of the run, from its start to its report; the workers
// are there before.
func twoWorkers(ctx context.Context) (string, bool, error) {
	taskset, err := exec.LookPath("taskset")
	if err != nil {
		return "", false, skipped{"no taskset (Debian's util-linux)"}
	}
	games := max(40 / *part, 4)
	return paired(1.8, func() (time.Duration, error) { return byWorkers(ctx, taskset, 2, games) }, func() (time.Duration, error) { return byWorkers(ctx, taskset, 1, games) })
}

// byWorkers returns the wall time of a run whose games are played by some workers.
func byWorkers(ctx context.Context, taskset string, workers, games int) (took time.Duration, err error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	bot, err := filepath.Abs("bench/bots/robots/middle/bot.py")
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
	return timed(exec.CommandContext(ctx, binary(), "run", contest, "--plain", "--no-cores", "--workers", address, "--pages", "0"))
}
