package program

import (
	"errors"
	"fmt"
	"time"

	"agon/game"
)

// Introduce starts a program, says hello as for a game of the kind, and gives the name and the author that it greets with; both are
// empty where it does not greet, which it need not: within the time, or before it sleeps. An error is a program that does not start or
// ends at once.
func (c Config) Introduce(k *game.Kind, o game.Settings, wait time.Duration) (name, author string, err error) {
	t, err := k.Table(o)
	if err != nil {
		return "", "", err
	}
	if err := t.Deal(1, k.MinSeats); err != nil {
		return "", "", err
	}
	c.Launch.Together = false
	life, err := c.start(t, 0)
	if err != nil {
		return "", "", err
	}
	a := &agonProtocol{}
	talk := newTalk(life, c.Log, c.Caps.orDefault(), c.Stop)
	talk.say(a.greet(nil, t, 0))
	err = talk.greeted(a, time.Now().Add(wait), life.CPU)
	if err != nil && !errors.Is(err, ErrNothing) {
		_, note := ended(life.Settle())
		life.Gone()
		return "", "", fmt.Errorf("%w: %s", ErrOwn, note)
	}
	life.Kill()
	life.Gone()
	return a.name, a.author, nil
}

// What a program does that has nothing more to say: it uses less than working of the processor in so many slices running. On a
// busy machine one that works has more of it.
const (
	slice     = 250 * time.Millisecond
	asleepFor = 6
	working   = 2 * time.Millisecond // in a slice
)

// greeted waits for the program's own hello, and no longer than until the program sleeps.
func (t *talk) greeted(a *agonProtocol, until time.Time, cpu func() time.Duration) error {
	before, asleep := cpu(), 0
	for {
		next := time.Now().Add(slice)
		if next.After(until) {
			next = until
		}
		err := t.greeting(a, next)
		if !errors.Is(err, ErrNothing) || !next.Before(until) {
			return err
		}
		now := cpu()
		if now-before >= working || now == 0 {
			asleep = 0
		} else if asleep++; asleep == asleepFor {
			return err
		}
		before = now
	}
}

// greeting waits for the program's own hello.
func (t *talk) greeting(a *agonProtocol, until time.Time) error {
	for {
		said, err := t.await(until)
		if err != nil || a.hello(said.text) {
			return err
		}
		t.drop(said.text)
	}
}
