//go:build unix

package build

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// User IDs of package managers come from a range that neither people nor bots nor container engines use. In a container without that range
// the ID is nobody's.
const (
	firstFetchUser = 0x7e00_0000
	fetchUsers     = 0x0100_0000
	nobody         = 65534
)

// fetchUser returns an unused user ID, or -1 if this process cannot change its user.
func fetchUser() int {
	if os.Geteuid() != 0 {
		return -1
	}
	return firstFetchUser + rand.IntN(fetchUsers)
}

// handOver makes the workspace's user its owner and has the command run as that user, in a process group of its own.
func (w *workspace) handOver(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second // processes that hold its pipes after that are ended by sweep
	if w.user < 0 {
		return nil
	}
	if os.Lchown(w.dir, w.user, w.user) != nil {
		w.user = nobody
	}
	err := filepath.WalkDir(w.dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, w.user, w.user)
	})
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(w.user), Gid: uint32(w.user)}
	return err
}

// sweep kills processes that the command left running.
func (w *workspace) sweep(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
