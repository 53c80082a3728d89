package external

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"agon/bot"
	"agon/games/folder/engine"
	"agon/internal/rawpipe"
)

// A protocol is a way to talk to an engine. Its values belong to one game.
type protocol interface {
	// begin says how the game begins.
	begin(s *session, d *deal) error
	// answer says what the seats that were asked have answered.
	answer(s *session, asks []engine.Ask, plays []engine.Play) error
	// hear reads what the engine says until it waits for answers, or until the game is over.
	hear(s *session) (*turn, error)
}

// A preparer is a protocol that decides how the engine is started, and has something on the host for as long as it runs.
type preparer interface {
	prepare(c *bot.Command, d *deal) error
	leave()
}

// Limits of an engine.
const (
	kept   = 4 << 10  // bytes of its error output that a failure quotes
	most   = 32 << 20 // bytes that it says in a turn
	tasks  = 256
	ownTmp = 64 << 20 // bytes in its /tmp
)

// A session is the process of one game.
type session struct {
	*bot.Process
	seats int
	talk  protocol
	at    *point // where it stands
	round int    // the last that it has named

	pipes    *rawpipe.Pair
	received []byte // from is what was read of it
	from     int
	heard    int // bytes in this turn
	over     func(time.Duration) bool

	printed tail
	reading sync.WaitGroup
}

// tail keeps the end of what was written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-kept):]
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ReplaceAll(strings.ToValidUTF8(string(t.text), "?"), "Picked up JAVA_TOOL_OPTIONS: "+javaOptions+"\n", "")
	return strings.TrimSpace(text)
}

// start starts a process.
func (e *Engine) start(d *deal) (*session, error) {
	path, err := e.program()
	if err != nil {
		return nil, err
	}
	dir := e.Folder
	if len(e.Files) == 0 {
		dir = "/" // the sandbox shows nothing of the folder
	}
	c := bot.Command{
		Path: path, Args: e.Run[1:], Dir: dir, Readable: e.Files,
		Env: []string{"PATH=" + strings.Join(system, ":"), "LANG=C.UTF-8", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1",
			"PYTHONUNBUFFERED=1", bot.NoDebugger, "JAVA_TOOL_OPTIONS=" + javaOptions},
		Limits: bot.Limits{Memory: e.Memory, Tasks: tasks, Disk: ownTmp},
	}
	talk := protocols[e.Protocol](e)
	p, err := e.launch(c, talk, d)
	if err != nil {
		leave(talk)
		return nil, &bot.HostError{Err: fmt.Errorf("start the game's engine, %s: %w", strings.Join(e.Run, " "), err)}
	}
	s := &session{Process: p, seats: d.seats, talk: talk}
	s.reading.Go(func() { io.Copy(&s.printed, p.Err) })
	if s.pipes, err = rawpipe.NewPair(p.In, p.Out, 0); err != nil {
		p.Close()
		leave(talk)
		return nil, &bot.HostError{Err: err}
	}
	return s, nil
}

// javaOptions let a Java engine of a short game start sooner: with one compiler and one collector. Those in its command come after them.
const javaOptions = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"

// launch starts the process as a protocol wants it.
func (e *Engine) launch(c bot.Command, talk protocol, d *deal) (*bot.Process, error) {
	if p, ok := talk.(preparer); ok {
		if err := p.prepare(&c, d); err != nil {
			return nil, err
		}
	}
	return e.Launcher().Start(c)
}

func leave(talk protocol) {
	if p, ok := talk.(preparer); ok {
		p.leave()
	}
}

// packages are the packages of Debian with programs that engines are started by.
var packages = map[string]string{"java": "default-jre-headless", "python3": "python3", "node": "nodejs", "mono": "mono-runtime",
	"dotnet": "dotnet-runtime-8.0", "ruby": "ruby", "perl": "perl", "php": "php-cli", "lua": "lua5.4"}

// program returns the path of the program: a file of the game's folder, or one on the PATH.
func (e *Engine) program() (string, error) {
	name := e.Run[0]
	if !strings.Contains(name, "/") {
		path, err := onPath(name)
		if err != nil {
			advice := "install it, or name a file of the game's folder as ./" + name
			if p := packages[name]; p != "" {
				advice = "apt-get install " + p
			}
			return "", &bot.HostError{Err: fmt.Errorf("the game's engine is started by %s, and there is none on the PATH: %s",
				name, advice)}
		}
		return path, nil
	}
	path := filepath.Join(e.Folder, filepath.FromSlash(name))
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", e.failure(fmt.Sprintf("there is no file %s: run in [engine] of game.toml names the engine", path), "")
	case info.IsDir():
		return "", e.failure(path+" is a folder: run in [engine] of game.toml names a program in it", "")
	case info.Mode()&0o111 == 0:
		return "", e.failure(path+" may not be executed: chmod +x it, or name what runs it first, as in run = \"python3 engine.py\"", "")
	}
	return path, nil
}

