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
	// DefaultPort is the registration port of the original.
	DefaultPort = 19010
	// firstPort is the port of the first registered player, minus one.
	firstPort = 20000
	// portsTried is how many ports after a player's own are tried.
	portsTried = 200
	// ports is the size of the range of ports, which are used in turn.
	ports = 10000
	// registering is the time limit for sending a name to the registration port; coming is the limit for then connecting to the assigned
	// port.
	registering = 10 * time.Second
	coming      = 10 * time.Second
	// mostUnregistered bounds simultaneous connections to the registration port.
	mostUnregistered = 64
	// silence is the idle time after which a TCP keep-alive probe is sent; three unanswered probes close the connection, so that a player
	// whose machine failed can reconnect.
	silence = 5 * time.Second
)

// A Host accepts console players.
type Host struct {
	say          func(text string)
	seats        []*Player
	registration net.Listener
	going        sync.WaitGroup

	mu     sync.Mutex
	joins  int
	closed bool
	open   map[interface{ Close() error }]bool // closed by Close
	holds  map[*Player]*hold
}

// Listen opens the registration port at an address such as ":19010" for some seats, which are assigned in order. Everybody who can connect
// may play. say is called when a player joins or leaves; it must be safe for concurrent use.
func Listen(address string, seats []*Player, say func(text string)) (*Host, error) {
	registration, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for console players: %w", err)
	}
	h := &Host{say: say, seats: seats, registration: registration, open: map[interface{ Close() error }]bool{}, holds: map[*Player]*hold{}}
	h.going.Add(1)
	go h.acceptConnections()
	return h, nil
}

// Addr returns the address of the registration port.
func (h *Host) Addr() net.Addr { return h.registration.Addr() }

// End stops waiting for players.
func (h *Host) End() {
	for _, p := range h.seats {
		p.End()
	}
}

// Free returns the number of seats without a player.
func (h *Host) Free() int {
	free := 0
	for _, p := range h.seats {
		if p.Name() == "" {
			free++
		}
	}
	return free
}

// Close disconnects everybody and waits until nothing is left.
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

// parting is the time limit for sending the last messages.
const parting = 2 * time.Second

// keep registers something to be closed by Close; false if Close has been called.
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

// acceptConnections accepts connections at the registration port.
func (h *Host) acceptConnections() {
	defer h.going.Done()
	for {
		conn, err := h.registration.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // the host lacks a resource, perhaps temporarily
			continue
		}
		if h.keep(conn) {
			h.going.Go(func() {
				h.register(conn)
			})
		}
	}
}

// register reads a name at the registration port, assigns a port, and seats the player who connects to it. The seat is reserved until then;
// a player who does not connect loses it.
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

// most returns the largest number of connections and ports open at once: those of the players, and some at the registration port.
func (h *Host) most() int { return mostUnregistered + 3*len(h.seats) }

// A hold reserves a seat for a player who has registered and has not connected to the assigned port.
type hold struct {
	player        *Player
	name, address string
	port          *net.TCPListener
}

// await waits until the player connects; nil if it does not. Connections from other addresses are refused.
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

// seatDown ends a hold and closes its port. It seats the player and returns the connection's line; nil if the player did not connect.
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
	return o.player.seatClient(o.name, o.address, own)
}

// place reserves the seat of a name, or the first free one, and opens a port for it.
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

// seat returns the seat of a name, or else a free one. The seat of a connected player, or of one with another address, is not given to
// somebody else with the same name.
func (h *Host) seat(name, address string) (*Player, error) {
	for _, p := range h.seats {
		held := h.holds[p]
		switch {
		case held != nil && held.name == name && held.address == address:
			held.port.Close() // the player has registered again
			return p, nil
		case held != nil && held.name == name:
			return nil, fmt.Errorf("%s is already joining; choose another name", name)
		case p.Name() != name:
		case p.connected():
			return nil, fmt.Errorf("%s is already playing; choose another name", name)
		case p.from() != address:
			return nil, fmt.Errorf("%s can reconnect only from the same address", name)
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
		return nil, errors.New("all seats are taken or reserved; try again in a moment")
	}
	return nil, errors.New("no seat is free")
}

// clean makes a valid name from what a client registers with.
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
