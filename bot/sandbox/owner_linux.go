//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Everything that a host leaves on the system while it runs has a name of the form agon-NAMESPACE-PID-START-…, from which another host can
// check whether it is still running. START is the start time of its process, because process IDs are reused.
const ownPrefix = "agon-"

func ownName() string {
	pid := os.Getpid()
	return fmt.Sprintf("%s%d-%d-%s", ownPrefix, pidNamespace(), pid, startOf(pid))
}

// abandoned reports whether the host that made the name has certainly ended.
func abandoned(name string) bool {
	part := strings.SplitN(strings.TrimPrefix(name, ownPrefix), "-", 4)
	if len(part) < 4 || part[0] != fmt.Sprint(pidNamespace()) {
		return false
	}
	var pid int
	if _, err := fmt.Sscan(part[1], &pid); err != nil || pid <= 0 {
		return false
	}
	return startOf(pid) != part[2]
}

// pidNamespace returns the number of this process's pid namespace.
func pidNamespace() uint64 {
	info, err := os.Stat("/proc/self/ns/pid")
	if err != nil {
		return 0
	}
	return info.Sys().(*syscall.Stat_t).Ino
}

// startOf returns the start time of a process, in ticks since boot; empty if the process has ended.
func startOf(pid int) string {
	fields := statFields(pid)
	if len(fields) < 20 {
		return ""
	}
	return fields[19]
}

// sweepScratch removes the scratch folders of hosts that have ended.
func sweepScratch() {
	for _, folder := range [...]string{os.TempDir(), shm} {
		names, _ := filepath.Glob(filepath.Join(folder, ownPrefix+"*"))
		for _, name := range names {
			if info, err := os.Lstat(name); err == nil && info.IsDir() && abandoned(filepath.Base(name)) {
				os.RemoveAll(name)
			}
		}
	}
}
