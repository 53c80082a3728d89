//go:build linux

package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/internal/tier"
)

// hogs are bots that allocate memory until they are stopped. Their limit is 512 MiB.
const hogs = `
-- hog.sh --
#!/bin/sh
read -r line
exec /usr/bin/python3 -c 'hoard = []
while True:
    hoard.append(bytearray(1 << 20))'
-- Hog.py --
class Hog:
    def get_name(self):
        return "Hog"

    def get_contributor(self):
        return "a"

    def determine_next_move(self, grid, enemies, game_info):
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
-- silent.sh --
#!/bin/sh
exec sleep 600
`

// memoryGroup makes a control group with a memory limit in bytes, like that of a container or a service, and skips the test where it
// cannot.
func memoryGroup(t *testing.T, bytes int) (join string) {
	t.Helper()
	mine, _ := os.ReadFile("/proc/self/cgroup")
	_, rest, found := strings.Cut("\n"+string(mine), ":memory:")
	own, _, _ := strings.Cut(rest, "\n")
	group := filepath.Join("/sys/fs/cgroup/memory", own, fmt.Sprintf("attack-%d", os.Getpid()))
	if !found || os.Mkdir(group, 0o755) != nil {
		t.Skip("no control group of version 1 can be made for memory; bot/sandbox has the tests of version 2")
	}
	t.Cleanup(func() {
		for range 100 { // what was in it may take a moment to be gone
			if err := os.Remove(group); err == nil || os.IsNotExist(err) {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Errorf("%s is left", group)
	})
	if err := os.WriteFile(filepath.Join(group, "memory.limit_in_bytes"), []byte(strconv.Itoa(bytes)), 0); err != nil {
		t.Fatal(err)
	}
	return "echo $$ >" + group + "/cgroup.procs"
}

// A bot within its own limit that the kernel kills because the host is out of memory has no fault and loses nothing.
func TestTheKernelsOutOfMemoryKiller(t *testing.T) {
	tier.Long(t)
	dir := written(t, hogs)
	join := memoryGroup(t, 300<<20)
	tron := []string{"tron", "./hog.sh", "builtin:voronoi", "--set", "first_ms=60000"}
	paint := []string{"colour-battle", "./Hog.py", "builtin:steve", "--set", "rounds=3"}
	for _, args := range [][]string{
		append([]string{"run", "--games", "1", "--out", "starved"}, tron...), append([]string{"play"}, paint...),
		append([]string{"run", "--games", "1", "--out", "starved-python", "--guard", "60s"}, paint...),
	} {
		o := short(t, dir, join, args...)
		last := lastLine(o.Err)
		if o.Code != 1 || !strings.HasPrefix(last, "agon: ") || !strings.Contains(last, "too little memory") {
			t.Errorf("%v exits with %d\n%s\n%s", args, o.Code, o.Out, o.Err)
		}
		if strings.Contains(o.Out+o.Err, "memory:") || strings.Contains(o.Out, "Rank") {
			t.Errorf("%v blames the bot or awards something\n%s\n%s", args, o.Out, o.Err)
		}
	}
	o := must(t, dir, append([]string{"play", "--json", "--guard", "60s"}, paint...)...)
	if !strings.Contains(o.Out, `"memory":1`) {
		t.Errorf("a bot beyond its own limit has no fault:\n%s\n%s", o.Out, o.Err)
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// The pid 1 of a bot's namespace can be killed from outside only, so its end by a signal is the host's and no bot's fault.
func TestABotThatIsKilledFromOutside(t *testing.T) {
	t.Parallel()
	dir := written(t, hogs)
	r := start(t, dir, "run", "tron", "./silent.sh", "builtin:voronoi", "--games", "1", "--set", "first_ms=300000", "--out", "killed")
	var guard int
	for end := time.Now().Add(patience); guard == 0; time.Sleep(time.Millisecond) {
		guard = guardOf(r.Process.Pid)
		select {
		case err := <-r.ended:
			if strings.Contains(r.err.String(), "offers no sandbox") || strings.Contains(r.err.String(), "sandbox landlock") {
				t.Skip("there are no namespaces here")
			}
			t.Fatalf("%v: %s", err, &r.err)
		default:
		}
		if time.Now().After(end) {
			t.Skip("no bot in a pid namespace was started: there are no namespaces here")
		}
	}
	syscall.Kill(guard, syscall.SIGKILL)
	o := r.wait()
	if last := lastLine(o.Err); o.Code != 1 || !strings.Contains(last, "it was killed from outside") {
		t.Errorf("it exits with %d\n%s\n%s", o.Code, o.Out, o.Err)
	}
	if strings.Contains(o.Out, "Rank") {
		t.Errorf("the game was awarded:\n%s", o.Out)
	}
}

// guardOf is the pid 1 of a bot of an agon whose program has begun; 0: there is none yet.
func guardOf(agon int) int {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", agon))
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		for child := range strings.FieldsSeq(string(text)) {
			name, _ := os.ReadFile("/proc/" + child + "/comm")
			below, _ := os.ReadFile("/proc/" + child + "/task/" + child + "/children")
			for sleeper := range strings.FieldsSeq(string(below)) {
				running, _ := os.ReadFile("/proc/" + sleeper + "/comm")
				if pid, err := strconv.Atoi(child); err == nil && string(name) == "agon-pid1\n" && string(running) == "sleep\n" {
					return pid
				}
			}
		}
	}
	return 0
}
