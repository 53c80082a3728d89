package cutting

import "testing"

func TestFirst(t *testing.T) {
	for _, tt := range []struct {
		name        string
		open, cores int
		same        int // number of open games with the entries of the first
		want        int
	}{
		{"many games: a whole first job", 100, 2, 100, FirstJob},
		{"other entries end a job", 100, 2, 2, 2},
		{"a core takes its share only", 4, 2, 4, 2},
		{"fewer games than cores", 3, 8, 3, 1},
		{"the last game", 1, 1, 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := First(tt.open, FirstJob, Share(float64(tt.open), tt.cores), func(n int) bool { return n < tt.same })
			if got != tt.want {
				t.Errorf("a job begins with %d games, want %d", got, tt.want)
			}
		})
	}
}

func TestAnother(t *testing.T) {
	for _, tt := range []struct {
		name        string
		left, share float64
		want        bool
	}{
		{"below the share", 0.5, 2, true},
		{"to the share exactly", 1, 2, true},
		{"above the share", 1.25, 2, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Another(tt.left, tt.share); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
