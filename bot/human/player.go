package human

import (
	"context"
	"fmt"
	"sync"
	"time"

	"agon/bot"
	"agon/game"
)

// A Player is a human player in a seat. Create one with New; it plays one game at a time.
type Player struct {
	Pace    time.Duration    // how long a present player is waited for; 0: without limit
	Refused func(why string) // called with the reason why a move is refused, on the goroutine of the game; may be nil

	keys game.Keyboard

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever one of these changes
	next    string        // the move of the last key
	here    int           // number of open terminals and pages
	gone    time.Time     // when the last of them was closed
	came    bool          // the player has been here
	left    bool          // the player will never return
	asked   bool          // the game waits for this player
	turns   int           // number of turns asked for
}

// New returns a human player at tables of a kind.
func New(k game.Keyboard, pace time.Duration) (*Player, error) {
	if len(k.Keys) == 0 {
		return nil, fmt.Errorf("this kind does not support players at the keyboard")
	}
	return &Player{Pace: pace, keys: k, changed: make(chan struct{})}, nil
}

// Keys returns the keys that are moves.
func (p *Player) Keys() []game.Key { return p.keys.Keys }

// Press takes a key and returns its move. Other keys are ignored.
func (p *Player) Press(key string) (move string, ok bool) {
	move, ok = p.keys.Move(key)
	if ok {
		p.change(func() { p.next = move })
	}
	return move, ok
}

// Enter notes that a terminal or page was opened; leave notes that it was closed.
func (p *Player) Enter() (leave func()) {
	p.change(func() { p.here, p.came = p.here+1, true })
	var once sync.Once
	return func() { once.Do(func() { p.change(func() { p.here, p.gone = p.here-1, time.Now() }) }) }
}

// End notes that no more keys will come.
func (p *Player) End() { p.change(func() { p.left, p.came = true, true }) }

// Pass returns the key for passing at once; false if the kind cannot pass.
func (p *Player) Pass() bool {
	if p.keys.Silence != "" {
		p.change(func() { p.next = p.keys.Silence })
	}
	return p.keys.Silence != ""
}

// Asked waits until the game waits for this player in a turn after the given count, and returns the new count.
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

// Traits: a person plays one game at a time.
func (p *Player) Traits() bot.Traits { return bot.Traits{MostLanes: func() int { return 1 }} }

// Sit begins a game.
func (p *Player) Sit(int, *game.Table, game.Seat) {}

// Ask records that it is this player's turn.
func (p *Player) Ask([]*bot.Call) { p.change(func() { p.asked, p.turns = true, p.turns+1 }) }

// Answer waits for a key, or until the time for it is over.
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

// silent plays the kind's pass.
func (p *Player) silent(c *bot.Call) {
	if p.keys.Silence == "" {
		c.Reply.Fault, c.Reply.Note = game.Gone, "the player has left"
		return
	}
	c.Table.Play(c.Seat, p.keys.Silence, &c.Reply)
	c.Settled = true
}

// away is how long a player is waited for after leaving, so that a page can be reloaded.
const away = 10 * time.Second

// wait waits for the move of a key; false if none comes.
func (p *Player) wait() (move string, ok bool) {
	var asked time.Time // when the player was asked, or came
	for {
		p.mu.Lock()
		move, p.next = p.next, ""
		came, here, gone, left, changed := p.came, p.here > 0, p.gone, p.left, p.changed
		p.mu.Unlock()
		switch {
		case move != "":
			return move, true
		case left:
			return "", false
		case !came || p.keys.Silence == "":
			<-changed
			continue
		case asked.IsZero():
			asked = time.Now()
		}
		end := p.patience(asked, here, gone)
		if end.IsZero() {
			<-changed
			continue
		}
		timer := time.NewTimer(time.Until(end))
		select {
		case <-changed:
			timer.Stop()
		case <-timer.C:
			return "", false
		}
	}
}

// patience returns until when the player is waited for in a turn; zero is without limit.
func (p *Player) patience(asked time.Time, here bool, gone time.Time) (end time.Time) {
	if p.Pace > 0 {
		end = asked.Add(p.Pace)
	}
	if back := gone.Add(away); !here && (end.IsZero() || back.Before(end)) {
		end = back
	}
	return end
}

// Leave ends the game.
func (p *Player) Leave(int) {}

// Close does nothing.
func (p *Player) Close() error { return nil }
