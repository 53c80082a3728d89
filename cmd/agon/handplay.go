package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"

	"agon/bot/human"
	"agon/film"
	"agon/game"
	"agon/term"
	"agon/web"
)

// seatView is the film for a player from whom information may be hidden.
type seatView struct {
	film *film.Film
	seat game.Seat
}

// read takes moves from the lines of standard input, one line per move; after the last line the player is silent. The returned function
// ends reading.
func (c *humans) read(ctx context.Context) (end func()) {
	if c.here == nil {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	c.here.Refused = func(why string) { fmt.Fprintln(c.world.err, "agon: "+printable(why)) }
	if c.patient {
		c.here.Pace = 0 // players who type lines have no clock
	}
	c.here.Enter()
	go func() {
		defer c.here.End()
		turns := 0
		for scan := bufio.NewScanner(c.world.in); scan.Scan(); {
			var err error
			if turns, err = c.here.Asked(ctx, turns); err != nil {
				return
			}
			for !c.take(c.here, scan.Text()) && scan.Scan() {
			}
		}
	}()
	return stop
}

// take takes a line as a move: a key, or the move's own name. Any other line counts as silence, or is prompted for again in games without
// it.
func (c *humans) take(p *human.Player, line string) bool {
	word := strings.ToLower(strings.TrimSpace(line))
	for _, k := range p.Keys() {
		if word == k.Name || strings.EqualFold(word, k.Move) {
			p.Press(k.Name)
			return true
		}
	}
	if p.Pass() {
		return true
	}
	fmt.Fprintf(c.world.err, "agon: unknown move %q (keys: %s)\n", printable(word), keyText(c.kind.Keyboard))
	return false
}

func keyText(k game.Keyboard) string {
	var words []string
	for _, key := range k.Keys {
		words = append(words, key.Name+" "+key.About)
	}
	return strings.Join(words, ", ")
}

// inTerminal shows the game in the terminal, to a player or a spectator.
func (g *oneGame) inTerminal(ctx context.Context, o term.Options) error {
	p := g.humans.here
	if p == nil {
		defer g.film.Look()()
		return term.Watch(ctx, g.film, o)
	}
	var names string
	for _, k := range p.Keys() {
		names += k.Name
	}
	o.Moves = names + " play"
	o.Play = func(key string) (string, bool) {
		if _, ok := p.Press(key); !ok {
			return "", false
		}
		return g.about(p, key), true
	}
	defer p.Enter()()
	shown := g.views[0].film
	defer shown.Look()()
	return term.Watch(ctx, shown, o)
}

// about describes a key's move.
func (g *oneGame) about(p *human.Player, key string) string {
	for _, k := range p.Keys() {
		if k.Name == key {
			return "you: " + k.About
		}
	}
	return ""
}

// seatPeople gives each player at this terminal or on a page a film with the player's view of the game, and each player on a page its
// address.
func (g *oneGame) seatPeople() (chairs []web.Chair) {
	for i := range g.entries {
		p, ok := g.entries[i].Person.(*human.Player)
		if !ok {
			continue
		}
		own := film.New(g.info())
		g.views = append(g.views, seatView{own, game.Seat(i)})
		p.Refused = own.Tell
		if g.web {
			chairs = append(chairs, web.Chair{
				Seat: i, Path: web.NewPath(), Film: own, Keys: p.Keys(),
				Press: func(key string) { p.Press(key) }, Enter: p.Enter,
			})
		}
	}
	return chairs
}

// tellChairs prints the addresses of the players' pages.
func (g *oneGame) tellChairs(at net.Addr, chairs []web.Chair) {
	for _, c := range chairs {
		fmt.Fprintf(g.world.err, "agon: %s plays at http://%s%s\n", printable(g.entries[c.Seat].Name), reachable(at), c.Path)
	}
}

// print prints the board as text, for players by lines, and for --pretty.
func (g *oneGame) print(t *game.Table) {
	if !g.pretty && !(g.humans.here != nil && g.humans.lines) {
		return
	}
	fmt.Fprintf(g.words(), "%s\n", t.Print(nil, game.Audience))
}

// words returns where texts about the game are printed while it is played: with --json to standard error.
func (g *oneGame) words() io.Writer {
	if g.json {
		return g.world.err
	}
	return g.world.out
}
