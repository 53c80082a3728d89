package bot

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// parent is the thread that starts all programs. A program dies with the thread that started it, and threads end with the goroutines that keep them, as those of
// cores do; this one lives as long as agon.
var parent = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// start starts a program that dies with agon, on the processors of the calling thread.
func start(cmd *exec.Cmd) error {
	var mine unix.CPUSet
	known := unix.SchedGetaffinity(0, &mine) == nil
	started := make(chan error)
	parent() <- func() {
		if known {
			unix.SchedSetaffinity(0, &mine)
		}
		started <- cmd.Start()
	}
	return <-started
}
