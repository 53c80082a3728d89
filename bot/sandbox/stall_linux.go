package sandbox

import (
	"time"

	"agon/internal/schedstat"
)

// A stallMeter adds up how long the tasks of a tree were runnable without a processor. It keeps the kernel's files open and looks for new
// tasks now and then. The zero value is ready to use.
type stallMeter struct {
	sum    time.Duration
	tasks  map[int]*stalledTask
	listed time.Time
}

type stalledTask struct {
	file schedstat.File
	seen time.Duration
}

// listEvery is how long a list of tasks is used.
const listEvery = 20 * time.Millisecond

// read returns the sum over some processes. It lists them now and then, except while count reports a single task, which is cheaper than
// listing; count may be nil.
func (m *stallMeter) read(count func() int, processes func() []int) time.Duration {
	if time.Since(m.listed) > listEvery && (len(m.tasks) != 1 || count == nil || count() != 1) {
		m.list(processes())
	}
	if len(m.tasks) == 0 && m.sum == 0 {
		return 0 // the kernel does not report it
	}
	for id, t := range m.tasks {
		now, err := t.file.Delay()
		if err != nil { // it has ended
			t.file.Close()
			delete(m.tasks, id)
			continue
		}
		m.sum += now - t.seen
		t.seen = now
	}
	return m.sum
}

// list opens the files of new tasks.
func (m *stallMeter) list(processes []int) {
	if m.tasks == nil {
		m.tasks = map[int]*stalledTask{}
	}
	for _, process := range processes {
		for _, task := range tasksOf(process) {
			if m.tasks[task] != nil {
				continue
			}
			if file, err := schedstat.Open(process, task); err == nil {
				m.tasks[task] = &stalledTask{file: file}
			}
		}
	}
	m.listed = time.Now()
}

func (m *stallMeter) close() {
	for _, t := range m.tasks {
		t.file.Close()
	}
	m.tasks = nil
}
