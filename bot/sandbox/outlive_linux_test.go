package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/internal/heartbeat"
)

// Programs that nobody kills end by themselves, whatever threads begin and end beside them.
func TestNobodyKillsAProgram(t *testing.T) {
	over := make(chan struct{})
	var beside, all sync.WaitGroup
	for range 4 {
		beside.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				m := heartbeat.Start()
				time.Sleep(3 * time.Millisecond)
				m.Close()
			}
		})
		beside.Go(func() {
			for {
				select {
				case <-over:
					return
				case <-time.After(3 * time.Millisecond):
				}
				ended := make(chan struct{})
				go func() { // its thread ends with it
					defer close(ended)
					runtime.LockOSThread()
					time.Sleep(3 * time.Millisecond)
				}()
				<-ended
			}
		})
	}
	var killed atomic.Int64
	for range 20 {
		all.Go(func() {
			for range 20 {
				p, err := Plain().Start(bot.Command{Path: "/bin/sleep", Args: []string{"0.1"}})
				if err != nil {
					t.Error(err)
					return
				}
				if e := p.Wait(); e.Signal != 0 || e.Code != 0 {
					killed.Add(1)
				}
			}
		})
	}
	all.Wait()
	close(over)
	beside.Wait()
	if killed.Load() > 0 {
		t.Errorf("%d of 400 programs were killed by nobody", killed.Load())
	}
}

// A program outlives the thread of the goroutine that started it, and runs on the processors of that thread.
func TestProgramsOutliveTheThreadThatAsked(t *testing.T) {
	type asked struct {
		p      *bot.Process
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
		p, err := Plain().Start(bot.Command{Path: "/bin/sh", Args: []string{"-c", "read x; grep Cpus_allowed_list /proc/self/status"},
			Env: []string{"PATH=/usr/bin:/bin"}})
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
	fmt.Fprintln(a.p.In, "go")
	line, err := bufio.NewReader(a.p.Out).ReadString('\n')
	if err != nil || strings.TrimSpace(strings.TrimPrefix(line, "Cpus_allowed_list:")) != a.on {
		t.Errorf("%q, %v; want processor %s", line, err, a.on)
	}
}
