package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// slowBot crashes in games of two and never answers in larger ones.
const slowBot = `import sys, time
for line in sys.stdin:
    if line.startswith("2 "):
        raise ValueError("too few")
    time.sleep(1000)
`

// TestCheckStoppedBySignal: a check that is stopped prints what it had found and ends with 1, for one bot and for a contest. The signal
// comes with a line that says how far it is.
func TestCheckStoppedBySignal(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("signals")
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	agon := program(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"slow.py": slowBot, "quick.py": "import sys\nfor line in sys.stdin:\n    print(\"UP\", flush=True)\n",
		"contest.toml": "kind = \"tron\"\nseed = 1\n[limits]\nguard = \"1h\"\n[[stages]]\nformat = \"arena\"\nseats = 4\ngames = " +
			"1\n[[bots]]\nref = \"quick.py\"\n[[bots]]\nref = \"slow.py\"\n[[bots]]\nref = \"builtin:random\"\n[[bots]]\nref = " +
			"\"builtin:hugger\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name    string
		args    []string
		at      string // a line of its output that contains it is the moment of the signal
		signal  syscall.Signal
		printed []string
	}{
		{"one bot, with what it found", []string{"slow.py", "--no-limits"}, "with 4 seats", syscall.SIGTERM,
			[]string{"crashed: ", "ValueError: too few", "stopped: these are the findings so far\n"}},
		{"as JSON", []string{"slow.py", "--no-limits", "--json"}, "with 4 seats", syscall.SIGINT,
			[]string{`"stopped": true`, "ValueError: too few"}},
		{"a contest", []string{"contest.toml", "--no-limits"}, "quick ", syscall.SIGINT,
			[]string{"quick ", "stopped: ", " of 4 bots looked at, "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"check"}, tt.args...)
			if tt.name != "a contest" {
				args = append([]string{"check", "tron"}, tt.args...)
			}
			c := exec.Command(agon, append(args, "--sandbox", "none")...)
			c.Dir = dir
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			c.Stdout, c.Stderr = w, w
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			w.Close()
			var all bytes.Buffer
			sent := false
			for lines := bufio.NewScanner(r); lines.Scan(); {
				all.WriteString(lines.Text() + "\n")
				if !sent && strings.Contains(lines.Text(), tt.at) {
					sent = true
					c.Process.Signal(tt.signal)
				}
			}
			err = c.Wait()
			if c.ProcessState.ExitCode() != 1 {
				t.Errorf("it ended with %v, want code 1", err)
			}
			text := all.String()
			if at := strings.Index(text, "{"); at >= 0 {
				var indented bytes.Buffer
				if end := strings.LastIndex(text, "}"); json.Indent(&indented, []byte(text[at:end+1]), "", " ") == nil {
					text = indented.String()
				}
			}
			for _, part := range tt.printed {
				if !strings.Contains(text, part) {
					t.Errorf("it does not say %q:\n%s", part, text)
				}
			}
		})
	}
}
