package site

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"agon/site/entries"
	"agon/site/people"
	"agon/site/wire"
)

func botForPrograms(b *entries.Bot, owner string) wire.Bot {
	return wire.Bot{ID: b.ID, Name: b.Name, Owner: owner, Plays: b.Active != 0, Page: botAddress(b.Contest, b.ID)}
}

func versionForPrograms(v *versionView) wire.Version {
	a := wire.Version{Number: v.Number, State: string(v.State), Plays: v.Active, Received: v.Received, Address: v.Address, File: v.File, Bytes: v.Size, Hash: v.Hash, Findings: []wire.Finding{}, Log: v.Log}
	for _, f := range v.Findings {
		a.Findings = append(a.Findings, wire.Finding(f))
	}
	return a
}

// A BotPath names a bot of a contest.
type BotPath struct {
	ContestPath
	Bot int64 `path:"bot" minimum:"1" doc:"ID of the bot"`
}

func (i *BotPath) bot() string { return strconv.FormatInt(i.Bot, 10) }

// A VersionPath names a version of a bot.
type VersionPath struct {
	BotPath
	Version int `path:"version" minimum:"1" doc:"number of the version"`
}

// inSubmission is a bot that is handed in. Its content is read as it arrives.
type inSubmission struct {
	ContestPath
	Bot  string `query:"bot" required:"true" minLength:"1" maxLength:"200" doc:"name of the bot: one of yours, or a new one"`
	File string `query:"file" required:"true" minLength:"1" maxLength:"200" doc:"name of the file; it ends in .py, .zip, .tar.gz or .tgz; an archive of an image in .tar or .tar.zst too"`

	content io.Reader
	wrong   string // content type
}

// Resolve takes over the body of the request. huma calls it after it has read the parameters.
func (i *inSubmission) Resolve(ctx huma.Context) []error {
	r, _ := humago.Unwrap(ctx)
	i.content = r.Body
	if kind := r.Header.Get("Content-Type"); kind != octets {
		i.wrong = kind
	}
	return nil
}

// inAddress is a bot that is handed in by an address.
type inAddress struct {
	ContestPath
	Body wire.Address
}

// octets is the content type of a file.
const octets = "application/octet-stream"

