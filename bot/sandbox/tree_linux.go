package sandbox

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A processTree looks at the processes below one again and again. It remembers those that have ended and that nobody has waited for: a
// program may have many of them, and nothing about them changes any more. The zero value is ready to use; it is not safe for concurrent
// use.
type processTree struct {
	ended map[int]zombie // by process ID
	looks int
}

// A zombie is a process that has ended and that nobody has waited for. The clock, in nanoseconds, parts it from a later process with the
// same ID.
type zombie struct {
	clock int64
	spent time.Duration // with the children that it has waited for
	look  int           // the last one that has seen it
}

// members are the processes below one at a moment.
type members struct {
	living []int         // those that have not ended
	tasks  int           // processes and threads; one that has ended is a task until somebody waits for it
	spent  time.Duration // their processor time, and that of the children that they have waited for
}

// below returns the processes below one. They stay below a pid 1 or a subreaper as long as they live.
func (t *processTree) below(pid int) (m members) {
	t.looks++
	t.addChildren(&m, pid, 0)
	if len(t.ended) > m.tasks-len(m.living) {
		maps.DeleteFunc(t.ended, func(_ int, e zombie) bool { return e.look != t.looks })
	}
	return m
}

// each calls visit for every process below one, for each before those below it are looked up.
func (t *processTree) each(pid int, visit func(pid int)) {
	for _, task := range tasksOf(pid) {
		for _, child := range childrenOf(pid, task) {
			visit(child)
			t.each(child, visit)
		}
	}
}

// addChildren adds the processes below one with a number of threads; 0 if that is unknown.
func (t *processTree) addChildren(m *members, pid, threads int) {
	tasks := []int{pid}
	if threads != 1 {
		tasks = tasksOf(pid)
	}
	for _, task := range tasks {
		for _, child := range childrenOf(pid, task) {
			t.add(m, child)
		}
	}
}

// add adds a process and those below it.
func (t *processTree) add(m *members, pid int) {
	clock := clockOf(pid)
	if e, known := t.ended[pid]; known && e.clock == clock {
		e.look = t.looks
		t.ended[pid] = e
		m.tasks++
		m.spent += e.spent
		return
	}
	stat := statFields(pid)
	if clock = clockOf(pid); clock == 0 || len(stat) <= statThreads {
		return // somebody has waited for it meanwhile
	}
	spent := time.Duration(clock) + waitedCPU(stat)
	threads, _ := strconv.Atoi(stat[statThreads])
	m.tasks += max(threads, 1)
	m.spent += spent
	if threads <= 1 && (stat[0] == "Z" || stat[0] == "X") { // with other threads, only its first has ended
		if t.ended == nil {
			t.ended = map[int]zombie{}
		}
		t.ended[pid] = zombie{clock, spent, t.looks}
		return
	}
	m.living = append(m.living, pid)
	t.addChildren(m, pid, threads)
}

// statThreads is the number of threads in [statFields].
const statThreads = 17

// childrenOf lists the children of one thread of a process, oldest first.
func childrenOf(pid, task int) (all []int) {
	for f := range bytes.FieldsSeq(readProc(childrenFile(pid, task))) {
		if child, err := strconv.Atoi(string(f)); err == nil {
			all = append(all, child)
		}
	}
	return all
}

func childrenFile(pid, task int) string { return fmt.Sprintf("/proc/%d/task/%d/children", pid, task) }

// readProc reads a file of the kernel's, with a third of the system calls that [os.ReadFile] makes; nothing if it cannot be read.
func readProc(path string) (text []byte) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	text = make([]byte, 0, 512)
	for {
		n, err := unix.Read(fd, text[len(text):cap(text)])
		if err != nil && err != unix.EINTR || err == nil && n == 0 {
			return text
		}
		text = slices.Grow(text[:len(text)+max(n, 0)], 64)
	}
}

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

// statFields returns the fields of /proc/PID/stat from the third, the state; nil if the process has ended and somebody has waited for it.
func statFields(pid int) []string {
	text := readProc(fmt.Sprintf("/proc/%d/stat", pid))
	if len(text) == 0 {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}

// runnable reports whether a task of some processes runs or waits for a processor.
func runnable(processes []int) bool { return slices.Contains(statesOf(processes), 'R') }

// asleep reports whether all tasks of some processes wait for an event. None is asleep if there is no process. One that has ended and that
// nobody has waited for yet does nothing.
func asleep(processes []int) bool {
	states := slices.DeleteFunc(statesOf(processes), func(state byte) bool { return state == 'Z' || state == 'X' })
	return len(states) > 0 && !slices.ContainsFunc(states, func(state byte) bool { return state != 'S' })
}

// blocked is asleep without the tasks that the kernel has marked as waiting and that still have to look whether they must. They may have
// been interrupted there. The kernel shows the system call of a task only once it is off its processor.
func blocked(processes []int) bool {
	return asleep(processes) && !slices.ContainsFunc(processes, func(pid int) bool {
		return slices.ContainsFunc(tasksOf(pid), func(task int) bool {
			return bytes.HasPrefix(readProc(fmt.Sprintf("/proc/%d/task/%d/syscall", pid, task)), []byte("running"))
		})
	})
}

// statesOf returns the letters by which the kernel names the states of the tasks of some processes: R (it runs or waits for a processor),
// S (it waits for an event), D (for a disk), T (it is stopped), and others.
func statesOf(processes []int) (states []byte) {
	for _, process := range processes {
		for _, task := range tasksOf(process) {
			text := readProc(fmt.Sprintf("/proc/%d/task/%d/stat", process, task))
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
