package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/console"
	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
)

// usualPace is the default time for a person's move.
const usualPace = 2 * time.Second

// humans are the people who play in a game: at this terminal, on pages, at network consoles.
type humans struct {
	world   *world
	kind    *game.Kind
	pace    time.Duration
	patient bool          // --pace was not given
	here    *human.Player // at this terminal; nil if there is none
	lines   bool          // this terminal cannot draw: moves come as lines

	places int // seats at consoles

	mu    sync.Mutex
	all   []*human.Player
	hosts []*console.Host
	moved chan struct{} // holds one value when a player has come or left
}

func newHumans(w *world, k *game.Kind, pace time.Duration) *humans {
	return &humans{world: w, kind: k, pace: pace, moved: make(chan struct{}, 1)}
}

// seat makes the player of a reference such as human or console:PORT.
func (c *humans) seat(ref string) (bot.Player, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kind.Keyboard.Keys) == 0 {
		return nil, fmt.Errorf("%s does not support players at the keyboard", c.kind.Title)
	}
	if ref != "human" {
		if c.kind.Keyboard.Silence == "" {
			return nil, fmt.Errorf("%s cannot be played at a network console: the kind defines no move for a player who disconnects", c.kind.Title)
		}
		return console.NewPlayer(c.kind.Keyboard), nil
	}
	p, err := human.New(c.kind.Keyboard, c.pace)
	c.all = append(c.all, p)
	return p, err
}

// open listens for the consoles in the line-up, at a port of this machine or at HOST:PORT.
func (c *humans) open(entries []lineup.Entry) error {
	seats := map[string][]*console.Player{}
	for i := range entries {
		if p, ok := entries[i].Person.(*console.Player); ok {
			address := strings.TrimPrefix(entries[i].Ref, "console:")
			if !strings.Contains(address, ":") {
				address = ":" + address
			}
			seats[address] = append(seats[address], p)
			c.places++
		}
	}
	for address, players := range seats {
		h, err := console.Listen(address, players, c.say)
		if err != nil {
			return host(err)
		}
		c.hosts = append(c.hosts, h)
	}
	return nil
}

// say prints who joins or leaves, for the operator.
func (c *humans) say(text string) {
	fmt.Fprintln(c.world.err, "agon: "+printable(text))
	select {
	case c.moved <- struct{}{}:
	default:
	}
}

// stop ends all waiting for people.
func (c *humans) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.all {
		p.End()
	}
	for _, h := range c.hosts {
		h.End()
	}
}

// close closes all console connections.
func (c *humans) close() {
	for _, h := range c.hosts {
		h.Close()
	}
}
