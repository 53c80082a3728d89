package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal gives a context that the first signal cancels: Ctrl-C, a polite kill, or a terminal that goes away. The command then ends
// cleanly, with all that it has started, and keeps what was played. The second signal ends the process at once. Under nohup the terminal
// may go away.
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

// ignoreCancel takes the error out of a viewer that was left with Ctrl-C.
func ignoreCancel(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
