package heartbeat

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// Stolen is the processor time that the hypervisor of a virtual machine has given to others while this machine wanted it, since it was
// started and over all processors; 0 where unknown.
func Stolen() time.Duration {
	const steal = 8                // of the fields of the first line, its name counted
	const tick = time.Second / 100 // of its numbers, on every architecture
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) <= steal {
		return 0
	}
	n, _ := strconv.ParseInt(string(fields[steal]), 10, 64)
	return time.Duration(n) * tick
}
