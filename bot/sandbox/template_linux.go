//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"agon/bot"
)

// A template is a launcher with a program's libraries loaded. It carries out the same plans as the binary's own launcher, and its copies go on as
// the program where a plan would execute it.
type template struct {
	launcher
	wanted  *bot.Template
	useless atomic.Bool // it has failed: programs are executed instead
	used    int         // the number of the last start that it was wanted for
}

// Templates are processes that programs are forked from; see [bot.Template]. The zero value is ready to use, and safe for concurrent use.
// A [Launcher] starts them when they are needed. They do not depend on its level, so they can be started before it is opened.
type Templates struct {
	mu     sync.Mutex
	list   []*template
	starts int
}

// Preload starts a template. Its libraries are loaded in the background; what fails shows when it is used.
func (t *Templates) Preload(want *bot.Template) {
	made := t.of(want, false)
	if made == nil {
		return
	}
	made.mu.Lock()
	defer made.mu.Unlock()
	if made.id == 0 && made.run() != nil {
		made.useless.Store(true)
	}
}

// mostTemplates is how many are kept: each holds the memory of an interpreter with its libraries. One that was wanted for none of the last
// idleStarts starts makes room for another.
const (
	mostTemplates = 8
	idleStarts    = 64
)

// of returns the template that commands with these values share, nil where there is none to be had. homes is set if all programs have the
// same home, HomePath.
func (t *Templates) of(want *bot.Template, homes bool) *template {
	if want == nil || want.Homed && !homes {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.starts++
	for _, have := range t.list {
		if p := have.wanted; p.Path == want.Path && p.Code == want.Code && slices.Equal(p.Args, want.Args) && slices.Equal(p.Env, want.Env) {
			have.used = t.starts
			if have.useless.Load() {
				return nil
			}
			return have
		}
	}
	if !t.room() {
		return nil
	}
	program := want
	if want.Homed {
		own := *want
		own.Env = environment(&bot.Command{Env: withoutHome(want.Env)}, HomePath, "/tmp")
		program = &own
	}
	made := &template{launcher: launcher{program: program}, wanted: want, used: t.starts}
	t.list = append(t.list, made)
	return made
}

// room makes room for one more, and reports whether there is.
func (t *Templates) room() bool {
	if len(t.list) < mostTemplates {
		return true
	}
	oldest := slices.MinFunc(t.list, func(a, b *template) int { return cmp.Compare(a.used, b.used) })
	if t.starts-oldest.used <= idleStarts {
		return false
	}
	oldest.stop()
	t.list = slices.DeleteFunc(t.list, func(have *template) bool { return have == oldest })
	return true
}

// Close ends all templates.
func (t *Templates) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, have := range t.list {
		have.kill(have.id) // one that hangs would not end when asked to
	}
	t.list = nil
}

// templateFiles are the descriptors with which a template begins, besides its socket; -1: none.
type templateFiles struct {
	streams [3]int // in place of /dev/null: pipes to and from nobody
	code    int    // number 4
}

func openTemplate(t *bot.Template) (f templateFiles, err error) {
	f = templateFiles{[3]int{-1, -1, -1}, -1}
	if t.Code != "" {
		if f.code, err = memoryFile("agon-template", []byte(t.Code)); err != nil {
			return f, err
		}
	}
	for i := range f.streams {
		if !t.Homed {
			break
		}
		var pipe [2]int
		if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
			f.close()
			return f, fmt.Errorf("open pipes: %w", os.NewSyscallError("pipe2", err))
		}
		ours := min(i, 1) // it reads from the first one
		f.streams[i] = pipe[ours]
		unix.Close(pipe[1-ours])
	}
	return f, nil
}

// among puts the descriptors among those of a launcher.
func (f *templateFiles) among(given []uintptr) []uintptr {
	for i, fd := range f.streams {
		if fd >= 0 {
			given[i] = uintptr(fd)
		}
	}
	if f.code >= 0 {
		given = append(given, uintptr(f.code))
	}
	return given
}

func (f *templateFiles) close() {
	for _, fd := range f.streams {
		closeFD(fd)
	}
	closeFD(f.code)
}
