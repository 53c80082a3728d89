package server

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"agon/bot"
	"agon/game"
)

// Port is where a server that agon starts listens, in a network of its own.
const Port = 8000

// address is where it listens, as its requests name it.
const address = "127.0.0.1:8000"

// Times of a server that agon starts.
const (
	listening = 10 * time.Second      // of processor time, until it listens
	knock     = 5 * time.Millisecond  // between two attempts to connect to it
	look      = 50 * time.Millisecond // between two looks at its clock
	exits     = time.Second           // for a process to end that has hung up
)

// A Program is how a server is started.
type Program struct {
	Command   bot.Command
	Launcher  bot.Launcher
	Ending    func(bot.Exit) bot.Exit // interprets the exit codes of the program's runtime; nil: they are its own
	Listening time.Duration           // processor time until it listens; 0: 10 s
}

// A started is a server that agon starts.
type started struct {
	Program
	log     *bot.Log
	stop    <-chan struct{}
	process *bot.Process  // nil: none runs
	gone    chan struct{} // closed when the process has ended, as exit says
	exit    bot.Exit
	printed sync.WaitGroup // readers of what it prints

	conn   bot.Conn
	query  *http.Request // the one that was sent
	sent   time.Time
	failed error         // why it could not be sent
	past   time.Duration // processor time of processes that have ended
	peak   int64         // of these, in bytes
}

// NewStarted returns a player of a server, which it starts for the first game.
func NewStarted(how Program, c Config) *Player {
	return &Player{Config: c, server: newStarted(how, c.Log, c.Stop)}
}

func newStarted(how Program, log *bot.Log, stop <-chan struct{}) *started {
	how.Command.Env = append(how.Command.Env[:len(how.Command.Env):len(how.Command.Env)], fmt.Sprintf("PORT=%d", Port))
	how.Command.Loopback, how.Command.Sessions = true, true
	how.Listening = cmp.Or(how.Listening, listening)
	return &started{Program: how, log: log, stop: stop}
}

// begin starts the server, unless it runs, and waits until it listens.
func (s *started) begin() *death {
	if s.process != nil && s.over(0) == nil {
		return nil
	}
	s.close()
	process, err := s.Launcher.Start(s.Command)
	switch {
	case err == nil && process.Dial == nil:
		process.Close()
		return &death{host: fmt.Errorf("start a server: sandbox level %s gives it no network of its own", s.Launcher.Level())}
	case err != nil && bot.BotsOwn(s.Command, err):
		return &death{fault: game.Unstarted, note: "it could not be started: " + err.Error()}
	case err != nil:
		return &death{host: err}
	}
	s.process, s.gone = process, make(chan struct{})
	s.printed.Go(func() { s.log.Drain(process.Out) })
	s.printed.Go(func() { s.log.Drain(process.Err) })
	go s.reap(process, s.gone)
	d := s.listens()
	if d == nil {
		s.rest()
	} else {
		s.close()
	}
	return d
}

// reap waits for the end of a process.
func (s *started) reap(process *bot.Process, gone chan struct{}) {
	s.exit = process.Wait()
	if s.Ending != nil {
		s.exit = s.Ending(s.exit)
	}
	close(gone)
}

// listens waits until the server accepts connections, or returns why it does not.
func (s *started) listens() *death {
	for loading := bot.NewLoading(s.process, s.Listening, nil); ; {
		conn, err := s.process.Dial(Port)
		if err == nil {
			conn.Close()
			return nil
		}
		if d := s.over(knock); d != nil {
			d.fault, d.note = game.Unstarted, d.note+fmt.Sprintf(" before it listened on port %d", Port)
			return d
		}
		if loading.Over() || closed(s.stop) {
			return &death{fault: game.Unstarted, note: silent(s.process.Pid, err)}
		}
	}
}

// closed reports whether a channel, which may be nil, is closed.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// over returns how the process has ended, within a time; nil: it runs.
func (s *started) over(within time.Duration) *death {
	if !closed(s.gone) {
		select {
		case <-s.gone:
		case <-time.After(within):
			return nil
		}
	}
	s.printed.Wait()
	d := &death{host: s.exit.Host}
	d.fault, d.note = s.exit.Ended(true)
	return d
}

