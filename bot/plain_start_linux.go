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

// parent is the thread that starts all programs. The kernel ends a program with the thread that started it, not with that thread's process
// (go.dev/issue/27505), and a thread ends with a goroutine that stays locked to it. This one lives as long as agon.
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
