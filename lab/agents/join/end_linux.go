package join

import (
	"os"
	"time"

	"golang.org/x/sys/unix"

	"agon/lab/agents/edit"
)

// adopt makes this process the parent of what a command leaves behind when it ends.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// endAll kills a command of this process and everything that it has started. Somebody waits for the command itself.
func endAll(command int) {
	for {
		all := edit.Descendants(os.Getpid())[1:]
		if len(all) == 0 {
			return
		}
		for _, pid := range all {
			unix.Kill(pid, unix.SIGKILL)
			if pid != command {
				unix.Wait4(pid, nil, unix.WNOHANG, nil) // one that was adopted
			}
		}
		time.Sleep(time.Millisecond)
	}
}
