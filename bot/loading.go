package bot

import "time"

// far is the wall time that a bot may load, as a multiple of its limit of processor time. Waiting for a slow disk is not the bot's fault,
// but it must end.
const far = 4

// A Loading limits how long a process may take to get ready: by the processor time of its tree, and by far times as much wall time. It is
// not safe for concurrent use.
type Loading struct {
	Limit time.Duration // of processor time

	watch Stopwatch
	call  Call
	begun time.Time
}

// NewLoading starts counting. host may be nil.
func NewLoading(p *Process, limit time.Duration, host Host) *Loading {
	l := &Loading{Limit: limit, begun: time.Now()}
	l.watch.Process = p
	l.call.Host = host
	l.watch.Begin(&l.call)
	return l
}

// Over reports whether the process has used up its time.
func (l *Loading) Over() bool {
	wall := time.Since(l.begun)
	if wall < l.Limit {
		return false // even with several processors the tree is unlikely to have used its limit yet
	}
	l.watch.Left(&l.call, wall)
	return l.call.CPU >= l.Limit || l.call.Spent() >= far*l.Limit
}
