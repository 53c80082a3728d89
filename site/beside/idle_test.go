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

// TestWatch: a process waits while it uses less than a fifth of a processor, and nobody is told twice.
func TestWatch(t *testing.T) {
	ticks, took := make(chan time.Time), make(chan time.Duration)
	var told []bool
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		watch(ctx, ticks, func() time.Duration { return <-took }, func(waits bool) { told = append(told, waits) })
	}()
	took <- time.Second
	for _, spent := range []time.Duration{2000, 2900, 3000, 9000, 9900} {
		ticks <- time.Time{}
		took <- spent * time.Millisecond
	}
	ticks <- time.Time{}
	took <- 0 // the system does not tell
	stop()
	<-ended
	if got := fmt.Sprint(told); got != "[true false true false]" {
		t.Error(got)
	}
}

// TestSpentBelow: what a program's children use counts as its own, those too that have ended.
func TestSpentBelow(t *testing.T) {
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
	first := sandbox.Spent(cmd.Process.Pid)
	if second := sandbox.Spent(cmd.Process.Pid); first < 10*time.Millisecond || second < first {
		t.Errorf("%v, then %v", first, second)
	}
	in.Close()
	cmd.Wait()
}
