//go:build amd64 || arm64

package entry

import (
	"syscall"
	"unsafe"
)

// canary does what a sandbox should stop, prints the results and never returns. order is a command and its arguments, separated by spaces:
//
//	try FOLDER SECRET   every attempt, with a file of the host; then it fills the folder, unless that is empty, and leaves behind as many
//	                    children as it can start
//	eat                 more memory than allowed
//	spin                for longer than allowed
func canary(order string) {
	word, rest := cut(order)
	switch word {
	case "try":
		folder, secret := cut(rest)
		tryAll(secret)
		if folder != "" {
			writeLine("disk", errnoText(fill(folder)))
		}
		n := forkAll()
		writeLine("tasks", number(n))
		if n == mostForks {
			rest := [2]int64{0, 100_000_000} // ns: long enough for a poller to count
			syscall.Syscall6(syscall.SYS_PPOLL, 0, 0, uintptr(unsafe.Pointer(&rest)), 0, 0, 0)
		}
	case "eat":
		eat(3, 8)
	case "spin":
		//lint:ignore SA5002 it spins until the limit of processor time ends it
		for {
		}
	}
	syscall.Exit(0)
}

// cut returns what stands before and after the first space.
func cut(order string) (word, rest string) {
	for i := 0; i < len(order); i++ {
		if order[i] == ' ' {
			return order[:i], order[i+1:]
		}
	}
	return order, ""
}

// An attempt is a system call that a sandbox should refuse.
type attempt struct {
	name string
	nr   uintptr
	args [4]uintptr
}

// tryAll tries to see and do what a bot must not. secret is a file of the host that was not given to the canary.
func tryAll(secret string) {
	_, err := syscall.Open(secret, syscall.O_RDONLY, 0)
	writeLine("secret", failure(err))
	const mark = "/usr/agon-canary"
	_, err = syscall.Open(mark, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o600)
	writeLine("write", failure(err))
	if err == nil {
		syscall.Unlink(mark)
	}
	writeLine("parent", failure(syscall.Kill(syscall.Getppid(), 0)))
	writeLine("pid", number(syscall.Getpid()))
	writeLine("files", number(openFiles()))
	for family, name := range families {
		if name != "" {
			_, _, errno := syscall.RawSyscall(syscall.SYS_SOCKET, uintptr(family), syscall.SOCK_RAW, 0)
			writeLine(name, errnoText(errno))
		}
	}
	for _, a := range attempts {
		_, _, errno := syscall.RawSyscall6(a.nr, a.args[0], a.args[1], a.args[2], a.args[3], 0, 0)
		writeLine(a.name, errnoText(errno))
	}
	const getNoNewPrivs = 39
	set, _, _ := syscall.RawSyscall6(syscall.SYS_PRCTL, getNoNewPrivs, 0, 0, 0, 0, 0)
	writeLine("no_new_privs", number(int(set)))
	writeLine("capabilities", number(capabilities()))
}

// families are the kinds of socket that the canary creates; it never connects them.
var families = [...]string{2: "inet", 10: "inet6", 16: "netlink", 17: "packet", 31: "bluetooth", 38: "alg", 40: "vsock"}

// openFiles counts the open descriptors from 3 to 255.
func openFiles() int {
	n := 0
	for fd := uintptr(3); fd < 256; fd++ {
		if flags, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, fd, syscall.F_GETFD, 0); errno == 0 && flags&syscall.FD_CLOEXEC == 0 {
			n++
		}
	}
	return n
}

// capabilities returns 1 if the process has any effective or permitted capability.
func capabilities() int {
	header := [2]uint32{0x20080522, 0}
	var data [6]uint32
	syscall.RawSyscall(syscall.SYS_CAPGET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&data)), 0)
	if data[0]|data[1]|data[3]|data[4] != 0 {
		return 1
	}
	return 0
}

// eat starts children with size MiB each, which are within the limit and together exceed it, and ends when one of them does.
func eat(children, size int) {
	for range children {
		if pid, _ := fork(); pid == 0 {
			touch(size)
			sleep()
		}
	}
	syscall.Wait4(-1, nil, 0, nil)
	syscall.Exit(1)
}

// touch allocates size MiB, in huge pages where the kernel has them, which are fewer faults, and writes to every page.
//
//go:nosplit
func touch(size int) {
	bytes := uintptr(size) << 20
	memory, _, errno := syscall.RawSyscall6(syscall.SYS_MMAP, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON, ^uintptr(0), 0)
	if errno == 0 {
		syscall.RawSyscall(syscall.SYS_MADVISE, memory, bytes, syscall.MADV_HUGEPAGE)
	}
	for at := uintptr(0); errno == 0 && at < bytes; at += 4096 {
		*(*byte)(unsafe.Add(unsafe.Pointer(nil), memory+at)) = 1
	}
}

// fork starts a child with a copy of the memory and this thread alone. There the scheduler would wait for the other threads for ever: the
// child may call functions that never enter it, and raw system calls.
//
//go:nosplit
func fork() (pid uintptr, errno syscall.Errno) {
	pid, _, errno = syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	return pid, errno
}

// sleep never returns.
//
//go:nosplit
func sleep() {
	for {
		syscall.RawSyscall6(syscall.SYS_PPOLL, 0, 0, 0, 0, 0, 0)
	}
}

const mostForks = 100

// forkAll returns how many children could be started, mostForks at most.
func forkAll() int {
	n := 0
	for n < mostForks {
		pid, errno := fork()
		if errno != 0 {
			break
		}
		if pid == 0 {
			sleep()
		}
		n++
	}
	return n
}

// fill writes up to 64 MiB into a folder.
func fill(folder string) syscall.Errno {
	fd, err := syscall.Open(folder+"/agon-canary", syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o600)
	for n := 0; err == nil && n < 64; n++ {
		_, err = syscall.Write(fd, make([]byte, 1<<20))
	}
	errno, _ := err.(syscall.Errno)
	return errno
}

// writeLine writes a line with a name and a value.
func writeLine(name, value string) { syscall.Write(1, []byte(name+" "+value+"\n")) }

func failure(err error) string {
	errno, _ := err.(syscall.Errno)
	return errnoText(errno)
}

func errnoText(errno syscall.Errno) string { return decimal(int(errno)) }

func number(n int) string { return decimal(n) }
