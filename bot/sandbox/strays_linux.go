package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// endStrays ends the processes in whose environment a program's own folder stands, as HOME or TMPDIR: those it has started that have left
// its session and their parent. It looks again until there is none, since one may start another before it is ended.
func endStrays(folder string) {
	const most = 100 // looks, against one that forks faster than it is killed
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
