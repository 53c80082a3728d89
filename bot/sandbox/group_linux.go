//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"agon/bot"

	"golang.org/x/sys/unix"
)

// groups makes control groups below the host's own, in one of the kernel's two versions.
type groups interface {
	makeGroup(name string, l bot.Limits) (group, error)
	sweep()
	close()
}

// A group is the control group of one program's process tree.
type group interface {
	admitProgram(*plan)          // adds the steps that put the program into it
	cpu() (time.Duration, error) // of all processes that are or were in it
	peak() int64                 // largest memory in bytes; 0: unknown
	hit() bot.Limit              // limits that the kernel has enforced
	starved() bool               // the kernel killed one of its processes for memory although the group was within its limit
	tasks() int                  // processes and threads in it
	processes() []int            // in it, possibly including pid 1
	freezable() (freezer, error) // makes a subgroup or a group beside it that can be frozen and that has one weight for the processor
	kill()                       // kills what is left in it, if the kernel can
	remove() error               // removes the group, whose last processes may still be exiting
}

// findGroups finds control groups that limit memory and tasks; it tries version 2 first.
func findGroups() (groups, error) {
	h, err := hierarchies()
	if err != nil {
		return nil, err
	}
	two, err2 := findGroups2(h)
	if err2 == nil {
		return two, nil
	}
	one, err1 := findGroups1(h)
	if err1 == nil {
		return one, nil
	}
	return nil, fmt.Errorf("control groups cannot be made: version 2: %w; version 1: %w", err2, err1)
}

// A hierarchy is a mounted tree of control groups. Version 2 lists no controllers in its options.
type hierarchy struct {
	mount   string // mount point
	own     string // folder of this process's group
	options string // "rw,memory" for version 1, empty for version 2
}

// hierarchies returns the mounted hierarchies and this process's group in each.
func hierarchies() ([]hierarchy, error) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	mine, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	return parseHierarchies(string(mounts), string(mine)), nil
}

// parseHierarchies parses the formats of proc_pid_mountinfo(5) and cgroups(7).
func parseHierarchies(mounts, mine string) []hierarchy {
	var all []hierarchy
	for line := range strings.Lines(mounts) {
		left, right, _ := strings.Cut(line, " - ")
		l, r := strings.Fields(left), strings.Fields(right)
		if len(l) < 5 || len(r) < 3 || (r[0] != "cgroup" && r[0] != "cgroup2") {
			continue
		}
		h := hierarchy{mount: l[4]}
		if r[0] == "cgroup" {
			h.options = r[2]
		}
		within, err := filepath.Rel(l[3], ownGroup(mine, h))
		if err != nil || strings.HasPrefix(within, "..") {
			continue
		}
		h.own = filepath.Join(h.mount, within)
		all = append(all, h)
	}
	return all
}

// ownGroup returns the group of this process in a hierarchy.
func ownGroup(mine string, h hierarchy) string {
	for line := range strings.Lines(mine) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		if h.options == "" && part[0] == "0" {
			return part[2]
		}
		if first, _, _ := strings.Cut(part[1], ","); first != "" && h.has(first) {
			return part[2]
		}
	}
	return "/"
}

// has reports whether a hierarchy of version 1 holds a controller.
func (h hierarchy) has(controller string) bool {
	for o := range strings.SplitSeq(h.options, ",") {
		if o == controller {
			return true
		}
	}
	return false
}

// put writes a control file.
func put(folder, file string, value int64) error {
	return os.WriteFile(filepath.Join(folder, file), strconv.AppendInt(nil, value, 10), 0o644)
}

// figure reads a control file that holds one number, or the number after a name.
func figure(folder, file, name string) (int64, error) {
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if name == "" && len(fields) > 0 {
		return strconv.ParseInt(fields[0], 10, 64)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		if fields[i] == name {
			return strconv.ParseInt(fields[i+1], 10, 64)
		}
	}
	return 0, fmt.Errorf("%s/%s has no %q", folder, file, name)
}

// processesOf returns the processes in a group.
func processesOf(folder string) (pids []int) {
	text, _ := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
	for word := range strings.FieldsSeq(string(text)) {
		if pid, err := strconv.Atoi(word); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// A numberFile is a control file that is kept open because its number is read often.
type numberFile struct{ fd int }

func openNumber(path string) (*numberFile, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return &numberFile{fd}, nil
}

func (f *numberFile) close() { unix.Close(f.fd) }

// read returns the number; 0 if the file has none.
func (f *numberFile) read() (n int64) {
	var text [24]byte
	size, _ := unix.Pread(f.fd, text[:], 0)
	for _, c := range text[:max(size, 0)] {
		if c >= '0' && c <= '9' {
			n = n*10 + int64(c-'0')
		}
	}
	return n
}

// removeGroup removes an empty group. It retries while its last processes exit.
func removeGroup(folder string) error {
	for wait := 100 * time.Microsecond; ; wait *= 2 {
		err := syscall.Rmdir(folder)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if !errors.Is(err, syscall.EBUSY) || wait > time.Second {
			return fmt.Errorf("remove the control group %s: %w", folder, err)
		}
		time.Sleep(wait)
	}
}

// sweepGroups removes from a folder the groups of hosts that have ended, and kills the processes in them.
func sweepGroups(folder string) {
	names, _ := filepath.Glob(filepath.Join(folder, ownPrefix+"*"))
	for _, name := range names {
		if !abandoned(filepath.Base(name)) {
			continue
		}
		below := filepath.Join(name, frozen2)
		for _, pid := range append(processesOf(name), processesOf(below)...) {
			if pid > 1 {
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		thaw1(name)
		removeGroup(below)
		removeGroup(name)
	}
}
