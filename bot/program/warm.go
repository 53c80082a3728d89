package program

import (
	"bufio"
	_ "embed"
	"fmt"
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

//go:embed sitecustomize.py
var siteCode []byte

// A zygote is a Python interpreter that has started for a bot's program and forks a process for each of its moves, before it looks at
// the program. The process behaves like one started for the move, in a fraction of the time. A zygote runs for one game, with the same
// protection as such a process, and runs no code of the bot. It starts before the first files of the game are written, and none
// replaces it.
type zygote struct {
	process *bot.Process
	most    int         // bytes of output in an answer
	answers chan answer // closed at the end of the zygote's output
	drained sync.WaitGroup
	dumps   bool // on being aborted a move writes where it was
}

// settings are the variables of Python with which an interpreter starts alike for a game and for each move.
var settings = []string{
	"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONNOUSERSITE", "PYTHONHASHSEED", "PYTHONIOENCODING", "PYTHONFAULTHANDLER",
	"PYTHONPATH", "PYTHONBREAKPOINT",
}

// scriptOf returns the index of the bot's program among the arguments of a command that a zygote can play, or -1. Without a hash seed each
// process would order sets in its own way.
func scriptOf(c bot.Command) int {
	at := slices.IndexFunc(c.Args, func(a string) bool { return a != "-u" })
	own, err := filepath.Rel(c.Dir, c.Path)
	switch {
	case at < 0 || !strings.HasSuffix(c.Args[at], ".py") || !strings.HasPrefix(filepath.Base(c.Path), "python"):
		return -1
	case err == nil && filepath.IsLocal(own), c.Root != "", variable(c.Env, "PYTHONHASHSEED") < 0:
		return -1
	case c.Limits.CPU != 0: // it is for one process
		return -1
	}
	foreign := func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "PYTHON") && !slices.Contains(settings, name)
	}
	if slices.ContainsFunc(c.Env, foreign) {
		return -1
	}
	return at
}

