package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// endStrays kills the processes whose environment has the program's own folder as HOME or TMPDIR: descendants that have left its session
// and their parent. It repeats until there is none, because one may start another before it is killed.
func endStrays(folder string) {
	const most = 100 // repetitions, against a program that forks faster than it is killed
	for range most {
		found := strays(folder)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// strays lists the processes that have a folder in their environment. A process that has ended has none.
func strays(folder string) (found []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		environment, err := os.ReadFile("/proc/" + name + "/environ")
		if err == nil && bytes.Contains(environment, []byte("="+folder+"/")) {
			found = append(found, pid)
		}
	}
	return found
}
