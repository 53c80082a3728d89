package heartbeat

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// Stolen returns the processor time, over all processors since boot, that the hypervisor of a virtual machine gave to others while this
// machine wanted it; 0 if unknown.
func Stolen() time.Duration {
	const steal = 8                // index in the first line, its name included
	const tick = time.Second / 100 // unit of its numbers, on every architecture
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
