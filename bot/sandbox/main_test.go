//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot"
	"agon/internal/apart"
)

// TestMain lets the test binary be the host of a sandbox that another test kills.
func TestMain(m *testing.M) {
	if order := os.Getenv("AGON_TEST_HOST"); order != "" {
		doomedHost(order)
	}
	if code, ran := apart.Again(os.Args); ran {
		os.Exit(code)
	}
	code := m.Run()
	if program, err := hostile(); err == nil && os.Getenv("AGON_TEST_HOSTILE") == "" {
		os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

// expected returns the level that AGON_EXPECT_SANDBOX names: a test that would skip a level up to it fails instead.
func expected() Level {
	level, _ := ParseLevel(os.Getenv("AGON_EXPECT_SANDBOX"))
	return level
}

var examined = map[Level]LevelReport{} // tests of one process run one at a time

// opened opens a level for a test, and skips the test if the machine does not have it.
func opened(t testing.TB, level Level) *Sandbox {
	t.Helper()
	if _, done := examined[level]; !done {
		examined[level] = examine(level)
	}
	if r := examined[level]; !r.Usable {
		if level > expected() {
			t.Skipf("level %s is not available: %s", level, r.Why)
		}
		t.Fatalf("level %s is not available: %s", level, r.Why)
	}
	s, err := Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func absent(t testing.TB, format string, args ...any) {
	t.Helper()
	if expected() > None {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// tested drops the levels that an ordinary user is not expected to have.
func tested(levels ...Level) []Level {
	if os.Getenv("AGON_TEST_ORDINARY") != "" {
		return levels[1:]
	}
	return levels
}

// atLevels runs a test at the levels with namespaces.
func atLevels(t *testing.T, test func(t *testing.T, s *Sandbox)) {
	for _, level := range tested(Full, Namespaces) {
		t.Run(level.String(), func(t *testing.T) {
			nothingLeft(t)
			s := opened(t, level)
			test(t, s)
		})
	}
}

// hostile compiles the misbehaving bot, once.
var hostile = sync.OnceValues(func() (string, error) {
	if done := os.Getenv("AGON_TEST_HOSTILE"); done != "" {
		return done, nil
	}
	folder, err := os.MkdirTemp("", "agonhostile")
	if err != nil {
		return "", err
	}
	os.Chmod(folder, 0o755)
	program := filepath.Join(folder, "hostile")
	out, err := exec.Command("gcc", "-static", "-O1", "-pthread", "-o", program, "testdata/hostile.c").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return program, nil
})

func bad(t testing.TB, args ...string) bot.Command {
	t.Helper()
	program, err := hostile()
	if err != nil {
		absent(t, "no C compiler: %v", err)
	}
	return bot.Command{Path: program, Args: args, Limits: bot.Limits{Memory: 64 << 20, Tasks: 24, Disk: 8 << 20, FileSize: 64 << 20}}
}

// An outcome is everything known of a program that has ended.
type outcome struct {
	out, err string // the last bytes of each
	exit     bot.Exit
}

// guard is longer than any test takes.
const guard = 5 * time.Minute

// ended runs a program that ends by itself and returns its outcome.
func ended(t *testing.T, s *Sandbox, c bot.Command) outcome {
	t.Helper()
	o := until(t, s, c, guard, nil)
	if o.exit.Killed {
		t.Fatalf("it did not end: %q %q", o.out, o.err)
	}
	return o
}

// A deed reports whether a program has done what it must do before it is killed.
type deed func(p grown, out, errs *tail) bool

// A grown is a process with the box that it is in, nil at level none.
type grown struct {
	*bot.Process
	box *box
}

// grow starts a program.
func grow(t *testing.T, s *Sandbox, c bot.Command) grown {
	t.Helper()
	if l, ok := s.platform.(*linux); ok {
		b, err := l.box(&c)
		if err != nil {
			t.Fatal(err)
		}
		return grown{limited(b.process(), c.Limits), b}
	}
	p, err := s.start(c)
	if err != nil {
		t.Fatal(err)
	}
	return grown{Process: p}
}

func ready(_ grown, out, _ *tail) bool { return strings.HasSuffix(out.String(), "\n") }

// stopped reports whether the program has stopped its parent and then itself.
func stopped(p grown, _, _ *tail) bool {
	for _, pid := range new(processTree).below(p.Pid).living {
		if f := statFields(pid); len(f) > 0 && f[0] == "T" {
			return true
		}
	}
	return false
}

func complained(_ grown, _, errs *tail) bool { return errs.String() != "" }

// closed reports whether both pipes have reached their end.
func closed(_ grown, out, errs *tail) bool { return out.over() && errs.over() }

// overcrowded reports whether the limit on tasks has been noticed.
func overcrowded(p grown, _, _ *tail) bool {
	b := p.box
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.hit&bot.TasksLimit != 0 || b.group != nil && b.group.hit()&bot.TasksLimit != 0
}

// until runs a program and kills it once done reports true (nil: never), or after the limit.
func until(t *testing.T, s *Sandbox, c bot.Command, limit time.Duration, done deed) outcome {
	t.Helper()
	p := grow(t, s, c)
	defer p.Close()
	p.In.Close()
	clock := time.AfterFunc(limit, p.Kill)
	defer clock.Stop()
	var pumps sync.WaitGroup
	var out, errs tail
	pumps.Go(func() { io.Copy(&out, p.Out); out.end() })
	pumps.Go(func() { io.Copy(&errs, p.Err); errs.end() })
	if done != nil {
		for end := time.Now().Add(limit); !done(p, &out, &errs) && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		p.Kill()
	}
	exit := p.Wait()
	pumps.Wait() // every writer is gone: the pipes have reached their end
	return outcome{out.String(), errs.String(), exit}
}

// A tail keeps the last 16 KiB that were written to it.
type tail struct {
	mu     sync.Mutex
	buffer bytes.Buffer
	ended  bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buffer.Write(p)
	if extra := t.buffer.Len() - 16<<10; extra > 0 {
		t.buffer.Next(extra)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.buffer.String()
}

func (t *tail) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
}

func (t *tail) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended
}

// lines returns the lines of a program's output.
func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

// nothingLeft checks at the end of a test that no process, group, mount, file or descriptor is left.
func nothingLeft(t *testing.T) {
	before := descriptors()
	mounts := text("/proc/self/mountinfo")
	t.Cleanup(func() {
		if left := new(processTree).below(os.Getpid()); left.tasks > 0 {
			t.Errorf("processes are left: %+v", left)
		}
		for line := range strings.Lines(text("/proc/self/mountinfo")) {
			if !strings.Contains(mounts, line) && os.Geteuid() == 0 {
				t.Errorf("a mount is left: %s", line)
			}
		}
		for _, name := range traces(ownName()) {
			t.Errorf("left behind: %s", name)
		}
		if now := descriptors(); len(now) > len(before)+1 { // the poller's
			t.Errorf("descriptors were %v and are %v", before, now)
		}
	})
}

func text(file string) string {
	b, _ := os.ReadFile(file)
	return string(b)
}

func descriptors() []string {
	names, _ := filepath.Glob("/proc/self/fd/*")
	var open []string
	for _, n := range names {
		if target, err := os.Readlink(n); err == nil {
			open = append(open, target)
		}
	}
	return open
}

// traces returns the control groups and folders of a host.
func traces(owner string) []string {
	folders := []string{os.TempDir()}
	all, _ := hierarchies()
	for _, h := range all {
		folders = append(folders, h.own, h.mount)
	}
	var found []string
	for _, f := range folders {
		names, _ := filepath.Glob(filepath.Join(f, owner+"*"))
		found = append(found, names...)
	}
	return found
}
