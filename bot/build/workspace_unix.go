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

// Users of package managers come from a range that neither people nor bots nor container engines use. In a container that does not have
// it they are nobody.
const (
	firstStranger = 0x7e00_0000
	strangers     = 0x0100_0000
	nobody        = 65534
)

// stranger is a user that is nobody else on this machine, where this process may become one.
func stranger() int {
	if os.Geteuid() != 0 {
		return -1
	}
	return firstStranger + rand.IntN(strangers)
}

// handOver gives the ground to its user and makes the command run as that one, in a group of processes of its own.
func (g *ground) handOver(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second // what holds its pipes after that is ended by sweep
	if g.user < 0 {
		return nil
	}
	if os.Lchown(g.dir, g.user, g.user) != nil {
		g.user = nobody
	}
	err := filepath.WalkDir(g.dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, g.user, g.user)
	})
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(g.user), Gid: uint32(g.user)}
	return err
}

// sweep ends what the command has left running.
func (g *ground) sweep(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
