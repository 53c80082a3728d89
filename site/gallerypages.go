package site

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"os"

	"agon/show/gallery"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/people"
	"agon/site/recent"
	"agon/site/votes"
)

// galleryPages are the pages of the art of contests and of the votes on it.
type galleryPages struct {
	*pages
	*catalogue
	votes   *votes.Votes
	decided *decisions.Log
	art     recent.Values[string, *gallery.Show] // by folder, which is searched again when it has changed
}

// mostArt is the number of galleries that are kept.
const mostArt = 32

// of returns a contest and its art, nil if there is none.
func (p *galleryPages) of(contest string) (*contests.Contest, *gallery.Show, error) {
	c, err := p.contests.Find(contest)
	if err != nil {
		return nil, nil, err
	}
	info, err := os.Stat(c.ArtDir())
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	show, err := p.art.Get(c.ArtDir(), info.ModTime().UnixNano(), mostArt, func() (*gallery.Show, error) {
		show, err := gallery.Open(c.ArtDir())
		if errors.Is(err, gallery.ErrNone) || errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return show, err
	})
	return c, show, err
}

// voteOn returns a contest with its art and the vote on it, as a person sees it.
func (p *galleryPages) voteOn(ctx context.Context, by *people.Person, contest string) (
	*contests.Contest, *gallery.Show, *votes.Vote, error) {
	c, show, err := p.of(contest)
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := p.votes.Of(ctx, c.Name, by)
	return c, show, v, err
}

// galleryPage is the data of a contest's gallery.
type galleryPage struct {
	page
	Line    contestLine
	Facts   []string
	Any     bool // there are exhibits
	Wall    template.HTML
	Tally   template.HTML
	Refused string // why a ballot does not count
	Vote    *votes.Vote
	Ballot  bool // the reader has one to cast
	CanOpen bool // the reader may open a vote
	CanEnd  bool // the reader may close it
}

func (p *galleryPages) gallery(w http.ResponseWriter, r *http.Request) error {
	return p.show(w, r, nil, nil)
}

// show shows the page, after a ballot that was refused with its form and the reason.
func (p *galleryPages) show(w http.ResponseWriter, r *http.Request, form url.Values, refused error) error {
	by := reader(r)
	c, show, v, err := p.voteOn(r.Context(), by, r.PathValue("contest"))
	if err != nil {
		return err
	}
	data := &galleryPage{page: page{Title: "Gallery", Note: p.noted(r)}, Line: p.line(c), Vote: v, Any: show != nil || v != nil}
	data.Ballot = v.Open() && !v.Voted && by.ID != 0
	data.CanOpen = v == nil && show != nil && by.Role.May(people.Decide)
	data.CanEnd = v.Open() && by.Role.May(people.Decide)
	wall := gallery.Wall{Show: show, Art: contestAddress(c.Name) + "/gallery", Veiled: hidden(c, by), Form: form}
	if v != nil {
		wall.Names, wall.Method = v.Names, v.Method
		data.Facts = append(data.Facts, voted(v.Turnout))
	}
	if data.Ballot {
		wall.Action = contestAddress(c.Name) + "/vote/ballot"
		if wall.Own, err = p.votes.Own(r.Context(), c.Name, v.Names, by); err != nil {
			return err
		}
	}
	if data.Wall, err = wall.HTML(); err != nil {
		return err
	}
	if data.Tally, err = tallyFor(by, v); err != nil {
		return err
	}
	if refused != nil {
		data.Refused = votes.Sentence(refused)
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	p.render(w, r, "gallery", data)
	return nil
}

// tallyFor returns the tally of a vote as a person sees it; empty for who does not.
func tallyFor(by *people.Person, v *votes.Vote) (template.HTML, error) {
	if !v.MayCount(by) {
		return "", nil
	}
	return gallery.TallyHTML(v.Method, v.Names, v.Ballots, v.Open())
}

// voted returns how many have.
func voted(n int) string {
	if n == 1 {
		return "1 person has voted"
	}
	return fmt.Sprintf("%d people have voted", n)
}

// picture serves a picture of the gallery.
func (p *galleryPages) picture(w http.ResponseWriter, r *http.Request) error {
	_, show, err := p.of(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if show == nil {
		return fs.ErrNotExist
	}
	show.ServePicture(w, r, r.PathValue("exhibit"), r.PathValue("picture"))
	return nil
}

// openVote opens the vote on the art that a contest has now.
func (p *galleryPages) openVote(ctx context.Context, by *people.Person, in *newVote) (string, error) {
	c, show, err := p.of(in.Contest)
	if err != nil {
		return "", err
	}
	var exhibits []string
	if show != nil {
		exhibits = show.Names()
	}
	if err := p.votes.Begin(ctx, c.Name, gallery.Method(in.Body.Method), exhibits); err != nil {
		return "", err
	}
	return "", p.decided.Record(ctx, by.Name, "opened the vote of "+c.Name, "", c.Name, nil)
}

// closeVote closes the vote for good.
func (p *galleryPages) closeVote(ctx context.Context, by *people.Person, in *ContestPath) (string, error) {
	c, err := p.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	if err := p.votes.End(ctx, c.Name); err != nil {
		return "", err
	}
	return "", p.decided.Record(ctx, by.Name, "closed the vote of "+c.Name, "", c.Name, nil)
}

func (p *galleryPages) castBallot(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	by, name := reader(r), r.PathValue("contest")
	v, err := p.votes.Of(r.Context(), name, by)
	if err != nil {
		return err
	}
	var b gallery.Ballot
	if v != nil {
		if b, err = gallery.ReadBallot(v.Method, len(v.Names), r.PostForm); err != nil {
			return p.show(w, r, r.PostForm, err)
		}
	}
	err = p.cast(r.Context(), by, name, b)
	var problem *people.Problem
	if errors.As(err, &problem) {
		return p.show(w, r, r.PostForm, err)
	}
	if err != nil {
		return err
	}
	return p.note(w, r, contestAddress(name)+"/gallery", "Your ballot counts. Thank you. The tally is shown here when the vote is closed.")
}

// cast keeps a person's ballot on the art of a contest.
func (p *galleryPages) cast(ctx context.Context, by *people.Person, name string, b gallery.Ballot) error {
	c, err := p.contests.Find(name)
	if err != nil {
		return err
	}
	return p.votes.Cast(ctx, by, c.Name, b)
}
