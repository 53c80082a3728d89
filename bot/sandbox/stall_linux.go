//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A stallMeter adds up how long the tasks of a tree were able to run and did not. It keeps the files that say so open, and looks for
// new tasks now and then. The zero meter is ready.
type stallMeter struct {
	sum    time.Duration
	tasks  map[int]*stalledTask
	listed time.Time
}

type stalledTask struct {
	file int // schedstat
	seen time.Duration
}

// listEvery is how long a list of tasks is good for.
const listEvery = 20 * time.Millisecond

// read gives the sum for the tree below a process.
func (m *stallMeter) read(pid int) (time.Duration, error) {
	if time.Since(m.listed) > listEvery {
		m.list(pid)
	}
	if len(m.tasks) == 0 && m.sum == 0 {
		return 0, errors.New("the kernel does not say how long tasks have waited")
	}
	for id, t := range m.tasks {
		now, err := t.read()
		if err != nil { // it has ended
			unix.Close(t.file)
			delete(m.tasks, id)
			continue
		}
		m.sum += now - t.seen
		t.seen = now
	}
	return m.sum, nil
}

// list opens the files of tasks that are new.
func (m *stallMeter) list(pid int) {
	if m.tasks == nil {
		m.tasks = map[int]*stalledTask{}
	}
	for _, process := range descendants(pid) {
		for _, task := range tasksOf(process) {
			if m.tasks[task] != nil {
				continue
			}
			file, err := unix.Open(fmt.Sprintf("/proc/%d/task/%d/schedstat", process, task), unix.O_RDONLY|unix.O_CLOEXEC, 0)
			if err == nil {
				m.tasks[task] = &stalledTask{file: file}
			}
		}
	}
	m.listed = time.Now()
}

// read gives the second of the three numbers: nanoseconds on a run queue.
func (t *stalledTask) read() (time.Duration, error) {
	var text [80]byte
	n, err := unix.Pread(t.file, text[:], 0)
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(text[:n])
	if len(fields) < 2 {
		return 0, fmt.Errorf("schedstat is %q", text[:n])
	}
	ns, err := strconv.ParseInt(string(fields[1]), 10, 64)
	return time.Duration(ns), err
}

func (m *stallMeter) close() {
	for _, t := range m.tasks {
		unix.Close(t.file)
	}
	m.tasks = nil
}
