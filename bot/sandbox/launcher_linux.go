//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// maxExtra is the largest number of descriptors that a program may have besides the standard three: see entry.FileLimit.
const maxExtra = entry.FileLimit - 8

// A launcher is the process that carries out plans, with the socket to it. It is started when first needed, and again if it has died.
type launcher struct {
	program *bot.Template // the template that carries out plans; nil: this binary
	mu      sync.Mutex
	id      int // 0: not running
	socket  int
	trace   string   // its GODEBUG, set by a test
	stderr  *os.File // nil: discarded
}

// send sends the launcher a plan of the given number of words with its descriptors, and returns the id of the launcher that received it.
func (l *launcher) send(fds []int, words int) (id int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	message := binary.NativeEndian.AppendUint64(nil, uint64(words))
	rights := unix.UnixRights(fds...)
	if l.id != 0 && l.write(message, rights) == nil {
		return l.id, nil
	}
	l.end()
	if err := l.startLauncher(); err != nil {
		return 0, fmt.Errorf("start the launcher: %w", err)
	}
	if err := l.write(message, rights); err != nil {
		return l.id, fmt.Errorf("talk to the launcher: %w", err)
	}
	return l.id, nil
}

func (l *launcher) write(message, rights []byte) error {
	for {
		if err := unix.Sendmsg(l.socket, message, rights, nil, unix.MSG_NOSIGNAL); err != unix.EINTR {
			return err
		}
	}
}

// leastFiles is the number of descriptors that a launcher needs: the numbers of a program's, its own above them, and those of one plan.
const leastFiles = entry.FileLimit + 32

// startLauncher starts this binary as a launcher.
func (l *launcher) startLauncher() error {
	var files unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &files) == nil && files.Cur < leastFiles {
		return fmt.Errorf("%w (%d allowed, %d needed)", unix.EMFILE, files.Cur, leastFiles)
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(pair[1])
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		unix.Close(pair[0])
		return err
	}
	defer null.Close()
	errors := null
	if l.stderr != nil {
		errors = l.stderr
	}
	path, args, env := "/proc/self/exe", []string{"agon-launcher"}, []string{entry.Env + "=3", "GOMAXPROCS=1", "GODEBUG=" + l.trace}
	if p := l.program; p != nil {
		path, args, env = p.Path, append([]string{p.Path}, p.Args...), p.Env
	}
	l.id, err = syscall.ForkExec(path, args, &syscall.ProcAttr{
		Dir: "/", Env: env, Sys: &syscall.SysProcAttr{Setsid: true},
		Files: []uintptr{null.Fd(), null.Fd(), errors.Fd(), uintptr(pair[1])},
	})
	if err != nil {
		unix.Close(pair[0])
		l.id = 0
		return err
	}
	l.socket = pair[0]
	return nil
}

// end closes the socket to the launcher, which ends when it has finished.
func (l *launcher) end() {
	if l.id == 0 {
		return
	}
	unix.Close(l.socket)
	reap(l.id)
	l.id = 0
}

// stop kills the launcher.
func (l *launcher) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end()
}

// kill kills a launcher that hangs or is dying, unless it has been replaced. It waits for its end, because a killed process still takes
// messages until the kernel has closed its socket.
func (l *launcher) kill(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id == 0 || l.id != id {
		return
	}
	syscall.Kill(l.id, syscall.SIGKILL)
	l.end()
}
