package external

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"agon/games/folder/external/shim"
	"agon/internal/sockets"
)

/*
An engine that listens for its bots is in a network of its own, with a loopback device alone. The process of agon's that runs it there
connects once for each seat, in the order of seats and one after the other: the next one when the engine waits. No bot is asked before all
are connected, so that equal games are asked the same.
*/

// address returns where the engine listens for a seat.
func (p *seated) address(seat int) string { return "127.0.0.1:" + p.port(seat) }

func (p *seated) port(seat int) string {
	if !p.Seats.PortEach {
		seat = 0
	}
	return fmt.Sprint(p.Seats.Port + uint32(seat))
}

// connected returns how many seats are connected, or have been.
func (p *seated) connected() int {
	if n := slices.Index(p.seats, nil); n >= 0 {
		return n
	}
	return len(p.seats)
}

func (p *seated) unconnected() bool { return p.Seats.Port != 0 && p.connected() < len(p.seats) }

// connect has the next seat connected.
func (p *seated) connect() error {
	if err := p.refused(); err != nil {
		return err
	}
	p.runner.send(inJSON(shim.Order{Dial: p.address(p.dialled), Seat: p.seat(p.dialled)}))
	p.dialled++
	return nil
}

// refused returns an error for a connection that the engine has closed before it asked anybody.
func (p *seated) refused() error {
	for seat, l := range p.seats {
		if p.Seats.Port != 0 && l != nil && l.over() {
			return wrong("it has closed the connection of seat %d at %s before it asked a bot: agon connects once for each seat, in the "+
				"order of seats, and the engine must keep these connections", seat, p.address(seat))
		}
	}
	return nil
}

// input returns the inode of that from which the engine reads the answers of a seat: a pipe, or its end of the connection.
func (p *seated) input(s *session, l *link) uint64 {
	if l.port == 0 {
		return l.pipe
	}
	for _, socket := range sockets.Of(s.Pid) {
		if socket.Remote == l.port && socket.Inode != 0 {
			return socket.Inode
		}
	}
	return 0
}

// unheard returns the error of an engine whose time is over, if what it has done with its bots' connections or lines says why.
func (p *seated) unheard(s *session) error {
	if p.unconnected() && p.dialled > 0 {
		seat, ports := p.dialled-1, cmp.Or(strings.Join(sockets.Listening(s.Pid), ", "), "none")
		return wrong("it does not accept the connection of seat %d at %s, and its ports are %s: port in [engine] of game.toml is that "+
			"of 127.0.0.1 at which it listens for its bots", seat, p.address(seat), ports)
	}
	left := 0
	for seat, l := range p.seats {
		if l == nil || l.over() {
			continue
		}
		left++
		if half := l.in[strings.LastIndexByte(string(l.in), '\n')+1:]; len(half) > 0 && p.Seats.PromptEnds == nil {
			return wrong("it waits, and has sent seat %d the beginning of a line, %.80q: a bot answers no line before its end", seat, half)
		}
	}
	if left == 0 && p.connected() == len(p.seats) {
		return wrong("it goes on, and all of its bots are gone or disconnected: its process must end with its game")
	}
	return nil
}
