package site

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"agon/site/people"
)

// membersPage is the data of the page of people.
type membersPage struct {
	page
	People []*people.Person
	Roles  []people.Role
	Link   string // of a new invitation, shown once
}

const keyLink = "link"

func (s *Site) members(w http.ResponseWriter, r *http.Request) error {
	all, err := s.people.All(r.Context())
	if err != nil {
		return err
	}
	p := &membersPage{page: page{Title: "People", Note: s.noted(r)}, People: all, Roles: people.Roles}
	if code := s.sessions.PopString(r.Context(), keyLink); code != "" {
		p.Link = s.base(r) + "/invited/" + code
	}
	s.render(w, r, "people", p)
	return nil
}

// base returns the site's own address, as the reader's browser knows it.
func (s *Site) base(r *http.Request) string {
	if s.options.Secure || r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Invitations last this many days at most.
const mostDays = 365

func (s *Site) invite(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	uses, err := strconv.Atoi(r.PostFormValue("uses"))
	if err != nil {
		return &people.Problem{Text: "Say for how many people the invitation is."}
	}
	days, err := strconv.Atoi(r.PostFormValue("days"))
	if err != nil {
		days = 0 // refused below
	}
	code, err := s.invitePeople(r.Context(), reader(r), people.Role(r.PostFormValue("role")), uses, days)
	if err != nil {
		return err
	}
	s.sessions.Put(r.Context(), keyLink, code)
	http.Redirect(w, r, "/people", http.StatusSeeOther)
	return nil
}

// invitePeople makes an invitation for a number of people, which lasts some days, and returns its code.
func (s *Site) invitePeople(ctx context.Context, by *people.Person, role people.Role, uses, days int) (code string, err error) {
	if days < 1 || days > mostDays {
		return "", &people.Problem{Text: "An invitation lasts 1 to 365 days."}
	}
	code, err = s.people.Invite(ctx, people.Invitation{Role: role, Uses: uses, Expires: s.options.Now().AddDate(0, 0, days), By: by.ID})
	if err != nil {
		return "", err
	}
	return code, s.record(ctx, by, "invited "+strconv.Itoa(uses)+" as "+string(role), "", "")
}

// person returns the person that an address names.
func (s *Site) person(ctx context.Context, id string) (*people.Person, error) {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, people.ErrNobody
	}
	return s.people.Person(ctx, number)
}

// reason returns the reason of a decision as it is kept. There must be one.
func reason(text string) (string, error) {
	why := strings.ToValidUTF8(strings.TrimSpace(text), "")
	if why == "" || len(why) > 1000 {
		return "", &people.Problem{Text: "Give a reason, in at most 1000 letters: others read it in the log of decisions."}
	}
	return why, nil
}

func (s *Site) setRole(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	p, err := s.giveRole(r.Context(), reader(r), r.PathValue("id"), r.PostFormValue("role"), r.PostFormValue("why"))
	if err != nil {
		return err
	}
	return s.note(w, r, "/people", p.Name+" is now "+string(p.Role)+".")
}

// giveRole changes what a person is, and returns the person afterwards.
func (s *Site) giveRole(ctx context.Context, by *people.Person, id, name, why string) (*people.Person, error) {
	p, err := s.person(ctx, id)
	if err != nil {
		return nil, err
	}
	if why, err = reason(why); err != nil {
		return nil, err
	}
	role, err := people.ParseRole(name)
	if err != nil {
		return nil, &people.Problem{Text: err.Error()}
	}
	if err := s.people.SetRole(ctx, p.ID, role); err != nil {
		return nil, err
	}
	was := p.Role
	p.Role = role
	return p, s.record(ctx, by, fmt.Sprintf("made %s %s (was %s)", p.Name, role, was), why, "")
}

func (s *Site) closeAccount(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	p, err := s.endAccount(r.Context(), reader(r), r.PathValue("id"), r.PostFormValue("why"))
	if err != nil {
		return err
	}
	return s.note(w, r, "/people", "The account of "+p.Name+" is closed.")
}

// endAccount closes a person's account.
func (s *Site) endAccount(ctx context.Context, by *people.Person, id, why string) (*people.Person, error) {
	p, err := s.person(ctx, id)
	if err != nil {
		return nil, err
	}
	if why, err = reason(why); err != nil {
		return nil, err
	}
	if err := s.people.CloseAccount(ctx, p.ID); err != nil {
		return nil, err
	}
	return p, s.record(ctx, by, "closed the account of "+p.Name, why, "")
}

// record writes what a person did into the log of decisions. about is the contest, or empty.
func (s *Site) record(ctx context.Context, by *people.Person, what, why, about string) error {
	return s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO audit (at, who, what, why, about) VALUES (?, ?, ?, ?, ?)`, s.options.Now().UnixMilli(), by.Name, what, why, about)
		return err
	})
}

// auditPage is the data of the log of decisions.
type auditPage struct {
	page
	Lines []auditLine
}

type auditLine struct {
	At                    time.Time
	Who, What, Why, About string
}

// mostAudit is how many lines the log of decisions shows.
const mostAudit = 500

func (s *Site) audit(w http.ResponseWriter, r *http.Request) error {
	lines, err := s.decisions(r.Context())
	if err != nil {
		return err
	}
	s.render(w, r, "audit", &auditPage{page: page{Title: "Decisions"}, Lines: lines})
	return nil
}

// decisions returns the newest lines of the log of decisions, the newest first.
func (s *Site) decisions(ctx context.Context) (lines []auditLine, err error) {
	err = s.db.Each(ctx, func(scan func(...any) error) error {
		var l auditLine
		var at int64
		if err := scan(&at, &l.Who, &l.What, &l.Why, &l.About); err != nil {
			return err
		}
		l.At = time.UnixMilli(at)
		lines = append(lines, l)
		return nil
	}, `SELECT at, who, what, why, about FROM audit ORDER BY id DESC LIMIT ?`, mostAudit)
	return lines, err
}
