// Package pty gives tests a real terminal: one end for the program, the other for the test, which acts as the user.
package pty

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// Open opens a pseudo-terminal of 80 x 24 and returns both of its ends. It skips the test if the system has none.
func Open(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { slave.Close(); master.Close() })
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// Read copies the output of a terminal. seen is closed once the output contains words; all receives the whole output at the end.
func Read(master io.Reader, words string) (seen chan struct{}, all chan string) {
	seen, all = make(chan struct{}), make(chan string, 1)
	go func() {
		var text strings.Builder
		reported := false
		part := make([]byte, 4096)
		for {
			n, err := master.Read(part)
			text.Write(part[:n])
			if !reported && strings.Contains(text.String(), words) {
				close(seen)
				reported = true
			}
			if err != nil {
				all <- text.String()
				return
			}
		}
	}()
	return seen, all
}
