package term

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudo-terminal of 80 x 24 and gives both of its ends.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close(); master.Close() })
	return master, slave
}

// read copies what comes out of a terminal; seen is closed once it contains the words, all gives everything at the end.
func read(master io.Reader, words string) (seen chan struct{}, all chan string) {
	seen, all = make(chan struct{}), make(chan string, 1)
	go func() {
		var text strings.Builder
		told := false
		part := make([]byte, 4096)
		for {
			n, err := master.Read(part)
			text.Write(part[:n])
			if !told && strings.Contains(text.String(), words) {
				close(seen)
				told = true
			}
			if err != nil {
				all <- text.String()
				return
			}
		}
	}()
	return seen, all
}

func TestWatchGivesTheTerminalBack(t *testing.T) {
	master, slave := terminal(t)
	before, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	seen, all := read(master, "all keys")
	done := make(chan error, 1)
	go func() {
		done <- Watch(context.Background(), canvas(t, 4, 50), Options{In: slave, Out: slave, Env: []string{"TERM=xterm-256color"}, Paused: true})
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
	master, slave := terminal(t)
	seen, _ := read(master, "all keys")
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
