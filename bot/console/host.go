package console

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// Door is the port where players register.
	Door = 19010
	// firstPort is that of the first player who has registered, less one.
	firstPort = 20000
	// portsTried is how many ports after a player's own may be taken by others.
	portsTried = 200
	// registering is how long somebody at the door may take to say its name, and then to come to its port.
	registering = 30 * time.Second
)

// A Host lets players in.
type Host struct {
	say   func(text string)
	seats []*Player
	door  net.Listener
	going sync.WaitGroup

	mu     sync.Mutex
	joins  int
	closed bool
	open   map[interface{ Close() error }]bool // what must be closed to end
}

// Listen opens the door at an address, as ":19010", to some seats, which are taken in their order. Whoever reaches it may play.
// say hears who comes and goes; it may be called by several goroutines.
func Listen(address string, seats []*Player, say func(text string)) (*Host, error) {
	door, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("let console players in: %w", err)
	}
	h := &Host{say: say, seats: seats, door: door, open: map[interface{ Close() error }]bool{}}
	h.going.Add(1)
	go h.admit()
	return h, nil
}

// Addr is where players register.
func (h *Host) Addr() net.Addr { return h.door.Addr() }

// End has nobody waited for any more.
func (h *Host) End() {
	for _, p := range h.seats {
		p.End()
	}
}

// Free is how many seats nobody has taken.
func (h *Host) Free() int {
	free := 0
	for _, p := range h.seats {
		if p.Name() == "" {
			free++
		}
	}
	return free
}

// Close sends everybody away and waits until nothing is left.
func (h *Host) Close() error {
	err := h.door.Close()
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	patience := time.After(parting)
	for _, p := range h.seats {
		sent := p.hang()
		if sent == nil {
			continue
		}
		select {
		case <-sent:
		case <-patience:
		}
	}
	h.mu.Lock()
	for c := range h.open {
		c.Close()
	}
	h.mu.Unlock()
	h.going.Wait()
	return err
}

// parting is how long the last messages may take.
const parting = 2 * time.Second

// keep has something closed at the end; false when it has come.
func (h *Host) keep(c interface{ Close() error }) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		c.Close()
		return false
	}
	h.open[c] = true
	return true
}

func (h *Host) drop(c interface{ Close() error }) {
	c.Close()
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.open, c)
}

// admit takes those who come to the door.
func (h *Host) admit() {
	defer h.going.Done()
	for {
		conn, err := h.door.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // the host is short of something; it may pass
			continue
		}
		if h.keep(conn) {
			h.going.Add(1)
			go func() {
				defer h.going.Done()
				h.register(conn)
			}()
		}
	}
}

// register takes a name at the door, sends the player to a port of its own, and sees it to its seat.
func (h *Host) register(conn net.Conn) {
	conn.SetDeadline(time.Now().Add(registering))
	m, err := NewReader(conn).Read()
	if err != nil || m.Kind != Register {
		h.drop(conn)
		return
	}
	name := clean(m.Text)
	p, l, err := h.place(name)
	if err != nil {
		conn.Write(Message{Refused, err.Error()}.Append(nil))
		h.drop(conn)
		return
	}
	if !h.keep(l) {
		h.drop(conn)
		return
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	conn.Write(Message{Port, port}.Append(nil))
	h.drop(conn)
	l.SetDeadline(time.Now().Add(registering))
	own, err := l.Accept()
	h.drop(l)
	if err != nil || !h.keep(own) {
		return
	}
	p.serve(own, func() { h.say(name + " is here") })
	h.drop(own)
	h.say(name + " has left")
}

// place finds the seat of a name and opens a port for it: the one that the name had before, else the first that nobody has taken.
func (h *Host) place(name string) (*Player, *net.TCPListener, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.seat(name)
	if p == nil {
		return nil, nil, errors.New("no seat is free")
	}
	host, _, _ := net.SplitHostPort(h.door.Addr().String())
	for range portsTried {
		h.joins++
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(firstPort+h.joins)))
		if err == nil {
			p.take(name)
			return p, l.(*net.TCPListener), nil
		}
	}
	return nil, nil, fmt.Errorf("no port after %d is free", firstPort)
}

func (h *Host) seat(name string) *Player {
	for _, p := range h.seats {
		if p.Name() == name {
			return p
		}
	}
	for _, p := range h.seats {
		if p.Name() == "" {
			return p
		}
	}
	return nil
}

// clean makes a name of what somebody says at the door.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, name)
	letters := []rune(strings.TrimSpace(name))
	if len(letters) == 0 {
		return "Player"
	}
	return string(letters[:min(len(letters), 40)])
}
