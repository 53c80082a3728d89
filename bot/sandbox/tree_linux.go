package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// descendants lists the processes below one. They stay below a pid 1 or a subreaper as long as they live.
func descendants(pid int) []int {
	var all []int
	for _, task := range tasksOf(pid) {
		for _, child := range childrenOf(pid, task) {
			all = append(append(all, child), descendants(child)...)
		}
	}
	return all
}

// childrenOf lists the children of one thread of a process, oldest first.
func childrenOf(pid, task int) (all []int) {
	text, _ := os.ReadFile(childrenFile(pid, task))
	for f := range bytes.FieldsSeq(text) {
		if child, err := strconv.Atoi(string(f)); err == nil {
			all = append(all, child)
		}
	}
	return all
}

func childrenFile(pid, task int) string { return fmt.Sprintf("/proc/%d/task/%d/children", pid, task) }

// tasksOf lists the threads of a process.
func tasksOf(pid int) []int {
	folder, err := os.Open(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	tasks := make([]int, 0, len(names))
	for _, n := range names {
		if t, err := strconv.Atoi(n); err == nil {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// statFields returns the fields of /proc/PID/stat from the third, the state; nil if the process has ended.
func statFields(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}

// runnable reports whether a task of some processes runs or waits for a processor.
func runnable(processes []int) bool { return slices.Contains(statesOf(processes), 'R') }

// asleep reports whether all tasks of some processes wait for an event. None is asleep if there is no process.
func asleep(processes []int) bool {
	states := statesOf(processes)
	return len(states) > 0 && !slices.ContainsFunc(states, func(state byte) bool { return state != 'S' })
}

// statesOf returns the letters by which the kernel names the states of the tasks of some processes: R (it runs or waits for a processor),
// S (it waits for an event), D (for a disk), T (it is stopped), and others.
func statesOf(processes []int) (states []byte) {
	for _, process := range processes {
		for _, task := range tasksOf(process) {
			text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/stat", process, task))
			if state := bytes.LastIndexByte(text, ')') + 2; state > 1 && state < len(text) {
				states = append(states, text[state])
			}
		}
	}
	return states
}

const tick = 10 * time.Millisecond // unit of the times in stat, on every architecture

// processCPU returns the processor time of a process and of the children it has waited for.
func processCPU(pid int) time.Duration {
	used := clockOf(pid)
	if used == 0 {
		return 0
	}
	return time.Duration(used) + waitedCPU(statFields(pid))
}

// waitedCPU returns the processor time of the children that a process has waited for.
func waitedCPU(stat []string) time.Duration {
	if len(stat) < 15 {
		return 0
	}
	user, _ := strconv.ParseInt(stat[13], 10, 64)
	system, _ := strconv.ParseInt(stat[14], 10, 64)
	return time.Duration(user+system) * tick
}

// heldBy returns the memory of processes in bytes, as ownMemory does.
func heldBy(pids []int) (sum int64) {
	for _, pid := range pids {
		sum += ownMemory(pid)
	}
	return sum
}

// ownMemory returns the memory of a process in bytes: private memory, and shared memory that no file backs.
func ownMemory(pid int) (sum int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if name != "RssAnon" && name != "RssShmem" {
			continue
		}
		kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		sum += kib << 10
	}
	return sum
}

// systemTasks returns the number of processes and threads on this machine.
func systemTasks() int {
	text, _ := os.ReadFile("/proc/loadavg")
	_, rest, _ := strings.Cut(string(text), "/")
	number, _, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(number)
	return n
}
