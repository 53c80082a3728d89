package debugger

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"agon/bot"
	"agon/bot/sandbox"
)

var (
	//go:embed hook.py
	hookPython string
	//go:embed hook.js
	hookNode string
)

// A Debugger starts a bot, and opens a debugger on it. It is the [bot.Launcher] of that bot alone.
type Debugger struct {
	bot.Launcher // starts the bot, without a sandbox

	// Editor is the local port at which an editor attaches to Python (by debugpy), JavaScript and Java, in place of a debugger in the
	// terminal. To all other programs it attaches by their process numbers. 0: none
	Editor  int
	Pythons bool // no bot is stopped; breakpoint() of all that are programs or classes in Python opens pdb

	terminal *os.File
	name     string // of the terminal
	sources  string // folder of the bot's files
	folder   string // of the hooks and of their messages to this process
	port     int    // of Java's debugger

	mu      sync.Mutex
	process *bot.Process  // of the bot; nil: none runs
	next    bool          // the next process of the bot stops where it begins
	open    chan struct{} // closed when the debugger in the foreground has ended; nil: there is none
	failure error         // of a debugger that was opened while the bot ran
}

// errTerminal reports that there is no terminal in which a debugger could be opened.
var errTerminal = errors.New("a debugger needs a terminal: run it in one, without pipes")

// New returns a debugger for a bot with sources in a folder, which l starts. terminal is the one of the person who debugs it, editor the
// port for an editor, 0 for none.
func New(l bot.Launcher, terminal *os.File, sources string, editor int) (*Debugger, error) {
	name, err := nameOf(terminal)
	if err != nil {
		return nil, err
	}
	d := &Debugger{Editor: editor, Launcher: l, terminal: terminal, name: name, sources: sources}
	if d.folder, err = os.MkdirTemp("", sandbox.OwnName()+"-debug-"); err != nil {
		return nil, err
	}
	for file, text := range map[string]string{"sitecustomize.py": hookPython, "hook.js": hookNode, ".jdbrc": "suspend\n"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(d.folder, file), []byte(text), 0o644))
	}
	if d.port, err = free(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// free returns a port of this machine that nobody listens at.
func free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Close removes the files that the debugger has written for the bot.
func (d *Debugger) Close() error { return os.RemoveAll(d.folder) }

// Start starts a process of the bot. It is not paused between its turns: a debugger must reach it.
func (d *Debugger) Start(c bot.Command) (*bot.Process, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c.Template = nil
	c.Env = d.environment(c.Env)
	held := ""
	if d.next {
		c.Env = append(c.Env, "AGON_DEBUG_NOW=1")
		held = d.hold(&c)
	}
	p, err := d.Launcher.Start(c)
	if err != nil {
		return nil, err
	}
	if d.Pythons {
		return p, nil
	}
	p.Pause, p.Resume = nil, nil
	d.process = p
	if d.next {
		d.next = false
		d.failure = d.begun(p, held)
	}
	return p, nil
}

// environment adds what loads the hooks.
func (d *Debugger) environment(env []string) []string {
	suspended := "n"
	if d.next {
		suspended = "y"
	}
	hooks := []struct{ name, value, between string }{
		{"PYTHONPATH", d.folder, ":"},
		{"NODE_OPTIONS", "--require=" + filepath.Join(d.folder, "hook.js"), " "},
		{"JAVA_TOOL_OPTIONS", fmt.Sprintf("-agentlib:jdwp=transport=dt_socket,server=y,suspend=%s,quiet=y,address=127.0.0.1:%d", suspended,
			cmp.Or(d.Editor, d.port)), " "},
	}
	if d.Pythons {
		hooks = hooks[:1]
	}
	env = slices.Clone(env)
	for _, more := range hooks {
		i := slices.IndexFunc(env, func(pair string) bool { return strings.HasPrefix(pair, more.name+"=") })
		if i < 0 {
			env = append(env, more.name+"="+more.value)
		} else {
			name, value, _ := strings.Cut(env[i], "=")
			env[i] = name + "=" + more.value + more.between + value
		}
	}
	if d.Editor != 0 {
		env = append(env, fmt.Sprintf("AGON_DEBUG_PORT=%d", d.Editor))
	}
	// The bot runs in its author's folder, in which nothing is left behind.
	return append(env, "AGON_DEBUG_TERMINAL="+d.name, "PYTHONDONTWRITEBYTECODE=1")
}

// Stop opens a debugger on the bot, which waits for its next input, and returns when that may be sent. Before, it shows which it opens and
// what to do in it. A program that is started for each move stops when the next one begins.
func (d *Debugger) Stop(perMove bool, report func(how string)) error {
	d.mu.Lock()
	p := d.process
	if perMove {
		d.next = true
	}
	d.mu.Unlock()
	switch {
	case perMove:
		report("it stops where its process for this move begins")
		return d.ask()
	case p == nil:
		return errors.New("the bot does not run")
	}
	return d.attach(p, report)
}

// ask has node stop at its next input.
func (d *Debugger) ask() error { return os.WriteFile(filepath.Join(d.folder, "asked"), nil, 0o644) }

// Wait returns when no debugger is open in the foreground any more, with the reason if one could not be opened.
func (d *Debugger) Wait() error {
	d.mu.Lock()
	open := d.open
	d.mu.Unlock()
	if open != nil {
		<-open
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.failure
	d.failure = nil
	return err
}
