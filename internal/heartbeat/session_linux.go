package heartbeat

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// SharesSession reports whether the kernel gives processors to sessions rather than to processes (kernel.sched_autogroup_enabled is 1) and
// another process of this one's session wants a processor now: such a process can hold this one up far longer than one of another terminal.
func SharesSession() bool {
	if on, err := os.ReadFile("/proc/sys/kernel/sched_autogroup_enabled"); err != nil || string(bytes.TrimSpace(on)) != "1" {
		return false
	}
	session, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	for _, entry := range processes {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		// After the name: the state, the parent, the group and the session.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) > 3 && string(fields[0]) == "R" && string(fields[3]) == strconv.Itoa(session) {
			return true
		}
	}
	return false
}
