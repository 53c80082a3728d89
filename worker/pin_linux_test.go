package worker

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRunsTakeDifferentProcessors: two runs with one core each do not share a processor while another is free, and a run that has ended
// releases its own.
func TestRunsTakeDifferentProcessors(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil || allowed.Count() < 2 {
		t.Skip("one processor")
	}
	pinned := func() (cpu int, release func()) {
		type place struct {
			cpu     int
			release func()
		}
		at := make(chan place)
		go func() { // the thread ends with its binding
			runtime.LockOSThread()
			release := pin(0)
			var now unix.CPUSet
			unix.SchedGetaffinity(0, &now)
			at <- place{processors(&now)[0], release}
		}()
		p := <-at
		return p.cpu, p.release
	}
	first, release := pinned()
	second, releaseSecond := pinned()
	if first == second {
		t.Errorf("both are on processor %d", first)
	}
	release()
	third, releaseThird := pinned()
	if third != first {
		t.Errorf("processor %d was released, but the next run is on %d", first, third)
	}
	releaseSecond()
	releaseThird()
}
