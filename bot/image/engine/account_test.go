package engine

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestAccount reads processor times from files as the kernel has them, in both versions of control groups.
func TestAccount(t *testing.T) {
	const id = "0123456789abcdef"
	for _, tt := range []struct {
		name   string
		cgroup string
		files  map[string]string
		want   time.Duration
	}{
		{"version 2, by systemd", "0::/system.slice/docker-" + id + ".scope\n",
			map[string]string{"system.slice/docker-" + id + ".scope/cpu.stat": "usage_usec 1500\nuser_usec 1000\n"},
			1500 * time.Microsecond},
		{"version 2, in a group that the container has made", "0::/machine.slice/libpod-" + id + ".scope/container\n",
			map[string]string{"machine.slice/libpod-" + id + ".scope/cpu.stat": "usage_usec 7\n",
				"machine.slice/libpod-" + id + ".scope/container/cpu.stat": "usage_usec 5\n"}, 7 * time.Microsecond},
		{"version 1", "5:memory:/docker/" + id + "\n4:cpu,cpuacct:/docker/" + id + "\n0::/\n",
			map[string]string{"cpu,cpuacct/docker/" + id + "/cpuacct.usage": "2500000\n"}, 2500 * time.Microsecond},
		{"version 1, mounted by one name", "4:cpuacct,cpu:/docker/" + id + "\n",
			map[string]string{"cpuacct/docker/" + id + "/cpuacct.usage": "1000\n"}, time.Microsecond},
		{"a process of this machine that happens to have the number", "0::/user.slice\n4:cpuacct:/user.slice\n",
			map[string]string{"user.slice/cpu.stat": "usage_usec 9\n", "cpuacct/user.slice/cpuacct.usage": "9\n"}, 0},
		{"a group that is not visible here", "0::/docker/" + id + "\n", nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			proc, mounts := t.TempDir(), t.TempDir()
			write := func(file, text string) {
				t.Helper()
				os.MkdirAll(filepath.Dir(file), 0o755)
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write(filepath.Join(proc, "42", "cgroup"), tt.cgroup)
			for file, text := range tt.files {
				write(filepath.Join(mounts, file), text)
			}
			var a account
			if got := a.read(proc, mounts, id, func() string { return "" }); got != 0 || a.over {
				t.Errorf("before its start it has used %v, and the search is over: %v", got, a.over)
			}
			asked := 0
			first := func() string { asked++; return "42" }
			for range 2 {
				if got := a.read(proc, mounts, id, first); got != tt.want {
					t.Errorf("it has used %v, want %v", got, tt.want)
				}
			}
			if asked != 1 {
				t.Errorf("the engine is asked %d times", asked)
			}
			if known := a.file != ""; known != (tt.want > 0) {
				t.Errorf("known: %v", known)
			}
			os.RemoveAll(mounts)
			if got := a.read(proc, mounts, id, first); got != tt.want {
				t.Errorf("after its end it has used %v, want %v", got, tt.want)
			}
		})
	}
}
