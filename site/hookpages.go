package site

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/entries"
	"agon/site/githost"
	"agon/site/hooks"
	"agon/site/people"
	"agon/site/wire"
)

// mostPush bounds what a host sends to a hook, in bytes.
const mostPush = 1 << 20

// pushed answers the host of a repository that sends a push to a hook. It is answered at once, as a program is.
func (s *Site) pushed(w http.ResponseWriter, r *http.Request) error {
	told, noted, err := s.receive(w, r)
	if err != nil {
		if errors.Is(err, githost.ErrForged) || errors.Is(err, githost.ErrOld) {
			err = huma.Error403Forbidden("Nothing is handed in: " + err.Error() + ".")
		}
		retryAfter(w.Header(), err)
		writeProblem(w, s.problem(r.Context(), "POST /hooks/{id}", err))
		return nil
	}
	w.Header().Set("Content-Type", "application/json")
	if noted {
		w.WriteHeader(http.StatusAccepted)
	}
	return json.NewEncoder(w).Encode(wire.Done{Told: told})
}

// receive gives a hook what its host has sent. What is too large is not read.
func (s *Site) receive(w http.ResponseWriter, r *http.Request) (told string, noted bool, err error) {
	found, err := s.hooks.Find(r.Context(), r.PathValue("id"), 0, 0)
	switch {
	case err != nil:
		return "", false, err
	case len(found) == 0:
		return "", false, people.ErrNobody
	case r.ContentLength > mostPush:
		return "", false, &http.MaxBytesError{Limit: mostPush}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostPush))
	if err != nil {
		return "", false, unread(err)
	}
	return s.hooks.Receive(r.Context(), &found[0], r.Header.Get, body, s.base(r))
}

// submitPush hands in a commit for who connected the repository.
func (s *submissions) submitPush(ctx context.Context, h *hooks.Hook, address string, kept func(tx *sql.Tx, version int64) error) error {
	by, err := s.people.Person(ctx, h.Person)
	if err == nil {
		_, err = s.own(ctx, by, &BotPath{ContestPath{h.Contest}, h.Bot})
	}
	if errors.Is(err, people.ErrNobody) || errors.Is(err, fs.ErrNotExist) || err == nil && !may(by, people.Submit) {
		return &people.Problem{Text: "Who connected the repository may not hand in this bot any more: connect it again."}
	}
	if err != nil {
		return err
	}
	limits := s.entries.Limits()
	used, err := s.entries.Used(ctx, h.Contest, by.ID)
	if err == nil && (used.Waiting >= limits.Waiting || used.Hourly >= limits.Hourly) {
		err = hooks.ErrLater
	}
	if err == nil {
		_, _, err = s.submitBot(ctx, by, entries.Submission{Contest: h.Contest, Bot: h.Name, Address: address, Kept: kept}, "")
	}
	return err
}

// keyHook is the key of a new hook in a session: its path and its secret.
const keyHook = "hook"

// newHook connects a bot.
type newHook = struct {
	BotPath
	Body wire.NewHook
}

// own returns a bot that belongs to a person or the person's team.
func (s *submissions) own(ctx context.Context, by *people.Person, in *BotPath) (*entries.Bot, error) {
	_, b, err := s.submittedBot(ctx, in.Contest, in.Bot)
	if err == nil && !b.Of(by) {
		err = people.ErrNobody
	}
	return b, err
}

// connect connects a bot to a repository, and returns the path of the hook and the secret for its host.
func (s *submissions) connect(ctx context.Context, by *people.Person, in *newHook) (string, error) {
	b, err := s.own(ctx, by, &in.BotPath)
	if err == nil {
		_, _, err = s.take(b.Contest)
	}
	if err == nil && !s.fetches {
		err = &people.Problem{Text: "This site takes no addresses: hand in files."}
	}
	if err != nil {
		return "", err
	}
	id, secret, err := s.hooks.Connect(ctx, hooks.Hook{Bot: b.ID, Person: by.ID, Host: githost.Form(in.Body.Host), Address: in.Body.Address,
		Branch: in.Body.Branch}, strings.TrimSpace(in.Body.Token))
	return "/hooks/" + id + " " + secret, err
}

// connected answers a program with the path and the secret, which are the message.
func connected(_ context.Context, _ *people.Person, _ *newHook, made string) (*body[wire.HookSecret], error) {
	path, secret, _ := strings.Cut(made, " ")
	return answered(wire.HookSecret{Path: path, Secret: secret}), nil
}

// disconnect ends the connection of a bot, and returns its name.
func (s *submissions) disconnect(ctx context.Context, by *people.Person, in *BotPath) (string, error) {
	b, err := s.own(ctx, by, in)
	if err != nil {
		return "", err
	}
	return b.Name, s.hooks.Disconnect(ctx, b.ID)
}

// failedBy says why a version failed its check: by the first test that it did not pass, or by the end of its log.
func failedBy(verdict, log string) string {
	for _, f := range findings(verdict) {
		if !f.Good {
			return f.What + ": " + f.Told
		}
	}
	log = strings.TrimSpace(log)
	return log[strings.LastIndexByte(log, '\n')+1:]
}

// fillHook sets what the author sees of the repository of a bot.
func (s *submissions) fillHook(r *http.Request, p *botPage) (err error) {
	p.Fetches, p.Base = s.fetches, s.base(r)
	_, p.HookSecret, _ = strings.Cut(s.sessions.PopString(r.Context(), keyHook), " ")
	if p.Hooks, err = s.hooks.Find(r.Context(), "", p.Bot.ID, 0); err == nil {
		p.Pushes, err = s.hooks.Newest(r.Context(), p.Bot.ID)
	}
	return err
}
