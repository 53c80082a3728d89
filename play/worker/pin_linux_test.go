package worker

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRunsTakeDifferentProcessors: two runs with one core each do not share a processor while another is free. A run that has ended
// releases its own, and its thread may run everywhere again.
func TestRunsTakeDifferentProcessors(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil || allowed.Count() < 2 {
		t.Skip("one processor")
	}
	pinned := func() (cpu int, release func()) {
		at, stop, ended := make(chan int), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			release := pin(0)
			var now unix.CPUSet
			unix.SchedGetaffinity(0, &now)
			at <- processors(&now)[0]
			<-stop
			release()
			if unix.SchedGetaffinity(0, &now); now != allowed {
				t.Errorf("a thread that was released may run on processors %v, want %v", processors(&now), processors(&allowed))
			}
		}()
		return <-at, func() { close(stop); <-ended }
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
