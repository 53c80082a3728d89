package pgserver

import (
	"fmt"
	"os"
	"os/exec"
	osuser "os/user"
	"strconv"
	"syscall"
)

// user is a user to run the server as.
type user struct{ uid, gid uint32 }

// unprivileged returns the user postgres of the packages if this process is root's, and nil otherwise.
func unprivileged() (*user, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	postgres, err := osuser.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	uid, err := strconv.ParseUint(postgres.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(postgres.Gid, 10, 32)
	return &user{uint32(uid), uint32(gid)}, err
}

func (u *user) own(dir string) error {
	if u == nil {
		return nil
	}
	return os.Chown(dir, int(u.uid), int(u.gid))
}

// apply has a program run as the user, and end with this process.
func (u *user) apply(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if u != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: u.uid, Gid: u.gid}
	}
}
