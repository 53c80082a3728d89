// Package child runs the processes of rules and engines: each is written to and read from without the scheduler, and the end of what it
// prints otherwise is kept for whoever reads how it failed.
package child

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/internal/rawpipe"
)

// kept is how much of the end of its error output is kept, in bytes.
const kept = 4 << 10

// A Process is one that runs.
type Process struct {
	*bot.Process
	Pipes *rawpipe.Pair

	mu      sync.Mutex
	printed []byte
	reading sync.WaitGroup
}

// Start starts a process. Its End must be called.
func Start(by bot.Launcher, c bot.Command) (*Process, error) {
	started, err := by.Start(c)
	if err != nil {
		return nil, err
	}
	p := &Process{Process: started}
	p.reading.Go(func() { io.Copy(p, started.Err) })
	if p.Pipes, err = rawpipe.NewPair(started.In, started.Out, 0); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// A wait asks whether it is over after a slice, and then each time after twice as long, until it is the longest. At the beginning of each
// of these waits Go's scheduler wakes up every 20 µs for a millisecond.
const (
	Slice   = 20 * time.Millisecond
	longest = 320 * time.Millisecond
)

// ErrSilent is that a process has said nothing in time.
var ErrSilent = errors.New("no answer")

// Limit returns what reports whether it has used up a limit of processor time from now on, after it was waited for. Most turns are over
// before that is asked, and need no stopwatch.
func (p *Process) Limit(limit time.Duration) func(waited time.Duration) bool {
	var loading *bot.Loading
	return func(waited time.Duration) bool {
		if loading == nil && waited > 0 {
			loading = bot.NewLoading(p.Process, limit, nil)
		}
		return waited > 0 && loading.Over()
	}
}

// Say writes to it.
func (p *Process) Say(text []byte, over func(time.Duration) bool) error {
	err := p.Pipes.Write(text, over)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrSilent
	}
	return err
}

// Hear appends what it says, one byte at least.
func (p *Process) Hear(b []byte, over func(time.Duration) bool) ([]byte, error) {
	if cap(b)-len(b) < 1<<12 {
		b = append(b, make([]byte, max(1<<14, len(b)))...)[:len(b)]
	}
	for wait := Slice; ; wait = min(2*wait, longest) {
		n, err := p.Pipes.Read(b[len(b):cap(b)], wait)
		if n > 0 || err != nil {
			return b[:len(b)+n], err
		}
		if over(wait) {
			return b, ErrSilent
		}
	}
}

// Write keeps what it prints.
func (p *Process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.printed = append(p.printed, b...)
	p.printed = p.printed[max(0, len(p.printed)-kept):]
	return len(b), nil
}

// Printed returns the end of what it has printed.
func (p *Process) Printed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.ToValidUTF8(string(p.printed), "?")
}

// End ends it, and returns how it had ended by itself.
func (p *Process) End() bot.Exit {
	exit := p.CloseAfter(p.reading.Wait)
	p.Pipes.Close()
	return exit
}

// Ended returns how a process ends that has closed its output: it has a time for that, and is killed then.
func (p *Process) Ended(within time.Duration) bot.Exit {
	timer := time.AfterFunc(within, p.Kill)
	defer timer.Stop()
	return p.Wait()
}

// killed is an error that says that a process was killed.
type killed struct{ error }

func (k *killed) Unwrap() error { return k.error }

// ByKill returns an error that [WasKilled] knows.
func ByKill(err error) error { return &killed{err} }

// WasKilled reports whether an error is that of a process that was killed, by the kernel or by somebody.
func WasKilled(err error) bool {
	by := (*killed)(nil)
	return errors.As(err, &by)
}
