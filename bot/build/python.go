package build

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"agon/bot"
	"agon/internal/regular"
)

//go:embed names.py
var namesPython string

// A Python reads sources of Python without running them: a process of the interpreter in the sandbox parses the texts that it is given. It can open
// no file of a bot. The process starts with the first source. It is safe for concurrent use.
type Python struct {
	ctx     context.Context
	builder *Builder
	mark    string

	mu    sync.Mutex
	work  *work
	lines *bufio.Scanner
	known map[string]*names // by path
	err   error             // why it reads no more
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
var importLines = regexp.MustCompile(`(?m)^[ \t]*(?:import|from)[ \t]+(\.*)([\w.]+)`)

// Python returns a reader of sources that also finds out whether they define a name, the mark of a kind's bots. Close it after use.
func (b *Builder) Python(ctx context.Context, mark string) *Python {
	return &Python{ctx: ctx, builder: b, mark: mark, known: map[string]*names{}}
}

// Close ends the process.
func (p *Python) Close() {
	if p != nil && p.work != nil {
		p.work.process.In().Close()
		io.Copy(io.Discard, p.work.process.Out())
		p.work.judge(p.ctx, "Python", -1, nil)
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
	text, err := regular.ReadSmall(file, largestSource)
	n := &names{Unread: true}
	if err == nil && p.start() {
		n, p.err = p.ask(text)
	}
	if n != nil && n.Unread {
		for _, m := range importLines.FindAllSubmatch(text, -1) {
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
	})
	if bot.Lacks(err) {
		p.err = &bot.HostError{Err: fmt.Errorf("start %s: %w", interpreter.path, err)}
	}
	if err != nil {
		p.work = nil
		return false
	}
	p.lines = bufio.NewScanner(p.work.process.Out())
	p.lines.Buffer(nil, 4*largestSource)
	return true
}

// ask has the process parse a text. One that ends the process is unread, and the next has a new process; one that takes too long is an error.
func (p *Python) ask(text []byte) (*names, error) {
	n := &names{}
	io.WriteString(p.work.process.In(), base64.StdEncoding.EncodeToString(text)+"\n") // if the process has ended, its exit says why
	if p.lines.Scan() && json.Unmarshal(p.lines.Bytes(), n) == nil {
		return n, nil
	}
	w := p.work
	p.work = nil
	w.process.In().Close()
	io.Copy(io.Discard, w.process.Out())
	err := w.judge(p.ctx, "reading its imports", -1, nil)
	if failed := (*Failed)(nil); err == nil || errors.As(err, &failed) && !strings.Contains(failed.What, "was ended") {
		return &names{Unread: true}, nil // the interpreter that runs the file reports it
	}
	return nil, err
}
