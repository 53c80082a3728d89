package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestSimulateStoppedBySignal: a long simulation says how far it is, and when it is stopped it ends with one sentence and prints no table.
// The signal comes with the first line that says how far it is.
func TestSimulateStoppedBySignal(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("signals")
	}
	file := filepath.Join(t.TempDir(), "cup.toml")
	text := "kind = \"fence\"\n[[bots]]\nref = \"builtin:random\"\n[[stages]]\nformat = \"round-robin\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := exec.Command(program(t), "simulate", file, "--bots", "2000", "--workers", "100") // 4 million games
	c.Stdout = &out
	pipe, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(pipe)
	line, err := reader.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "agon: simulate cup  ") || !strings.Contains(line, "/3998000  ") {
		t.Errorf("it says %q (%v)", line, err)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitHost || out.Len() > 0 || !strings.HasSuffix("\n"+string(rest), "\nagon: stopped\n") {
		t.Errorf("exit code %d, output %q, errors %q", code, out.String(), rest)
	}
}
