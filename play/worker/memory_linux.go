package worker

import (
	"fmt"
	"os"
	"strings"
)

// memoryLeft returns how much memory this machine can give to new programs without swapping, in bytes; 0 if unknown.
func memoryLeft() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	_, rest, _ := strings.Cut(string(text), "MemAvailable:")
	var kib int64
	fmt.Sscan(rest, &kib)
	return kib << 10
}
