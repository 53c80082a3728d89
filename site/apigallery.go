package site

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"agon/show/gallery"
	"agon/site/people"
	"agon/site/wire"
)

func (s *Site) offerGallery(api huma.API) {
	offer(s, api, "GET /c/{contest}/gallery", huma.Operation{OperationID: "get-gallery", Method: http.MethodGet, Path: "/contests/{contest}/gallery", Summary: "Get the art of a contest and the vote on it"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Gallery], error) {
			return s.galleryForPrograms(ctx, by, in.Contest)
		})
	offer(s, api, "POST /c/{contest}/vote/open", huma.Operation{OperationID: "open-vote", Method: http.MethodPost, Path: "/contests/{contest}/vote/open", Summary: "Open the vote on the art of a contest"},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body wire.NewVote
		}) (*body[wire.Gallery], error) {
			if err := s.galleryPages.begin(ctx, by, in.Contest, gallery.Method(in.Body.Method)); err != nil {
				return nil, err
			}
			return s.galleryForPrograms(ctx, by, in.Contest)
		})
	offer(s, api, "POST /c/{contest}/vote/close", huma.Operation{OperationID: "close-vote", Method: http.MethodPost, Path: "/contests/{contest}/vote/close", Summary: "Close the vote for good"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Gallery], error) {
			if err := s.galleryPages.end(ctx, by, in.Contest); err != nil {
				return nil, err
			}
			return s.galleryForPrograms(ctx, by, in.Contest)
		})
	offer(s, api, "POST /c/{contest}/vote/ballot", huma.Operation{OperationID: "cast-ballot", Method: http.MethodPost, Path: "/contests/{contest}/vote/ballot", Summary: "Cast one's ballot, which is final"},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body wire.Ballot
		}) (*body[wire.Gallery], error) {
			if err := s.galleryPages.cast(ctx, by, in.Contest, gallery.Ballot{Likes: in.Body.Likes, Ranks: in.Body.Ranks}); err != nil {
				return nil, err
			}
			return s.galleryForPrograms(ctx, by, in.Contest)
		})
}

func (s *Site) galleryForPrograms(ctx context.Context, by *people.Person, name string) (*body[wire.Gallery], error) {
	c, show, err := s.galleryPages.of(name)
	if err != nil {
		return nil, err
	}
	a := wire.Gallery{Exhibits: []wire.Exhibit{}}
	if show != nil {
		for i, e := range show.Exhibits {
			x := wire.Exhibit{Bot: e.Name, Pictures: []wire.Picture{}}
			for n, p := range e.Pictures {
				shown := wire.Picture{Address: fmt.Sprintf("%s/gallery/%d/%d.gif", contestAddress(c.Name), i, n)}
				if !hidden(c, by) {
					shown.Game = p.Label
				}
				x.Pictures = append(x.Pictures, shown)
			}
			a.Exhibits = append(a.Exhibits, x)
		}
	}
	v, err := s.galleryPages.votes.Of(ctx, c.Name, by)
	if err != nil || v == nil {
		return answered(a), err
	}
	a.Vote = &wire.Vote{Method: string(v.Method), Bots: v.Names, Open: v.Open(), Voters: v.Turnout, Voted: v.Voted}
	if v.MayCount(by) {
		for _, l := range gallery.Tally(v.Method, len(v.Names), v.Ballots) {
			a.Vote.Tally = append(a.Vote.Tally, wire.Tallied{Place: l.Place, Bot: v.Names[l.Exhibit], Votes: l.Votes})
		}
	}
	return answered(a), nil
}
