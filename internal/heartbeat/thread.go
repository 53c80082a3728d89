package heartbeat

import (
	"time"

	"agon/internal/schedstat"
)

// A Thread reports stalls of the thread that a goroutine has locked. The zero Thread reports none.
type Thread struct {
	monitor *Monitor
	file    schedstat.File
}

// NewThread returns the calling thread; call runtime.LockOSThread first. monitor may be nil.
func NewThread(monitor *Monitor) *Thread {
	file, err := schedstat.Own()
	if err != nil {
		file = 0
	}
	return &Thread{monitor, file}
}

// Delay returns how long the thread has been runnable without a processor; 0 if the system does not report it.
func (t *Thread) Delay() time.Duration {
	if t.file == 0 {
		return 0
	}
	d, _ := t.file.Delay()
	return d
}

// Paused returns the total time for which nothing in the process ran.
func (t *Thread) Paused() time.Duration { return t.monitor.Paused() }

// Close closes the thread's files.
func (t *Thread) Close() { t.file.Close() }
