package program

import (
	"io"
	"sync"
	"time"

	"agon/bot"
)

// A run is one program from its start to its end.
type run struct {
	process *bot.Process
	begun   time.Time
	pipes   sync.WaitGroup

	grumbled *bot.Log    // its error output
	reading  chan []byte // its standard output, after it has been read
	received []byte      // the same, after the end
	watch    bot.Stopwatch
	took     time.Duration
	cpu      time.Duration
	stall    time.Duration
	exit     bot.Exit
	dumps    bool // on being aborted it writes where it was
	busy     bool // it was computing when its time was over
}

// grumbles is how much of a program's error output is kept with its answer, in bytes.
const grumbles = 8 << 10

// start starts a program for a call and gives it all its input. The error is a startError, or the host's.
func start(c Config, call *bot.Call, command bot.Command, stdin []byte) (*run, error) {
	var watch bot.Stopwatch
	watch.Begin(call)
	process, err := c.Launcher.Start(command)
	if err != nil {
		if bot.BotsOwn(command, err) {
			return nil, startError{err}
		}
		return nil, err
	}
	r := &run{process: process, begun: time.Now(), watch: watch, reading: make(chan []byte, 1), grumbled: bot.NewLog(grumbles),
		dumps: dumpsStack(command)}
	r.watch.Process = process
	r.pipes.Go(func() { io.Copy(io.MultiWriter(c.Log, r.grumbled), process.Err) })
	if len(stdin) == 0 {
		process.In.Close()
		return r, nil
	}
	r.pipes.Go(func() {
		process.In.Write(stdin)
		process.In.Close()
	})
	return r, nil
}

// wait waits for the end of the program. It kills the program when the call's limit is over, when ends is closed, or when it writes more
// than most bytes, unless drop is set. It does not wait for other holders of its pipes.
func (r *run) wait(c *bot.Call, most int, drop bool, ends <-chan struct{}) stop {
	loud := make(chan struct{})
	r.pipes.Go(func() {
		received, more := r.readOutput(most, drop)
		r.reading <- received
		if more {
			close(loud)
		}
	})
	ended := make(chan struct{})
	go func() {
		r.exit = r.process.Wait()
		close(ended)
	}()
	how := r.await(c, ended, loud, ends)
	r.took = time.Since(r.begun)
	r.busy = how == tooLate && r.process.Computes(c.CPU, c.Limit)
	if how == tooLate && r.dumps && !isClosed(ends) {
		r.abort(ended)
	}
	if how != byItself {
		r.process.Kill()
		<-ended
	}
	if r.cpu = r.process.CPU(); how != tooLate {
		r.took = time.Since(r.begun)
	}
	r.stall = c.Stall
	r.hangUp()
	if how == byItself && isClosed(loud) {
		how = tooLoud
	}
	return how
}

// abort has the program end with word of where it was, and gives it a moment of processor time for that.
func (r *run) abort(ended chan struct{}) {
	if r.process.Abort == nil {
		return
	}
	r.process.Abort()
	for ending := bot.NewLoading(r.process, grace, nil); !ending.Over(); {
		select {
		case <-ended:
			return
		case <-time.After(grace / 10):
		}
	}
}

// noteEvery is how often is noted how long the host has held a running program up: it is unknown once it has ended.
const noteEvery = 50 * time.Millisecond

// firstLook returns when a call is first checked.
func firstLook(c *bot.Call) time.Duration {
	if c.Limit > 0 {
		return min(c.Limit, noteEvery)
	}
	return noteEvery
}

// await waits until a program has ended, exceeds its output limit, or has used up the limit of its call.
func (r *run) await(c *bot.Call, ended, loud chan struct{}, ends <-chan struct{}) stop {
	look := time.NewTimer(firstLook(c) - time.Since(r.begun))
	defer look.Stop()
	for {
		select {
		case <-ended:
			return byItself
		case <-loud:
			return tooLoud
		case <-ends:
			return tooLate
		case <-look.C:
		}
		left := r.watch.Left(c, time.Since(r.begun))
		if c.Limit <= 0 {
			left = noteEvery
		}
		if left <= 0 {
			if isClosed(ended) {
				return byItself
			}
			return tooLate
		}
		look.Reset(min(left, noteEvery))
	}
}

// readOutput reads standard output and reports whether it has more than most bytes. The rest is left unread, or read and dropped.
func (r *run) readOutput(most int, drop bool) (received []byte, more bool) {
	b := make([]byte, 8<<10)
	for {
		n, err := r.process.Out.Read(b)
		fits := min(n, most-len(received))
		received = append(received, b[:fits]...)
		more = more || fits < n
		if err != nil || more && !drop {
			return received, more && !drop
		}
	}
}

// hangUp reads what is left in the pipes and closes them.
func (r *run) hangUp() {
	read := make(chan struct{})
	go func() {
		r.pipes.Wait()
		close(read)
	}()
	settle(read)
	r.process.Close()
	settle(read) // on a system that cannot interrupt a reader, it ends with the pipe's holder
	select {
	case r.received = <-r.reading:
	default:
	}
}

// settle waits for something for a short time.
func settle(something chan struct{}) {
	select {
	case <-something:
	case <-time.After(grace):
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