// variable returns the index of a variable in an environment, or -1.
func variable(env []string, name string) int {
	return slices.IndexFunc(env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
}

// getsReady is the processor time that a zygote may use before it is ready.
const getsReady = 10 * time.Second

// startZygote starts the interpreter of a command, which may write below the folder of its seat. It returns nil if it does not get ready:
// then the program is started for each move.
func startZygote(c Config, command bot.Command, f *folder) (*zygote, error) {
	at := scriptOf(command)
	if at < 0 {
		return nil, nil
	}
	z := &zygote{most: c.Caps.Move, answers: make(chan answer, 1), dumps: dumpsStack(command)}
	var made []string // folders that the launcher makes for the process
	for _, name := range []string{"HOME", "TMPDIR"} {
		if variable(command.Env, name) < 0 {
			made = append(made, name)
		}
	}
	site, err := f.game.site()
	if err != nil {
		return nil, fmt.Errorf("write the start of a warm interpreter: %w", err)
	}
	command.Args = command.Args[:at+1]
	command.Env = append(slices.Clip(command.Env), "PYTHONPATH="+site) // the last one counts
	command.Readable = append(slices.Clip(command.Readable), site)
	command.Writable = append(slices.Clip(command.Writable), f.path)
	process, err := c.Launcher.Start(command)
	if err != nil {
		if bot.BotsOwn(command, err) {
			return nil, nil // its first move says so
		}
		return nil, err
	}
	z.process = process
	z.drained.Go(func() { c.Log.Drain(process.Err) })
	z.drained.Go(z.read)
	z.send(order{args: made})
	if !z.ready(c.Stop) {
		z.end()
		return nil, nil
	}
	return z, nil
}

// read reads answers, of which the first says that the interpreter can fork.
func (z *zygote) read() {
	defer close(z.answers)
	in := bufio.NewReader(z.process.Out)
	if line, err := in.ReadSlice('\n'); err != nil || string(line) != "\n" {
		return
	}
	a, err := answer{}, error(nil)
	for err == nil {
		z.answers <- a
		a, err = readAnswer(in, z.most)
	}
}

// ready waits until the interpreter can fork.
func (z *zygote) ready(ends <-chan struct{}) bool {
	for loading := bot.NewLoading(z.process, getsReady, nil); ; {
		select {
		case _, ok := <-z.answers:
			return ok
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
	args, env []string
	most      int
	drop      bool // drop output beyond the limit
}

// send writes an order. If the interpreter has ended, its answer is missing.
func (z *zygote) send(o order) {
	var words []byte
	for _, word := range slices.Concat(o.args, o.env) {
		words = append(append(words, word...), 0)
	}
	drop := 0
	if o.drop {
		drop = 1
	}
	z.process.In.Write(append(fmt.Appendf(nil, "%d %d %d %d\n", len(words), len(o.args), o.most, drop), words...))
}

// answer is the report on a process.
type answer struct {
	exit     bot.Exit
	loud     bool
	last     bool // the interpreter forks no other process
	out, err []byte
}

// mostErr is how much of a process's error output an answer contains, in bytes.
const mostErr = 1 << 20

// readAnswer reads an answer with most bytes of output.
func readAnswer(in *bufio.Reader, most int) (a answer, err error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return a, err
	}
	var signal, loud, last, out, grumbled int
	if _, err := fmt.Sscanf(string(line), "%d %d %d %d %d %d\n", &a.exit.Code, &signal, &loud, &last, &out, &grumbled); err != nil {
		return a, err
	}
	if out < 0 || out > most || grumbled < 0 || grumbled > mostErr {
		return a, fmt.Errorf("an answer of %d and %d bytes", out, grumbled)
	}
	if signal != 0 {
		a.exit = bot.Exit{Code: -1, Signal: syscall.Signal(signal)}
	}
	a.loud, a.last = loud != 0, last != 0
	text := make([]byte, out+grumbled)
	_, err = io.ReadFull(in, text)
	a.out, a.err = text[:out], text[out:]
	return a, err
}

// ask plays a move. A zygote that has not answered within the call's limit, or when nobody waits any more, is killed with everything it has
// forked; so is one that failed. Times are measured from outside, from the order to the answer.
func (z *zygote) ask(o order, c *bot.Call, config Config) (r *run, how stop, alive bool) {
	r = &run{grumbled: bot.NewLog(grumbles)}
	r.watch.Process = z.process
	r.watch.Begin(c)
	r.begun = time.Now()
	z.send(o)
	a, alive, how := r.awaitZygote(z, c, config.Stop)
	if alive {
		r.watch.Measure(c, time.Since(r.begun))
	}
	r.took, r.cpu, r.stall = time.Since(r.begun), c.CPU, c.Stall
	r.busy = how == tooLate && z.process.Computes(c.CPU, c.Limit)
	if how == tooLate && z.dumps && !isClosed(config.Stop) {
		a = z.abort()
	}
	io.MultiWriter(config.Log, r.grumbled).Write(a.err)
	if !alive {
		if how == byItself {
			r.exit = z.process.Wait()
			z.end()
		} else {
			r.exit = z.end()
		}
		return r, how, false
	}
	if a.last {
		z.end()
	}
	r.received, r.exit = a.out, a.exit
	if a.loud {
		how = tooLoud
	}
	return r, how, !a.last
}

// abort has the move that runs end with word of where it is, and gives it a moment of processor time for that.
func (z *zygote) abort() (a answer) {
	if z.process.Abort == nil {
		return a
	}
	z.process.Abort()
	for ending := bot.NewLoading(z.process, grace, nil); !ending.Over(); {
		select {
		case a = <-z.answers: // without one nothing is known
			return a
		case <-time.After(grace / 10):
		}
	}
	return a
}

// awaitZygote waits for an answer.
func (r *run) awaitZygote(z *zygote, c *bot.Call, ends <-chan struct{}) (a answer, ok bool, how stop) {
	look := time.NewTimer(firstLook(c))
	defer look.Stop()
	for {
		select {
		case a, ok = <-z.answers:
			return a, ok, byItself
		case <-ends:
			return a, false, tooLate
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
		case a, ok = <-z.answers:
			return a, ok, byItself
		default:
			return a, false, tooLate
		}
	}
}

// end kills the zygote with everything it has forked, and returns how it ended.
func (z *zygote) end() bot.Exit {
	exit := z.process.Close()
	for range z.answers {
	}
	z.drained.Wait()
	return exit
}

// runWarm plays a move with the game's zygote. dir is the folder of the move.
func (m *move) runWarm(c Config, dir string) (*run, stop, error) {
	g := m.game
	if err := os.Chmod(dir, 0o777); err != nil { // only the bot can reach this folder
		return nil, 0, err
	}
	command := m.command(dir)
	o := order{
		args: slices.Concat(command.Args[scriptOf(g.command)+1:], c.After), env: command.Env[len(g.command.Env):],
		most: m.most(c), drop: dropsSurplus(c.Launch),
	}
	if at := variable(g.command.Env, "PYTHONPATH"); at >= 0 {
		o.env = append(slices.Clip(o.env), g.command.Env[at])
	}
	r, how, alive := g.zygote.ask(o, m.call, c)
	if !alive {
		g.zygote = nil // the next moves are started, at the bot's cost
	}
	return r, how, nil
}
