package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// twoWorkers plays a contest by one worker and by two, each pinned to a core. The times are those of the run, from its start to its
// report; the workers connect as soon as it listens.
func twoWorkers(ctx context.Context) (string, bool, error) {
	if _, err := exec.LookPath("taskset"); err != nil {
		return "", false, skipped{err.Error() + " (Debian's util-linux)"}
	}
	by := func(workers int) func() (time.Duration, error) {
		return func() (spent time.Duration, err error) {
			err = inFolder(func(dir string) (err error) {
				spent, err = byWorkers(ctx, dir, workers)
				return err
			})
			return spent, err
		}
	}
	return paired(1.8, by(2), by(1))
}

// byWorkers returns the wall time of a run of which some workers play the games.
func byWorkers(ctx context.Context, dir string, workers int) (spent time.Duration, err error) {
	text := "kind = \"colour-battle\"\nseed = 1\noptions = { rounds = 250 }\nstages = [{ name = \"all\", format = \"arena\", games = " +
		"40, seats = 10 }]\n"
	if err := writeAll(dir, map[string]string{"contest.toml": text + references(slices.Repeat([]string{absolute("middle.py")},
		10))}); err != nil {
		return 0, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	address := l.Addr().String()
	l.Close()
	for n := range workers {
		line, err := agon(ctx, dir, "invite", "worker", fmt.Sprintf("core-%d", n), "contest.toml", "--at", address).Output()
		if err != nil {
			return 0, fmt.Errorf("invite a worker: %w", err)
		}
		worker := agon(ctx, dir, "worker", strings.TrimPrefix(strings.TrimSpace(string(line)), "agon worker "), "--cores", "1", "--cache",
			fmt.Sprint("cache", n))
		cmd := exec.CommandContext(ctx, "taskset", append([]string{"-c", fmt.Sprint(n)}, worker.Args...)...)
		var output bytes.Buffer
		cmd.Dir, cmd.Stderr = dir, &output
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		defer func() {
			cmd.Process.Signal(os.Interrupt)
			if ended := cmd.Wait(); ended != nil {
				err = errors.Join(err, fmt.Errorf("worker %d: %w: %s", n, ended, &output))
			}
		}()
	}
	return timed(agon(ctx, dir, "run", "contest.toml", "--plain", "--no-cores", "--workers", address, "--pages", "0"))
}
