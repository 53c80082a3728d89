package program

import (
	"bufio"
	_ "embed"
	"encoding/json"
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
}

// scriptOf returns the index of the bot's program among its interpreter's arguments, -1 if it is not there.
func scriptOf(args []string) int {
	return slices.IndexFunc(args, func(a string) bool { return strings.HasSuffix(a, ".py") })
}

// startZygote starts the interpreter of a command, which may write below dir.
func startZygote(c Config, command bot.Command, dir string) (*zygote, error) {
	at := scriptOf(command.Args)
	script := command.Args[at]
	if !filepath.IsAbs(script) {
		script = filepath.Join(command.Dir, script)
	}
	command.Args = append(command.Args[:at:at], "-c", zygoteCode, script)
	command.Sessions = true // it kills everything that a move has started as a group
	command.Writable = append(command.Writable[:len(command.Writable):len(command.Writable)], dir)
	process, err := c.Launcher.Start(command)
	if err != nil {
		if botsOwn(command, err) {
			return nil, startError{err}
		}
		return nil, err
	}
	z := &zygote{process: process, answers: make(chan []byte, 1)}
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
	return z, nil
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
	Wall, CPU    time.Duration
	Loud         bool
	Out, Err     string
}

// ask plays a move. A zygote that has not answered within the call's limit, or when ends is closed, is killed with everything it has
// forked; so is one that failed.
func (z *zygote) ask(o order, c *bot.Call, ends <-chan struct{}) (r *run, how stop, alive bool) {
	r = &run{begun: time.Now(), grumbled: bot.NewLog(grumbles)}
	r.watch.Process = z.process
	r.watch.Begin(c)
	text, _ := json.Marshal(o) // strings and numbers always marshal
	z.process.In.Write(append(text, '\n'))
	line, how := r.hearZygote(z, c, ends)
	r.stall, r.busy = c.Stall, how == tooLate && z.process.Computes(c.CPU, c.Limit)
	if line != nil {
		var a answer
		if json.Unmarshal(line, &a) == nil {
			return r, r.warm(a), true
		}
	}
	r.exit = z.end()
	r.took = time.Since(r.begun)
	return r, how, false
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

// warm fills in the run from the zygote's answer.
func (r *run) warm(a answer) stop {
	r.took, r.cpu, r.heard = a.Wall, a.CPU, latin(a.Out)
	r.exit = bot.Exit{Code: a.Exit, Signal: syscall.Signal(a.Signal)}
	r.grumbled.Write(latin(a.Err))
	if a.Loud {
		return tooLoud
	}
	return byItself
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
	r, how, alive := g.zygote.ask(o, m.call, c.Stop)
	said := r.grumbled.Text()
	c.Log.Write(said)
	r.grumbled.Write(said)
	if !alive {
		g.zygote = nil // the next move starts a new one
	}
	return r, how, nil
}
