package site

import (
	"context"
	"errors"
	"net/http"

	"agon/site/openid"
	"agon/site/people"
)

// Cookies of a sign-in by the provider, and of an account that is made after one.
const (
	openIDCookie = "agon_openid"
	joinCookie   = "agon_openid_new"
)

// atProvider is a person's way to the provider and back.
type atProvider struct {
	openid.Flow
	To         string `json:"to"`         // where to go afterwards
	Invitation string `json:"invitation"` // code of one, with which an account may be made
	Link       int64  `json:"link"`       // the person whose account is linked; 0: who comes back signs in
}

// fromProvider is a person whom the provider knows and who has no account yet.
type fromProvider struct {
	openid.Person
	Invitation string `json:"invitation"`
}

// providers signs people in by an OpenID provider.
type providers struct {
	*entrance
	provider *openid.Provider // nil: there is none
	sealer   *sealer
}

// linked reports whether the reader's account is linked with one at the provider.
func (o *providers) linked(r *http.Request) (bool, error) {
	if o.provider == nil {
		return false, nil
	}
	all, err := o.people.Identities(r.Context(), reader(r).ID)
	for _, i := range all {
		if i.Issuer == o.provider.Issuer() {
			return true, err
		}
	}
	return false, err
}

func (o *providers) returnAddress(r *http.Request) string { return o.base(r) + "/openid/callback" }

// toProvider returns the address at which a person signs in, and keeps the way back in a cookie.
func (o *providers) toProvider(w http.ResponseWriter, r *http.Request, way atProvider) (address string, err error) {
	if o.provider == nil {
		return "", people.ErrNobody
	}
	address, way.Flow, err = o.provider.Begin(r.Context(), o.returnAddress(r))
	if err != nil {
		return "", o.unanswered(r, err)
	}
	return address, o.sealer.set(w, openIDCookie, way)
}

// unanswered returns an error of the provider as one that its reader can act on.
func (o *providers) unanswered(r *http.Request, err error) error {
	var refusal *openid.Refusal
	if errors.As(err, &refusal) {
		return &people.Problem{Text: refusal.Text}
	}
	if !errors.Is(err, context.Canceled) {
		o.log.Error("sign in by the provider", "request", visited(r).number, "error", err)
	}
	return &people.Problem{Text: o.provider.Name() +
		" does not answer as it should. Try again later, or sign in with your password. The organiser finds the reason in the log as " +
		visited(r).number + "."}
}

// startOpenID sends somebody who is not signed in to the provider.
func (o *providers) startOpenID(w http.ResponseWriter, r *http.Request) error {
	if reader(r).ID != 0 {
		http.Redirect(w, r, "/account", http.StatusSeeOther)
		return nil
	}
	address, err := o.toProvider(w, r, atProvider{To: within(r.FormValue("to")), Invitation: r.FormValue("invitation")})
	if err != nil {
		return err
	}
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}

// onwardPage is the data of the page with the way to the provider. A link leads there, since a form must not leave the site.
type onwardPage struct {
	page
	To string
}

// linkOpenID sends the reader to the provider to link the accounts. Only a form of this site begins it, so that nobody is linked with a
// stranger.
func (o *providers) linkOpenID(w http.ResponseWriter, r *http.Request) error {
	if err := o.fresh(r); err != nil {
		return err
	}
	address, err := o.toProvider(w, r, atProvider{To: "/account", Link: reader(r).ID})
	if err != nil {
		return err
	}
	o.render(w, r, "onward", &onwardPage{page{Title: "Link your accounts"}, address})
	return nil
}

func (o *providers) unlinkOpenID(w http.ResponseWriter, r *http.Request) error {
	if o.provider == nil {
		return people.ErrNobody
	}
	if err := o.people.Unlink(r.Context(), reader(r).ID, o.provider.Issuer()); err != nil {
		return err
	}
	return o.note(w, r, "/account", "The link is ended.")
}

