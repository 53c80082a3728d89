package human

import (
	"context"
	"fmt"
	"sync"
	"time"

	"agon/bot"
	"agon/game"
)

// A Player is a person in a seat. Make one with New; it plays one game at a time.
type Player struct {
	Pace    time.Duration    // how long a person who is here is waited for; 0: as long as it takes
	Refused func(why string) // hears why a move cannot be played, on the goroutine of the game; nil for nobody

	keys game.Keyboard

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever one of these changes
	next    string        // the move of the last key
	here    int           // terminals and pages that are open
	came    bool          // somebody has been here
	left    bool          // nobody will ever come back
	asked   bool          // the game waits for this person
	turns   int           // in which the person was asked
}

// New makes the place of a person at tables of a kind.
func New(k game.Keyboard, pace time.Duration) (*Player, error) {
	if len(k.Keys) == 0 {
		return nil, fmt.Errorf("this kind does not support players at the keyboard")
	}
	return &Player{Pace: pace, keys: k, changed: make(chan struct{})}, nil
}

// Keys are the keys that are moves.
func (p *Player) Keys() []game.Key { return p.keys.Keys }

// Press takes a key and returns its move. Other keys are ignored.
func (p *Player) Press(key string) (move string, ok bool) {
	move, ok = p.keys.Move(key)
	if ok {
		p.change(func() { p.next = move })
	}
	return move, ok
}

// Enter says that somebody has sat down, at a terminal or at a page; leave, that it was left again.
func (p *Player) Enter() (leave func()) {
	p.change(func() { p.here, p.came = p.here+1, true })
	var once sync.Once
	return func() { once.Do(func() { p.change(func() { p.here-- }) }) }
}

// End says that no key will come any more.
func (p *Player) End() { p.change(func() { p.left, p.came = true, true }) }

// Pass is the key of somebody who wants to be silent at once; false where the kind has no word for silence.
func (p *Player) Pass() bool {
	if p.keys.Silence != "" {
		p.change(func() { p.next = p.keys.Silence })
	}
	return p.keys.Silence != ""
}

// Asked waits until the game waits for this person in a turn after so many that it was asked in, and counts them.
func (p *Player) Asked(ctx context.Context, after int) (turns int, err error) {
	for {
		p.mu.Lock()
		turns, changed := p.turns, p.changed
		ready := p.asked && turns > after
		p.mu.Unlock()
		if ready {
			return turns, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return turns, ctx.Err()
		}
	}
}

func (p *Player) change(what func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	what()
	close(p.changed)
	p.changed = make(chan struct{})
}

// MostLanes is 1: nobody plays two games at once.
func (p *Player) MostLanes() int { return 1 }

// Sit begins a game.
func (p *Player) Sit(int, *game.Table, game.Seat) {}

// Ask lets the person know that it is its turn.
func (p *Player) Ask([]*bot.Call) { p.change(func() { p.asked, p.turns = true, p.turns+1 }) }

// Answer waits for a key, or for the end of patience.
func (p *Player) Answer(calls []*bot.Call) {
	for _, c := range calls {
		p.answer(c)
	}
	p.change(func() { p.asked = false })
}

func (p *Player) answer(c *bot.Call) {
	for {
		move, ok := p.wait()
		if !ok {
			p.silent(c)
			return
		}
		if err := c.Table.Try(c.Seat, move); err != nil {
			if p.Refused != nil {
				p.Refused(err.Error())
			}
			continue
		}
		c.Table.Play(c.Seat, move, &c.Reply)
		c.Settled = true
		return
	}
}

// silent plays the kind's word for silence.
func (p *Player) silent(c *bot.Call) {
	if p.keys.Silence == "" {
		c.Reply.Fault, c.Reply.Note = game.Gone, "the player has left"
		return
	}
	c.Table.Play(c.Seat, p.keys.Silence, &c.Reply)
	c.Settled = true
}

// away is how long somebody who has gone away is waited for, so that a page can be loaded again.
const away = 2 * time.Second

// wait waits for the move of a key; false when nobody gives one.
func (p *Player) wait() (move string, ok bool) {
	var begun time.Time // of the patience
	for {
		p.mu.Lock()
		move, p.next = p.next, ""
		came, here, left, changed := p.came, p.here > 0, p.left, p.changed
		p.mu.Unlock()
		switch {
		case move != "":
			return move, true
		case left:
			return "", false
		case came && begun.IsZero():
			begun = time.Now()
		}
		limit := p.patience(came, here)
		if limit == 0 {
			<-changed
			continue
		}
		timer := time.NewTimer(limit - time.Since(begun))
		select {
		case <-changed:
			timer.Stop()
		case <-timer.C:
			return "", false
		}
	}
}

// patience is how long a person is waited for, from when it was asked; 0 where that is as long as it takes.
func (p *Player) patience(came, here bool) time.Duration {
	switch {
	case !came || p.keys.Silence == "":
		return 0
	case here:
		return p.Pace
	case p.Pace == 0:
		return away
	}
	return min(p.Pace, away)
}

// Leave ends the game.
func (p *Player) Leave(int) {}

// Close has nothing to end.
func (p *Player) Close() error { return nil }
