package heartbeat

import (
	"testing"
	"time"
)

// A gap is a pause if nothing of the process ran in it; if the thread waited for a processor, or others of the process worked, it is none.
func TestPausesAreGapsThatNothingExplains(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name                   string
		gap, delay, used, want time.Duration
	}{
		{"in time", 0, 0, 0, 0},
		{"a slight lateness", slight, 0, 0, 0},
		{"stopped", 3000 * ms, 0, 5 * ms, 3000 * ms},
		{"stopped, and then waiting for a processor", 3000 * ms, 500 * ms, 5 * ms, 2500 * ms},
		{"processors busy with others", 300 * ms, 300 * ms, 0, 0},
		{"processors busy with this process", 300 * ms, 0, 290 * ms, 0},
	} {
		m := &Monitor{begun: time.Now(), stop: make(chan struct{})}
		close(m.stop)
		m.note(every, 0, 0)
		m.note(2*every+tt.gap, tt.delay, tt.used)
		if got := m.Paused(); got != tt.want {
			t.Errorf("%s: paused for %v, not %v", tt.name, got, tt.want)
		}
		if got := m.Largest(); got != tt.gap {
			t.Errorf("%s: the largest gap is %v, not %v", tt.name, got, tt.gap)
		}
	}
}

func TestAMonitorBeatsUntilItIsClosed(t *testing.T) {
	m := Start()
	for m.last.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	m.Close()
	last := m.last.Load()
	m.Paused() // does not wait
	if m.last.Load() != last {
		t.Error("it still beats")
	}
	var none *Monitor
	if none.Paused() != 0 {
		t.Error("without a monitor there are pauses")
	}
}
