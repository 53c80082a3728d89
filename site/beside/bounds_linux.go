package beside

import (
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// matchNice is the priority of matches: a contest's bots on the same core come first, as far as the kernel does not share out by session
// or group.
const matchNice = 15

// runLow runs a command on the last p.Cores processors, with a low priority, and interrupts it when this program is killed.
func (p *Program) runLow(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} // when the thread that starts it ends, which waits for it
	return p.low(cmd.Run)
}

// low calls start on a thread that may use the last p.Cores processors only, with a low priority. The process that it starts inherits both.
// So a contest loses at most the share that matches have of these processors.
func (p *Program) low(start func() error) error {
	failed := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this goroutine
		var allowed, last unix.CPUSet
		if err := unix.SchedGetaffinity(0, &allowed); err == nil {
			for cpu, left := len(allowed)*64-1, p.Cores; cpu >= 0 && left > 0; cpu-- {
				if allowed.IsSet(cpu) {
					last.Set(cpu)
					left--
				}
			}
			if err := unix.SchedSetaffinity(0, &last); err != nil {
				failed <- err
				return
			}
		}
		if err := unix.Setpriority(unix.PRIO_PROCESS, 0, matchNice); err != nil {
			failed <- err
			return
		}
		failed <- start()
	}()
	return <-failed
}

// limitMemory bounds what this process may allocate; more than that ends it.
func limitMemory(bytes uint64) error {
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes})
}
