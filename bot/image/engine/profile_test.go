package engine

import (
	"encoding/json"
	"slices"
	"testing"
)

// passes is the verdict for a call without a rule.
const passes = -1

// verdict returns the error number with which the profile makes a call fail.
func verdict(t *testing.T, profile []byte, call string, args ...uint64) int {
	t.Helper()
	var p struct {
		Default string `json:"defaultAction"`
		Rules   []rule `json:"syscalls"`
	}
	if err := json.Unmarshal(profile, &p); err != nil || p.Default != "SCMP_ACT_ALLOW" {
		t.Fatalf("the profile is %.200s: %v", profile, err)
	}
	args = append(args, make([]uint64, 6)...)
	for _, r := range p.Rules {
		if !slices.Contains(r.Names, call) {
			continue
		}
		met := true
		for _, c := range r.Args {
			switch a := args[c.Index]; c.Op {
			case "SCMP_CMP_NE":
				met = met && a != c.Value
			case "SCMP_CMP_MASKED_EQ":
				met = met && a&c.Value == c.Two
			default:
				t.Fatalf("%s has the comparison %s", call, c.Op)
			}
		}
		if met {
			return r.Errno
		}
	}
	return passes
}

// TestContainersCannotTellEachOtherAnythingThroughFilesOfTheImage: the programs of one image share its files, and calls by which they could
// communicate through them are refused as in the sandbox.
func TestContainersCannotTellEachOtherAnythingThroughFilesOfTheImage(t *testing.T) {
	text, err := profile(false)
	if err != nil {
		t.Fatal(err)
	}
	const highHalf = 1 << 32 // the kernel does not read it
	for _, tt := range []struct {
		name string
		call string
		args []uint64
		want int
	}{
		{"a lock on a whole file does nothing", "flock", []uint64{3, 2}, success},
		{"watching a folder", "inotify_init1", nil, notThere},
		{"watching a folder, by the older call", "inotify_init", nil, notThere},
		{"watching a folder, added", "inotify_add_watch", nil, notThere},
		{"cached pages of a file", "cachestat", nil, notThere},
		{"cached pages of a mapping", "mincore", nil, notThere},
		{"fill the cache", "readahead", nil, notThere},
		{"drop from the cache", "fadvise64", nil, notThere},
		{"a cached name", "openat2", nil, notThere},
		{"sync everything", "sync", nil, notPermitted},
		{"sync a file system", "syncfs", nil, notPermitted},
		{"the holder of a lock", "fcntl", []uint64{3, 5}, invalid},
		{"the holder of a lock, with more bits than are read", "fcntl", []uint64{3, highHalf | 5}, invalid},
		{"a lease", "fcntl", []uint64{3, 1024}, invalid},
		{"a hint", "fcntl", []uint64{3, 1036}, invalid},
		{"a read of cached pages only", "preadv2", []uint64{3, 0, 0, 0, 0, 8}, unsupported},
		{"pages given to the swap", "madvise", []uint64{0, 0, 21}, invalid},
		{"SIGCONT", "kill", []uint64{1, 18}, notPermitted},
		{"SIGCONT to a thread", "tgkill", []uint64{1, 1, 18}, notPermitted},
		{"input into a terminal", "ioctl", []uint64{0, 0x5412}, notPermitted},
		{"a scheduling policy", "sched_setscheduler", []uint64{0, 1}, notPermitted},
		{"the usual scheduling policy", "sched_setscheduler", []uint64{0, 0}, passes},
		{"a lock on a part of a file", "fcntl", []uint64{3, 6}, passes},
		{"an ordinary read", "preadv2", nil, passes},
		{"an ordinary signal", "kill", []uint64{1, 15}, passes},
		{"memory that is freed", "madvise", []uint64{0, 0, 4}, passes},
		{"sync of its own file", "fsync", nil, passes},
		{"a socket of the network", "socket", []uint64{2}, noFamily},
		{"a socket of its own", "socket", []uint64{1}, passes},
	} {
		if got := verdict(t, text, tt.call, tt.args...); got != tt.want {
			t.Errorf("%s: %s%v gives %d, want %d", tt.name, tt.call, tt.args, got, tt.want)
		}
	}
	compiler, err := profile(true)
	if err != nil {
		t.Fatal(err)
	}
	if got := verdict(t, compiler, "flock", 3, 2); got != passes {
		t.Errorf("a compiler's lock gives %d", got)
	}
}
