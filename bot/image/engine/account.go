package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// An account is where the processor time of a container is counted: a file of its control group, of either version. The zero account is
// looked for when it is read first.
type account struct {
	file string        // empty: not found
	last time.Duration // that was read; what a container used that is gone
	over bool          // it is not looked for any more
}

// Files of a control group that tell its processor time.
const (
	account2 = "cpu.stat"      // "usage_usec 1500", among others
	account1 = "cpuacct.usage" // nanoseconds
)

// read is the processor time of a container, of which the first process is told by first as this system numbers it; "" is one that is not
// there yet, or no more. It is 0 where it cannot be read: the engine runs on another machine, or has a system of its own.
func (a *account) read(proc, mounts, id string, first func() (pid string)) time.Duration {
	if a.file == "" && !a.over {
		if pid := first(); pid != "" {
			a.file = find(proc, mounts, id, pid)
			a.over = a.file == ""
		}
	}
	if a.file == "" {
		return a.last
	}
	if used, err := readAccount(a.file); err == nil {
		a.last = max(a.last, used)
	}
	return a.last
}

// remember keeps where a container's account was found: those of others lie beside it, and the engine need not be asked for each.
func (e *Engine) remember(file, id string) {
	if e.accounts.Load() == nil && file != "" && strings.Count(file, id) == 1 {
		pattern := strings.Replace(file, id, "%s", 1)
		e.accounts.Store(&pattern)
	}
}

// accountOf is where a container's account should be, "" where that is not known yet.
func (e *Engine) accountOf(id string) string {
	pattern := e.accounts.Load()
	if pattern == nil || id == "" {
		return ""
	}
	return strings.Replace(*pattern, "%s", id, 1)
}

// find is the file in which the group of a process is counted, "" where the process is none of the container's.
func find(proc, mounts, id, pid string) string {
	groups, err := os.ReadFile(filepath.Join(proc, pid, "cgroup"))
	if err != nil || id == "" {
		return ""
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 || !strings.Contains(parts[2], id) {
			continue // a group that others share, or of a process of this machine with the same number
		}
		whole := parts[2]
		// The container may have made groups of its own beneath: the account of the outermost that bears its number holds all.
		if at := strings.IndexByte(whole[strings.Index(whole, id):], '/'); at >= 0 {
			whole = whole[:strings.Index(whole, id)+at]
		}
		for _, file := range files(mounts, parts[1], whole) {
			if _, err := readAccount(file); err == nil {
				return file
			}
		}
	}
	return ""
}

// files are where a group's account may be, by its controllers and its path.
func files(mounts, controllers, group string) []string {
	if controllers == "" {
		return []string{filepath.Join(mounts, group, account2)}
	}
	for c := range strings.SplitSeq(controllers, ",") {
		if c == "cpuacct" {
			return []string{filepath.Join(mounts, controllers, group, account1), filepath.Join(mounts, c, group, account1)}
		}
	}
	return nil
}

// readAccount reads such a file.
func readAccount(file string) (time.Duration, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	if filepath.Base(file) == account1 {
		ns, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		return time.Duration(ns), err
	}
	for line := range strings.Lines(string(text)) {
		if number, ok := strings.CutPrefix(strings.TrimSpace(line), "usage_usec "); ok {
			us, err := strconv.ParseInt(number, 10, 64)
			return time.Duration(us) * time.Microsecond, err
		}
	}
	return 0, fmt.Errorf("%s has no usage_usec", file)
}
