//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// All that a host leaves on the system while it runs bears its name: agon-NAMESPACE-PID-START-…, so that another host can tell
// whether it is still there. START is when its process began, since numbers of processes are given again.
const ownPrefix = "agon-"

func ownName() string {
	pid := os.Getpid()
	return fmt.Sprintf("%s%d-%d-%s", ownPrefix, pidNamespace(), pid, startOf(pid))
}

// abandoned says whether the host that a name was made by is gone for certain.
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

// pidNamespace is the number of the namespace in which this process has its number.
func pidNamespace() uint64 {
	info, err := os.Stat("/proc/self/ns/pid")
	if err != nil {
		return 0
	}
	return info.Sys().(*syscall.Stat_t).Ino
}

// startOf is when a process began, in ticks since the machine did; empty if it is gone.
func startOf(pid int) string {
	fields := statFields(pid)
	if len(fields) < 20 {
		return ""
	}
	return fields[19]
}

// sweepScratch removes the scratch folders of hosts that are gone.
func sweepScratch() {
	names, _ := filepath.Glob(filepath.Join(os.TempDir(), ownPrefix+"*"))
	for _, name := range names {
		if info, err := os.Lstat(name); err == nil && info.IsDir() && abandoned(filepath.Base(name)) {
			os.RemoveAll(name)
		}
	}
}
