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

// living is a running program with its pipes.
type living struct {
	link
	process *bot.Process
	ending  func(bot.Exit) bot.Exit // may be nil
	dumps   bool                    // on being aborted it writes where it was
	report  *bot.Log
	ended   chan struct{} // closed after the process's end; nil until somebody waits for that
	exit    bot.Exit
	cpu     time.Duration
	home    *homes // its copy of its folder; nil: it has none
}

// start starts a program for a seat of a game. The error is a startError, or the host's.
func (c *Config) start(t *game.Table, seat game.Seat) (*living, error) {
	command := c.Command
	if c.Seed != "" {
		command.Env = append(command.Env[:len(command.Env):len(command.Env)],
			c.Seed+"="+strconv.FormatInt(c.Secret.Seed(t.Seed(), seat), 10))
	}
	command.Sessions = true // a program that keeps running may be a shell, or manage process groups
	command, home, err := c.housed(command)
	if err != nil {
		return nil, err
	}
	process, err := c.Launcher.Start(command)
	if err != nil {
		home.remove()
		if bot.BotsOwn(command, err) {
			return nil, startError{err}
		}
		return nil, err
	}
	link, err := newLink(process, c.Log, c.Launch.Together)
	if err != nil {
		process.Close()
		home.remove()
		return nil, fmt.Errorf("start %s: %w", c.Command.Path, err)
	}
	return &living{link: &unmarked{link: link, log: c.Log}, process: process, ending: c.Ending, dumps: dumpsStack(command), report: c.Log,
		home: home}, nil
}

// pause stops the program between its turns, if possible.
func (l *living) pause() {
	if l.process.Pause != nil {
		l.process.Pause()
	}
}

// resume continues the program and returns what it used meanwhile.
func (l *living) resume() time.Duration {
	if l.process.Resume == nil {
		return 0
	}
	return l.process.Resume()
}

// abort has the program end with word of where it was, if its runtime can do so and the launcher can ask for it.
func (l *living) abort() bool {
	if !l.dumps || l.process.Abort == nil {
		return false
	}
	l.report.Printf("it gave no answer in time, and is ended with SIGABRT so that it writes where it is:")
	l.process.Abort()
	return true
}

// reap waits for the end of the process, in a goroutine that awaitEnd waits for.
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

// settle is called after the end of the program's output. It gives the program a moment to exit, kills it if it does not, and returns how
// it ended; own is false if it was killed.
func (l *living) settle() (exit bot.Exit, own bool) {
	l.cpu = l.process.CPU()
	l.reap()
	own = true
	select {
	case <-l.ended:
	case <-time.After(max(exitGrace, l.process.Lag)):
		own = false
		l.process.Kill()
		<-l.ended
	}
	l.close()
	return l.exit, own
}

// kill kills the program and everything it started, without waiting for their end. Its error output is in the log afterwards.
func (l *living) kill() {
	l.cpu = l.process.CPU()
	l.process.Kill()
	l.reap()
	l.close()
}

// awaitEnd waits until nothing is left of a program that was settled or killed.
func (l *living) awaitEnd() {
	<-l.ended
	l.gone()
	l.home.remove()
}

// used returns the program's processor time so far; after its end, all of it.
func (l *living) used() time.Duration {
	if l.ended != nil {
		return l.cpu
	}
	return l.process.CPU()
}
