package term

import (
	"strconv"
	"time"

	"agon/show/term/screen"

	tea "charm.land/bubbletea/v2"
)

// A prompt asks for a round.
type prompt struct {
	asking bool
	typed  string
}

// answer takes the digits of a round, to which it goes in the end. It returns false for keys that do not belong to the prompt.
func (p *prompt) answer(k tea.Key, name string, goTo func(round int)) bool {
	switch {
	case len(k.Text) == 1 && k.Text[0] >= '0' && k.Text[0] <= '9':
		if len(p.typed) < 9 {
			p.typed += k.Text
		}
	case name == "backspace":
		p.typed = p.typed[:max(len(p.typed)-1, 0)]
	case name == "enter":
		if n, err := strconv.Atoi(p.typed); err == nil {
			goTo(n)
		}
		*p = prompt{}
	case name == "esc" || name == "escape":
		*p = prompt{}
	case name == "ctrl+c":
		return false
	}
	return true
}

// draw draws the prompt.
func (p *prompt) draw(s *screen.Screen, y int) {
	s.Text(0, y, "go to number: "+p.typed+"_   enter, esc", screen.Style{Bold: true})
}

// A notice is a message that is shown for a while.
type notice struct {
	message string
	until   time.Time
}

// messageFor is how long a message stays on the screen.
const messageFor = 4 * time.Second

// put shows a message from now on.
func (n *notice) put(text string, now time.Time) { n.message, n.until = text, now.Add(messageFor) }

// expire ends a message whose time is over.
func (n *notice) expire(now time.Time) {
	if now.After(n.until) {
		n.message = ""
	}
}
