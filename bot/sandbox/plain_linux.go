package sandbox

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// await returns when the program has ended and is not reaped.
func (p *plainBody) await() {
	for unix.Waitid(unix.P_PID, p.pid(), nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}

// peak is the most memory that the program, not its tree, has used.
func peak(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}
