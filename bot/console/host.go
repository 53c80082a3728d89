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
	// DefaultPort is the port where players register.
	DefaultPort = 19010
	// firstPort is that of the first player who has registered, less one.
	firstPort = 20000
	// portsTried is how many ports after a player's own may be taken by others.
	portsTried = 200
	// ports is how many ports are used in turn.
	ports = 10000
	// registering is how long somebody at the registration port may take to say its name, coming how long it may then take to come to its port.
	registering = 10 * time.Second
	coming      = 10 * time.Second
	// mostUnregistered is how many connections strangers may have at the default port at once.
	mostUnregistered = 64
	// silence is how long a line may be silent before the other side is asked whether it is still there; three times unanswered, and
	// the line is cut, so that a player whose machine has vanished can come back.
	silence = 5 * time.Second
)

// A Host lets players in.
type Host struct {
	say          func(text string)
	seats        []*Player
	registration net.Listener
	going        sync.WaitGroup

	mu     sync.Mutex
	joins  int
	closed bool
	open   map[interface{ Close() error }]bool // what must be closed to end
	holds  map[*Player]*hold
}

// Listen opens the registration port at an address, as ":19010", to some seats, which are taken in their order. Everybody who can connect may play.
// say hears who comes and goes; it may be called by several goroutines.
func Listen(address string, seats []*Player, say func(text string)) (*Host, error) {
	registration, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("let console players in: %w", err)
	}
	h := &Host{say: say, seats: seats, registration: registration, open: map[interface{ Close() error }]bool{}, holds: map[*Player]*hold{}}
	h.going.Add(1)
	go h.admit()
	return h, nil
}

// Addr is where players register.
func (h *Host) Addr() net.Addr { return h.registration.Addr() }

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
	err := h.registration.Close()
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

// admit takes those who come to the registration port.
func (h *Host) admit() {
	defer h.going.Done()
	for {
		conn, err := h.registration.Accept()
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

// register takes a name at the registration port, sends the player to a port of its own, and sees it to its seat. The seat is only held for the
// player until it comes to that port; a player who does not come loses it.
func (h *Host) register(conn net.Conn) {
	h.mu.Lock()
	full := len(h.open) > h.most()
	h.mu.Unlock()
	if full {
		h.drop(conn)
		return
	}
	conn.SetDeadline(time.Now().Add(registering))
	m, err := NewReader(conn).Read()
	if err != nil || m.Kind != Register {
		h.drop(conn)
		return
	}
	hold, err := h.place(clean(m.Text), addressOf(conn))
	if err != nil {
		conn.Write(Message{Refused, err.Error()}.Append(nil))
		h.drop(conn)
		return
	}
	_, port, _ := net.SplitHostPort(hold.port.Addr().String())
	conn.Write(Message{Port, port}.Append(nil))
	h.drop(conn)
	own := hold.await()
	l := h.seatDown(hold, own)
	if l == nil {
		return
	}
	h.say(hold.name + " is here")
	hold.player.serve(l)
	h.drop(own)
	h.say(hold.name + " has left")
}

// most is how many connections and ports are open at once at the most: those of the players, and some strangers at the registration port.
func (h *Host) most() int { return mostUnregistered + 3*len(h.seats) }

// A hold is a seat that is kept for somebody who has registered and is on the way to its own port.
type hold struct {
	player        *Player
	name, address string
	port          *net.TCPListener
}

// await waits until the player is at its port; nil if it does not come. Connections from other addresses are strangers'.
func (o *hold) await() *net.TCPConn {
	o.port.SetDeadline(time.Now().Add(coming))
	for {
		conn, err := o.port.AcceptTCP()
		if err != nil {
			return nil
		}
		if addressOf(conn) == o.address {
			return conn
		}
		conn.Close()
	}
}

func addressOf(c net.Conn) string {
	host, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	return host
}

// seatDown ends a hold and closes its port. Where its player has come, the seat is taken; the player's line is nil where it has not.
func (h *Host) seatDown(o *hold, own *net.TCPConn) *line {
	h.drop(o.port)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holds[o.player] == o {
		delete(h.holds, o.player)
	}
	if own == nil {
		return nil
	}
	if h.closed {
		own.Close()
		return nil
	}
	h.open[own] = true
	own.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: silence, Interval: silence, Count: 3})
	return o.player.take(o.name, o.address, own)
}

// place holds the seat of a name, or the first that is free, and opens a port for it.
func (h *Host) place(name, address string) (*hold, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p, err := h.seat(name, address)
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(h.registration.Addr().String())
	for range portsTried {
		h.joins++
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(firstPort+h.joins%ports)))
		if err != nil {
			continue
		}
		o := &hold{p, name, address, l.(*net.TCPListener)}
		if h.closed {
			l.Close()
			return nil, errors.New("the game is over")
		}
		h.open[l] = true
		h.holds[p] = o
		return o, nil
	}
	return nil, fmt.Errorf("no port after %d is free", firstPort)
}

// seat is the seat that a name has, else one that is free. A name that is connected, or whose owner plays from another address, is not
// handed over to whoever says it.
func (h *Host) seat(name, address string) (*Player, error) {
	for _, p := range h.seats {
		held := h.holds[p]
		switch {
		case held != nil && held.name == name && held.address == address:
			held.port.Close() // it has registered again
			return p, nil
		case held != nil && held.name == name:
			return nil, fmt.Errorf("%s is joining already; choose another name", name)
		case p.Name() != name:
		case p.connected():
			return nil, fmt.Errorf("%s is playing already; choose another name", name)
		case p.from() != address:
			return nil, fmt.Errorf("%s can come back only from the address that it played from", name)
		default:
			return p, nil
		}
	}
	held := false
	for _, p := range h.seats {
		switch {
		case p.Name() != "":
		case h.holds[p] == nil:
			return p, nil
		default:
			held = true
		}
	}
	if held {
		return nil, errors.New("all seats are taken or being taken; try again in a moment")
	}
	return nil, errors.New("no seat is free")
}

// clean makes a name of what somebody says at the registration port.
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
