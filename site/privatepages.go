package site

import (
	"context"
	"net/http"

	"github.com/alexedwards/scs/v2"

	"agon/site/contests"
	"agon/site/guests"
	"agon/site/people"
	"agon/site/seasons"
)

// privatePages are the pages that say who sees a contest, and those of its seasons.
type privatePages struct {
	frame
	contests *contests.Contests
	guests   *guests.Guests
	seasons  *seasons.Seasons
	sessions *scs.SessionManager
	record   recorder
	line     summary
	secure   bool // cookies are sent by https alone
}

// guestCookie returns the name of the cookie with the code of a private contest's link.
func guestCookie(contest string) string { return "agon_guest_" + contest }

// guestCode returns the code of a private contest's link that a browser has kept. r is its request, which may be nil.
func guestCode(r *http.Request, contest string) string {
	if r == nil {
		return ""
	}
	cookie, err := r.Cookie(guestCookie(contest))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// visible reports whether the contest that an address names exists for who made the request. An address without a contest is visible.
func (p *privatePages) visible(r *http.Request, contest string) (bool, error) {
	if contest == "" {
		return true, nil
	}
	return p.guests.Sees(r.Context(), reader(r), contest, guestCode(r, contest))
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
			Name: guestCookie(c.Name), Value: code, Path: "/", MaxAge: int(sessionLasts.Seconds()), HttpOnly: true, Secure: p.secure, SameSite: http.SameSiteLaxMode,
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

// keyPrivate is the key of the path of a new link in a session.
const keyPrivate = "private"

func (p *privatePages) makePrivate(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	path, err := p.hide(r.Context(), reader(r), name, r.PostFormValue("why"))
	if err != nil {
		return err
	}
	p.sessions.Put(r.Context(), keyPrivate, path)
	http.Redirect(w, r, contestAddress(name)+"/desk", http.StatusSeeOther)
	return nil
}

// hide makes a contest private, or makes a new link to one that is: the links before end, and their guests stay. It returns the link's path.
func (p *privatePages) hide(ctx context.Context, by *people.Person, name, why string) (path string, err error) {
	c, why, err := p.decided(name, why)
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
	return "/private/" + code, p.record(ctx, by, what, why, c.Name)
}

// decided returns a contest about which somebody decides, and the reason.
func (p *privatePages) decided(name, why string) (*contests.Contest, string, error) {
	c, err := p.contests.Find(name)
	if err != nil {
		return nil, "", err
	}
	why, err = reason(why)
	return c, why, err
}

func (p *privatePages) makePublic(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	if err := p.reveal(r.Context(), reader(r), name, r.PostFormValue("why")); err != nil {
		return err
	}
	return p.note(w, r, contestAddress(name)+"/desk", "Everybody sees the contest.")
}

// reveal shows a private contest to everybody, and forgets its guests.
func (p *privatePages) reveal(ctx context.Context, by *people.Person, name, why string) error {
	c, why, err := p.decided(name, why)
	if err != nil {
		return err
	}
	if !p.guests.Private(c.Name) {
		return &contests.Conflict{Text: "The contest is not private."}
	}
	if err := p.guests.MakePublic(ctx, c.Name); err != nil {
		return err
	}
	return p.record(ctx, by, "made "+c.Name+" public", why, c.Name)
}

func (p *privatePages) season(w http.ResponseWriter, r *http.Request) error {
	name := r.PostFormValue("name")
	if err := p.follow(r.Context(), reader(r), r.PathValue("contest"), name, r.PostFormValue("title"), r.PostFormValue("why")); err != nil {
		return err
	}
	return p.note(w, r, contestAddress(name), "The season is made. Start it, or set its dates at its desk.")
}

// follow follows a contest by a season that begins with the bots that play in it.
func (p *privatePages) follow(ctx context.Context, by *people.Person, from, name, title, why string) error {
	c, why, err := p.decided(from, why)
	if err != nil {
		return err
	}
	if err := p.seasons.Follow(ctx, c, name, title); err != nil {
		return err
	}
	return p.record(ctx, by, "made "+name+" the season after "+c.Name, why, c.Name)
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
