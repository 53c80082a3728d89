//go:build amd64 || arm64

package entry

import (
	"syscall"
	"unsafe"
)

const (
	sysClone3     = 435 // the same number on every architecture, as the next
	sysCloseRange = 436
	sigSetMask    = 2
	signalsBytes  = 8 // of the kernel's signal set
)

// init makes this process a launcher or a canary if its environment says so.
func init() {
	if order, ok := syscall.Getenv(Env); ok {
		launch(order)
	}
	if order, ok := syscall.Getenv(CanaryEnv); ok {
		canary(order)
	}
}

// A launcher carries out plans, one at a time.
type launcher struct {
	socket int
	words  []uint64           // the plan
	files  [FileLimit]uintptr // the descriptors received with it, by their numbers in this process
	count  uintptr            // of files
}

// launch carries out plans until the host closes the socket. It never returns.
func launch(order string) {
	l := &launcher{words: make([]uint64, 8<<10)}
	for i := 0; i < len(order); i++ {
		l.socket = l.socket*10 + int(order[i]-'0')
	}
	blockSignals()
	for fd := l.socket; fd >= 0 && fd < FileLimit; { // so that no descriptor received later has a number that a program needs
		fd, _ = syscall.Dup(l.socket)
		syscall.CloseOnExec(fd)
	}
	for l.receive() {
		if l.prepare() {
			l.begin()
		}
		syscall.RawSyscall(sysCloseRange, FileLimit+1, ^uintptr(0), 0)
	}
	syscall.Exit(0)
}

// receive waits for a message: the length of a plan in words, with the descriptors of a program.
func (l *launcher) receive() bool {
	var size uint64
	var control struct {
		syscall.Cmsghdr
		fds [FileLimit]int32
	}
	part := syscall.Iovec{Base: (*byte)(unsafe.Pointer(&size)), Len: 8}
	message := syscall.Msghdr{Iov: &part, Iovlen: 1, Control: (*byte)(unsafe.Pointer(&control)), Controllen: uint64(unsafe.Sizeof(control))}
	const closeOnExec = 0x40000000 // MSG_CMSG_CLOEXEC
	n, _, errno := syscall.Syscall(syscall.SYS_RECVMSG, uintptr(l.socket), uintptr(unsafe.Pointer(&message)), closeOnExec)
	if errno == syscall.EINTR {
		return l.receive()
	}
	if n != 8 || errno != 0 || control.Len < syscall.SizeofCmsghdr {
		return false
	}
	l.count = (uintptr(control.Len) - syscall.SizeofCmsghdr) / 4
	for i := range l.count {
		l.files[i] = uintptr(control.fds[i])
	}
	if int(size) > cap(l.words) {
		l.words = make([]uint64, size)
	}
	l.words = l.words[:size]
	return l.count > 3
}

// report returns the descriptor to which the launcher reports: the third from the end, before the lifeline and the plan.
func (l *launcher) report() uintptr { return l.files[l.count-3] }

// prepare reads the plan and carries out the launcher's own section.
func (l *launcher) prepare() bool {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&l.words[0])), len(l.words)*8)
	for at := 0; at < len(bytes); {
		n, err := syscall.Pread(int(l.files[l.count-1]), bytes[at:], int64(at))
		if n <= 0 || err != nil {
			report(l.report(), Host, 0, syscall.EIO)
			return false
		}
		at += n
	}
	base := uint64(uintptr(unsafe.Pointer(&l.words[0])))
	list := l.words[Relocations]
	for _, place := range l.words[list+1 : list+1+l.words[list]] {
		l.words[place] += base
	}
	step, errno := run(l.words, Host)
	if errno != 0 {
		report(l.report(), Host, step, errno)
	}
	return errno == 0
}

// begin starts the first process of the program and maps its user IDs.
func (l *launcher) begin() {
	var wake [2]int32
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PIPE2, uintptr(unsafe.Pointer(&wake)), syscall.O_CLOEXEC, 0); errno != 0 {
		report(l.report(), ReportClone, 0, errno)
		return
	}
	pid, errno := clone(l.words)
	if pid == 0 && errno == 0 {
		first(l, uintptr(wake[0]), uintptr(wake[1]))
	}
	if errno != 0 {
		report(l.report(), ReportClone, 0, errno)
		return
	}
	report(l.report(), ReportPid, uint64(pid), 0)
	if errno := mapUsers(l.words, int(pid)); errno != 0 {
		report(l.report(), ReportMaps, 0, errno)
		return
	}
	syscall.Write(int(wake[1]), []byte{1})
}

// blockSignals keeps handlers of the Go runtime from running in the processes started below.
func blockSignals() {
	all := ^uint64(0)
	syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, sigSetMask, uintptr(unsafe.Pointer(&all)), 0, signalsBytes, 0, 0)
}

// mapUsers writes the maps of the plan into the new user namespace.
func mapUsers(words []uint64, pid int) syscall.Errno {
	at := words[Groups]
	if at == 0 {
		return 0
	}
	folder := "/proc/" + decimal(pid)
	for i, name := range [...]string{"/setgroups", "/gid_map", "/uid_map"} {
		size := words[at+uint64(i)*2+1]
		if size == 0 {
			continue
		}
		fd, err := syscall.Open(folder+name, syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err.(syscall.Errno)
		}
		_, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(words[at+uint64(i)*2]), uintptr(size))
		syscall.Close(fd)
		if errno != 0 {
			return errno
		}
	}
	return 0
}

// decimal returns a number as text, without package strconv: this package starts before all others.
func decimal(n int) string {
	if n < 0 {
		return "-" + digits(-uint(n))
	}
	return digits(uint(n))
}

func digits(n uint) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + string(rune('0'+n%10))
}

// report sends a report to the host.
//
//go:nosplit
//go:norace
func report(fd uintptr, what, number uint64, errno syscall.Errno) {
	record := [3]uint64{what, number, uint64(errno)}
	syscall.RawSyscall(syscall.SYS_WRITE, fd, uintptr(unsafe.Pointer(&record)), unsafe.Sizeof(record))
}

// fail sends a report to the host and ends this process.
//
//go:nosplit
//go:norace
func fail(fd uintptr, what, number uint64, errno syscall.Errno) {
	report(fd, what, number, errno)
	exit(1)
}

//go:nosplit
//go:norace
func exit(code uintptr) {
	for {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, code, 0, 0)
	}
}