// system are the folders of programs that the sandbox shows.
var system = []string{"/usr/local/bin", "/usr/bin", "/bin"}

// onPath finds a program in the system's folders, or else on the PATH: a shim in a home would find nothing in the sandbox.
func onPath(name string) (string, error) {
	for _, dir := range system {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(name)
}

// Ends of a session.
var (
	errSilent = errors.New("no answer")
	errLong   = fmt.Errorf("it says more than %d MiB in one turn", most>>20)
)

// A protocolError is what an engine said that its protocol does not allow.
type protocolError string

func (p protocolError) Error() string { return string(p) }

func wrong(format string, args ...any) error { return protocolError(fmt.Sprintf(format, args...)) }

// turn says something to the engine and hears what it says then, within a limit of processor time.
func (s *session) turn(limit time.Duration, say func() error) (*turn, error) {
	var loading *bot.Loading
	s.heard = 0
	s.over = func(waited time.Duration) bool { // most turns are over before it is asked, and need no stopwatch
		if loading == nil && waited > 0 {
			loading = bot.NewLoading(s.Process, limit, nil)
		}
		return waited > 0 && loading.Over()
	}
	if err := say(); err != nil {
		return nil, err
	}
	t, err := s.talk.hear(s)
	if err == nil {
		s.round = t.Round
	}
	if errors.Is(err, errSilent) {
		err = wrong("it has said nothing that goes on with the game for %v of processor time", limit)
	}
	return t, err
}

// begun returns a turn in which nothing has been said.
func (s *session) begun() *turn { return &turn{Asks: make([]engine.Ask, s.seats), Round: s.round} }

// say writes to the engine.
func (s *session) say(text []byte) error {
	err := s.pipes.Write(text, s.over)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errSilent
	}
	return err
}

// The wait for an answer asks whether it is over after a slice, and then each time after twice as long, until it is the longest. At the
// beginning of each of these waits Go's scheduler wakes up every 20 µs for a millisecond.
const (
	slice   = 20 * time.Millisecond
	longest = 320 * time.Millisecond
)

// line returns the next line of the engine, which is valid until the next call.
func (s *session) line() ([]byte, error) {
	for from := s.from; ; {
		if end := bytes.IndexByte(s.received[from:], '\n'); end >= 0 {
			text := s.received[s.from : from+end]
			s.from = from + end + 1
			return bytes.TrimSuffix(text, []byte("\r")), nil
		}
		if s.from > 0 {
			s.received = s.received[:copy(s.received, s.received[s.from:])]
			s.from = 0
		}
		from = len(s.received)
		if err := s.read(); err != nil {
			return nil, err
		}
	}
}

// read reads what there is, one byte at least.
func (s *session) read() error {
	b := s.received
	if cap(b)-len(b) < 1<<12 {
		b = append(b, make([]byte, max(1<<14, len(b)))...)[:len(b)]
	}
	for wait := slice; ; wait = min(2*wait, longest) {
		n, err := s.pipes.Read(b[len(b):cap(b)], wait)
		s.received = b[:len(b)+n]
		if s.heard += n; s.heard > most {
			return errLong
		}
		if n > 0 || err != nil {
			return err
		}
		if s.over(wait) {
			return errSilent
		}
	}
}

// end ends the process, and returns how it had ended by itself.
func (s *session) end() bot.Exit {
	exit := s.CloseAfter(s.reading.Wait)
	s.pipes.Close()
	leave(s.talk)
	return exit
}

// A killedError is the failure of a process that was killed, by the kernel or by somebody.
type killedError struct{ error }

func (k *killedError) Unwrap() error { return k.error }

// failed ends a process, and says why it has failed.
func (e *Engine) failed(s *session, cause error) error {
	if said := protocolError(""); errors.As(cause, &said) || errors.Is(cause, errLong) || errors.Is(cause, errSilent) {
		s.end()
		return e.failure(cause.Error(), s.printed.String())
	}
	timer := time.AfterFunc(time.Second, s.Kill)
	exit := s.Wait()
	timer.Stop()
	s.end()
	rest := ""
	if n := len(s.received) - s.from; n > 0 {
		rest = fmt.Sprintf(", after the beginning of a line, %.80q", s.received[s.from:])
	}
	switch {
	case exit.Fault != "":
		return e.failure(exit.Fault+rest, s.printed.String())
	case exit.Signal == syscall.SIGKILL:
		return &killedError{e.failure(fmt.Sprintf("its process was killed twice: it may have %d MiB of memory, and memory in "+
			"[engine] of game.toml allows more", e.Memory>>20),
			s.printed.String())}
	case exit.Signal != 0:
		return e.failure(fmt.Sprintf("its process ended by signal: %s%s", exit.Signal, rest), s.printed.String())
	}
	return e.failure(fmt.Sprintf("its process ended with code %d in the middle of a game%s", exit.Code, rest), s.printed.String())
}
