package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"agon/site/wire"
)

// Mine returns the caller's own bots in the contest, and those of the caller's team.
func (c *Contest) Mine(ctx context.Context) ([]wire.Bot, error) {
	var all wire.Contest
	err := c.send(ctx, http.MethodGet, "", "", nil, &all)
	return all.Mine, err
}

// Games returns the newest games of a bot that a query of the operation asks for, at most most of them; 0: all.
func (c *Contest) Games(ctx context.Context, bot int64, query url.Values, most int) (list []wire.BotGame, err error) {
	const atOnce = 500
	for {
		var part wire.Games
		query.Set("limit", strconv.Itoa(atOnce))
		if most > 0 {
			query.Set("limit", strconv.Itoa(min(atOnce, most-len(list))))
		}
		if err := c.send(ctx, http.MethodGet, fmt.Sprintf("/bots/%d/games?%s", bot, query.Encode()), "", nil, &part); err != nil {
			return nil, err
		}
		if list = append(list, part.Games...); part.Next == 0 || len(list) == most {
			return list, nil
		}
		query.Set("after", strconv.Itoa(part.Next))
	}
}

// Turns calls each with turns of a bot in a game, until there are no more or it returns an error. seat is the bot's, from 0; -1: the first of
// the caller's own.
func (c *Contest) Turns(ctx context.Context, game, seat int, each func(*wire.Turns) error) error {
	for from := 0; ; {
		var part wire.Turns
		if err := c.send(ctx, http.MethodGet, fmt.Sprintf("/games/%d/turns?seat=%d&from=%d", game, seat, from), "", nil, &part); err != nil {
			return err
		}
		if err := each(&part); err != nil || part.Next == 0 {
			return err
		}
		from = part.Next
	}
}

// Game returns what an operation about a game answers with that is no single JSON value: "replay" or "frames".
func (c *Contest) Game(ctx context.Context, game int, what string) ([]byte, error) {
	return c.fetch(ctx, http.MethodGet, fmt.Sprintf("/api/v1/contests/%s/games/%d/%s", c.Name, game, what), "", nil)
}
