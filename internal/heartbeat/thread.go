package heartbeat

import (
	"time"

	"agon/internal/schedstat"
)

// A Thread is the thread that a goroutine has locked, as this process and the kernel see it. The zero Thread knows nothing.
type Thread struct {
	monitor *Monitor
	file    schedstat.File
}

// NewThread is the calling thread; call runtime.LockOSThread first. monitor may be nil.
func NewThread(monitor *Monitor) *Thread {
	file, err := schedstat.Own()
	if err != nil {
		file = 0
	}
	return &Thread{monitor, file}
}

// Delay is how long the thread could run and had no processor, so far; 0 where the system does not report it.
func (t *Thread) Delay() time.Duration {
	if t.file == 0 {
		return 0
	}
	d, _ := t.file.Delay()
	return d
}

// Paused is for how long nothing of the process ran, so far.
func (t *Thread) Paused() time.Duration { return t.monitor.Paused() }

// Close frees what the thread holds.
func (t *Thread) Close() { t.file.Close() }
