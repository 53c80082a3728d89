package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// An account reads the processor time of a container from a file of its control group, in either version. The zero value finds the file on
// first use.
type account struct {
	file string        // empty: not found
	last time.Duration // the last reading, returned after the container has ended
	over bool          // no further search
}

// Files of a control group that hold its processor time.
const (
	account2 = "cpu.stat"      // "usage_usec 1500" on one of its lines
	account1 = "cpuacct.usage" // nanoseconds
)

// read returns the processor time of a container. first returns the process ID of the container's first process on this system; "" if it
// has not started or has ended. The result is 0 if the time cannot be read: the engine runs on another machine or in a virtual one.
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

// remember keeps the place of a container's account: those of other containers lie beside it, so the engine need not be asked for each.
func (e *Engine) remember(file, id string) {
	if e.accounts.Load() == nil && file != "" && strings.Count(file, id) == 1 {
		pattern := strings.Replace(file, id, "%s", 1)
		e.accounts.Store(&pattern)
	}
}

// accountOf returns the path of a container's account, "" if that is not known yet.
func (e *Engine) accountOf(id string) string {
	pattern := e.accounts.Load()
	if pattern == nil || id == "" {
		return ""
	}
	return strings.Replace(*pattern, "%s", id, 1)
}

// find returns the file that counts the group of a process, "" if the process does not belong to the container.
func find(proc, mounts, id, pid string) string {
	groups, err := os.ReadFile(filepath.Join(proc, pid, "cgroup"))
	if err != nil || id == "" {
		return ""
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 || !strings.Contains(parts[2], id) {
			continue // a shared group, or that of an unrelated process of this machine with the same number
		}
		whole := parts[2]
		// The container may have made groups inside its own: the account of the outermost group with its ID holds the sum.
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

// files returns the possible paths of a group's account, by its controllers and its path.
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
