package pyhost

import (
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
)

// TestGamesTakeHalfOfTheMemory: a bot plays as many games at once as fit into half of the memory that it may hold, by what its games hold
// now; its process alone counts as nothing.
func TestGamesTakeHalfOfTheMemory(t *testing.T) {
	const mib = 1 << 20
	for _, tt := range []struct {
		name          string
		games         int
		limit, memory int64
		want          int
	}{
		{"no game so far", 0, 512 * mib, 60 * mib, lanesEach},
		{"nothing held by games", 4, 512 * mib, 50 * mib, lanesEach},
		{"30 MiB a game", 4, 512 * mib, 170 * mib, 8},
		{"more than all of it in one", 1, 512 * mib, 1000 * mib, 1},
		{"no limit", 4, 0, 1000 * mib, lanesEach},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := New(Config{Launcher: sandbox.Plain(), Log: bot.NewLog(0), Limits: bot.Limits{Memory: tt.limit}})
			p.loaded = true
			p.group.host = &host{loaded: 50 * mib, process: &bot.Process{Memory: func() int64 { return tt.memory }}}
			for range tt.games {
				p.lanes = append(p.lanes, lane{seated: true, opened: true})
			}
			if got := p.mostLanes(); got != tt.want {
				t.Errorf("it plays %d games at once, want %d", got, tt.want)
			}
		})
	}
}

// TestScarcities: exceptions by which a program learns that it has too little of what its games share.
func TestScarcities(t *testing.T) {
	for text, want := range map[string]bool{
		"MemoryError": true,
		"MemoryError: Unable to allocate 8.00 GiB for an array with shape (32768, 32768) and data type float64": true,
		"OSError: [Errno 24] Too many open files: '/dev/null'":                                                  true,
		"BlockingIOError: [Errno 11] Resource temporarily unavailable":                                          true,
		"RuntimeError: can't start new thread":                                                                  true,
		"RuntimeError: maximum recursion depth exceeded":                                                        false,
		"FileNotFoundError: [Errno 2] No such file or directory: 'x'":                                           false,
		"ValueError: MemoryError":                                                                               false,
	} {
		if scarce(text) != want {
			t.Errorf("%q is one: %v", text, !want)
		}
	}
}
