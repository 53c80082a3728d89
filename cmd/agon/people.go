package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
	"agon/internal/clean"
	"agon/lab/live"
	"agon/show/term"
	"agon/show/term/screen"
)

// usualPace is the default time for a person's move.
const usualPace = 2 * time.Second

// humans are the people who play in a game: at this terminal, on pages, at network consoles.
type humans struct {
	*live.People
	world   *world
	patient bool          // --pace was not given
	here    *human.Player // at this terminal; nil if there is none
	lines   bool          // this terminal cannot draw: moves come as lines
}

func newHumans(w *world, k *game.Kind, pace time.Duration) *humans {
	return &humans{world: w, People: live.NewPeople(k, pace, w.say)}
}

// say prints a sentence about what goes on, for whoever runs the command.
func (w *world) say(text string) { fmt.Fprintln(w.err, "agon: "+clean.Text(text)) }

// print prints a sentence of a command that talks with a person.
func (w *world) print(text string) { fmt.Fprintln(w.out, "agon: "+text) }

// sitDown assigns people to seats before the game. With network consoles it waits for the operator's start.
func (c *humans) sitDown(ctx context.Context, g *oneGame) error {
	players := c.Players()
	if !g.web && len(players) > 1 {
		c.lines = true
	}
	if !g.web && len(players) == 1 {
		c.here = players[0]
		out, ok := c.world.out.(*os.File)
		plain := func(f *os.File) bool { return screen.Detect(f, os.Environ()) == screen.Plain }
		c.lines = g.json || g.clog || !ok || plain(out) || plain(c.world.in)
	}
	consoles, err := c.Listen(g.entries)
	if err != nil || len(consoles) == 0 {
		return host(err)
	}
	for _, at := range consoles {
		_, port, _ := net.SplitHostPort(at.String())
		fmt.Fprintf(c.world.err, "agon: players register at %s (agon console HOST:%s --name NAME); type start to begin\n", reachable(at),
			port)
	}
	if err := c.Started(ctx, c.world.in); err != nil {
		return err
	}
	c.Name(g.entries)
	return nil
}

// reachable returns an address that works from other machines: an unspecified address is replaced by one of this machine's own.
func reachable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	host := "localhost"
	addresses, _ := net.InterfaceAddrs()
	for _, own := range addresses {
		if ip, ok := own.(*net.IPNet); ok && ip.IP.To4() != nil && ip.IP.IsGlobalUnicast() {
			host = ip.IP.String()
			break
		}
	}
	return net.JoinHostPort(host, fmt.Sprint(tcp.Port))
}

// read takes moves from the lines of standard input, one line per move, if one person plays by lines. The returned function ends reading.
func (c *humans) read(ctx context.Context) (end func()) {
	if c.here == nil {
		return func() {}
	}
	c.here.Refused = func(why string) { fmt.Fprintln(c.world.err, "agon: "+clean.Text(why)) }
	if c.patient {
		c.here.Pace = 0 // players who type lines have no clock
	}
	return live.ReadMoves(ctx, c.here, c.world.in, c.unknown)
}

// unknown reports that a word is no move.
func (c *humans) unknown(word string) {
	fmt.Fprintf(c.world.err, "agon: unknown move %q (keys: %s)\n", clean.Text(word), keyText(c.Kind.Keyboard))
}

func keyText(k game.Keyboard) string {
	var words []string
	for _, key := range k.Keys {
		words = append(words, key.Name+" "+key.About)
	}
	return strings.Join(words, ", ")
}

// inTerminal shows the game in the terminal, to a player or a spectator.
func (g *oneGame) inTerminal(ctx context.Context) error {
	out, _ := g.world.out.(*os.File)
	o := term.Options{In: g.world.in, Out: out, Picture: g.picture, Own: g.ownSeat()}
	if !g.veiled() {
		o.Printed = g.printed.At
	}
	p, shown := g.humans.here, g.films.Audience
	if p != nil {
		shown = g.films.Seats[0].Film
		for _, k := range p.Keys() {
			o.Moves += k.Name
		}
		o.Moves += " play"
		o.Play = func(key string) (string, bool) {
			if _, ok := p.Press(key); !ok {
				return "", false
			}
			return about(p, key), true
		}
		defer p.Enter()()
	}
	defer shown.Look()()
	return term.Watch(ctx, shown, o)
}

// about describes a key's move.
func about(p *human.Player, key string) string {
	for _, k := range p.Keys() {
		if k.Name == key {
			return "you: " + k.About
		}
	}
	return ""
}

// ownSeat returns the first seat of a bot that does not come with agon; 0 if there is none.
func (g *oneGame) ownSeat() int {
	return max(slices.IndexFunc(g.entries, func(e lineup.Entry) bool { return !e.Builtin() && e.Person == nil }), 0)
}
