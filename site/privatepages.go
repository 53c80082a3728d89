package site

import (
	"context"
	"net/http"

	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/people"
	"agon/site/seasons"
	"agon/site/wire"
)

// privatePages are the pages that say who sees a contest, and those of its seasons.
type privatePages struct {
	*pages
	*catalogue
	seasons *seasons.Seasons
	decided *decisions.Log
}

// openLink lets the reader see a private contest.
func (p *privatePages) openLink(w http.ResponseWriter, r *http.Request) error {
	code := r.PathValue("code")
	c, err := p.enter(r.Context(), reader(r), code)
	if err != nil {
		return err
	}
	if reader(r).ID == 0 {
		http.SetCookie(w, &http.Cookie{
			Name: guestCookie(c.Name), Value: code, Path: "/", MaxAge: int(sessionLasts.Seconds()), HttpOnly: true, Secure: p.secure,
			SameSite: http.SameSiteLaxMode,
		})
	}
	http.Redirect(w, r, contestAddress(c.Name), http.StatusSeeOther)
	return nil
}

// enter makes a person who is signed in a guest of the private contest whose link has a code, and returns the contest.
func (p *privatePages) enter(ctx context.Context, by *people.Person, code string) (*contests.Contest, error) {
	name, err := p.guests.Linked(ctx, code)
	if err != nil {
		return nil, err
	}
	c, err := p.contests.Find(name)
	if err != nil || by.ID == 0 {
		return c, err
	}
	return c, p.guests.Add(ctx, by, name)
}

// privateCode is the code of a private contest's link.
type privateCode = struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"100" doc:"the last part of the link"`
	}
}

// entered answers a program with the private contest that its person sees from now on.
func (p *privatePages) entered(ctx context.Context, by *people.Person, in *privateCode) (*body[wire.Line], error) {
	c, err := p.enter(ctx, by, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return answered(lineForPrograms(p.line(c))), nil
}

// privateAddress returns the address of the link to a private contest.
func privateAddress(code string) string { return "/private/" + code }

// keyPrivate is the key of the path of a new link in a session.
const keyPrivate = "private"

// makePrivate makes a contest private, or makes a new link to one that is: the links before end, and their guests stay. It returns the
// link's path.
func (p *privatePages) makePrivate(ctx context.Context, by *people.Person, in *ReasonedContest) (path string, err error) {
	c, why, err := p.reasoned(in.Contest, in.Body.Why)
	if err != nil {
		return "", err
	}
	what := "made " + c.Name + " private"
	if p.guests.Private(c.Name) {
		what = "made a new link to " + c.Name
	}
	code, err := p.guests.MakePrivate(ctx, c.Name)
	if err != nil {
		return "", err
	}
	return privateAddress(code), p.decided.Record(ctx, by.Name, what, why, c.Name, nil)
}

// makePublic shows a private contest to everybody, and forgets its guests.
func (p *privatePages) makePublic(ctx context.Context, by *people.Person, in *ReasonedContest) (string, error) {
	c, why, err := p.reasoned(in.Contest, in.Body.Why)
	if err != nil {
		return "", err
	}
	if !p.guests.Private(c.Name) {
		return "", &contests.Conflict{Text: "The contest is not private."}
	}
	if err := p.guests.MakePublic(ctx, c.Name); err != nil {
		return "", err
	}
	return "", p.decided.Record(ctx, by.Name, "made "+c.Name+" public", why, c.Name, nil)
}

// newSeason names a contest, and the season that follows it.
type newSeason = struct {
	ContestPath
	Body struct {
		wire.Reason
		Name  string `json:"name" maxLength:"64" doc:"of the season in addresses"`
		Title string `json:"title" maxLength:"400"`
	}
}

// makeSeason follows a contest by a season that begins with the bots that play in it.
func (p *privatePages) makeSeason(ctx context.Context, by *people.Person, in *newSeason) (string, error) {
	c, why, err := p.reasoned(in.Contest, in.Body.Why)
	if err != nil {
		return "", err
	}
	if err := p.seasons.Follow(ctx, c, in.Body.Name, in.Body.Title); err != nil {
		return "", err
	}
	return "", p.decided.Record(ctx, by.Name, "made "+in.Body.Name+" the season after "+c.Name, why, c.Name, nil)
}

// around returns the seasons before and after a contest that a person sees.
func (p *privatePages) around(ctx context.Context, by *people.Person, contest string) (before, next contestLine, err error) {
	earlier, later, err := p.seasons.Around(ctx, contest)
	if err != nil {
		return before, next, err
	}
	for name, line := range map[string]*contestLine{earlier: &before, later: &next} {
		if name == "" {
			continue
		}
		seen, err := p.guests.Sees(ctx, by, name, "")
		if err != nil {
			return before, next, err
		}
		if c, err := p.contests.Find(name); seen && err == nil {
			*line = p.line(c)
		}
	}
	return before, next, nil
}
