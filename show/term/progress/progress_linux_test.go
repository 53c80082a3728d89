package progress

import (
	"strings"
	"testing"

	"agon/internal/pty"
)

func TestDashboardGivesTheTerminalBack(t *testing.T) {
	for name, env := range map[string][2]string{"256 colours": {"TERM", "xterm-256color"}, "no colour": {"NO_COLOR", "1"}} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERM", "xterm-256color")
			t.Setenv(env[0], env[1])
			master, slave := pty.Open(t)
			seen, all := pty.Read(master, "618 of 1000")
			p := New(slave, false)
			run := state()
			p.Update(run)
			<-seen
			run.Over = true
			p.Update(run)
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			slave.Close()
			text := <-all
			if strings.LastIndex(text, "\x1b[?1049l") < strings.LastIndex(text, "\x1b[?1049h") {
				t.Error("the screen is not given back")
			}
			if !strings.Contains(text[strings.LastIndex(text, "\x1b[?1049l"):], "agon: stopped after 618 of 1000 games") {
				t.Error("the end is not told below the restored screen")
			}
		})
	}
}

func TestDashboardClosedAtOnce(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	for range 10 {
		master, slave := pty.Open(t)
		_, all := pty.Read(master, "")
		p := New(slave, false)
		p.Update(state())
		p.Note("a note")
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		slave.Close()
		if text := <-all; !strings.Contains(text, "agon: a note") {
			t.Fatalf("the note is not left behind: %q", text)
		}
	}
}
