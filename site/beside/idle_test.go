package beside

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"agon/bot/sandbox"
)

// TestWatch: a process waits while it uses less than a fifth of a processor and little memory and would not use more, and nobody is told
// twice.
func TestWatch(t *testing.T) {
	ticks, uses := make(chan time.Time), make(chan sandbox.Usage)
	var told []bool
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		watch(ctx, func() <-chan time.Time { return ticks }, func() sandbox.Usage { return <-uses },
			func(waits bool) { told = append(told, waits) })
	}()
	uses <- sandbox.Usage{Spent: time.Second}
	for _, now := range []sandbox.Usage{
		{Spent: 2000},
		{Spent: 2900}, // it waits
		{Spent: 3000},
		{Spent: 9000},                 // it works
		{Spent: 9900, Runnable: true}, // others have the processors
		{Spent: 9900, Memory: 2 << 30},
		{Spent: 9900, Memory: 1 << 20}, // it waits
		{Spent: 9900, Memory: 2 << 30}, // it holds much
	} {
		ticks <- time.Time{}
		now.Spent *= time.Millisecond
		uses <- now
	}
	ticks <- time.Time{}
	uses <- sandbox.Usage{} // the system does not tell
	stop()
	<-ended
	if got := fmt.Sprint(told); got != "[true false true false]" {
		t.Error(got)
	}
}

// TestUsageBelow: what a program's children use counts as its own, those too that have ended. One that waits for input is not runnable.
func TestUsageBelow(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system does not report a program's tree")
	}
	cmd := exec.Command("sh", "-c", `sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; echo done; read end`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Error(err)
	}
	first := sandbox.UsageOf(cmd.Process.Pid)
	for first.Runnable {
		first = sandbox.UsageOf(cmd.Process.Pid)
	}
	if second := sandbox.UsageOf(cmd.Process.Pid); first.Spent < 10*time.Millisecond || second.Spent < first.Spent || first.Memory == 0 {
		t.Errorf("%+v, then %+v", first, second)
	}
	in.Close()
	cmd.Wait()
}
