package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

const (
	prompt = "\x1b[32m$\x1b[0m "
	key    = 11 * time.Millisecond  // between two letters that are typed
	beat   = 80 * time.Millisecond  // between two pictures of a program's output
	busy   = 700 * time.Millisecond // longest time of a program in the film; what takes longer is shown faster
	guard  = 2 * time.Minute        // of a program
)

// A terminal has a screen, which is filmed.
type terminal struct {
	screen vt10x.Terminal
	film   film
	dir    string
	env    []string
}

func newTerminal(dir, bin string) *terminal {
	t := &terminal{screen: vt10x.New(vt10x.WithSize(columns, rows)), dir: dir}
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); name != "TERM" && name != "COLORTERM" && name != "PATH" && name != "NO_COLOR" {
			t.env = append(t.env, pair)
		}
	}
	t.env = append(t.env, "TERM=xterm-256color", "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+dir)
	return t
}

// shoot films the screen for a while.
func (t *terminal) shoot(d time.Duration) { t.film.add(d, t.screen) }

func (t *terminal) print(text string) { io.WriteString(t.screen, text) }

// typed prints letter by letter.
func (t *terminal) typed(text string) {
	for _, letter := range text {
		t.print(string(letter))
		t.shoot(key)
	}
}

// play types the line of a step and runs it.
func (t *terminal) play(s step) error {
	t.print(prompt)
	t.typed(s.line)
	t.print("\r\n")
	var err error
	if s.do != nil {
		err = s.do(t.dir)
	} else {
		err = t.run(s)
	}
	t.shoot(s.look)
	return err
}

// A part of a program's output, with the time since it began.
type part struct {
	text string
	at   time.Duration
}

// run runs a command in a terminal of its own, and films what it shows. Where the program waits for nobody its time is shortened to at most
// [busy].
func (t *terminal) run(s step) error {
	cmd := exec.Command("sh", "-c", s.line)
	cmd.Dir, cmd.Env = t.dir, t.env
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return err
	}
	defer master.Close()
	stop := time.AfterFunc(guard, func() { cmd.Process.Kill() })
	defer stop.Stop()
	parts := make(chan part)
	begun := time.Now()
	go func() {
		defer close(parts)
		for {
			data := make([]byte, 1<<12)
			n, err := master.Read(data)
			if n > 0 {
				parts <- part{string(data[:n]), time.Since(begun)}
			}
			if err != nil {
				return
			}
		}
	}()
	var all strings.Builder
	var shown []part
	from, talk := 0, s.talk
	for p := range parts {
		all.WriteString(p.text)
		shown = append(shown, p)
		if len(talk) == 0 {
			continue
		}
		at := strings.Index(all.String()[from:], talk[0].shown)
		if at < 0 {
			continue
		}
		from += at + len(talk[0].shown)
		t.show(shown)
		shown = nil
		t.shoot(s.look)
		io.WriteString(master, talk[0].typed+"\n")
		talk = talk[1:]
		begun = time.Now()
	}
	t.show(shown)
	if err := cmd.Wait(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() > 3 {
			return fmt.Errorf("%w: %s", err, all.String())
		}
	}
	if len(talk) > 0 {
		return fmt.Errorf("it never showed %q: %s", talk[0].shown, all.String())
	}
	return nil
}

// show films parts of output.
func (t *terminal) show(parts []part) {
	if len(parts) == 0 {
		return
	}
	end := parts[len(parts)-1].at
	scale := min(1, float64(busy)/float64(max(end, 1)))
	filmed := time.Duration(0)
	for _, p := range parts {
		if at := time.Duration(float64(p.at) * scale); at-filmed >= beat {
			t.shoot(at - filmed)
			filmed = at
		}
		t.print(p.text)
	}
}

// between returns where a part of a text begins and where what follows it does; -1 if it is not there.
func between(text, first, after string) (begin, end int) {
	begin, end = strings.Index(text, first), strings.Index(text, after)
	if begin < 0 || end < begin {
		return -1, -1
	}
	return begin, end
}
