package program

import (
	"fmt"
	"strconv"
	"time"

	"agon/bot"
	"agon/game"
)

const (
	grace     = 100 * time.Millisecond // for pipes to close after the program's exit
	exitGrace = time.Second            // for a program to exit after closing its output: a killed one is reaped late on a busy host
)

// living is a process with its pipes.
type living struct {
	closingLink
	process bot.Process
	ending  func(bot.Exit) bot.Exit // may be nil
	pauser  bot.Pauser              // nil: it is never paused
	tells   bool                    // on being aborted it writes where it was
	told    *bot.Log
	ended   chan struct{} // closed after the process's end; nil until somebody waits for that
	exit    bot.Exit
	cpu     time.Duration
}

// start starts a program for a seat of a game. The error is a startError, or the host's.
func (c *Config) start(t *game.Table, seat game.Seat) (Life, error) {
	command := c.Command
	if c.Seed != "" {
		command.Env = append(command.Env[:len(command.Env):len(command.Env)], c.Seed+"="+strconv.FormatInt(c.Secret.Seed(t.Seed(), seat), 10))
	}
	command.Sessions = true // a program that keeps running may be a shell, or manage process groups
	process, err := c.Launcher.Start(command)
	if err != nil {
		if botsOwn(command, err) {
			return nil, startError{err}
		}
		return nil, err
	}
	link, err := newLink(process, c.Log, c.Launch.Together)
	if err != nil {
		process.Kill()
		process.Wait()
		return nil, fmt.Errorf("start %s: %w", c.Command.Path, err)
	}
	life := &living{closingLink: link, process: process, ending: c.Ending, tells: tellsWhere(command), told: c.Log}
	life.pauser, _ = process.(bot.Pauser)
	if s, ok := process.(bot.Staller); ok {
		return &counted{life, s}, nil
	}
	return life, nil
}

// counted is a running program whose launcher measures it.
type counted struct {
	*living
	bot.Staller
}

// Pause stops the program between its turns, if possible.
func (l *living) Pause() {
	if l.pauser != nil {
		l.pauser.Pause()
	}
}

// Resume continues the program and returns what it used meanwhile.
func (l *living) Resume() time.Duration {
	if l.pauser == nil {
		return 0
	}
	return l.pauser.Resume()
}

// Queued reports whether a task of the program is runnable, if the launcher knows.
func (c *counted) Queued() bool {
	q, ok := c.Staller.(bot.Queuer)
	return ok && q.Queued()
}

// Abort has the program end with word of where it was, where its runtime can do so and the launcher lets it be told.
func (l *living) Abort() bool {
	aborter, ok := l.process.(bot.Aborter)
	if ok && l.tells {
		l.told.Printf("it gave no answer in time, and is ended with SIGABRT so that it writes where it is:")
		aborter.Abort()
	}
	return ok && l.tells
}

// reap waits for the end of the process, in a goroutine that Gone waits for.
func (l *living) reap() {
	if l.ended != nil {
		return
	}
	l.ended = make(chan struct{})
	go func() {
		l.exit = l.process.Wait()
		if l.ending != nil {
			l.exit = l.ending(l.exit)
		}
		close(l.ended)
	}()
}

func (l *living) Settle() (bot.Exit, bool) {
	l.cpu = l.process.CPU()
	l.reap()
	own := true
	select {
	case <-l.ended:
	case <-time.After(l.grace()):
		own = false
		l.process.Kill()
		<-l.ended
	}
	l.close()
	return l.exit, own
}

// grace returns how long the process may take to exit.
func (l *living) grace() time.Duration {
	if slow, ok := l.process.(bot.Laggard); ok {
		return max(exitGrace, slow.Lag())
	}
	return exitGrace
}

func (l *living) Kill() {
	l.cpu = l.process.CPU()
	l.process.Kill()
	l.reap()
	l.close()
}

func (l *living) Gone() {
	<-l.ended
	l.gone()
}

// Peak returns its largest memory, after its end.
func (l *living) Peak() int64 { return l.exit.Peak }

func (l *living) CPU() time.Duration {
	if l.ended != nil {
		return l.cpu
	}
	return l.process.CPU()
}
