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
	slight = 20 * time.Millisecond // a gap without run delay up to this size is due to the kernel's timer
	due    = 3 * every             // after this long without a beat, readers wait for the next one
)

// A Monitor measures pauses of this process. Its methods are safe for concurrent use.
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
	runtime.LockOSThread() // the thread whose run delay is read
	defer runtime.UnlockOSThread()
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
		time.Sleep(every) // in Go's scheduler: a sleep in the kernel would keep the runtime's monitor awake
		delay, _ := file.Delay()
		now := processCPU()
		m.note(time.Since(m.begun), delay-before, now-used)
		before, used = delay, now
	}
}

// note records a beat. delay is how long the thread waited for a processor since the last one, used the processor time of the process since
// then: almost none in a pause.
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

// Paused returns the total time for which nothing in this process ran. Right after a pause it waits for the beat that records it.
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

// Largest returns the largest gap between two beats, whatever its cause.
func (m *Monitor) Largest() time.Duration { return time.Duration(m.gap.Load()) }
