//go:build amd64 || arm64

package entry

import (
	"syscall"
	"unsafe"
)

// run carries out a section. It gives the place of the step that failed.
//
//go:nosplit
//go:norace
func run(words []uint64, section uint64) (step uint64, errno syscall.Errno) {
	for at := words[Sections+section]; at < words[Sections+section+1]; at += StepWords {
		loads := words[at+7]
		var a [6]uintptr
		for i := range a {
			v := words[at+1+uint64(i)]
			if loads>>i&1 != 0 {
				v = words[v]
			}
			a[i] = uintptr(v)
		}
		r, _, e := syscall.RawSyscall6(uintptr(words[at]), a[0], a[1], a[2], a[3], a[4], a[5])
		if e != 0 && words[at+9] == 0 {
			return at, e
		}
		if save := words[at+8]; save != 0 && e == 0 {
			words[save] = uint64(r)
		}
	}
	return 0, 0
}

// clone makes the first process of the namespaces: a copy of this one, and a child of the host, not of the launcher. Where clone3
// is not to be had, clone does the same but for the control group.
//
//go:nosplit
//go:norace
func clone(words []uint64) (pid uintptr, errno syscall.Errno) {
	args := &words[words[Clone]]
	pid, _, errno = syscall.RawSyscall(sysClone3, uintptr(unsafe.Pointer(args)), 11*8, 0)
	if errno != syscall.ENOSYS {
		return pid, errno
	}
	const intoCgroup, signal = 0x200000000, uintptr(syscall.SIGCHLD)
	if *args&intoCgroup != 0 {
		return 0, errno
	}
	pid, _, errno = syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(*args)|signal, 0, 0, 0, 0, 0)
	return pid, errno
}

// first is the first process of the namespaces. It waits for its user ids, sets the stage, starts the bot and stays as pid 1.
//
//go:nosplit
//go:norace
func first(l *launcher, wake, waker uintptr) {
	var one byte
	syscall.RawSyscall(syscall.SYS_CLOSE, waker, 0, 0)
	if n, _, _ := syscall.RawSyscall(syscall.SYS_READ, wake, uintptr(unsafe.Pointer(&one)), 1); n != 1 {
		exit(1) // the launcher died
	}
	syscall.RawSyscall(syscall.SYS_CLOSE, wake, 0, 0)
	control, words := l.count-3, l.words
	place(l)
	if step, errno := run(words, Root); errno != 0 {
		fail(control, Root, step, errno)
	}
	bot, _, errno := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 {
		fail(control, ReportClone, 1, errno)
	}
	if bot == 0 {
		step, errno := run(words, Bot)
		fail(control, Bot, step, errno)
	}
	signals := signalFile()
	if step, errno := run(words, Keep); errno != 0 {
		fail(control, Keep, step, errno)
	}
	syscall.RawSyscall(syscall.SYS_CLOSE, control, 0, 0)
	keep(words, control+1, signals, bot)
	if words[Sweep] != 0 {
		sweep()
	}
	exit(0)
}

// place gives the descriptors the numbers that the program expects, from 0, and closes all others below FileLimit: the launcher's.
//
//go:nosplit
//go:norace
func place(l *launcher) {
	last := l.count - 1 // descriptors of the plan are no longer needed
	for i := uintptr(0); i < last; i++ {
		syscall.RawSyscall(syscall.SYS_DUP3, l.files[i], i, 0)
		syscall.RawSyscall(syscall.SYS_CLOSE, l.files[i], 0, 0)
	}
	syscall.RawSyscall(syscall.SYS_CLOSE, l.files[last], 0, 0)
	syscall.RawSyscall(sysCloseRange, last, FileLimit, 0)
}

// signalFile makes a descriptor that can be read when a child has ended.
//
//go:nosplit
//go:norace
func signalFile() uintptr {
	set := uint64(1) << (syscall.SIGCHLD - 1)
	const closeOnExec = syscall.O_CLOEXEC | syscall.O_NONBLOCK
	all := ^uintptr(0)
	fd, _, _ := syscall.RawSyscall6(syscall.SYS_SIGNALFD4, all, uintptr(unsafe.Pointer(&set)), signalsBytes, closeOnExec, 0, 0)
	return fd
}