func (s *Site) offerBots(api huma.API) {
	offer(s, api, "GET /c/{contest}", huma.Operation{OperationID: "list-bots", Method: http.MethodGet, Path: "/contests/{contest}/bots", Summary: "List the bots of a contest that the caller submitted; all of them for the jury and organisers"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.Bot], error) {
			return s.botsForPrograms(ctx, by, in.Contest)
		})
	submission := huma.Operation{
		OperationID: "submit-bot", Method: http.MethodPost, Path: "/contests/{contest}/bots", Summary: "Submit a version of a bot, which is checked at once", DefaultStatus: http.StatusAccepted,
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}},
	}
	offer(s, api, "POST /c/{contest}/submit", submission, func(ctx context.Context, by *people.Person, in *inSubmission) (*body[wire.Submitted], error) {
		if in.wrong != "" || in.content == nil {
			return nil, huma.Error415UnsupportedMediaType("Send the file as it is, with the header Content-Type: " + octets + ".")
		}
		return s.submittedForPrograms(ctx, by, entries.Submission{Contest: in.Contest, Bot: in.Bot, File: in.File, Content: in.content}, "")
	})
	address := huma.Operation{
		OperationID: "submit-address", Method: http.MethodPost, Path: "/contests/{contest}/addresses", Summary: "Submit a version of a bot by the address of a git repository or a container image, which is fetched and checked at once", DefaultStatus: http.StatusAccepted,
	}
	offer(s, api, "POST /c/{contest}/submit", address, func(ctx context.Context, by *people.Person, in *inAddress) (*body[wire.Submitted], error) {
		return s.submittedForPrograms(ctx, by, entries.Submission{Contest: in.Contest, Bot: in.Body.Bot, Address: in.Body.Address}, in.Body.Branch)
	})
	offer(s, api, "GET /c/{contest}/bots/{bot}", huma.Operation{OperationID: "get-bot", Method: http.MethodGet, Path: "/contests/{contest}/bots/{bot}", Summary: "Get a submitted bot"},
		func(ctx context.Context, by *people.Person, in *BotPath) (*body[wire.Bot], error) {
			return s.botForPrograms(ctx, by, in)
		})
	offer(s, api, "GET /c/{contest}/bots/{bot}", huma.Operation{OperationID: "list-versions", Method: http.MethodGet, Path: "/contests/{contest}/bots/{bot}/versions", Summary: "List the versions of a bot of one's own, the newest first"},
		func(ctx context.Context, by *people.Person, in *BotPath) (*body[[]wire.Version], error) {
			p, err := s.botFor(ctx, by, in.Contest, in.bot())
			if err != nil {
				return nil, err
			}
			if !p.Private {
				return nil, people.ErrNobody
			}
			list := []wire.Version{}
			for i := range p.Versions {
				list = append(list, versionForPrograms(&p.Versions[i]))
			}
			return answered(list), nil
		})
	offer(s, api, "POST /c/{contest}/bots/{bot}/activate/{version}", huma.Operation{OperationID: "activate-version", Method: http.MethodPost, Path: "/contests/{contest}/bots/{bot}/versions/{version}/activate", Summary: "Let a good version of a bot play"},
		func(ctx context.Context, by *people.Person, in *VersionPath) (*body[wire.Bot], error) {
			if _, _, _, err := s.activateVersion(ctx, by, in.Contest, in.bot(), strconv.Itoa(in.Version)); err != nil {
				return nil, err
			}
			return s.botForPrograms(ctx, by, &in.BotPath)
		})
	offer(s, api, "POST /c/{contest}/bots/{bot}/stop/{version}", huma.Operation{OperationID: "stop-check", Method: http.MethodPost, Path: "/contests/{contest}/bots/{bot}/versions/{version}/stop", Summary: "End the check of a version, which counts as failed then"},
		func(ctx context.Context, by *people.Person, in *VersionPath) (*body[wire.Bot], error) {
			if _, _, _, err := s.stopVersion(ctx, by, in.Contest, in.bot(), strconv.Itoa(in.Version)); err != nil {
				return nil, err
			}
			return s.botForPrograms(ctx, by, &in.BotPath)
		})
	offer(s, api, "POST /c/{contest}/bots/{bot}/withdraw", huma.Operation{OperationID: "withdraw-bot", Method: http.MethodPost, Path: "/contests/{contest}/bots/{bot}/withdraw", Summary: "Take a bot out of its contest"},
		func(ctx context.Context, by *people.Person, in *BotPath) (*body[wire.Bot], error) {
			if _, _, err := s.withdrawBot(ctx, by, in.Contest, in.bot()); err != nil {
				return nil, err
			}
			return s.botForPrograms(ctx, by, in)
		})
}

// submittedForPrograms keeps a version of a bot, and returns what acknowledges it.
func (s *Site) submittedForPrograms(ctx context.Context, by *people.Person, handed entries.Submission, branch string) (*body[wire.Submitted], error) {
	c, v, err := s.submitBot(ctx, by, handed, branch)
	if err != nil {
		return nil, err
	}
	return answered(wire.Submitted{Bot: v.Bot, Version: v.Number, Hash: v.Hash, Page: botAddress(c.Name, v.Bot)}), nil
}

func (s *Site) botForPrograms(ctx context.Context, by *people.Person, in *BotPath) (*body[wire.Bot], error) {
	p, err := s.botFor(ctx, by, in.Contest, in.bot())
	if err != nil {
		return nil, err
	}
	b := botForPrograms(&p.Bot, p.Owner)
	if w := p.Week; w != nil {
		b.Week = &wire.Week{Since: dated(w.Since), Games: w.Games}
		if w.Rated {
			b.Week.RatingChange = &w.Week.Change
		}
	}
	if p.Seasons != nil {
		for _, l := range p.Seasons.Lines {
			b.Seasons = append(b.Seasons, wire.BotSeason{Title: l.Title, Rank: l.Rank, Games: l.Games, Rating: l.Rating, Page: botAddress(l.Contest, l.Bot)})
		}
	}
	return answered(b), nil
}

// botsForPrograms lists the bots of a contest that a person may see: one's own, or all.
func (s *Site) botsForPrograms(ctx context.Context, by *people.Person, contest string) (*body[[]wire.Bot], error) {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, err
	}
	list := []wire.Bot{}
	owner := by.ID
	switch {
	case by.Role.May(people.Inspect):
		owner = 0
	case by.ID == 0:
		return answered(list), nil
	}
	bots, err := s.entries.Bots(ctx, c.Name, owner)
	if err != nil {
		return nil, err
	}
	for i := range bots {
		list = append(list, botForPrograms(&bots[i], s.author(ctx, &bots[i])))
	}
	return answered(list), nil
}
