package attack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"agon/internal/pgserver"
	"agon/internal/tier"
)

// patience is how long a command may run before it counts as hanging, many times what a busy machine needs. A test that runs alone may make
// the load itself that its commands run beside.
var patience = 5 * time.Minute

func init() {
	if tier.IsAlone() {
		patience *= 4
	}
}

// binary is the agon of this tree, built once for all tests, or the one that AGON_PROGRAM names.
var binary string

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "spin" {
		spin(os.Args[2])
		return
	}
	os.Exit(withBinary(m))
}

func withBinary(m *testing.M) int {
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755) // bots run as other users
	defer database.Close()
	if binary = os.Getenv("AGON_PROGRAM"); binary != "" {
		return m.Run()
	}
	binary = filepath.Join(dir, "agon")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", binary, "agon/cmd/agon").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build agon: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// database is the PostgreSQL server of the tests that leave it running.
var database pgserver.Shared

// strongest skips a test at all levels of the sandbox but the strongest that this user has, except in the long run.
func strongest(t *testing.T, level string) {
	t.Helper()
	if root := os.Getuid() == 0; root && level != "full" || !root && level != "namespaces" {
		tier.Long(t)
	}
}

// spin keeps a processor busy for a duration, or until the test that started it has ended: its busy neighbour.
func spin(text string) {
	d, err := time.ParseDuration(text)
	if err != nil {
		os.Exit(2)
	}
	for end, parent := time.Now().Add(d), os.Getppid(); time.Now().Before(end) && os.Getppid() == parent; {
		for range 10_000_000 { // without calls of the kernel
		}
	}
}

// TestScripts runs the attacks that are scripts.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a command, which must end with an exit code: exits CODE COMMAND ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	code := 0
	var failed *exec.ExitError
	err := ts.Exec(args[1], args[2:]...)
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || code != want {
		ts.Fatalf("%s exits with %d, want %s", args[1], code, args[0])
	}
}

// written writes the files of a txtar archive into a new folder. A file that ends in .sh or begins with #! is executable.
func written(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, f.Name)
		mode := os.FileMode(0o644)
		if strings.HasSuffix(name, ".sh") || strings.HasPrefix(string(f.Data), "#!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A run is an agon that has been started.
type run struct {
	*exec.Cmd
	t        *testing.T
	out, err bytes.Buffer
	ended    chan error
}

// An outcome is the output and the exit code of an agon.
type outcome struct {
	Code     int // -1: by a signal
	Out, Err string
}

// start starts agon in a folder. It is killed with the test.
func start(t *testing.T, dir string, args ...string) *run {
	t.Helper()
	return startWith(t, dir, nil, args...)
}

// startWith is start with a standard error of the test's own; nil for that of the run.
func startWith(t *testing.T, dir string, output io.Writer, args ...string) *run {
	t.Helper()
	return startIn(t, dir, nil, output, args...)
}

// startIn is startWith with more environment variables.
func startIn(t *testing.T, dir string, env []string, output io.Writer, args ...string) *run {
	t.Helper()
	r := &run{Cmd: exec.Command(binary, args...), t: t, ended: make(chan error, 1)}
	r.Dir, r.Stdout, r.Stderr = dir, &r.out, &r.err
	if output != nil {
		r.Stderr = output
	}
	r.Env = append(append(os.Environ(), "HOME="+dir, "NO_COLOR=1"), env...)
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { r.ended <- r.Cmd.Wait() }()
	t.Cleanup(func() { r.Process.Kill() })
	return r
}

// wait waits until agon has ended by itself; one that does not end fails the test.
func (r *run) wait() outcome {
	r.t.Helper()
	var err error
	select {
	case err = <-r.ended:
	case <-time.After(patience):
		r.Process.Kill()
		<-r.ended
		r.t.Fatalf("agon %s does not end\nstdout:\n%s\nstderr:\n%s", strings.Join(r.Args[1:], " "), &r.out, &r.err)
	}
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		r.t.Fatal(err)
	}
	return outcome{r.ProcessState.ExitCode(), r.out.String(), r.err.String()}
}

// agon runs agon in a folder to its end.
func agon(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	return start(t, dir, args...).wait()
}

// must runs agon, which must exit with 0.
func must(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	o := agon(t, dir, args...)
	if o.Code != 0 {
		t.Fatalf("agon %s exits with %d\nstdout:\n%s\nstderr:\n%s", strings.Join(args, " "), o.Code, o.Out, o.Err)
	}
	return o
}

// decode reads the one JSON object that agon has printed on standard output.
func (o outcome) decode(t *testing.T, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(o.Out), into); err != nil {
		t.Fatalf("%v in %q\nstderr:\n%s", err, o.Out, o.Err)
	}
}

// busy keeps the machine busy with a number of processes until the test ends.
func busy(t *testing.T, processes int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range processes {
		c := exec.Command(self, "spin", "1h") // it ends with this process
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			c.Process.Kill()
			c.Wait()
		})
	}
}
