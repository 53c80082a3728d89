package cutting

import (
	"testing"
	"time"
)

func TestJob(t *testing.T) {
	for _, tt := range []struct {
		name        string
		each        time.Duration // of the games so far; 0: there are none
		open, cores int
		same        int // open games with the entries of the first
		want        int
	}{
		{"before the first result: a few games", 0, 100, 2, 100, 4},
		{"before the first result: a core takes its share only", 0, 4, 2, 4, 2},
		{"other entries end a job", 0, 100, 2, 2, 2},
		{"the last game", time.Second, 1, 1, 1, 1},
		{"fewer games than cores", time.Second, 3, 8, 3, 1},
		{"many games: as many as fit into the time of a job", time.Second, 1000, 2, 1000, 8},
		{"long games: one by one", time.Minute, 1000, 2, 1000, 1},
		{"near the end: half of a core's share", time.Second, 12, 2, 12, 3},
		{"near the end: at least the shortest job", 100 * time.Millisecond, 12, 2, 12, 5},
		{"games too short to measure", time.Nanosecond, 1000, 1, 1000, 1000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var cost Cost
			if tt.each > 0 {
				cost.Add(tt.each)
			}
			if got := cost.Job(tt.open, tt.cores, func(n int) bool { return n < tt.same }); got != tt.want {
				t.Errorf("a job has %d games, want %d", got, tt.want)
			}
		})
	}
}
