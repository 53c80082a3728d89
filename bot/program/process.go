package program

import (
	"fmt"
	"strconv"
	"time"

	"agon/bot"
	"agon/game"
)

// grace is how long a program may take to end after its output has, and its pipes after its end.
const grace = 100 * time.Millisecond

// living is a process with its pipes.
type living struct {
	closingLink
	process bot.Process
	ending  func(bot.Exit) bot.Exit // may be nil
	pauser  bot.Pauser              // nil: it runs all the time
	tells   bool                    // on being aborted it writes where it was
	told    *bot.Log
	ended   chan struct{} // closed once the process is gone; nil until somebody waits for that
	exit    bot.Exit
	cpu     time.Duration
}

// start starts a program for a seat of a game. An error is a startError, or the host's.
func (c *Config) start(t *game.Table, seat game.Seat) (Life, error) {
	command := c.Command
	if c.Seed != "" {
		command.Env = append(command.Env[:len(command.Env):len(command.Env)], c.Seed+"="+strconv.FormatInt(c.Secret.Seed(t.Seed(), seat), 10))
	}
	command.Sessions = true // a program that lives on may be a shell, or start others that it ends as a group
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

// counted is a living program whose launcher keeps an account of it.
type counted struct {
	*living
	bot.Staller
}

// Pause lets the program rest between its turns, where that can be done.
func (l *living) Pause() {
	if l.pauser != nil {
		l.pauser.Pause()
	}
}

// Resume lets it go on, and returns what it has used meanwhile.
func (l *living) Resume() time.Duration {
	if l.pauser == nil {
		return 0
	}
	return l.pauser.Resume()
}

// Queued reports whether a task of the program wants a processor, where the launcher knows.
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

// grace is how long the process may take to end.
func (l *living) grace() time.Duration {
	if slow, ok := l.process.(bot.Laggard); ok {
		return max(grace, slow.Lag())
	}
	return grace
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

// Peak is the most memory that it had, once it is gone.
func (l *living) Peak() int64 { return l.exit.Peak }

func (l *living) CPU() time.Duration {
	if l.ended != nil {
		return l.cpu
	}
	return l.process.CPU()
}