// openIDCallback takes in who comes back from the provider.
func (o *providers) openIDCallback(w http.ResponseWriter, r *http.Request) error {
	if o.provider == nil {
		return people.ErrNobody
	}
	var way atProvider
	if !o.sealer.get(r, openIDCookie, &way) {
		return &people.Problem{Text: "This sign-in was not begun in this browser, or it took too long; begin again."}
	}
	o.sealer.drop(w, openIDCookie)
	known, err := o.provider.Finish(r.Context(), o.returnAddress(r), way.Flow, r.URL.Query())
	if err != nil {
		return o.unanswered(r, err)
	}
	if !o.sealer.once(way.State) {
		return &people.Problem{Text: "This sign-in was used already; begin again."}
	}
	identity := people.Identity{Issuer: known.Issuer, Subject: known.Subject}
	if way.Link != 0 {
		if way.Link != reader(r).ID {
			return &people.Problem{Text: "Somebody else has signed in meanwhile; begin again."}
		}
		if err := o.people.Link(r.Context(), way.Link, identity); err != nil {
			return err
		}
		return o.note(w, r, "/account", "Your account is linked: "+o.provider.Name()+" signs you in from now on.")
	}
	p, err := o.people.OfIdentity(r.Context(), identity)
	if err == nil {
		if err := o.enter(r, p); err != nil {
			return err
		}
		http.Redirect(w, r, way.To, http.StatusSeeOther)
		return nil
	}
	if !errors.Is(err, people.ErrNobody) {
		return err
	}
	if way.Invitation == "" && !o.open {
		return &people.Problem{Text: "No account here is linked with yours at " + o.provider.Name() +
			". Ask the organiser for an invitation, or sign in with your password and link it on your account page."}
	}
	if err := o.sealer.set(w, joinCookie, fromProvider{*known, way.Invitation}); err != nil {
		return err
	}
	http.Redirect(w, r, "/openid/join", http.StatusSeeOther)
	return nil
}

// newcomer returns who has come from the provider and has no account yet, with the form that makes one.
func (o *providers) newcomer(r *http.Request) (*fromProvider, *form, error) {
	var who fromProvider
	if o.provider == nil || !o.sealer.get(r, joinCookie, &who) {
		return nil, nil, people.ErrNobody
	}
	f := &form{page: page{Title: "Make an account"}, Act: "/openid/join", Known: true, Name: who.Name, Mail: who.Mail}
	if clean, err := people.CleanName(who.Name); err == nil {
		f.Name = clean
	}
	if who.Invitation == "" {
		return &who, f, nil
	}
	i, err := o.people.Invited(r.Context(), who.Invitation)
	if err == nil {
		f.Invited = i.Role
	}
	return &who, f, err
}

func (o *providers) openIDJoinPage(w http.ResponseWriter, r *http.Request) error {
	_, f, err := o.newcomer(r)
	if err != nil {
		return err
	}
	o.render(w, r, "join", f)
	return nil
}

// openIDJoin makes the account of somebody whom the provider knows.
func (o *providers) openIDJoin(w http.ResponseWriter, r *http.Request) error {
	who, f, err := o.newcomer(r)
	if err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	f.Name, f.Mail = r.PostFormValue("name"), r.PostFormValue("mail")
	account, identity := people.Account{Name: f.Name, Mail: f.Mail}, people.Identity{Issuer: who.Issuer, Subject: who.Subject}
	var p *people.Person
	switch {
	case who.Invitation != "":
		p, err = o.people.AcceptIdentity(r.Context(), who.Invitation, account, identity)
	case o.open:
		if err = o.people.Attempt(o.address(r)); err != nil {
			break
		}
		p, err = o.people.RegisterIdentity(r.Context(), account, identity)
	default:
		err = people.ErrNobody
	}
	if err != nil {
		return o.again(w, r, "join", f, err)
	}
	o.sealer.drop(w, joinCookie)
	return o.welcome(w, r, p)
}
