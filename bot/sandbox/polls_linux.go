package sandbox

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Numbers of system calls that only amd64 has.
const (
	amd64Poll      = 7
	amd64Select    = 23
	amd64EpollWait = 232
)

// polledBy returns the descriptors whose input a system call waits for, and whether it does so for a limited time.
func polledBy(pid int, call []uint64) (found []uint64, limited bool) {
	switch own := runtime.GOARCH == "amd64"; {
	case own && call[0] == amd64Poll, call[0] == unix.SYS_PPOLL:
		limited = call[0] == unix.SYS_PPOLL && call[3] != 0 || call[0] != unix.SYS_PPOLL && int32(call[3]) >= 0
		return inPoll(memoryOf(pid, call[1], 8*min(call[2], mostPolled))), limited
	case own && call[0] == amd64Select, call[0] == unix.SYS_PSELECT6:
		if call[2] == 0 {
			return nil, false
		}
		return inSet(memoryOf(pid, call[2], (min(call[1], mostPolled)+63)/64*8)), call[5] != 0
	case isEpoll(call):
		return inEpoll(pid, call[1]), int32(call[4]) >= 0
	}
	return nil, false
}

func isEpoll(call []uint64) bool {
	return runtime.GOARCH == "amd64" && call[0] == amd64EpollWait || call[0] == unix.SYS_EPOLL_PWAIT
}

// mostPolled bounds what is read of a program's own figures.
const mostPolled = 1 << 10

// memoryOf returns memory of a process, nothing if it cannot be read.
func memoryOf(pid int, address, length uint64) []byte {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, length)
	n, _ := unix.Pread(int(f.Fd()), b, int64(address))
	return b[:max(n, 0)]
}

// inPoll returns the descriptors of an array of struct pollfd.
func inPoll(array []byte) (found []uint64) {
	for ; len(array) >= 8; array = array[8:] {
		if binary.NativeEndian.Uint16(array[4:])&unix.POLLIN != 0 {
			found = append(found, uint64(binary.NativeEndian.Uint32(array)))
		}
	}
	return found
}

// inSet returns the descriptors of an fd_set.
func inSet(set []byte) (found []uint64) {
	for i := range uint64(len(set)) * 8 {
		if set[i/8]>>(i%8)&1 != 0 {
			found = append(found, i)
		}
	}
	return found
}

// inEpoll returns the descriptors of an epoll instance.
func inEpoll(pid int, number uint64) (found []uint64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", pid, number))
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 4 || fields[0] != "tfd:" {
			continue
		}
		target, err := strconv.ParseUint(fields[1], 10, 31)
		events, fault := strconv.ParseUint(fields[3], 16, 32)
		if err == nil && fault == nil && events&unix.EPOLLIN != 0 {
			found = append(found, target)
		}
	}
	return found
}
