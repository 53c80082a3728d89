package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal returns a context that the first SIGINT, SIGTERM or SIGHUP cancels. The command then ends cleanly with everything that it
// started, and keeps the games played. The second signal ends the process at once. Under nohup SIGHUP is ignored.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	came := make(chan os.Signal, 2)
	signal.Notify(came, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(came, syscall.SIGHUP)
	}
	go func() {
		<-came
		cancel()
		if s, ok := (<-came).(syscall.Signal); ok {
			os.Exit(128 + int(s))
		}
		os.Exit(exitHost)
	}()
	return ctx
}

// ignoreCancel returns nil if a viewer was left with Ctrl-C, and otherwise the error.
func ignoreCancel(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
