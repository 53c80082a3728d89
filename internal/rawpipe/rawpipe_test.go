//go:build linux

package rawpipe

import (
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func pipe(t *testing.T) (r, w int) {
	t.Helper()
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_NONBLOCK|unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fds[0]); unix.Close(fds[1]) })
	return fds[0], fds[1]
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	r, w := pipe(t)
	if n, err := Write(w, []byte("move")); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	set := []unix.PollFd{{Fd: int32(r), Events: unix.POLLIN}}
	if n, err := Poll(set, -1); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	b := make([]byte, 8)
	if n, err := Read(r, b); n != 4 || err != nil || string(b[:4]) != "move" {
		t.Fatal(n, err, b)
	}
}

func TestAnEmptyPipeSaysSo(t *testing.T) {
	r, _ := pipe(t)
	if _, err := Read(r, make([]byte, 1)); err != unix.EAGAIN {
		t.Fatal(err)
	}
	if n, err := Read(r, nil); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	set := []unix.PollFd{{Fd: int32(r), Events: unix.POLLIN}}
	for _, limit := range []time.Duration{0, Brief / 2, 3 * Brief} {
		n, err := Poll(set, limit)
		for err == unix.EINTR { // a signal of the runtime's came meanwhile
			n, err = Poll(set, limit)
		}
		if n != 0 || err != nil {
			t.Fatal(limit, n, err)
		}
	}
}

func TestALongWaitEndsWithTheBytes(t *testing.T) {
	r, w := pipe(t)
	go func() {
		time.Sleep(5 * Brief)
		Write(w, []byte("x"))
	}()
	set := []unix.PollFd{{Fd: int32(r), Events: unix.POLLIN}}
	for {
		if n, err := Poll(set, -1); err == unix.EINTR {
			continue
		} else if n != 1 || err != nil {
			t.Fatal(n, err)
		}
		return
	}
}

func TestAWaitingThreadDoesNotHoldUpTheCollector(t *testing.T) {
	r, w := pipe(t)
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread()
		set := []unix.PollFd{{Fd: int32(r), Events: unix.POLLIN}}
		for {
			if n, _ := Poll(set, -1); n == 1 {
				return
			}
		}
	}()
	for range 10 {
		runtime.GC()
	}
	Write(w, []byte("x"))
	<-done
}

func TestAClosedDescriptorIsAnError(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	fd := int(f.Fd())
	f.Close()
	if _, err := Read(fd, make([]byte, 1)); err != unix.EBADF {
		t.Fatal(err)
	}
}
