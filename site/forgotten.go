package site

import (
	"context"
	"fmt"
	"net/http"

	"agon/site/notify"
	"agon/site/people"
)

// forgotten are the pages on which people set a password who have none, or forgot it: by a link that is mailed, or that an organiser gives.
type forgotten struct {
	*entrance
	letters *letters
}

// forgottenPage is the data of these pages.
type forgottenPage struct {
	page
	Mails bool // the site sends links
	Act   string
	Wrong string
	Name  string // of the account whose password is set
}

func (f *forgotten) page(w http.ResponseWriter, r *http.Request) error {
	f.render(w, r, "forgotten", &forgottenPage{page: page{Title: "Forgotten password"}, Mails: f.letters.write != nil})
	return nil
}

// whoForgot says whose password is forgotten.
type whoForgot = struct {
	Body struct {
		Who string `json:"who" maxLength:"254" doc:"name of the account, or its mail address"`
	}
}

// ask mails a link to the owner of an account. Its answer is the same whether there is one.
func (f *forgotten) ask(ctx context.Context, _ *people.Person, in *whoForgot) (string, error) {
	if f.letters.write == nil {
		return "", &people.Problem{Text: "This site sends no mail: ask an organiser for a link to a new password."}
	}
	if in.Body.Who == "" || len(in.Body.Who) > mostMail {
		return "", &people.Problem{Text: "Give the name of the account, or its mail address."}
	}
	if err := f.people.AttemptLink(fromOf(ctx)); err != nil {
		return "", err
	}
	f.letters.post("a forgotten password", func(ctx context.Context) (list []notify.Letter, err error) {
		found, err := f.people.Forgot(ctx, in.Body.Who)
		for _, x := range found {
			list = append(list, notify.Letter{
				To: x.Mail, Subject: f.name + ": a new password", Page: "/password/" + x.Code,
				Text: fmt.Sprintf("Somebody, probably you, asked for a new password of the account %s. This link sets it; it works once, "+
					"within an hour. If it was not you, do nothing: the password stays.", x.Name),
			})
		}
		return list, err
	})
	return linkSent, nil
}

// mostMail is the longest address of mail.
const mostMail = 254

// linkSent is the answer to who asks for a link.
const linkSent = "If there is such an account and it has a mail address, a link to a new password is on its way to it. " +
	"It works for an hour."

func (f *forgotten) linked(w http.ResponseWriter, r *http.Request) error {
	p, err := f.people.Linked(r.Context(), r.PathValue("code"))
	if err != nil {
		return err
	}
	f.render(w, r, "new-password", f.newPassword(r, p))
	return nil
}

func (f *forgotten) newPassword(r *http.Request, p *people.Person) *forgottenPage {
	return &forgottenPage{page: page{Title: "A new password"}, Act: r.URL.Path, Name: p.Name}
}

// set sets a password by a link, and signs in whose it is.
func (f *forgotten) set(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	code := r.PathValue("code")
	p, err := f.people.Linked(r.Context(), code)
	if err != nil {
		return err
	}
	now, err := f.people.SetForgotten(r.Context(), code, r.PostFormValue("next"), f.address(r))
	if err != nil {
		x := f.newPassword(r, p)
		if x.Wrong, err = f.wrong(w, err); err != nil {
			return err
		}
		f.render(w, r, "new-password", x)
		return nil
	}
	if err := f.enter(r, now); err != nil {
		return err
	}
	return f.note(w, r, "/account", "The password is set, and all other browsers are signed out.")
}
