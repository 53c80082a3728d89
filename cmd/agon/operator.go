package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"

	"agon/bot/console"
	"agon/term/screen"
)

// sitDown assigns people to seats before the game. With network consoles it waits for the operator's start.
func (c *humans) sitDown(ctx context.Context, g *oneGame) error {
	if !g.web && len(c.all) > 1 {
		c.lines = true
	}
	if !g.web && len(c.all) == 1 {
		c.here = c.all[0]
		out, ok := c.world.out.(*os.File)
		c.lines = g.json || g.clog || !ok || screen.Detect(out, os.Environ()) == screen.Plain || screen.Detect(c.world.in, os.Environ()) == screen.Plain
	}
	if err := c.open(g.entries); err != nil || len(c.hosts) == 0 {
		return err
	}
	for _, h := range c.hosts {
		_, port, _ := net.SplitHostPort(h.Addr().String())
		fmt.Fprintf(c.world.err, "agon: players register at %s (agon console HOST:%s --name NAME); type start to begin\n", reachable(h.Addr()), port)
	}
	if err := c.started(ctx); err != nil {
		return err
	}
	for i := range g.entries {
		if p, ok := g.entries[i].Person.(*console.Player); ok && p.Name() != "" {
			g.entries[i].Name, g.entries[i].Given = p.Name(), p.Name()
		}
	}
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
				return c.filled(ctx)
			case word == "end" || warned || c.free() < c.places:
				return nil
			}
			c.say("no player has registered yet: wait, or type start again to play without them")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// filled waits until all seats at consoles are taken.
func (c *humans) filled(ctx context.Context) error {
	for c.free() > 0 {
		select {
		case <-c.moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
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

// free returns the number of free seats at consoles.
func (c *humans) free() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	free := 0
	for _, h := range c.hosts {
		free += h.Free()
	}
	return free
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
