package beside

import (
	"context"
	"os/exec"
	"time"

	"agon/bot/sandbox"
)

const (
	idlePeriod = 5 * time.Second // in which a process is judged
	idleShare  = 5               // one that uses less than this part of a processor waits; agon check itself uses a tenth
	idleMemory = 512 << 20       // bytes; one that holds more does not
)

// runWatched runs a command, and tells idle when it begins to wait for something that is no processor, and when it works again.
func runWatched(cmd *exec.Cmd, idle func(waits bool)) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		watch(ctx, func() <-chan time.Time { return time.After(idlePeriod) },
			func() sandbox.Usage { return sandbox.UsageOf(cmd.Process.Pid) }, idle)
	}()
	err := cmd.Wait()
	stop()
	<-ended
	return err
}

// watch compares what a process uses after each period with what it used before, until ctx is done. A process that has used little, since
// others have the processors, waits for nothing else: it is runnable.
func watch(ctx context.Context, period func() <-chan time.Time, usage func() sandbox.Usage, idle func(waits bool)) {
	had, waits := usage(), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-period():
		}
		now := usage()
		little := now.Spent > 0 && now.Spent-had.Spent < idlePeriod/idleShare
		if waiting := little && !now.Runnable && now.Memory <= idleMemory; waiting != waits {
			waits = waiting
			idle(waits)
		}
		had = now
	}
}
