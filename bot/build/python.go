package build

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"agon/bot"
	"agon/internal/pattern"
	"agon/internal/regular"
)

//go:embed names.py
var namesPython string

// A Python reads sources of Python without running them: a process of the interpreter in the sandbox parses the texts that it is given. It
// can open no file of a bot. The process starts with the first source and serves all others, of whatever bot; none of them can change what
// is read of another. A Python is safe for concurrent use, but for Close.
type Python struct {
	ctx     context.Context
	builder *Builder
	mark    string

	mu     sync.Mutex
	work   *work // nil: no process
	lines  *bufio.Scanner
	served bool              // the process has parsed a text
	known  map[string]*names // by path
	err    error             // the host's, or that of ctx: why it reads no more
}

// An imported is a module that a source imports, as it names it.
type imported struct {
	Dots int // leading ones
	Name string
}

// names is what a source of Python contains.
type names struct {
	Imports []imported
	Texts   []string // its string literals that may be names of files
	Defines bool     // the mark
	Unread  bool     // it cannot be parsed: Imports are those of its lines, and nothing else is known of it
}

// importLines matches imports in a text that cannot be parsed, such as one of Python 2.
var importLines = pattern.Of(`(?m)^[ \t]*(?:import|from)[ \t]+(\.*)([\w.]+)`)

// Python returns a reader of sources that also finds out whether they define a name, the mark of a kind's bots. Close it after use.
func (b *Builder) Python(ctx context.Context, mark string) *Python {
	return &Python{ctx: ctx, builder: b, mark: mark, known: map[string]*names{}}
}

// Close ends the process. Another source starts a new one.
func (p *Python) Close() {
	if p != nil && p.work != nil {
		p.work.process.In.Close()
		io.Copy(io.Discard, p.work.process.Out)
		p.work.judge(p.ctx, "Python", -1, nil)
		p.work, p.served = nil, false
	}
}

// read returns what a file contains. Without an interpreter everything is unread: those who run the file report that.
func (p *Python) read(file string) (*names, error) {
	if p == nil {
		return &names{Unread: true}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := p.known[file]; n != nil || p.err != nil {
		return n, p.err
	}
	n := &names{Unread: true}
	text, err := regular.ReadSmall(file, largestSource)
	if err == nil {
		n, p.err = p.ask(text)
	}
	if n != nil && n.Unread {
		for _, m := range importLines().FindAllSubmatch(text, -1) {
			n.Imports = append(n.Imports, imported{Dots: len(m[1]), Name: string(m[2])})
		}
	}
	p.known[file] = n
	return n, p.err
}

// Unread reports whether a file cannot be parsed.
func (p *Python) Unread(file string) bool {
	n, err := p.read(file)
	return err != nil || n.Unread
}

// start starts the process. It reports whether there is one.
func (p *Python) start() bool {
	if p.work != nil || p.err != nil {
		return p.err == nil
	}
	interpreter, err := p.builder.Tools.find("Python", "", p.builder.Tools.pythons()...)
	if err != nil {
		return false
	}
	p.work, err = p.builder.start(p.ctx, bot.Command{
		Path: interpreter.path, Args: []string{"-I", "-S", "-W", "ignore", "-c", importsPython + "\n" + namesPython, p.mark},
		Env: environment(), Dir: string(filepath.Separator), Readable: interpreter.readable, Limits: p.builder.limits(),
	}, 0)
	if bot.Lacks(err) {
		p.err = &bot.HostError{Err: fmt.Errorf("start %s: %w", interpreter.path, err)}
	}
	if err != nil {
		p.work = nil
		return false
	}
	p.lines = bufio.NewScanner(p.work.process.Out)
	p.lines.Buffer(nil, 4*largestSource)
	return true
}

// ask has the process parse a text. One that ends a new process, or takes too long, is unread: the interpreter that runs the file reports
// it. A process that has parsed others may be ended for what they took, so a new one is asked then.
func (p *Python) ask(text []byte) (*names, error) {
	for p.start() {
		n := &names{}
		io.WriteString(p.work.process.In, base64.StdEncoding.EncodeToString(text)+"\n") // if the process has ended, the answer is missing
		if p.lines.Scan() && json.Unmarshal(p.lines.Bytes(), n) == nil {
			p.served = true
			return n, nil
		}
		again := p.served
		p.Close()
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		if !again {
			break
		}
	}
	return &names{Unread: true}, p.err
}
