package live

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/console"
	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
)

// People are the people who play in a game: at keyboards of this program, by whatever shows them, and at network consoles.
type People struct {
	Kind *game.Kind
	Pace time.Duration     // for a person's move at a keyboard; 0: no limit
	Say  func(text string) // called when a player joins or leaves a console; by several goroutines

	places int // seats at consoles

	mu    sync.Mutex
	all   []*human.Player
	hosts []*console.Host
	moved chan struct{} // holds one value when a player has come or left
}

// NewPeople returns nobody yet.
func NewPeople(k *game.Kind, pace time.Duration, say func(text string)) *People {
	return &People{Kind: k, Pace: pace, Say: say, moved: make(chan struct{}, 1)}
}

// Seat makes the player of a reference such as human or console:PORT.
func (p *People) Seat(ref string) (bot.Player, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.Kind.Keyboard.Keys) == 0 {
		return nil, fmt.Errorf("%s does not support players at the keyboard", p.Kind.Title)
	}
	if ref != "human" {
		if p.Kind.Keyboard.Silence == "" {
			return nil, fmt.Errorf("%s cannot be played at a network console: the kind defines no move for a player who disconnects",
				p.Kind.Title)
		}
		return console.NewPlayer(p.Kind.Keyboard), nil
	}
	h, err := human.New(p.Kind.Keyboard, p.Pace)
	p.all = append(p.all, h)
	return h, err
}

// Players returns those at keyboards.
func (p *People) Players() []*human.Player { return p.all }

// Listen listens for the consoles in the line-up, at a port of this machine or at HOST:PORT, and returns the addresses.
func (p *People) Listen(entries []lineup.Entry) (at []net.Addr, err error) {
	seats := map[string][]*console.Player{}
	for i := range entries {
		if player, ok := entries[i].Person.(*console.Player); ok {
			address := strings.TrimPrefix(entries[i].Ref, "console:")
			if !strings.Contains(address, ":") {
				address = ":" + address
			}
			seats[address] = append(seats[address], player)
			p.places++
		}
	}
	for address, players := range seats {
		h, err := console.Listen(address, players, p.changed)
		if err != nil {
			return nil, err
		}
		p.hosts, at = append(p.hosts, h), append(at, h.Addr())
	}
	return at, nil
}

// changed passes on that a player has come or left.
func (p *People) changed(text string) {
	p.Say(text)
	select {
	case p.moved <- struct{}{}:
	default:
	}
}

// Registered reports whether somebody has a seat at a console.
func (p *People) Registered() bool { return p.free() < p.places }

// Filled waits until all seats at consoles are taken.
func (p *People) Filled(ctx context.Context) error {
	for p.free() > 0 {
		select {
		case <-p.moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Started waits until the operator types start or end, as in the original. When the input ends, it waits until all seats at consoles are
// taken.
func (p *People) Started(ctx context.Context, in io.Reader) error {
	for warned := false; ; warned = true {
		typed := make(chan string, 1)
		go func() { typed <- ReadWord(in, "start", "end") }()
		select {
		case word := <-typed:
			switch {
			case word == "":
				return p.Filled(ctx)
			case word == "end" || warned || p.Registered():
				return nil
			}
			p.Say("no player has registered yet: wait, or type start again to play without them")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// free returns the number of free seats at consoles.
func (p *People) free() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	free := 0
	for _, h := range p.hosts {
		free += h.Free()
	}
	return free
}

// Name names entries by those who have registered at consoles.
func (p *People) Name(entries []lineup.Entry) {
	for i := range entries {
		if player, ok := entries[i].Person.(*console.Player); ok && player.Name() != "" {
			entries[i].Name, entries[i].Given = player.Name(), player.Name()
		}
	}
}

// Stop ends all waiting for people.
func (p *People) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.all {
		h.End()
	}
	for _, h := range p.hosts {
		h.End()
	}
}

// Close closes all console connections.
func (p *People) Close() {
	for _, h := range p.hosts {
		h.Close()
	}
}
