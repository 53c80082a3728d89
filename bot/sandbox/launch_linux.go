//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// launchTime is the time after which a start is given up, because something of the host, such as a network file system, hangs.
const launchTime = 20 * time.Second

// files are the descriptors opened for one start.
type files struct {
	ours, theirs [3]*os.File // the program's standard input, output and error
	report       [2]int      // the launcher's report: reading end, writing end
	life         [2]int      // the lifeline: the host's end, pid 1's end
	lent         [2]int      // where sockets of the program's network come from: the host's end, pid 1's end; -1: nowhere
	plan         int
}

// launch sends a plan to the launcher and waits until the program runs. If the launcher died, it tries once more with a new one.
func (l *linux) launch(p *plan, c *bot.Command, b *box) error {
	text := p.encode()
	t := l.templates.of(c.Template)
	var why error // the template could not
	if t != nil {
		if why = l.try(&t.launcher, text, p, c, b); why == nil {
			return nil
		}
	}
	err := l.try(&l.launcher, text, p, c, b)
	if err == errDied {
		err = l.try(&l.launcher, text, p, c, b)
	}
	if t != nil && err == nil {
		t.giveUp(c.Template, why)
	}
	return passing(err)
}

// try has a plan carried out by a launcher.
func (l *linux) try(by *launcher, text []byte, p *plan, c *bot.Command, b *box) error {
	f, err := openFiles(text, c.Loopback)
	if err != nil {
		return err
	}
	launcher, err := by.send(f.sent(c.Extra), len(text)/8)
	runtime.KeepAlive(c.Extra)
	f.closeTheirs()
	if err == nil {
		b.id, err = follow(p, f.report[0])
	}
	if errors.Is(err, errHangs) || err == errDied {
		by.kill(launcher)
	}
	if err == nil && c.Loopback {
		b.network, err = borrow(f.lent[0])
	}
	if err != nil && b.id != 0 {
		syscall.Kill(b.id, syscall.SIGKILL)
		reap(b.id)
		b.id = 0
	}
	closeFD(f.report[0])
	closeFD(f.lent[0])
	f.report[0], f.lent[0] = -1, -1
	if err != nil {
		f.closeOurs()
		return err
	}
	b.pipes = f.ours
	unix.SetNonblock(f.life[0], true)
	b.life = os.NewFile(uintptr(f.life[0]), "lifeline")
	return nil
}

// sent returns the descriptors of a message to the launcher, in its order.
func (f *files) sent(extra []*os.File) []int {
	var fds []int
	for _, e := range append(f.theirs[:], extra...) {
		fds = append(fds, int(e.Fd())) // Fd makes it blocking, as programs expect
	}
	if f.lent[1] >= 0 {
		fds = append(fds, f.lent[1])
	}
	return append(fds, f.report[1], f.life[1], f.plan)
}

var (
	errHangs = fmt.Errorf("it did not begin within %v", launchTime)
	errDied  = errors.New("the launcher died without a message")
)

// passing marks the error of a launcher that hung or died as temporary: it says nothing about what the machine supports.
func passing(err error) error {
	if err == errHangs || err == errDied {
		return &ResourceError{err, "this machine may be out of memory or overloaded; try again later"}
	}
	return err
}

// follow reads the report of a launch to its end, which is the program's exec, and returns the process ID of pid 1.
func follow(p *plan, fd int) (pid int, err error) {
	until := time.Now().Add(launchTime)
	for {
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(poll, int(time.Until(until).Milliseconds()))
		if err == unix.EINTR {
			continue
		}
		if n == 0 {
			return pid, errHangs
		}
		var record [3 * 8]byte
		n, err = unix.Read(fd, record[:])
		if n == 0 && pid != 0 {
			return pid, nil
		}
		if n != len(record) || err != nil {
			return pid, errDied
		}
		what := binary.NativeEndian.Uint64(record[:])
		number := binary.NativeEndian.Uint64(record[8:])
		if what != entry.ReportPid {
			return pid, p.failure(what, number, binary.NativeEndian.Uint64(record[16:]))
		}
		pid = int(number)
	}
}

// reap waits for a child of this process.
func reap(pid int) (usage syscall.Rusage) {
	for {
		if _, err := syscall.Wait4(pid, nil, 0, &usage); err != syscall.EINTR {
			return usage
		}
	}
}

// openFiles opens the descriptors for a plan; lends reports whether the program's network lends the host sockets.
func openFiles(plan []byte, lends bool) (*files, error) {
	f := &files{report: [2]int{-1, -1}, life: [2]int{-1, -1}, lent: [2]int{-1, -1}, plan: -1}
	if err := f.open(plan, lends); err != nil {
		f.closeOurs()
		f.closeTheirs()
		return nil, fmt.Errorf("open pipes: %w", err)
	}
	return f, nil
}

func (f *files) open(plan []byte, lends bool) (err error) {
	for i := range f.ours {
		if f.ours[i], f.theirs[i], err = os.Pipe(); err != nil {
			return err
		}
	}
	f.ours[0], f.theirs[0] = f.theirs[0], f.ours[0] // the program reads its input, so the ends are the other way round
	if err := unix.Pipe2(f.report[:], unix.O_CLOEXEC); err != nil {
		return err
	}
	if f.life, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0); err != nil {
		return err
	}
	if lends {
		if f.lent, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0); err != nil {
			f.lent = [2]int{-1, -1}
			return err
		}
	}
	f.plan, err = planFile(plan)
	return err
}

func (f *files) closeTheirs() {
	closeAll(f.theirs[:])
	for _, fd := range [...]int{f.report[1], f.life[1], f.lent[1], f.plan} {
		closeFD(fd)
	}
}

func (f *files) closeOurs() {
	closeAll(f.ours[:])
	closeFD(f.report[0])
	closeFD(f.life[0])
	closeFD(f.lent[0])
}

func closeFD(fd int) {
	if fd >= 0 {
		unix.Close(fd)
	}
}

// planFile writes a plan to a file that the launcher can read.
func planFile(plan []byte) (int, error) {
	fd, err := unix.MemfdCreate("agon-plan", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, fmt.Errorf("make a file for the plan: %w", err)
	}
	for len(plan) > 0 {
		n, err := unix.Write(fd, plan)
		if err != nil {
			unix.Close(fd)
			return -1, fmt.Errorf("write the plan: %w", os.NewSyscallError("write", err))
		}
		plan = plan[n:]
	}
	return fd, nil
}
