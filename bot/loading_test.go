package bot

import (
	"testing"
	"time"
)

// A process that waits for a disk may take longer than one that computes, but not without limit.
func TestLoadingIsLimitedByProcessorTime(t *testing.T) {
	for _, tt := range []struct {
		name      string
		wall, cpu time.Duration
		over      bool
	}{
		{"at once", 0, 0, false},
		{"computes within its time", 9 * time.Second, 9 * time.Second, false},
		{"computes too long", 11 * time.Second, 10 * time.Second, true},
		{"waits for a disk", 30 * time.Second, time.Second, false},
		{"waits for ever", far * 10 * time.Second, time.Second, true},
	} {
		var cpu time.Duration
		l := NewLoading(&Process{CPU: func() time.Duration { return cpu }}, 10*time.Second, nil)
		l.begun = l.begun.Add(-tt.wall)
		cpu = tt.cpu
		if got := l.Over(); got != tt.over {
			t.Errorf("%s: over is %v", tt.name, got)
		}
	}
}
