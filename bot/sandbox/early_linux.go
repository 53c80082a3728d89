//go:build amd64 || arm64

package sandbox

import "agon/bot"

// An Early is a template that was started before a sandbox was open, since trying the sandbox takes as long as loading libraries.
type Early struct{ template *template }

// Begin starts a template early; nil starts none. One that cannot be started now is started when a program needs it, which then has the
// error.
func Begin(t *bot.Template) *Early {
	if t == nil {
		return &Early{}
	}
	e := &Early{&template{launcher: launcher{program: t}}}
	e.template.mu.Lock()
	defer e.template.mu.Unlock()
	_ = e.template.startLauncher()
	return e
}

// Prepare starts a template that programs will need. One that cannot be started now is started when a program needs it, which then has the
// error.
func (s *Sandbox) Prepare(t *bot.Template) {
	l, ok := s.platform.(*linux)
	if !ok {
		return
	}
	if made := l.templates.of(t); made != nil {
		made.mu.Lock()
		defer made.mu.Unlock()
		if made.id == 0 {
			_ = made.startLauncher()
		}
	}
}

// Close ends a template that no sandbox has taken.
func (e *Early) Close() {
	if e.template != nil {
		e.template.kill(e.template.id)
		e.template = nil
	}
}

// Take makes an early template the sandbox's own. At level none there are no templates, and it is ended.
func (s *Sandbox) Take(e *Early) {
	l, ok := s.platform.(*linux)
	if !ok || e.template == nil {
		e.Close()
		return
	}
	l.templates.mu.Lock()
	defer l.templates.mu.Unlock()
	l.templates.list = append(l.templates.list, e.template)
	e.template = nil
}
