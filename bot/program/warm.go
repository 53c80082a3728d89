package program

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"agon/bot"
)

//go:embed zygote.py
var zygoteCode string

// A zygote is an interpreter that has loaded a bot's program and forks a process for each of its moves. The process behaves like one
// started for the move, in a fraction of the time. A zygote runs for one game, with the same protection as such a process.
type zygote struct {
	process *bot.Process
	answers chan []byte // one line each; closed at the end of its output
	drained sync.WaitGroup
	tells   bool // on being aborted a move writes where it was
}

// scriptOf returns the index of the bot's program among its interpreter's arguments, -1 if it is not there.
func scriptOf(args []string) int {
	return slices.IndexFunc(args, func(a string) bool { return strings.HasSuffix(a, ".py") })
}

// getsReady is the processor time that a zygote may use before it is ready.
const getsReady = 10 * time.Second

// startZygote starts the interpreter of a command, which may write below dir. It returns nil if it does not get ready: then the program is
// started for each move.
func startZygote(c Config, command bot.Command, dir string) (*zygote, error) {
	at := scriptOf(command.Args)
	named, owned := command.Args[at], ""
	script := named
	if !filepath.IsAbs(script) {
		script = command.Dir + "/" + script // as Python names it
	}
	if c.Launcher.Level() != "none" && !slices.ContainsFunc(command.Env, func(e string) bool { return strings.HasPrefix(e, "TMPDIR=") }) {
		owned = "owned" // the folder for temporary files is the sandbox's
	}
	tells := tellsWhere(command)
	command.Args = append(command.Args[:at:at], "-c", zygoteCode, script, named, owned)
	command.Writable = append(command.Writable[:len(command.Writable):len(command.Writable)], dir)
	process, err := c.Launcher.Start(command)
	if err != nil {
		if botsOwn(command, err) {
			return nil, startError{err}
		}
		return nil, err
	}
	z := &zygote{process: process, answers: make(chan []byte, 1), tells: tells}
	z.drained.Add(2)
	go func() {
		defer z.drained.Done()
		c.Log.Drain(process.Err)
	}()
	go func() {
		defer z.drained.Done()
		defer close(z.answers)
		for in := bufio.NewReader(process.Out); ; {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			z.answers <- line
		}
	}()
	if !z.ready(c.Stop) {
		z.end()
		return nil, nil
	}
	return z, nil
}

// ready waits until the interpreter can fork.
func (z *zygote) ready(ends <-chan struct{}) bool {
	for loading := bot.NewLoading(z.process, getsReady, nil); ; {
		select {
		case line := <-z.answers:
			return string(line) == "\n"
		case <-ends:
			return false
		case <-time.After(noteEvery):
			if loading.Over() {
				return false
			}
		}
	}
}

// order is the request for a move.
type order struct {
	Args []string          `json:"args"`
	Env  map[string]string `json:"env"`
	Most int               `json:"most"`
	Drop bool              `json:"drop"` // drop output beyond the limit
}

// answer is the report on the process.
type answer struct {
	Exit, Signal int
	Loud         bool
	Last         bool // it forks no other process
	Out, Err     string
}

// ask plays a move. A zygote that has not answered within the call's limit, or when nobody waits any more, is killed with everything it has
// forked; so is one that failed. Times are measured from outside, from the order to the answer.
func (z *zygote) ask(o order, c *bot.Call, config Config) (r *run, how stop, alive bool) {
	r = &run{grumbled: bot.NewLog(grumbles)}
	r.watch.Process = z.process
	r.watch.Begin(c)
	r.begun = time.Now()
	text, _ := json.Marshal(o) // strings and numbers always marshal
	z.process.In.Write(append(text, '\n'))
	line, how := r.hearZygote(z, c, config.Stop)
	if line != nil {
		r.watch.Measure(c, time.Since(r.begun))
	}
	r.took, r.cpu, r.stall = time.Since(r.begun), c.CPU, c.Stall
	r.busy = how == tooLate && z.process.Computes(c.CPU, c.Limit)
	var a answer
	alive = line != nil && json.Unmarshal(line, &a) == nil
	if !alive && how == tooLate && z.tells && !isClosed(config.Stop) {
		a = z.abort()
	}
	io.MultiWriter(config.Log, r.grumbled).Write(latin(a.Err))
	if !alive {
		if how == byItself {
			r.exit = z.process.Wait()
			z.end()
		} else {
			r.exit = z.end()
		}
		return r, how, false
	}
	if a.Last {
		z.end()
	}
	r.heard = latin(a.Out)
	r.exit = bot.Exit{Code: a.Exit, Signal: syscall.Signal(a.Signal)}
	if a.Loud {
		return r, tooLoud, !a.Last
	}
	return r, byItself, !a.Last
}

// abort has the move that runs end with word of where it is, and gives it a moment of processor time for that.
func (z *zygote) abort() (a answer) {
	if z.process.Abort == nil {
		return a
	}
	z.process.Abort()
	for ending := bot.NewLoading(z.process, grace, nil); !ending.Over(); {
		select {
		case line := <-z.answers:
			_ = json.Unmarshal(line, &a) // without an answer nothing is known
			return a
		case <-time.After(grace / 10):
		}
	}
	return a
}

// hearZygote waits for an answer; nil if there is none.
func (r *run) hearZygote(z *zygote, c *bot.Call, ends <-chan struct{}) (line []byte, how stop) {
	look := time.NewTimer(firstLook(c))
	defer look.Stop()
	for {
		select {
		case line = <-z.answers:
			return line, byItself
		case <-ends:
			return nil, tooLate
		case <-look.C:
		}
		left := r.watch.Left(c, time.Since(r.begun))
		if c.Limit <= 0 {
			left = noteEvery
		}
		if left > 0 {
			look.Reset(min(left, noteEvery))
			continue
		}
		select {
		case line = <-z.answers:
			return line, byItself
		default:
			return nil, tooLate
		}
	}
}

// latin converts a string of Latin-1 letters back to bytes.
func latin(text string) []byte {
	b := make([]byte, 0, len(text))
	for _, letter := range text {
		b = append(b, byte(letter))
	}
	return b
}

// end kills the zygote with everything it has forked, and returns how it ended.
func (z *zygote) end() bot.Exit {
	exit := z.process.Close()
	for range z.answers {
	}
	z.drained.Wait()
	return exit
}

// runWarm plays a move with the game's zygote, starting one if necessary. dir is the folder of the move.
func (m *move) runWarm(c Config, dir string) (*run, stop, error) {
	g := m.game
	if err := os.Chmod(dir, 0o777); err != nil { // only the bot can reach this folder
		return nil, 0, err
	}
	if g.zygote == nil {
		z, err := startZygote(c, g.command, g.folder.path)
		if err != nil {
			return nil, 0, err
		}
		if z == nil {
			g.cold = true
			return m.runCold(c, dir)
		}
		g.zygote = z
	}
	command := m.command(dir)
	args := command.Args[scriptOf(g.command.Args)+1:]
	o := order{Args: append(args[:len(args):len(args)], c.After...), Env: map[string]string{}, Most: m.most(c), Drop: dropsSurplus(c.Launch)}
	for _, e := range command.Env[len(g.command.Env):] {
		if name, value, ok := strings.Cut(e, "="); ok {
			o.Env[name] = value
		}
	}
	r, how, alive := g.zygote.ask(o, m.call, c)
	if !alive {
		g.zygote = nil // the next move starts a new one
	}
	return r, how, nil
}
