package program

import (
	"errors"
	"fmt"
	"time"

	"agon/game"
)

// Introduce starts a program, says hello as for a game of the kind, and gives the name and the author that it greets with; both are
// empty where it does not greet within the time, which it need not. An error is a program that does not start or ends at once.
func (c Config) Introduce(k *game.Kind, o game.Settings, wait time.Duration) (name, author string, err error) {
	t, err := k.Table(o)
	if err != nil {
		return "", "", err
	}
	if err := t.Deal(1, k.MinSeats); err != nil {
		return "", "", err
	}
	c.Launch.Together = false
	life, err := c.start()
	if err != nil {
		return "", "", err
	}
	a := &agonTongue{}
	talk := newTalk(life, c.Log, c.Caps.orDefault(), c.Stop)
	talk.say(a.greet(nil, t, 0))
	err = talk.greeting(a, time.Now().Add(wait))
	if err != nil && !errors.Is(err, ErrNothing) {
		_, note := ended(life.Settle())
		life.Gone()
		return "", "", fmt.Errorf("%w: %s", ErrOwn, note)
	}
	life.Kill()
	life.Gone()
	return a.name, a.author, nil
}

// greeting waits for the program's own hello.
func (t *talk) greeting(a *agonTongue, until time.Time) error {
	for {
		said, err := t.await(until)
		if err != nil || a.hello(said.text) {
			return err
		}
		t.drop(said.text)
	}
}
