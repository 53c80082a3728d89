package site

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"agon/site/entries"
	"agon/site/people"
	"agon/site/wire"
)

func botForPrograms(b *entries.Bot, owner string) wire.Bot {
	return wire.Bot{ID: b.ID, Name: b.Name, Owner: owner, Plays: b.Active != 0, Page: botAddress(b.Contest, b.ID)}
}

func versionForPrograms(v versionView) wire.Version {
	return wire.Version{
		Number: v.Number, State: string(v.State), Plays: v.Active, Tried: v.Tried, Trial: v.Trial, Queue: v.Queue,
		Received: v.Received, Address: v.Address, File: v.File,
		Bytes:    v.Size,
		Hash:     v.Hash,
		Findings: each(v.Findings, func(f finding) wire.Finding { return wire.Finding(f) }), Log: v.Log,
	}
}

// A BotPath names a bot of a contest.
type BotPath struct {
	ContestPath
	Bot int64 `path:"bot" minimum:"1" doc:"ID of the bot"`
}

// A VersionPath names a version of a bot.
type VersionPath struct {
	BotPath
	Version int `path:"version" minimum:"1" doc:"number of the version"`
}

// inSubmission is a bot that is handed in. Its content is read as it arrives.
type inSubmission struct {
	ContestPath
	Bot  string `query:"bot" required:"true" minLength:"1" maxLength:"200" doc:"name of the bot: one of yours, or a new one"`
	File string `query:"file" required:"true" minLength:"1" maxLength:"200" doc:"name of the file: a source in any language of bots, or an archive that ends in .zip, .tar.gz or .tgz; of an image in .tar or .tar.zst too"`

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

// received answers a program that sends a file.
func (s *submissions) received(ctx context.Context, by *people.Person, in *inSubmission) (*body[wire.Submitted], error) {
	if in.wrong != "" || in.content == nil {
		return nil, huma.Error415UnsupportedMediaType("Send the file as it is, with the header Content-Type: " + octets + ".")
	}
	return s.acknowledged(ctx, by, entries.Submission{Contest: in.Contest, Bot: in.Bot, File: in.File, Content: in.content}, "")
}

// addressed answers a program that sends an address.
func (s *submissions) addressed(ctx context.Context, by *people.Person, in *inAddress) (*body[wire.Submitted], error) {
	return s.acknowledged(ctx, by, entries.Submission{Contest: in.Contest, Bot: in.Body.Bot, Address: in.Body.Address}, in.Body.Branch)
}

// versions answers with the versions of a bot of one's own.
func (s *submissions) versions(ctx context.Context, by *people.Person, in *BotPath) (*body[[]wire.Version], error) {
	p, err := s.botFor(ctx, by, in)
	if err != nil {
		return nil, err
	}
	if !p.Private {
		return nil, people.ErrNobody
	}
	return answered(each(p.Versions, versionForPrograms)), nil
}

// one answers with a bot.
func (s *submissions) one(ctx context.Context, by *people.Person, in *BotPath) (*body[wire.Bot], error) {
	p, err := s.botFor(ctx, by, in)
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
			b.Seasons = append(b.Seasons, wire.BotSeason{Title: l.Title, Rank: l.Rank, Games: l.Games, Rating: l.Rating,
				Page: botAddress(l.Contest, l.Bot)})
		}
	}
	return answered(b), nil
}

// afterVersion answers with a bot, a version of which was changed.
func (s *submissions) afterVersion(ctx context.Context, by *people.Person, in *VersionPath, _ string) (*body[wire.Bot], error) {
	return s.one(ctx, by, &in.BotPath)
}

// all answers with the bots of a contest that a person may see: one's own, or all.
func (s *submissions) all(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.Bot], error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return nil, err
	}
	var bots []entries.Bot
	switch {
	case by.Role.May(people.Inspect):
		bots, err = s.entries.Bots(ctx, c.Name, 0)
	case by.ID != 0:
		bots, err = s.entries.Kept(ctx, c.Name, by.ID)
	}
	return answered(each(bots, func(b entries.Bot) wire.Bot { return botForPrograms(&b, s.author(ctx, &b)) })), err
}
