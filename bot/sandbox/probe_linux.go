//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// Probe starts canaries at each level, which try what a sandbox should stop, and reports the results. It takes about a second.
func Probe() Report {
	r := Report{System: system()}
	for l := Full; ; l-- {
		r.Levels = append(r.Levels, examine(l))
		if l == None {
			break
		}
	}
	r.Best, r.Root = best(r.Levels), asRoot(r.Levels)
	return r
}

// Best returns the best level that this machine has, found in the same way. If a lack of descriptors, processes, memory or the like
// prevents that, the error is a [ResourceError]: a better level may exist.
func Best() (Level, error) {
	for l := Full; l > None; l-- {
		r := examine(l)
		if r.lack != nil {
			return None, r.lack
		}
		if r.Usable {
			return l, nil
		}
	}
	return None, nil
}

func best(levels []LevelReport) Level {
	for _, l := range levels {
		if l.Usable {
			return l.Level
		}
	}
	return None
}

func system() string {
	var name unix.Utsname
	unix.Uname(&name)
	who := "root"
	if uid := os.Geteuid(); uid != 0 {
		who = fmt.Sprintf("user %d", uid)
	}
	return fmt.Sprintf("Linux %s %s, %s", unix.ByteSliceToString(name.Release[:]), runtime.GOARCH, who)
}

// A trial is a sandbox with canaries in it.
type trial struct {
	box    *Sandbox
	self   string // the binary, or a copy that any user can execute
	folder string
	secret string         // a file of the host
	lack   *ResourceError // the first resource that a canary lacked; nil: none
}

// canaryTime is the time a canary may take, far longer than it takes on a busy machine.
const canaryTime = time.Minute

var canaryLimits = bot.Limits{Memory: 16 << 20, Tasks: 16, Disk: 1 << 20, FileSize: 8 << 20}

// examine finds out what a level enforces.
func examine(level Level) LevelReport {
	r := LevelReport{Level: level}
	if level == None {
		r.Usable = true
		r.Features = nothing(hostFiles, readOnly, otherProcesses, noNetwork, noSurface, noDescriptors, noPrivileges, treeMemory, treeTasks,
			treeTime, diskSize, orphansEnd)
		return r
	}
	t, err := newTrial(level)
	if err != nil {
		r.Why = err.Error()
		errors.As(err, &r.lack)
		return r
	}
	defer t.close()
	folder := "/tmp"
	if level == Landlock {
		folder = "" // nothing limits it
	}
	l := canaryLimits
	l.Memory = 1 << 30 // where it is polled, children count with what they share
	reported, exit, err := t.runCanary("try "+folder+" "+t.secret, l)
	if reported == nil {
		r.Why, r.lack = err.Error(), t.lack
		return r
	}
	r.Features = append(seen(reported), t.limits(reported, exit, err)...)
	r.Usable, r.lack = true, t.lack
	for _, f := range r.Features {
		if !f.Enforced && level.needs(f.Name) {
			r.Usable = false
			r.Why = strings.TrimPrefix(r.Why+", "+f.Name, ", ")
		}
	}
	if !r.Usable {
		r.Why = "not enforced: " + r.Why
	}
	return r
}

// needs reports whether a level must have a feature to deserve its name.
func (l Level) needs(feature string) bool {
	if l == Landlock {
		return feature != otherProcesses && feature != treeMemory && feature != treeTasks && feature != diskSize
	}
	return true
}

// The names of the features.
const (
	hostFiles      = "files of the host hidden"
	readOnly       = "system read-only"
	otherProcesses = "other processes unreachable"
	noNetwork      = "no network"
	noSurface      = "kernel interfaces closed"
	noDescriptors  = "no inherited descriptors"
	noPrivileges   = "no privilege escalation"
	treeMemory     = "memory of the tree"
	treeTasks      = "tasks of the tree"
	treeTime       = "processor time of the tree"
	diskSize       = "disk"
	orphansEnd     = "orphans killed with it"
)

func newTrial(level Level) (*trial, error) {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil, err
	}
	box, err := Open(level)
	if err != nil {
		return nil, lacking(err)
	}
	folder, err := os.MkdirTemp("", ownName()+"-canary-")
	if err != nil {
		box.Close()
		return nil, noFolder(err)
	}
	t := &trial{box: box, self: self, folder: folder, secret: filepath.Join(folder, "secret")}
	os.Chmod(folder, 0o755)
	err = os.WriteFile(t.secret, nil, 0o644)
	if err == nil && reachable(self) != nil {
		t.self = filepath.Join(folder, "canary")
		err = giveFile(t.self, self)
	}
	if err != nil {
		t.close()
		return nil, noFolder(err)
	}
	return t, nil
}

