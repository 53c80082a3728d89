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
		tick := time.NewTicker(idlePeriod)
		defer tick.Stop()
		watch(ctx, tick.C, func() time.Duration { return sandbox.Spent(cmd.Process.Pid) }, idle)
	}()
	err := cmd.Wait()
	stop()
	<-ended
	return err
}

// watch compares what a process has spent at each tick with what it had spent before, until ctx is done.
func watch(ctx context.Context, ticks <-chan time.Time, spent func() time.Duration, idle func(waits bool)) {
	had, waits := spent(), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		now := spent()
		if waiting := now > 0 && now-had < idlePeriod/idleShare; waiting != waits {
			waits = waiting
			idle(waits)
		}
		had = now
	}
}
