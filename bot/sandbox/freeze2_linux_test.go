//go:build amd64 || arm64

package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// group2Here returns a new control group of version 2. Freezing needs no controller; root mounts the hierarchy if it is not mounted.
func group2Here(t *testing.T) *group2 {
	t.Helper()
	all, err := hierarchies()
	if err != nil {
		t.Fatal(err)
	}
	why := "nothing of version 2 is mounted"
	for _, h := range all {
		if h.options != "" {
			continue
		}
		for _, folder := range []string{h.own, filepath.Dir(h.own), h.mount} {
			if g, err := newGroup2(t, folder); err == nil {
				return g
			} else {
				why = err.Error()
			}
		}
	}
	top := t.TempDir()
	if err := unix.Mount("none", top, "cgroup2", 0, ""); err != nil {
		t.Skipf("no control groups of version 2: %s; mounting them: %v", why, err)
	}
	t.Cleanup(func() { unix.Unmount(top, unix.MNT_DETACH) })
	g, err := newGroup2(t, top)
	if err != nil {
		t.Skip(err)
	}
	return g
}

func newGroup2(t *testing.T, beneath string) (*group2, error) {
	g := &group2{folder: filepath.Join(beneath, fmt.Sprintf("agon-test-%d", os.Getpid()))}
	if err := os.Mkdir(g.folder, 0o755); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(g.folder, "cgroup.freeze")); err != nil {
		os.Remove(g.folder)
		return nil, err
	}
	t.Cleanup(func() {
		if err := g.remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(g.folder); err == nil {
			t.Errorf("%s is left", g.folder)
		}
	})
	return g, nil
}

// A tree is a shell with children that compute without end, in control groups of version 2 like a program of the sandbox.
type tree struct {
	*group2
	cmd   *exec.Cmd
	pids  []int
	pause pauser
}

// spinning starts a tree with the given number of children.
func spinning(t *testing.T, g *group2, children int) *tree {
	t.Helper()
	c := exec.Command("/bin/sh", "-c",
		fmt.Sprintf(`for i in $(seq %d); do (while kill -0 $$; do :; done) 2>/dev/null & echo $!; done; while :; do read x || exit; done`,
			children))
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	one := &tree{group2: g, cmd: c, pids: []int{c.Process.Pid}}
	t.Cleanup(func() {
		one.pause.end()
		syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		c.Wait()
		one.pause.remove()
	})
	for lines := bufio.NewScanner(out); len(one.pids) <= children && lines.Scan(); {
		var pid int
		fmt.Sscan(lines.Text(), &pid)
		one.pids = append(one.pids, pid)
	}
	for _, pid := range one.pids {
		if err := put(g.folder, "cgroup.procs", int64(pid)); err != nil {
			t.Fatal(err)
		}
	}
	return one
}

func (o *tree) tasks() int            { return len(o.processes()) }
func (o *tree) waits() bool           { return false }
func (o *tree) single() time.Duration { return o.used(o.pids[:1]) }
func (o *tree) all() time.Duration    { return o.used(o.pids) }

// used returns the processor time of some processes, in nanoseconds.
func (o *tree) used(pids []int) (sum time.Duration) {
	for _, pid := range pids {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		var ns time.Duration
		fmt.Sscan(string(text), &ns)
		sum += ns
	}
	return sum
}

// stands waits until the kernel reports that the whole group is frozen.
func stands(t *testing.T, folder string) {
	t.Helper()
	for end := time.Now().Add(guard); ; {
		text, err := os.ReadFile(filepath.Join(folder, "cgroup.events"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "frozen 1") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the group does not freeze: %q", text)
		}
	}
}

// goesOn waits until a tree uses more processor time.
func goesOn(t *testing.T, o *tree) {
	t.Helper()
	for before, end := o.all(), time.Now().Add(guard); o.all() < before+5*time.Millisecond; {
		if time.Now().After(end) {
			t.Fatal("the tree does not go on")
		}
	}
}

// idle reports whether a tree uses almost no processor time while this process uses 20 ms. A task is reported as frozen shortly before it
// leaves its processor.
func idle(o *tree) bool {
	before := o.all()
	var mine, now unix.Rusage
	unix.Getrusage(unix.RUSAGE_SELF, &mine)
	for now = mine; time.Duration(now.Utime.Nano()-mine.Utime.Nano()) < 20*time.Millisecond; {
		unix.Getrusage(unix.RUSAGE_SELF, &now)
	}
	return o.all() < before+2*time.Millisecond
}

// TestFreezeOfVersion2: in control groups of version 2, the processes of a bot stop between its turns, continue in them, and can be killed
// while frozen.
func TestFreezeOfVersion2(t *testing.T) {
	g := group2Here(t)
	o := spinning(t, g, 3)
	goesOn(t, o)
	for turn := range 3 {
		o.pause.pause(o)
		if o.pause.freezer == nil || o.pause.noFreezer {
			t.Fatal("a tree of several processes is not put into a group that can be frozen")
		}
		frozen := filepath.Join(g.folder, frozen2)
		stands(t, frozen)
		if !idle(o) {
			t.Errorf("turn %d: it goes on though it is frozen", turn)
		}
		if got := processesOf(frozen); len(got) != len(o.pids) {
			t.Errorf("turn %d: %d processes are in the frozen group, want %d", turn, len(got), len(o.pids))
		}
		if got := o.processes(); len(got) != len(o.pids) {
			t.Errorf("turn %d: the tree has the processes %v, want %v", turn, got, o.pids)
		}
		if meanwhile := o.pause.resume(o); meanwhile > 10*time.Millisecond { // this process alone has used 20 ms
			t.Errorf("turn %d: it is said to have used %v while it was frozen", turn, meanwhile)
		}
		goesOn(t, o)
	}
	o.pause.pause(o)
	stands(t, filepath.Join(g.folder, frozen2))
	syscall.Kill(-o.cmd.Process.Pid, syscall.SIGKILL)
	o.pause.end()
	for end := time.Now().Add(guard); len(processesOf(filepath.Join(g.folder, frozen2))) > 0; {
		if time.Now().After(end) {
			t.Fatal("what was frozen cannot be killed")
		}
		unix.Wait4(o.cmd.Process.Pid, nil, unix.WNOHANG, nil)
	}
}

// TestWhatJoinsAFrozenGroupStandsStill: a group is frozen before the processes of a tree are moved into it one by one, so that none
// escapes.
func TestWhatJoinsAFrozenGroupStandsStill(t *testing.T) {
	g := group2Here(t)
	o := spinning(t, g, 1)
	goesOn(t, o)
	made, err := g.freezable()
	if err != nil {
		t.Fatal(err)
	}
	o.pause.freezer = made
	made.freeze()
	for _, pid := range o.pids {
		made.admitProcess(pid)
	}
	stands(t, filepath.Join(g.folder, frozen2))
	if !idle(o) {
		t.Error("it goes on in a group that was frozen before it came")
	}
	made.thaw()
	goesOn(t, o)
}
