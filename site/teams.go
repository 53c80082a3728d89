package site

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"agon/site/contests"
	"agon/site/entries"
	"agon/site/people"
)

// author returns the name of a bot's author: its team, or its owner. It is empty if the owner's account is closed.
func (s *Site) author(ctx context.Context, b *entries.Bot) string {
	if b.Team != 0 {
		if t, err := s.people.Team(ctx, b.Team); err == nil {
			return t.Name
		}
	}
	if p, err := s.people.Person(ctx, b.Owner); err == nil {
		return p.Name
	}
	return ""
}

// mostBots returns how many bots an author may have in a contest.
func (s *Site) mostBots(c *contests.Contest) int {
	most := s.entries.Limits().Bots
	if f, err := s.contests.File(c); err == nil && f.MaxPerAuthor > 0 {
		most = min(most, f.MaxPerAuthor)
	}
	return most
}

// teamPage is the data of the page of the reader's team, or of joining one.
type teamPage struct {
	page
	Team    *people.Team // nil: the reader is in none
	Captain bool         // the reader is its captain
	Offers  []people.Offer
	Link    string // into the team, shown once

	Joins bool   // the page asks whether the reader joins Team
	Act   string // address that joins
}

const keyTeam = "team"

func (s *Site) team(w http.ResponseWriter, r *http.Request) error {
	p, err := s.teamFor(r.Context(), reader(r))
	if err != nil {
		return err
	}
	p.page = page{Title: "Your team", Note: s.noted(r)}
	if code := s.sessions.PopString(r.Context(), keyTeam); code != "" {
		p.Link = s.base(r) + "/team/join/" + code
	}
	s.render(w, r, "team", p)
	return nil
}

// teamFor returns the team of a person, with the teams that invite the person.
func (s *Site) teamFor(ctx context.Context, by *people.Person) (*teamPage, error) {
	p := &teamPage{}
	var err error
	if by.Team != 0 {
		if p.Team, err = s.people.Team(ctx, by.Team); err != nil {
			return nil, err
		}
		p.Captain = p.Team.Captain(by.ID)
	}
	p.Offers, err = s.people.Offers(ctx, by.ID)
	return p, err
}

func (s *Site) formTeam(w http.ResponseWriter, r *http.Request) error {
	if err := s.formFor(r.Context(), reader(r), r.PostFormValue("name")); err != nil {
		return err
	}
	return s.note(w, r, "/team", "The team is made. Invite its members.")
}

// formFor makes a team of one.
func (s *Site) formFor(ctx context.Context, by *people.Person, name string) error {
	if _, err := s.people.Form(ctx, by.ID, name); err != nil {
		return err
	}
	return s.moved(ctx, by, "made a team")
}

// moved writes the authors of bots anew after somebody has joined or left a team, and records what was done.
func (s *Site) moved(ctx context.Context, by *people.Person, what string) error {
	return errors.Join(s.entries.Sign(context.WithoutCancel(ctx)), s.record(ctx, by, what, "", ""))
}

func (s *Site) teamLink(w http.ResponseWriter, r *http.Request) error {
	code, err := s.people.TeamLink(r.Context(), reader(r).ID)
	if err != nil {
		return err
	}
	s.sessions.Put(r.Context(), keyTeam, code)
	http.Redirect(w, r, "/team", http.StatusSeeOther)
	return nil
}

func (s *Site) inviteToTeam(w http.ResponseWriter, r *http.Request) error {
	p, err := s.people.OfferTeam(r.Context(), reader(r).ID, r.PostFormValue("name"))
	if err != nil {
		return err
	}
	return s.note(w, r, "/team", p.Name+" finds the invitation on the page of the team.")
}

func (s *Site) joinPage(w http.ResponseWriter, r *http.Request) error {
	t, err := s.people.TeamLinked(r.Context(), r.PathValue("code"))
	if err != nil {
		return err
	}
	s.render(w, r, "team", &teamPage{page: page{Title: "Join " + t.Name}, Team: t, Joins: true, Act: r.URL.Path})
	return nil
}

func (s *Site) joinTeam(w http.ResponseWriter, r *http.Request) error {
	if err := s.joinFor(r.Context(), reader(r), r.PathValue("code")); err != nil {
		return err
	}
	return s.note(w, r, "/team", "You are in the team.")
}

// joinFor makes a person a member of the team whose link has a code.
func (s *Site) joinFor(ctx context.Context, by *people.Person, code string) error {
	t, err := s.people.TeamLinked(ctx, code)
	if err != nil {
		return err
	}
	if err := s.people.JoinTeam(ctx, by.ID, code, s.entries.Fit); err != nil {
		return err
	}
	return s.moved(ctx, by, "joined the team "+t.Name)
}

func (s *Site) acceptTeam(w http.ResponseWriter, r *http.Request) error {
	if err := s.answerTeam(r.Context(), reader(r), r.PathValue("id"), true); err != nil {
		return err
	}
	return s.note(w, r, "/team", "You are in the team.")
}

func (s *Site) declineTeam(w http.ResponseWriter, r *http.Request) error {
	if err := s.answerTeam(r.Context(), reader(r), r.PathValue("id"), false); err != nil {
		return err
	}
	return s.note(w, r, "/team", "You have declined.")
}

// answerTeam accepts or declines the invitation of a team.
func (s *Site) answerTeam(ctx context.Context, by *people.Person, id string, accept bool) error {
	team, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return people.ErrNobody
	}
	if err := s.people.AnswerOffer(ctx, by.ID, team, accept, s.entries.Fit); err != nil || !accept {
		return err
	}
	t, err := s.people.Team(ctx, team)
	if err != nil {
		return err
	}
	return s.moved(ctx, by, "joined the team "+t.Name)
}

func (s *Site) leaveTeam(w http.ResponseWriter, r *http.Request) error {
	if err := s.leaveFor(r.Context(), reader(r)); err != nil {
		return err
	}
	return s.note(w, r, "/team", "You are in no team any more.")
}

// leaveFor takes a person out of the team.
func (s *Site) leaveFor(ctx context.Context, by *people.Person) error {
	if err := s.people.LeaveTeam(ctx, by.ID); err != nil {
		return err
	}
	return s.moved(ctx, by, "left a team")
}

func (s *Site) removeMember(w http.ResponseWriter, r *http.Request) error {
	p, err := s.removeFor(r.Context(), reader(r), r.PathValue("team"), r.PathValue("id"))
	if err != nil {
		return err
	}
	to := "/team"
	if reader(r).Team == 0 {
		to = "/people"
	}
	return s.note(w, r, to, p.Name+" is out of the team.")
}

// removeFor takes a member out of a team, and returns the member.
func (s *Site) removeFor(ctx context.Context, by *people.Person, team, member string) (*people.Person, error) {
	from, err := strconv.ParseInt(team, 10, 64)
	if err != nil {
		return nil, people.ErrNobody
	}
	id, err := strconv.ParseInt(member, 10, 64)
	if err != nil {
		return nil, people.ErrNobody
	}
	p, err := s.people.RemoveMember(ctx, by, from, id)
	if err != nil {
		return nil, err
	}
	return p, s.moved(ctx, by, "removed "+p.Name+" from a team")
}
