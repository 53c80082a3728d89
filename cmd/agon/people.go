package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"agon/bot/human"
	"agon/game"
	"agon/lab/live"
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

// say prints who joins or leaves, for the operator.
func (w *world) say(text string) { fmt.Fprintln(w.err, "agon: "+printable(text)) }

// sitDown assigns people to seats before the game. With network consoles it waits for the operator's start.
func (c *humans) sitDown(ctx context.Context, g *oneGame) error {
	players := c.Players()
	if !g.web && len(players) > 1 {
		c.lines = true
	}
	if !g.web && len(players) == 1 {
		c.here = players[0]
		out, ok := c.world.out.(*os.File)
		c.lines = g.json || g.clog || !ok || screen.Detect(out, os.Environ()) == screen.Plain || screen.Detect(c.world.in, os.Environ()) == screen.Plain
	}
	consoles, err := c.Listen(g.entries)
	if err != nil || len(consoles) == 0 {
		return host(err)
	}
	for _, at := range consoles {
		_, port, _ := net.SplitHostPort(at.String())
		fmt.Fprintf(c.world.err, "agon: players register at %s (agon console HOST:%s --name NAME); type start to begin\n", reachable(at), port)
	}
	if err := c.started(ctx); err != nil {
		return err
	}
	c.Name(g.entries)
	return nil
}

// started waits until the operator types start or end, as in the original. When standard input ends, it waits until all seats are taken.
func (c *humans) started(ctx context.Context) error {
	for warned := false; ; warned = true {
		typed := make(chan string, 1)
		go func() { typed <- c.reads("start", "end") }()
		select {
		case word := <-typed:
			switch {
			case word == "":
				return c.Filled(ctx)
			case word == "end" || warned || c.Registered():
				return nil
			}
			c.world.say("no player has registered yet: wait, or type start again to play without them")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reads reads standard input up to a line that is one of the words, and returns the word, or "" if the input ends before. It reads byte by
// byte, because other readers need what follows the word.
func (c *humans) reads(words ...string) string {
	var line []byte
	for letter := make([]byte, 1); ; {
		if n, err := c.world.in.Read(letter); n == 0 || err != nil {
			return ""
		}
		if letter[0] != '\n' {
			line = append(line, letter[0])
			continue
		}
		for _, w := range words {
			if strings.EqualFold(strings.TrimSpace(string(line)), w) {
				return w
			}
		}
		line = line[:0]
	}
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
