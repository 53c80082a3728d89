package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Client plays on another machine's console. One goroutine reads from it, another may send.
type Client struct {
	conn net.Conn
	in   *Reader
}

const (
	knocking = 15 * time.Second // time limit for the answer of a registration port
	opening  = 3 * time.Second  // how long to retry while nothing listens at the registration port
)

// Dial registers under a name at HOST or HOST:PORT and connects to the port that the host assigns.
func Dial(ctx context.Context, address, name string) (*Client, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host, address = strings.Trim(address, "[]"), net.JoinHostPort(strings.Trim(address, "[]"), strconv.Itoa(DefaultPort))
	}
	var d net.Dialer
	knock, cancel := context.WithTimeout(ctx, knocking)
	defer cancel()
	registration, err := knockAt(knock, &d, address)
	if err != nil {
		return nil, fmt.Errorf("register at %s: %w", address, err)
	}
	defer registration.Close()
	registration.SetDeadline(time.Now().Add(knocking))
	if _, err := registration.Write(Message{Register, name}.Append(nil)); err != nil {
		return nil, fmt.Errorf("register at %s: %w", address, err)
	}
	m, err := NewReader(registration).Read()
	if err != nil {
		return nil, fmt.Errorf("%s assigned no port: %w", address, err)
	}
	port, err := strconv.ParseUint(m.Text, 10, 16)
	switch {
	case m.Kind == Refused:
		return nil, fmt.Errorf("%s refuses players: %s", address, short(m.Text))
	case m.Kind != Port || err != nil:
		return nil, fmt.Errorf("%s answers %q instead of a port", address, short(m.Text))
	}
	conn, err := d.DialContext(knock, "tcp", net.JoinHostPort(host, strconv.FormatUint(port, 10)))
	if err != nil {
		return nil, fmt.Errorf("connect to port %d: %w", port, err)
	}
	return &Client{conn, NewReader(conn)}, nil
}

// knockAt retries while nothing listens at the registration port: the host may be about to open it.
func knockAt(ctx context.Context, d *net.Dialer, address string) (net.Conn, error) {
	closed := time.After(opening)
	for {
		conn, err := d.DialContext(ctx, "tcp", address)
		if !errors.Is(err, syscall.ECONNREFUSED) {
			return conn, err
		}
		select {
		case <-time.After(opening / 20):
		case <-closed:
			return nil, err
		case <-ctx.Done():
			return nil, err
		}
	}
}

// Send sends a command.
func (c *Client) Send(command string) error {
	_, err := c.conn.Write(Message{Command, command}.Append(nil))
	return err
}

// Read waits for the next message.
func (c *Client) Read() (Message, error) { return c.in.Read() }

// Close leaves the game.
func (c *Client) Close() error { return c.conn.Close() }

// A Screen connects a client to its user.
type Screen struct {
	Out   io.Writer
	Clear string        // written before a map, to clear a screen
	Keys  <-chan string // commands as they come; closed at the end of input, after which every round idles
	Eager bool          // commands are sent as they come, instead of one per map
}

// Play shows the host's messages and sends commands until the game is over, the host disconnects or ctx is done.
func (c *Client) Play(ctx context.Context, d Screen) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ctx, func() { c.conn.Close() })()
	received := make(chan Message)
	var failed error
	go func() {
		defer close(received)
		for {
			m, err := c.Read()
			if err != nil {
				failed = err
				return
			}
			select {
			case received <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	p := &play{client: c, screen: d, keys: d.Keys}
	for {
		select {
		case m, ok := <-received:
			if !ok {
				return p.lost(ctx, failed)
			}
			if over, err := p.showMessage(m); over || err != nil {
				return err
			}
		case key, ok := <-p.open():
			if err := p.press(key, ok); err != nil {
				return err
			}
		}
	}
}

// play is the state of a client's game.
type play struct {
	client *Client
	screen Screen
	keys   <-chan string // nil after the end of input
	owed   int           // number of commands owed
	ended  bool          // of input
}

// open returns the channel for the next command, nil while none is needed.
func (p *play) open() <-chan string {
	if p.owed > 0 || p.screen.Eager {
		return p.keys
	}
	return nil
}

// nothing is the idle command.
const nothing = " "

func (p *play) press(key string, ok bool) error {
	p.owed--
	if !ok {
		p.keys, p.ended, key = nil, true, nothing
	}
	return p.client.Send(key)
}

// showMessage shows a message and reports whether it was the last.
func (p *play) showMessage(m Message) (over bool, err error) {
	switch m.Kind {
	case Registered:
		fmt.Fprintf(p.screen.Out, "You are player %s.\n", plain(m.Text))
	case Refused:
		fmt.Fprintf(p.screen.Out, "%s\n", plain(m.Text))
	case Killed:
		p.owed = 0
		fmt.Fprintf(p.screen.Out, "%s%s\nYou have been killed.\n", p.screen.Clear, plain(m.Text))
	case Complete:
		fmt.Fprintln(p.screen.Out, "The game is over.")
		return true, nil
	case Map:
		fmt.Fprintf(p.screen.Out, "%s%s\n", p.screen.Clear, plain(m.Text))
		if p.ended {
			return false, p.client.Send(nothing)
		}
		p.owed = 1
	}
	return false, nil
}

// lost returns why the connection ended.
func (p *play) lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, io.EOF) {
		return errors.New("the host disconnected before the end of the game")
	}
	return fmt.Errorf("the connection to the host was lost: %w", err)
}

// short shortens a host's text to one line for an error message.
func short(text string) string {
	letters := []rune(strings.Join(strings.Fields(plain(text)), " "))
	return string(letters[:min(len(letters), 200)])
}

// plain removes control characters, which a terminal might interpret.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
}
