//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"syscall"
	"testing"

	"agon/bot"
)

// A template that was started early is the one that commands with an equal template get; one that no sandbox takes ends.
func TestEarlyTemplates(t *testing.T) {
	want := &bot.Template{Path: "/bin/sleep", Args: []string{"1000"}, Env: []string{"A=b"}}
	gone := func(id int) bool { return errors.Is(syscall.Kill(id, 0), syscall.ESRCH) }
	s, err := Open(Landlock)
	if err != nil {
		t.Skip(err)
	}
	e := Begin(want)
	made := e.template
	id := made.id
	if id == 0 || gone(id) {
		t.Fatal("it was not started")
	}
	s.Take(e)
	e.Close()
	same := *want
	if got := s.platform.(*linux).templates.of(&same); got != made || gone(id) {
		t.Errorf("a command gets template %p, not %p", got, made)
	}
	s.Close()
	if !gone(id) {
		t.Error("it outlives its sandbox")
	}

	for name, end := range map[string]func(*Early){"closed": (*Early).Close, "level none": Plain().Take} {
		e := Begin(want)
		id := e.template.id
		if end(e); id == 0 || !gone(id) {
			t.Errorf("%s: it lives on", name)
		}
	}
	Plain().Take(Begin(nil))
	if e := Begin(&bot.Template{Path: "/nowhere"}); e.template.id != 0 {
		t.Error("a program that is not there was started")
	}
}
