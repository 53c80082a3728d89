package term

import (
	"context"
	"errors"
	"strings"
	"testing"

	"agon/internal/pty"

	"golang.org/x/sys/unix"
)

func TestWatchGivesTheTerminalBack(t *testing.T) {
	master, slave := pty.Open(t)
	before, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	seen, all := pty.Read(master, "all key")
	done := make(chan error, 1)
	go func() {
		done <- Watch(context.Background(), canvas(t, 4, 50),
			Options{In: slave, Out: slave, Env: []string{"TERM=xterm-256color"}, Paused: true})
	}()
	<-seen
	if _, err := master.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	after, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	if *after != *before {
		t.Error("the terminal's settings are not what they were")
	}
	slave.Close()
	text := <-all
	for on, off := range map[string]string{"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h"} {
		if strings.LastIndex(text, off) < strings.LastIndex(text, on) {
			t.Errorf("%q is not taken back", on)
		}
	}
}

func TestWatchEndsWithItsContext(t *testing.T) {
	master, slave := pty.Open(t)
	seen, _ := pty.Read(master, "all key")
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Watch(ctx, strip(5, false), Options{In: slave, Out: slave, Env: []string{"TERM=xterm", "NO_COLOR=1"}})
	}()
	<-seen
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