// dead gives a process that has hung up a moment to end.
func (s *started) dead() *death { return s.over(max(exits, s.process.Lag)) }

func (s *started) running() *bot.Process { return s.process }

func (s *started) wake() time.Duration {
	if s.process.Resume == nil {
		return 0
	}
	return s.process.Resume()
}

func (s *started) rest() {
	if s.process.Pause != nil {
		s.process.Pause()
	}
}

func (s *started) send(path, body string) { s.ask(http.MethodPost, path, body) }

// ask sends a request over a connection of its own.
func (s *started) ask(method, path, body string) {
	s.sent = time.Now()
	s.query, s.failed = http.NewRequest(method, "http://"+address+path, strings.NewReader(body))
	if s.failed != nil {
		return
	}
	s.query.Header.Set("Content-Type", "application/json")
	s.query.Close = true
	var text bytes.Buffer
	if s.failed = s.query.Write(&text); s.failed != nil {
		return
	}
	if s.conn, s.failed = s.process.Dial(Port); s.failed != nil {
		return
	}
	s.failed = s.conn.Write(text.Bytes(), func(waited time.Duration) bool { return waited > exits || closed(s.stop) })
}

// wait reads the answer on this thread: it is bound to a core with the bots, and the runtime's poller would wake another one.
func (s *started) wait(p patience) (a answer, late bool) {
	if s.failed == nil {
		from := io.LimitReader(&waiting{s.conn, s.sent, p}, 2*longest)
		a = read(http.ReadResponse(bufio.NewReader(from), s.query))
	} else {
		a.err = s.failed
	}
	a.wall = time.Since(s.sent)
	if s.conn != nil {
		s.conn.Close()
		s.conn = nil
	}
	late = errors.Is(a.err, os.ErrDeadlineExceeded)
	if a.err != nil && !late && !errors.As(a.err, new(syscall.Errno)) {
		a.err = &url.Error{Op: "Post", URL: address, Err: a.err}
	}
	return a, late
}

// waiting reads from a connection until nobody waits any more, however little arrives at a time.
type waiting struct {
	conn bot.Conn
	sent time.Time
	patience
}

func (w *waiting) Read(b []byte) (int, error) {
	for {
		left := w.limit - time.Since(w.sent)
		if left <= 0 {
			left = w.left()
		}
		if left <= 0 || closed(w.stop) {
			return 0, os.ErrDeadlineExceeded
		}
		if n, err := w.conn.Read(b, min(left, look)); n > 0 || err != nil {
			return n, err
		}
	}
}

func (s *started) kill() {
	if s.process != nil {
		s.process.Kill()
	}
}

// close ends the process, and waits until nothing is left of it.
func (s *started) close() {
	if s.process == nil {
		return
	}
	s.process.Kill()
	<-s.gone
	s.printed.Wait()
	s.process.Close()
	s.past, s.peak = s.past+s.exit.CPU, max(s.peak, s.exit.Peak)
	s.process = nil
}

func (s *started) used() (cpu time.Duration, peak int64) {
	if s.process != nil {
		cpu = s.process.CPU()
	}
	return s.past + cpu, s.peak
}

// Introduce starts a server and asks it for its name and its author, by GET. The error says in a sentence why it did not answer.
func Introduce(how Program, log *bot.Log, stop <-chan struct{}) (g Greeting, err error) {
	s := newStarted(how, log, stop)
	defer s.close()
	if d := s.begin(); d != nil {
		return g, d.err()
	}
	s.wake()
	begun := time.Now()
	s.ask(http.MethodGet, "/", "")
	a, late := s.wait(patience{patient, func() time.Duration { return patient - time.Since(begun) }, stop})
	switch {
	case late:
		return g, fmt.Errorf("GET /: no answer within %v", patient)
	case a.err != nil:
		if d := s.dead(); d != nil {
			return g, d.err()
		}
		return g, errors.New("GET /: " + a.wrong())
	}
	return a.greeting(), nil
}

// err returns the death as an error: the bot's, or a [bot.HostError].
func (d *death) err() error {
	if d.host != nil {
		return &bot.HostError{Err: d.host}
	}
	return errors.New(d.note)
}
