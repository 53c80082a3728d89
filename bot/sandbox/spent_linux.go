package sandbox

import "time"

// Spent returns the processor time of a program and of all below it, whatever confines them; 0 where the system does not tell. It grows as
// long as the program lives.
func Spent(pid int) time.Duration {
	var below processTree
	return processCPU(pid) + below.below(pid).spent
}
