package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"agon/bot"
	"agon/bot/distant"
	"agon/bot/lineup"
	"agon/site/client"
)

// ofSite returns what finds the bots of the site that --site names. It takes the token out of the environment, so that bots do not get it.
func (p *playing) ofSite(w *world) func(name string) (func(lineup.Station) bot.Player, error) {
	token := os.Getenv(tokenVariable)
	os.Unsetenv(tokenVariable)
	var once sync.Once
	return func(name string) (func(lineup.Station) bot.Player, error) {
		if p.site == "" {
			return nil, errors.New("name the contest whose bot it is: --site https://HOST/c/NAME")
		}
		if name == "" {
			return nil, errors.New("name the bot: site:NAME")
		}
		c, err := client.Parse(p.site)
		if err != nil {
			return nil, fmt.Errorf("--site: %w", err)
		}
		if c.Token = token; token == "" {
			return nil, fmt.Errorf("no token: make one at %s/account, and put it into the environment variable %s", c.Base, tokenVariable)
		}
		once.Do(func() {
			if c.Exposed() {
				fmt.Fprintf(w.err, "agon: %s has no https: others on the network can read the token\n", c.Base)
			}
		})
		return func(s lineup.Station) bot.Player {
			return distant.NewPlayer(&siteLink{contest: c, bot: name}, s.Log, s.Stop)
		}, nil
	}
}

// A siteLink carries the messages of a game to a site.
type siteLink struct {
	contest *client.Contest
	bot     string
	session string // empty: none is open
}

// Open begins a session.
func (l *siteLink) Open(ctx context.Context, o *distant.Opening) error {
	game, err := json.Marshal(o)
	if err != nil {
		return err
	}
	l.session, err = l.contest.OpenSession(ctx, l.bot, game)
	return l.told(err)
}

// Move sends a request.
func (l *siteLink) Move(ctx context.Context, r *distant.Request) (*distant.Answer, error) {
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var a distant.Answer
	return &a, l.told(l.contest.SessionMove(ctx, l.session, request, &a))
}

// told returns an error of the site with its address, for the terminal.
func (l *siteLink) told(err error) error {
	var refused *client.Refusal
	if errors.As(err, &refused) {
		return fmt.Errorf("site:%s: %s: %s", l.bot, l.contest.Base, printable(refused.Text))
	}
	return err
}

// Close ends the session, also after an interrupt.
func (l *siteLink) Close() error {
	if l.session == "" {
		return nil
	}
	session := l.session
	l.session = ""
	return l.contest.CloseSession(context.Background(), session)
}
