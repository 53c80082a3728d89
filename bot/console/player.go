package console

import (
	"net"
	"strings"
	"sync"

	"agon/bot"
	"agon/game"
)

// keys are the contest's names of the seats.
const keys = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// A Player plays a seat for the client connected to it.
type Player struct {
	keyboard game.Keyboard

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced whenever one of these changes
	name     string        // empty while the seat is free
	address  string        // address of the owner
	line     *line         // nil while nobody is connected
	commands []string      // received and not played yet
	ended    bool

	seated bool
	key    string
	text   string // the last map
	dead   bool
}

// NewPlayer returns a seat at tables of a kind, for a host to fill.
func NewPlayer(k game.Keyboard) *Player { return &Player{keyboard: k, changed: make(chan struct{})} }

// ahead is how many commands may be queued for later rounds.
const ahead = 64

// Name returns the name of the seat's owner, empty while it is free.
func (p *Player) Name() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.name
}

// change changes a field under the lock, and wakes those waiting for a change.
func (p *Player) change(what func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	what()
	close(p.changed)
	p.changed = make(chan struct{})
}

// seatClient gives the seat to a client that has connected.
func (p *Player) seatClient(name, address string, conn net.Conn) *line {
	l := newLine(conn)
	p.change(func() {
		p.name, p.address, p.line, p.commands = name, address, l, nil
		if p.seated {
			p.greet()
		}
	})
	return l
}

// connected reports whether the player's line is open.
func (p *Player) connected() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.line != nil
}

// from returns the address of the seat's owner.
func (p *Player) from() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.address
}

// End notes that no client will connect any more.
func (p *Player) End() { p.change(func() { p.ended = true }) }

// hang ends a player's part after its messages have been sent; sent is closed then, or nil if there are none.
func (p *Player) hang() (sent <-chan struct{}) {
	p.change(func() {
		p.ended = true
		if p.line != nil {
			p.line.hangUp()
			sent, p.line = p.line.done, nil
		}
	})
	return sent
}

// serve reads commands from the player's line until it breaks. A player who leaves before the game begins frees the seat.
func (p *Player) serve(l *line) {
	for in := NewReader(l.conn); ; {
		m, err := in.Read()
		if err != nil {
			break
		}
		if m.Kind == Command {
			p.change(func() {
				if len(p.commands) < ahead {
					p.commands = append(p.commands, m.Text)
				}
			})
		}
	}
	p.change(func() {
		if p.line == l {
			p.line = nil
		}
		if p.key == "" {
			p.name, p.address = "", ""
		}
		l.hangUp()
	})
	<-l.done
}

// greet sends a player its key and the map.
func (p *Player) greet() {
	p.line.say(Message{Registered, p.key})
	p.line.say(p.news())
}

// news returns the map as a message: a round for a living player, the end for a dead one.
func (p *Player) news() Message {
	if p.dead {
		return Message{Killed, p.text}
	}
	return Message{Map, p.text}
}

// Traits: a person plays one game at a time, and sees it.
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: func() int { return 1 }, Turned: p.turned}
}

// Sit begins the game.
func (p *Player) Sit(_ int, t *game.Table, seat game.Seat) {
	p.change(func() {
		p.seated, p.dead = true, false
		p.key, p.text = keys[int(seat)%len(keys):][:1], string(t.Print(nil, seat))
		if p.line != nil {
			p.greet()
		}
	})
}

// turned sends the result of the last command, and the map.
func (p *Player) turned(_ int, t *game.Table) {
	seat := game.Seat(strings.Index(keys, p.key))
	refused, out := t.Feedback(seat)
	p.change(func() {
		p.text = string(t.Print(nil, seat))
		if p.dead {
			return
		}
		p.dead = out
		if p.line == nil {
			return
		}
		if refused != "" {
			p.line.say(Message{Refused, refused})
		}
		p.line.say(p.news())
	})
}

// Ask does nothing: the map was sent after the last round.
func (p *Player) Ask([]*bot.Call) {}

// Answer waits for a command while a client is connected.
func (p *Player) Answer(calls []*bot.Call) {
	for _, c := range calls {
		move, ok := p.next()
		if !ok {
			move = p.keyboard.Silence
		}
		c.Table.Play(c.Seat, move, &c.Reply)
		c.Settled = true
	}
}

// next returns the move of the next command; false if there is none.
func (p *Player) next() (move string, ok bool) {
	for {
		p.mu.Lock()
		changed, gone := p.changed, p.line == nil || p.ended
		var command string
		have := len(p.commands) > 0
		if have {
			command, p.commands = p.commands[0], p.commands[1:]
		}
		p.mu.Unlock()
		switch {
		case have:
			return p.keyboard.Move(strings.ToLower(strings.TrimSpace(command)))
		case gone:
			return "", false
		}
		<-changed
	}
}

// Leave ends the game.
func (p *Player) Leave(int) {
	p.change(func() {
		p.seated = false
		if p.line != nil {
			p.line.say(Message{Complete, ""})
		}
	})
}

// Close does nothing: the host closes its lines.
func (p *Player) Close() error { return nil }
