package heartbeat

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"agon/internal/schedstat"
)

const (
	every  = 20 * time.Millisecond // between two beats
	slight = 20 * time.Millisecond // a gap that no run delay explains, up to here, is the kernel's timer and no pause
	due    = 3 * every             // after so long without a beat the next one is awaited before anything is read
)

// A Monitor counts pauses from its start to its end. Its methods are safe for concurrent use.
type Monitor struct {
	begun  time.Time
	stop   chan struct{}
	ended  sync.WaitGroup
	last   atomic.Int64 // nanoseconds from begun to the last beat
	paused atomic.Int64 // nanoseconds
	gap    atomic.Int64 // the largest, in nanoseconds
}

// Start starts a monitor. Close ends it.
func Start() *Monitor {
	m := &Monitor{begun: time.Now(), stop: make(chan struct{})}
	m.ended.Add(1)
	go m.beat()
	return m
}

// Close ends the monitor; what it has counted stays.
func (m *Monitor) Close() {
	close(m.stop)
	m.ended.Wait()
}

func (m *Monitor) beat() {
	defer m.ended.Done()
	runtime.LockOSThread() // whose run delay is read; never unlocked, so that it ends with the goroutine
	file, err := schedstat.Own()
	if err == nil {
		defer file.Close()
	}
	before, _ := file.Delay()
	used := processCPU()
	for {
		select {
		case <-m.stop:
			return
		default:
		}
		time.Sleep(every) // and not in the kernel, which would keep the runtime's watcher from its rest
		delay, _ := file.Delay()
		now := processCPU()
		m.note(time.Since(m.begun), delay-before, now-used)
		before, used = delay, now
	}
}

// note takes a beat. delay is how long the thread waited for a processor since the last one, used what the process has used of them: in a
// pause that is next to nothing.
func (m *Monitor) note(now, delay, used time.Duration) {
	gap := now - time.Duration(m.last.Load()) - every
	if missed := gap - max(delay, 0); missed > slight && used < missed/2 {
		m.paused.Add(int64(missed))
	}
	if int64(gap) > m.gap.Load() {
		m.gap.Store(int64(gap))
	}
	m.last.Store(int64(now))
}

// Paused is for how long nothing of this process ran, so far. Right after a pause it waits for the beat that notes it.
func (m *Monitor) Paused() time.Duration {
	if m == nil {
		return 0
	}
	now := time.Since(m.begun)
	for now-time.Duration(m.last.Load()) > due && time.Since(m.begun)-now < time.Second {
		if m.closed() {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return time.Duration(m.paused.Load())
}

func (m *Monitor) closed() bool {
	select {
	case <-m.stop:
		return true
	default:
		return false
	}
}

// Largest is the largest gap between two beats, whatever its cause.
func (m *Monitor) Largest() time.Duration { return time.Duration(m.gap.Load()) }
