package bot

import "time"

// far is how many times the processor time that a bot may load it may take in all: what waits for a disk is not the bot's doing, but nothing
// waits for ever.
const far = 4

// A Loading limits how long a process may take to get ready: by the processor time of its tree, with wall time as a far guard. It belongs
// to one goroutine.
type Loading struct {
	Limit time.Duration // of processor time

	watch Stopwatch
	call  Call
	begun time.Time
}

// NewLoading begins to count. host may be nil.
func NewLoading(p Process, limit time.Duration, host Host) *Loading {
	l := &Loading{Limit: limit, begun: time.Now()}
	l.watch.Process = p
	l.watch.Staller, _ = p.(Staller)
	l.call.Host = host
	l.watch.Begin(&l.call)
	return l
}

// Over reports whether the process has had its time.
func (l *Loading) Over() bool {
	wall := time.Since(l.begun)
	if wall < l.Limit {
		return false // one processor cannot have given it as much, and several hardly
	}
	l.watch.Left(&l.call, wall)
	return l.call.CPU >= l.Limit || l.call.Spent() >= far*l.Limit
}
