package site

import (
	"context"
	"net/http"
	"strings"

	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/entries"
	"agon/site/export"
	"agon/site/people"
	"agon/site/wire"
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
	Mails       bool // the site sends mail: a new address is confirmed
}

// account is the page of a person's own account: name, address, tokens, the ways to sign in, and what leaves the site.
type account struct {
	*entrance
	linked   func(r *http.Request) (bool, error) // reports whether the account is linked with one at the provider
	letters  *letters
	kept     *people.Sessions
	entries  *entries.Entries
	contests *contests.Contests
	decided  *decisions.Log
	exports  *export.Exports
}

func (a *account) page(w http.ResponseWriter, r *http.Request) error {
	tokens, err := a.people.Tokens(r.Context(), reader(r).ID)
	if err != nil {
		return err
	}
	p := &accountPage{page: page{Title: "Your account", Note: a.noted(r)}, Tokens: tokens, Mails: a.letters.write != nil,
		Token: a.sessions.PopString(r.Context(), keyToken)}
	if p.Passkeys, err = a.people.Passkeys(r.Context(), reader(r).ID); err != nil {
		return err
	}
	if p.HasPassword, err = a.people.HasPassword(r.Context(), reader(r).ID); err != nil {
		return err
	}
	if p.Linked, err = a.linked(r); err != nil {
		return err
	}
	a.render(w, r, "account", p)
	return nil
}

func (a *account) changePassword(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	p := reader(r)
	has, err := a.people.HasPassword(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if !has {
		if err := a.fresh(r); err != nil {
			return err
		}
		err = a.people.FirstPassword(r.Context(), p, r.PostFormValue("next"))
	} else {
		err = a.people.SetPassword(r.Context(), p, r.PostFormValue("present"), r.PostFormValue("next"), a.address(r))
	}
	if err != nil {
		return err
	}
	p, err = a.people.Person(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if err := a.enter(r, p); err != nil {
		return err
	}
	return a.note(w, r, "/account", "The password is changed, and your other browsers are signed out.")
}

// mostNote is the longest note of a token, in bytes.
const mostNote = 100

func (a *account) newToken(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	if err := a.fresh(r); err != nil {
		return err
	}
	note := strings.ToValidUTF8(strings.TrimSpace(r.PostFormValue("note")), "")
	if note == "" || len(note) > mostNote {
		return &people.Problem{Text: "Say what the token is for, in at most 100 letters."}
	}
	text, err := a.people.NewToken(r.Context(), reader(r).ID, note)
	if err != nil {
		return err
	}
	a.sessions.Put(r.Context(), keyToken, text)
	http.Redirect(w, r, "/account", http.StatusSeeOther)
	return nil
}

// tokenPath names a token of one's own.
type tokenPath = struct {
	Token string `path:"token" maxLength:"64" doc:"ID of the token"`
}

func (a *account) deleteToken(ctx context.Context, by *people.Person, in *tokenPath) (string, error) {
	return "", a.people.DeleteToken(ctx, by.ID, in.Token)
}

// own answers with a person's own account.
func (a *account) own(_ context.Context, by *people.Person, _ *nothing) (*body[wire.Person], error) {
	return answered(personForPrograms(by)), nil
}

// tokens answers with a person's own tokens.
func (a *account) tokens(ctx context.Context, by *people.Person, _ *nothing) (*body[[]wire.Token], error) {
	tokens, err := a.people.Tokens(ctx, by.ID)
	return answered(each(tokens, func(t people.Token) wire.Token {
		return wire.Token{ID: t.ID, Note: t.Note, Made: t.Made, Used: dated(t.Used)}
	})), err
}