// noFolder returns the ResourceError for a missing folder for temporary files.
func noFolder(err error) error {
	if err = lacking(err); errors.As(err, new(*ResourceError)) {
		return err
	}
	return &ResourceError{err, "set TMPDIR to a writable folder with free space"}
}

// giveFile makes a program of this user available to others under another name: by a link where that is enough, for the binary is large.
func giveFile(to, from string) error {
	info, err := os.Stat(from)
	if err == nil && info.Mode()&0o005 == 0o005 && os.Link(from, to) == nil {
		return nil
	}
	return copyFile(to, from)
}

func copyFile(to, from string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source) // within the kernel
	return errors.Join(err, target.Close())
}

func (t *trial) close() {
	os.RemoveAll(t.folder)
	t.box.Close()
}

// runCanary runs a canary and parses its output, lines of a name and a number.
func (t *trial) runCanary(order string, l bot.Limits) (map[string]int, bot.Exit, error) {
	p, err := t.box.start(bot.Command{Path: t.self, Env: []string{entry.CanaryEnv + "=" + order}, Limits: l})
	if err != nil {
		t.miss(err)
		return nil, bot.Exit{}, err
	}
	defer p.Close()
	guard := time.AfterFunc(canaryTime, p.Kill)
	defer guard.Stop()
	exit := p.Wait()
	if exit.Killed {
		err := &ResourceError{fmt.Errorf("a program did not end within %v", canaryTime), "end other programs"}
		t.miss(err)
		return nil, exit, err
	}
	p.Out.SetReadDeadline(time.Now().Add(10 * time.Second)) // an orphan may hold the pipe open
	text, err := io.ReadAll(io.LimitReader(p.Out, 64<<10))
	reported := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 2 {
			reported[f[0]], _ = strconv.Atoi(f[1])
		}
	}
	return reported, exit, err
}

// miss records the first lack of a resource.
func (t *trial) miss(err error) {
	if t.lack == nil {
		errors.As(err, &t.lack)
	}
}

// seen judges what the canary could see and do. The numbers are errno values, 0 for success.
func seen(tried map[string]int) []Feature {
	f := []Feature{
		judge(hostFiles, tried, "secret", syscall.ENOENT, syscall.EACCES),
		judge(readOnly, tried, "write", syscall.EROFS, syscall.EACCES),
		judge(otherProcesses, tried, "parent", syscall.ESRCH, syscall.EPERM),
	}
	if pid, reported := tried["pid"]; reported && pid <= 9 {
		f[2].Enforced, f[2].Why = true, "" // its parent is its own pid 1, which ignores its signals
	}
	sockets := []string{"inet", "inet6", "netlink", "packet", "bluetooth", "alg", "vsock"}
	calls := []string{"unshare", "clone", "clone3", "mount", "setns", "ptrace", "bpf", "keyctl", "perf", "io_uring", "userfaultfd",
		"unknown"}
	f = append(f, all(noNetwork, tried, sockets, syscall.EAFNOSUPPORT), all(noSurface, tried, calls, syscall.EPERM, syscall.ENOSYS))
	f = append(f, is(noDescriptors, tried, "files", 0), is(noPrivileges, tried, "no_new_privs", 1))
	if tried["capabilities"] != 0 {
		f[len(f)-1] = Feature{Name: noPrivileges, Why: "it has capabilities"}
	}
	return f
}

// judge returns a feature that is enforced if the attempt failed with one of the wanted errors.
func judge(feature string, tried map[string]int, attempt string, want ...syscall.Errno) Feature {
	got, reported := tried[attempt]
	for _, w := range want {
		if reported && got == int(w) {
			return Feature{Name: feature, Enforced: true}
		}
	}
	if reported && got == 0 {
		return Feature{Name: feature, Why: "the canary succeeded: " + attempt}
	}
	return Feature{Name: feature, Why: fmt.Sprintf("%s ended with: %v", attempt, syscall.Errno(got))}
}

func all(feature string, tried map[string]int, attempts []string, want ...syscall.Errno) Feature {
	for _, a := range attempts {
		if f := judge(feature, tried, a, want...); !f.Enforced {
			return f
		}
	}
	return Feature{Name: feature, Enforced: true}
}

func is(feature string, tried map[string]int, name string, want int) Feature {
	got, reported := tried[name]
	if reported && got == want {
		return Feature{Name: feature, Enforced: true}
	}
	return Feature{Name: feature, Why: fmt.Sprintf("%s is %d", name, got)}
}
