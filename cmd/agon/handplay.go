package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
	"agon/lab/live"
	"agon/show/term"
)

// read takes moves from the lines of standard input, one line per move, if one person plays by lines. The returned function ends reading.
func (c *humans) read(ctx context.Context) (end func()) {
	if c.here == nil {
		return func() {}
	}
	c.here.Refused = func(why string) { fmt.Fprintln(c.world.err, "agon: "+printable(why)) }
	if c.patient {
		c.here.Pace = 0 // players who type lines have no clock
	}
	return live.ReadMoves(ctx, c.here, c.world.in, c.unknown)
}

// unknown says that a word is no move.
func (c *humans) unknown(word string) {
	fmt.Fprintf(c.world.err, "agon: unknown move %q (keys: %s)\n", printable(word), keyText(c.Kind.Keyboard))
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
