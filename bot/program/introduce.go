package program

import (
	"errors"
	"fmt"
	"time"

	"agon/game"
)

// Introduce starts a program, greets it as for a game of the kind, and returns the name and the author of its greeting. Both are empty if
// it does not greet within wait, or before it sleeps; it need not. The error is a program that does not start or ends at once.
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
	err = talk.greeted(a, time.Now().Add(wait), life.used)
	if err != nil && !errors.Is(err, ErrNothing) {
		exit, own := life.settle()
		_, note := exit.Ended(own)
		if own && exit.Code == 0 && exit.Signal == 0 && exit.Fault == "" {
			note += " before its first answer" + c.takenNote()
		}
		life.awaitEnd()
		return "", "", fmt.Errorf("%w: %s", ErrOwn, note)
	}
	life.kill()
	life.awaitEnd()
	return a.name, a.author, nil
}

// A program with nothing more to say uses less processor time than working in several consecutive slices. On a busy machine one that works
// gets more slices.
const (
	slice     = 250 * time.Millisecond
	asleepFor = 6
	working   = 2 * time.Millisecond // processor time in a slice
)

// greeted waits for the program's greeting, at most until the program sleeps.
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

// greeting waits for the program's greeting.
func (t *talk) greeting(a *agonProtocol, until time.Time) error {
	for {
		output, err := t.await(until)
		if err != nil || a.hello(output.text) {
			return err
		}
		t.drop(output.text)
	}
}
