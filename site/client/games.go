package client

import (
	"context"
	"encoding/json"
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

// Parts calls take with the parts of a list that an operation about the contest answers with, until there are no more or take wants no
// more. cursor is the parameter that continues the list.
func (c *Contest) Parts(ctx context.Context, path string, query url.Values, cursor string,
	take func(part json.RawMessage) (more bool, err error)) error {
	for {
		var at struct{ Next int }
		part, err := c.Get(ctx, path+"?"+query.Encode())
		if err == nil {
			err = json.Unmarshal(part, &at)
		}
		if err != nil {
			return err
		}
		if more, err := take(part); err != nil || !more || at.Next == 0 {
			return err
		}
		query.Set(cursor, strconv.Itoa(at.Next))
	}
}

// Replay returns the replay of a game of the contest.
func (c *Contest) Replay(ctx context.Context, game int) ([]byte, error) {
	return c.fetch(ctx, http.MethodGet, fmt.Sprintf("/api/v1/contests/%s/games/%d/replay", c.Name, game), "", nil)
}
