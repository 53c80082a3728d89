package fleet

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestSlowness(t *testing.T) {
	for _, tt := range []struct{ here, meant, want time.Duration }{
		{100, 100, 1000}, {50, 100, 1000}, {110, 100, 1000}, {125, 100, 1250}, {140, 100, 1400}, {300, 100, 1493}, {0, 100, 1000},
		{100, 0, 1000},
	} {
		if got := time.Duration(1000*Slowness(tt.here, tt.meant) + 0.5); got != tt.want {
			t.Errorf("Slowness(%d, %d) = %d / 1000, want %d / 1000", tt.here, tt.meant, got, tt.want)
		}
	}
}

// A busy neighbour does not make a machine slow: what is measured is processor time.
func TestCalibrationBesideBusyNeighbours(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processor time of a thread is known on Linux alone")
	}
	alone := Calibrate()
	stop := make(chan struct{})
	var wait sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					work()
				}
			}
		})
	}
	busy := Calibrate()
	close(stop)
	wait.Wait()
	if speed := alone.Seconds() / busy.Seconds(); speed < Slowest {
		t.Errorf("beside neighbours the machine has %.2f of its speed: %v, and %v alone", speed, busy, alone)
	}
}
