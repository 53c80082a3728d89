package sandbox

import (
	"time"

	"agon/internal/schedstat"
)

// A stallMeter adds up how long the tasks of a tree were able to run and did not. It keeps the files that say so open, and looks for
// new tasks now and then. The zero meter is ready.
type stallMeter struct {
	sum    time.Duration
	tasks  map[int]*stalledTask
	listed time.Time
}

type stalledTask struct {
	file schedstat.File
	seen time.Duration
}

// listEvery is how long a list of tasks is good for.
const listEvery = 20 * time.Millisecond

// read gives the sum for some processes, which are listed now and then, unless they are one task still,
// which count says at less cost than listing them; nil: nobody counts.
func (m *stallMeter) read(count func() int, processes func() []int) (time.Duration, error) {
	if time.Since(m.listed) > listEvery && (len(m.tasks) != 1 || count == nil || count() != 1) {
		m.list(processes())
	}
	if len(m.tasks) == 0 && m.sum == 0 {
		return 0, schedstat.ErrUnknown
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
	return m.sum, nil
}

// list opens the files of tasks that are new.
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
