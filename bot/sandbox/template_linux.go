//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"agon/bot"
)

// A template is a launcher with a program's libraries loaded. It carries out the same plans as the binary's own launcher, and its copies go
// on as the program where a plan would execute it.
type template struct {
	launcher
	useless atomic.Bool // it has failed: programs are executed instead
}

// templates are those that run.
type templates struct {
	mu   sync.Mutex
	list []*template
}

// mostTemplates is how many are kept: each holds the memory of an interpreter with its libraries.
const mostTemplates = 4

// of returns the template that commands with these values share, nil where there is none to be had.
func (t *templates) of(want *bot.Template) *template {
	if want == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, have := range t.list {
		if p := have.program; p.Path == want.Path && slices.Equal(p.Args, want.Args) && slices.Equal(p.Env, want.Env) {
			if have.useless.Load() {
				return nil
			}
			return have
		}
	}
	if len(t.list) == mostTemplates {
		t.list[0].stop()
		t.list = t.list[1:]
	}
	made := &template{launcher: launcher{program: want}}
	t.list = append(t.list, made)
	return made
}

// giveUp records that a template failed at a plan that the binary's own launcher carried out, and says so once.
func (t *template) giveUp(as *bot.Template, why error) {
	if errors.Is(why, errDied) || errors.Is(why, unix.EPIPE) || errors.Is(why, unix.ECONNRESET) {
		why = errors.New("it ended, or closed its socket, before the bot ran")
	}
	if !t.useless.Swap(true) && as.Failed != nil {
		as.Failed(why)
	}
}

// stop ends all templates.
func (t *templates) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, have := range t.list {
		have.kill(have.id) // one that hangs would not end when asked to
	}
	t.list = nil
}
