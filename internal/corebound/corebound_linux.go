package corebound

import (
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// nice is the priority of these programs: others on the same core come first, as far as the kernel does not share out by session or group.
const nice = 15

// Run runs a command on processors, and interrupts it when this program is killed. Without processors it may use all, with the usual
// priority.
func Run(cpus []int, cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} // when the thread that starts it ends, which waits for it
	return Do(cpus, cmd.Run)
}

// Do calls start on a thread that is bound so. The processes that it starts inherit that.
func Do(cpus []int, start func() error) error {
	failed := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this goroutine
		if err := bind(cpus); err != nil {
			failed <- err
			return
		}
		failed <- start()
	}()
	return <-failed
}

// bind binds this thread.
func bind(cpus []int) error {
	if len(cpus) == 0 {
		return nil
	}
	var set unix.CPUSet
	for _, cpu := range cpus {
		set.Set(cpu)
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return err
	}
	return unix.Setpriority(unix.PRIO_PROCESS, 0, nice)
}

// Last returns the last n processors that this process may use; nil if they are not known.
func Last(n int) (cpus []int) {
	var allowed unix.CPUSet
	if unix.SchedGetaffinity(0, &allowed) != nil {
		return nil
	}
	for cpu := len(allowed)*64 - 1; cpu >= 0 && len(cpus) < n; cpu-- {
		if allowed.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}
