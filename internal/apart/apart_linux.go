/*
Package apart runs the tests of a package in a mount namespace of their own. What other tests, or the machine, mount and unmount beside
them is then neither taken for a leak nor seen by only one of two programs that a test compares.
*/
package apart

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// done marks the process that has mounts of its own.
const done = "AGON_TEST_APART"

// Again runs the program again, with its arguments os.Args and mounts of its own, and returns its exit code and true. In the program that
// it started, and for a user who is not root, who has no right to a mount namespace, it returns false: the tests run here.
func Again(args []string) (code int, ran bool) {
	if os.Geteuid() != 0 || os.Getenv(done) != "" {
		return 0, false
	}
	runtime.LockOSThread() // the end of the thread would end the child
	cmd := exec.Command("/proc/self/exe", args[1:]...)
	cmd.Args[0] = args[0]
	cmd.Env = append(os.Environ(), done+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	err := cmd.Run()
	if left := new(exec.ExitError); err != nil && !errors.As(err, &left) {
		os.Stderr.WriteString("run the tests with mounts of their own: " + err.Error() + "\n")
		return 1, true
	}
	return cmd.ProcessState.ExitCode(), true
}
