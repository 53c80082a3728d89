package inside

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Limits of compiling a module. A bot of a few MiB takes a second or two.
const (
	compileTime   = 10 * time.Second // processor time
	compileMemory = 1 << 30          // bytes
)

// spend ends the process when compiling exceeds a limit; ended stops the watch.
func spend(name string) (ended func()) {
	debug.SetMemoryLimit(compileMemory * 3 / 4)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			why := ""
			switch {
			case processorTime() > compileTime:
				why = fmt.Sprintf("%v of processor time", compileTime)
			case held() > compileMemory:
				why = fmt.Sprintf("%d MiB of memory", compileMemory>>20)
			}
			if why != "" {
				fmt.Fprintf(os.Stderr, "%s: compiling it takes more than %s\n", name, why)
				os.Exit(broken)
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// held returns how much memory Go's runtime holds, in bytes.
func held() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
