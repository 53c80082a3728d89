package site

import (
	"net/http"
	"strings"

	"agon/site/people"
)

// accountPage is the data of a person's own page.
type accountPage struct {
	page
	Wrong  string
	Tokens []people.Token
	Token  string // a new one, shown once

	Passkeys    []people.Passkey
	HasPassword bool
	Linked      bool // with an account at the provider
}

func (s *Site) account(w http.ResponseWriter, r *http.Request) error {
	tokens, err := s.people.Tokens(r.Context(), reader(r).ID)
	if err != nil {
		return err
	}
	p := &accountPage{page: page{Title: "Your account", Note: s.noted(r)}, Tokens: tokens, Token: s.sessions.PopString(r.Context(), keyToken)}
	if p.Passkeys, err = s.people.Passkeys(r.Context(), reader(r).ID); err != nil {
		return err
	}
	if p.HasPassword, err = s.people.HasPassword(r.Context(), reader(r).ID); err != nil {
		return err
	}
	if p.Linked, err = s.linked(r); err != nil {
		return err
	}
	s.render(w, r, "account", p)
	return nil
}

func (s *Site) changePassword(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	p := reader(r)
	has, err := s.people.HasPassword(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if !has {
		if err := s.fresh(r); err != nil {
			return err
		}
		err = s.people.FirstPassword(r.Context(), p, r.PostFormValue("next"))
	} else {
		err = s.people.SetPassword(r.Context(), p, r.PostFormValue("present"), r.PostFormValue("next"), s.address(r))
	}
	if err != nil {
		return err
	}
	p, err = s.people.Person(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if err := s.enter(r, p); err != nil {
		return err
	}
	return s.note(w, r, "/account", "The password is changed, and your other browsers are signed out.")
}

// mostNote is the longest note of a token, in bytes.
const mostNote = 100

func (s *Site) newToken(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	if err := s.fresh(r); err != nil {
		return err
	}
	note := strings.ToValidUTF8(strings.TrimSpace(r.PostFormValue("note")), "")
	if note == "" || len(note) > mostNote {
		return &people.Problem{Text: "Say what the token is for, in at most 100 letters."}
	}
	text, err := s.people.NewToken(r.Context(), reader(r).ID, note)
	if err != nil {
		return err
	}
	s.sessions.Put(r.Context(), keyToken, text)
	http.Redirect(w, r, "/account", http.StatusSeeOther)
	return nil
}

func (s *Site) deleteToken(w http.ResponseWriter, r *http.Request) error {
	if err := s.people.DeleteToken(r.Context(), reader(r).ID, r.PathValue("id")); err != nil {
		return err
	}
	return s.note(w, r, "/account", "The token is deleted.")
}
