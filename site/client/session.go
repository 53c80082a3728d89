package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"agon/site/wire"
)

// OpenSession begins a session in which a bot of the contest moves in a game that is played here. The game is the JSON of a
// [wire.SessionGame].
func (c *Contest) OpenSession(ctx context.Context, bot string, game []byte) (id string, err error) {
	content, err := json.Marshal(map[string]any{"bot": bot, "game": json.RawMessage(game)})
	if err != nil {
		return "", err
	}
	var s wire.Session
	err = c.send(ctx, http.MethodPost, "/sessions", "application/json", content, &s)
	return s.ID, err
}

// SessionMove sends a request, the JSON of a [wire.SessionRequest], and decodes the answer, a [wire.SessionAnswer], into a value.
func (c *Contest) SessionMove(ctx context.Context, id string, request []byte, into any) error {
	return c.send(ctx, http.MethodPost, "/sessions/"+id+"/moves", "application/json", request, into)
}

// CloseSession ends a session; one that is over is no error.
func (c *Contest) CloseSession(ctx context.Context, id string) error {
	err := c.send(ctx, http.MethodDelete, "/sessions/"+id, "", nil, nil)
	var refused *Refusal
	if errors.As(err, &refused) && refused.Code == http.StatusNotFound {
		return nil
	}
	return err
}
