package program

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	"agon/bot"
	"agon/game"
	"agon/internal/traceback"
)

// makeMove starts a program for one move and takes its answer. The error is the host's.
func (m *move) makeMove(c Config) error {
	g := m.game
	c.Log.At(m.turn + 1)
	dir := ""
	if m.wantsFolder(c.Launch) {
		if g.folder == nil {
			folder, err := c.Folders.seat(c, g.table, g.seat)
			if err != nil {
				return err
			}
			g.folder = folder
		}
		var err error
		if dir, err = g.folder.begin(m.turn, m.common, &g.prompt); err != nil {
			return fmt.Errorf("lay out the files of a move: %w", err)
		}
		defer g.folder.end(c.Log, &g.prompt)
	}
	trace := m.found(c, dir)
	r, how, err := m.runProgram(c, dir)
	if own := (startError{}); errors.As(err, &own) {
		m.call.Reply.Fault, m.call.Reply.Note = game.Unstarted, "it could not be started: "+err.Error()
		m.left(c, trace, bot.Exit{})
		return nil
	}
	if err != nil {
		return err
	}
	m.peak = r.exit.Peak
	m.makeReply(c, r, how)
	if r.exit.Host != nil {
		return r.exit.Host
	}
	if m.call.Reply.Fault == game.NoFault && dir != "" {
		if err := m.readBack(c); err != nil {
			return err
		}
		if len(c.Launch.Replies) > 0 && len(m.call.Reply.Files) == 0 {
			m.explain(c, r.exit)
		}
	}
	m.left(c, trace, r.exit)
	return nil
}

// explain turns a missing answer into a fault if the program failed. A program that succeeded has chosen to leave none.
func (m *move) explain(c Config, exit bot.Exit) {
	how := ""
	switch {
	case exit.Signal != 0:
		how = "was ended by signal: " + exit.Signal.String()
	case exit.Code != 0:
		how = fmt.Sprintf("ended with code %d", exit.Code)
	default:
		return
	}
	reply := &m.call.Reply
	reply.Fault, reply.Note = game.Crashed, fmt.Sprintf("it left no %s and %s", strings.Join(c.Launch.Replies, " or "), how)
	if why := complaint(reply.Err); why != "" {
		reply.Note += ": " + why
	}
	if traceback.Python2(string(reply.Err)) {
		reply.Note += "; " + traceback.Python2Advice
	}
}

// complaint returns the most informative line of a program's error output: the last line of a Python traceback, otherwise the first line.
func complaint(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	line := lines[0]
	if strings.Contains("\n"+strings.Join(lines, "\n"), "\nTraceback ") || strings.HasPrefix(strings.TrimSpace(line), `File "`) {
		line = lines[len(lines)-1]
	}
	letters := []rune(strings.TrimSpace(line))
	return string(letters[:min(len(letters), 200)])
}

// runProgram runs the program to its end, in a new process or in one forked from a warm interpreter, whose input is empty.
func (m *move) runProgram(c Config, dir string) (*run, stop, error) {
	if m.game.zygote != nil && dir != "" && len(m.common.Stdin)+len(m.game.prompt.Stdin) == 0 {
		return m.runWarm(c, dir)
	}
	return m.runCold(c, dir)
}

// runCold runs the program in a new process.
func (m *move) runCold(c Config, dir string) (*run, stop, error) {
	command := m.command(dir)
	command.Args = append(command.Args, c.After...)
	r, err := start(c, m.call, command, append(m.common.Stdin[:len(m.common.Stdin):len(m.common.Stdin)], m.game.prompt.Stdin...))
	if err != nil {
		return nil, 0, err
	}
	return r, r.wait(m.call, m.most(c), dropsSurplus(c.Launch), c.Stop), nil
}

// most returns how many bytes of standard output are read.
func (m *move) most(c Config) int {
	if dropsSurplus(c.Launch) {
		return c.Caps.Move
	}
	return min(c.Caps.Move, c.Caps.Game-m.game.output)
}

// dropsSurplus reports whether a program may print any amount because its answer is a file. Output beyond the caps is dropped.
func dropsSurplus(l game.Launch) bool { return len(l.Replies) > 0 }

