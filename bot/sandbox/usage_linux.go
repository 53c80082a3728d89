package sandbox

// UsageOf returns what a program and all below it use.
func UsageOf(pid int) Usage {
	var tree processTree
	below := tree.below(pid)
	all := append(below.living, pid)
	return Usage{Spent: processCPU(pid) + below.spent, Memory: heldBy(all), Runnable: runnable(all)}
}
