package bot

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A program outlives the thread of the goroutine that started it, and runs on the processors of that thread.
func TestProgramsOutliveTheThreadThatAsked(t *testing.T) {
	type asked struct {
		p      Process
		err    error
		thread int
		on     string
	}
	answers := make(chan asked)
	var ask func()
	ask = func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this goroutine, unless it is the process's first
		if unix.Gettid() == os.Getpid() {
			done := make(chan bool)
			go func() { defer close(done); ask() }()
			<-done
			runtime.UnlockOSThread()
			return
		}
		var all, one unix.CPUSet
		if err := unix.SchedGetaffinity(0, &all); err != nil {
			answers <- asked{err: err}
			return
		}
		cpu := 0
		for ; !all.IsSet(cpu); cpu++ {
		}
		one.Set(cpu)
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			answers <- asked{err: err}
			return
		}
		p, err := Plain{}.Start(Command{Path: "/bin/sh", Args: []string{"-c", "read x; grep Cpus_allowed_list /proc/self/status"}, Env: []string{"PATH=/usr/bin:/bin"}})
		answers <- asked{p, err, unix.Gettid(), fmt.Sprint(cpu)}
	}
	go ask()
	a := <-answers
	if a.err != nil {
		t.Fatal(a.err)
	}
	defer a.p.Wait()
	defer a.p.Kill()
	for task := fmt.Sprintf("/proc/self/task/%d", a.thread); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(task); err != nil {
			break
		}
	}
	fmt.Fprintln(a.p.In(), "go")
	line, err := bufio.NewReader(a.p.Out()).ReadString('\n')
	if err != nil || strings.TrimSpace(strings.TrimPrefix(line, "Cpus_allowed_list:")) != a.on {
		t.Errorf("%q, %v; want processor %s", line, err, a.on)
	}
}