// wantsFolder reports whether the move needs a folder of its own.
func (m *move) wantsFolder(l game.Launch) bool {
	if len(l.Replies) > 0 || len(m.common.Files) > 0 || len(m.game.prompt.Files) > 0 {
		return true
	}
	for _, args := range [][]string{m.common.Args, m.game.prompt.Args} {
		for _, a := range args {
			if strings.Contains(a, "{dir}") {
				return true
			}
		}
	}
	return false
}

// command returns the program's command with what the prompt adds.
func (m *move) command(dir string) bot.Command {
	c := m.game.command
	c.Args = c.Args[:len(c.Args):len(c.Args)]
	c.Env = c.Env[:len(c.Env):len(c.Env)]
	for _, p := range []*game.Prompt{m.common, &m.game.prompt} {
		for _, a := range p.Args {
			c.Args = append(c.Args, strings.ReplaceAll(a, "{dir}", dir))
		}
		c.Env = append(c.Env, p.Env...)
	}
	if dir != "" {
		c.Readable = append(c.Readable[:len(c.Readable):len(c.Readable)], m.game.folder.tree())
		c.Writable = append(c.Writable[:len(c.Writable):len(c.Writable)], dir)
	}
	return c
}

// makeReply makes a reply from a program's exit and its output.
func (m *move) makeReply(c Config, r *run, how stop) {
	reply := &m.call.Reply
	m.call.Wall, m.call.CPU = r.took, r.cpu
	m.call.Stall = max(min(r.stall, r.took-r.cpu), 0)
	m.call.Charge()
	reply.Exit = r.exit.Code
	reply.Out = append(reply.Out[:0], bytes.TrimPrefix(r.received, utf8Mark)...)
	reply.Err = append(reply.Err[:0], r.grumbled.Text()...)
	m.game.output += len(r.received)
	if len(c.Launch.Replies) > 0 {
		c.Log.Write(r.received)
	}
	switch {
	case how == tooLate:
		reply.Fault, reply.Note = game.Late, fmt.Sprintf("it had not ended after %v and was killed", m.call.Limit)
		if m.call.Limit > 0 {
			reply.Note += bot.Hangs(r.busy, whereIn(string(reply.Err)))
		}
	case how == tooLoud:
		reply.Fault = game.Output
		reply.Note = fmt.Sprintf("it wrote more than %d bytes to standard output and was killed; the limits are %d per move and %d per "+
			"game", len(r.received), c.Caps.Move, c.Caps.Game)
	case r.exit.Cause() == bot.MemoryLimit:
		reply.Fault, reply.Note = game.Memory, r.exit.Fault
	case r.exit.Cause() == bot.CPULimit:
		reply.Fault, reply.Note = game.CPUTime, r.exit.Fault
	case r.exit.Signal != 0:
		// Whether a signal matters is for the kind to decide, like any exit code.
		c.Log.Printf("its process ended by signal: %s", r.exit.Signal)
	case m.turn == 0 && r.exit.Code == 0 && len(r.received) == 0 && len(c.Launch.Replies) == 0:
		reply.Note = "its process ended with code 0 before its first answer" + c.takenNote()
	}
}

// readBack reads the files that the program has left as its answer. Other seats see them from the next turn on.
func (m *move) readBack(c Config) error {
	reply := &m.call.Reply
	for _, name := range c.Launch.Replies {
		data, there, err := m.game.folder.read(name, c.Caps.File)
		if err != nil {
			return fmt.Errorf("read %s back: %w", name, err)
		}
		if !there {
			continue
		}
		reply.Files = append(reply.Files, game.File{Name: name, Data: data})
		if dir := m.game.prompt.Dir; dir != "" {
			if err := m.game.folder.game.answered(m.turn, path.Join(dir, name), data[:min(len(data), keptFile)]); err != nil {
				return fmt.Errorf("show %s to the other seats: %w", name, err)
			}
		}
	}
	return nil
}

// stop is why a program ended.
type stop int

const (
	byItself stop = iota
	tooLate
	tooLoud
)