// scratch is the buffer of pid 1. It is no local variable because frames of nosplit functions must stay small, and the instrumentation of
// go test -fuzz enlarges them.
var scratch [256]byte

const sizeofSignal = 128 // size of a signalfd_siginfo

type pollFile struct {
	fd      int32
	events  int16
	happens int16
}

// keep reaps whatever ends, until the bot has ended or the host wants it to end: it closes the lifeline or writes to it, and dying
// closes it. It then sends the last message.
//
//go:nosplit
//go:norace
func keep(words []uint64, life, signals, bot uintptr) {
	const readable = 1
	files := [2]pollFile{{fd: int32(life), events: readable}, {fd: int32(signals), events: readable}}
	for {
		// The kernel drops a pending SIGCHLD when its disposition is set, which Keep does, so a bot that ended earlier is found here.
		if status, ended := reap(bot); ended {
			at := words[Message]
			words[at] = uint64(status)
			run(words, Last)
			syscall.RawSyscall(syscall.SYS_WRITE, life, uintptr(unsafe.Pointer(&words[at])), uintptr(words[MessageSize]))
			return
		}
		syscall.RawSyscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&files)), 2, 0, 0, 0, 0)
		if files[0].happens != 0 {
			return
		}
		syscall.RawSyscall(syscall.SYS_READ, signals, uintptr(unsafe.Pointer(&scratch)), sizeofSignal)
	}
}

const wall = 0x40000000 // __WALL: children of every kind

// reap collects all children that have ended.
//
//go:nosplit
//go:norace
func reap(bot uintptr) (status uint32, ended bool) {
	for {
		var s uint32
		pid, _, errno := syscall.RawSyscall6(syscall.SYS_WAIT4, ^uintptr(0), uintptr(unsafe.Pointer(&s)), syscall.WNOHANG|wall, 0, 0, 0)
		if errno != 0 || pid == 0 {
			return status, ended
		}
		if pid == bot {
			status, ended = s, true
		}
	}
}

// childrenFile is the path of the list of a thread's children.
var childrenFile = [...]byte{'/', 'p', 'r', 'o', 'c', '/', 't', 'h', 'r', 'e', 'a', 'd', '-', 's', 'e', 'l', 'f', '/', 'c', 'h', 'i', 'l',
	'd', 'r', 'e', 'n', 0}

// sweep ends all descendants where no pid namespace does it. Those whose parents end become children of this process, its
// subreaper, so it is done when it has none.
//
//go:nosplit
//go:norace
func sweep() {
	const here = ^uintptr(99) // AT_FDCWD
	for {
		fd, _, errno := syscall.RawSyscall6(syscall.SYS_OPENAT, here, uintptr(unsafe.Pointer(&childrenFile)),
			syscall.O_RDONLY|syscall.O_CLOEXEC, 0, 0, 0)
		var n, pid uintptr
		if errno == 0 { // else memory was short: nobody is left behind for that
			if n, _, errno = syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(&scratch)),
				unsafe.Sizeof(scratch)); errno != 0 {
				n = 0
			}
			syscall.RawSyscall(syscall.SYS_CLOSE, fd, 0, 0)
		}
		for i := uintptr(0); i < n; i++ {
			if scratch[i] != ' ' {
				pid = pid*10 + uintptr(scratch[i]-'0')
				continue
			}
			syscall.RawSyscall(syscall.SYS_KILL, pid, uintptr(syscall.SIGKILL), 0)
			pid = 0
		}
		reap(0)
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_WAIT4, ^uintptr(0), 0, syscall.WNOHANG|wall, 0, 0, 0); errno == syscall.ECHILD {
			return
		}
		pause := [2]int64{0, 200_000} // ns: some processes are still exiting
		syscall.RawSyscall6(syscall.SYS_PPOLL, 0, 0, uintptr(unsafe.Pointer(&pause)), 0, 0, 0)
	}
}
