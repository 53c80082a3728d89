package site

import (
	"context"
	"fmt"

	"agon/show/gallery"
	"agon/site/people"
	"agon/site/wire"
)

// Inputs of what is done about a vote.
type (
	newVote = struct {
		ContestPath
		Body wire.NewVote
	}
	newBallot = struct {
		ContestPath
		Body wire.Ballot
	}
)

// voteOpened and ballotCast answer with the gallery after that.
func (p *galleryPages) voteOpened(ctx context.Context, by *people.Person, in *newVote, _ string) (*body[wire.Gallery], error) {
	return p.shownGallery(ctx, by, &in.ContestPath)
}

func (p *galleryPages) ballotCast(ctx context.Context, by *people.Person, in *newBallot) (*body[wire.Gallery], error) {
	if err := p.cast(ctx, by, in.Contest, gallery.Ballot{Likes: in.Body.Likes, Ranks: in.Body.Ranks}); err != nil {
		return nil, err
	}
	return p.shownGallery(ctx, by, &in.ContestPath)
}

// shownGallery answers with the art of a contest and the vote on it.
func (p *galleryPages) shownGallery(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Gallery], error) {
	c, show, v, err := p.voteOn(ctx, by, in.Contest)
	if err != nil {
		return nil, err
	}
	a := wire.Gallery{Exhibits: []wire.Exhibit{}}
	if show != nil {
		for i, e := range show.Exhibits {
			x := wire.Exhibit{Bot: e.Name, Pictures: []wire.Picture{}}
			for n, picture := range e.Pictures {
				shown := wire.Picture{Address: fmt.Sprintf("%s/gallery/%d/%d.gif", contestAddress(c.Name), i, n)}
				if !hidden(c, by) {
					shown.Game = picture.Label
				}
				x.Pictures = append(x.Pictures, shown)
			}
			a.Exhibits = append(a.Exhibits, x)
		}
	}
	if v == nil {
		return answered(a), nil
	}
	a.Vote = &wire.Vote{Method: string(v.Method), Bots: v.Names, Open: v.Open(), Voters: v.Turnout, Voted: v.Voted}
	if v.MayCount(by) {
		for _, l := range gallery.Tally(v.Method, len(v.Names), v.Ballots) {
			a.Vote.Tally = append(a.Vote.Tally, wire.Tallied{Place: l.Place, Bot: v.Names[l.Exhibit], Votes: l.Votes})
		}
	}
	return answered(a), nil
}
