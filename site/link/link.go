// Package link lets bots of a site play in games elsewhere: it finds them by their names, and carries the messages of package bot/distant
// to the site.
package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"agon/bot"
	"agon/bot/distant"
	"agon/bot/lineup"
	"agon/internal/clean"
	"agon/site/client"
)

// A Finder finds bots of a contest on a site. It is safe for concurrent use.
type Finder struct {
	URL      string // of the contest, https://HOST/c/NAME
	Token    string // of a person with an account
	Variable string // name of the variable with the token, for errors
	Warn     func(text string)

	once sync.Once
}

// Find returns what makes players of a bot.
func (f *Finder) Find(name string) (func(lineup.Station) bot.Player, error) {
	if f.URL == "" {
		return nil, errors.New("name the contest whose bot it is: --site https://HOST/c/NAME")
	}
	if name == "" {
		return nil, errors.New("name the bot: site:NAME")
	}
	c, err := client.Parse(f.URL)
	if err != nil {
		return nil, fmt.Errorf("--site: %w", err)
	}
	if c.Token = f.Token; f.Token == "" {
		return nil, fmt.Errorf("no token: make one at %s/account, and put it into the environment variable %s", c.Base, f.Variable)
	}
	f.once.Do(func() {
		if c.Exposed() {
			f.Warn(c.Base + " has no https: others on the network can read the token")
		}
	})
	return func(s lineup.Station) bot.Player {
		return distant.NewPlayer(&link{contest: c, bot: name}, s.Log, s.Stop)
	}, nil
}

// A link carries the messages of a game to a site.
type link struct {
	contest *client.Contest
	bot     string
	session string // empty: none is open
}

// Open begins a session.
func (l *link) Open(ctx context.Context, o *distant.Opening) error {
	game, err := json.Marshal(o)
	if err != nil {
		return err
	}
	l.session, err = l.contest.OpenSession(ctx, l.bot, game)
	return l.addressed(err)
}

// Move sends a request.
func (l *link) Move(ctx context.Context, r *distant.Request) (*distant.Answer, error) {
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var a distant.Answer
	return &a, l.addressed(l.contest.SessionMove(ctx, l.session, request, &a))
}

// addressed returns an error of the site with its address, for the terminal.
func (l *link) addressed(err error) error {
	var refused *client.Refusal
	if errors.As(err, &refused) {
		return fmt.Errorf("site:%s: %s: %s", l.bot, l.contest.Base, clean.Text(refused.Text))
	}
	return err
}

// Close ends the session, also after an interrupt.
func (l *link) Close() error {
	if l.session == "" {
		return nil
	}
	session := l.session
	l.session = ""
	return l.contest.CloseSession(context.Background(), session)
}
