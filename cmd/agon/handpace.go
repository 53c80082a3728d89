package main

import (
	"context"
	"slices"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/film"
	"agon/game"
)

// people reports whether a person plays.
func (g *oneGame) people() bool {
	return slices.ContainsFunc(g.entries, func(e lineup.Entry) bool { return e.Person != nil })
}

// veiled reports whether the game hides information from players. Such information is shown to nobody before the game is over.
func (g *oneGame) veiled() bool { return g.kind.Hidden && g.people() }

// asked reports whether a seat had to move in a turn.
func asked(calls []*bot.Call, seat game.Seat) bool {
	return slices.ContainsFunc(calls, func(c *bot.Call) bool { return c.Seat == seat })
}

// keepPace delays the turns of a game with people in which only bots are left by the pace, as long as somebody watches. With a pace of 0,
// which means that the players set the pace, there is no delay.
func (g *oneGame) keepPace(ctx context.Context, calls []*bot.Call) {
	if g.film == nil || !g.people() {
		return
	}
	g.alone++
	if slices.ContainsFunc(calls, func(c *bot.Call) bool { return g.entries[c.Seat].Person != nil }) {
		g.alone = 0
	}
	if g.alone > len(g.entries) {
		rest, cancel := context.WithDeadline(ctx, g.turned.Add(g.pace))
		defer cancel()
		films := []*film.Film{g.film}
		for _, e := range g.views {
			films = append(films, e.film)
		}
		for _, f := range films {
			f.Watched(rest)
		}
	}
	g.turned = time.Now()
}
