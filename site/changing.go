package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"agon/site/notify"
	"agon/site/people"
)

// changeName gives the own account another name. People do that alone: who has somebody's token must not change the name by which that
// person signs in.
func (a *account) changeName(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	if err := a.fresh(r); err != nil {
		return err
	}
	p := reader(r)
	name, err := a.people.Rename(r.Context(), p.ID, r.PostFormValue("name"))
	if err != nil {
		return err
	}
	if name != p.Name {
		err = errors.Join(a.retell(r.Context(), p.ID),
			a.decided.Record(r.Context(), p.Name, "changed the name of the own account to "+name, "", "", nil))
	}
	if err != nil {
		return err
	}
	return a.note(w, r, "/account", "You are "+name+" from now on, and sign in with this name.")
}

// retell writes the name of a person, or of the person's team, into contests and their tables.
func (a *account) retell(ctx context.Context, person int64) error {
	names, err := a.entries.Contests(ctx, person)
	if err != nil {
		return err
	}
	return a.retold(ctx, names)
}

// retold has contests read the authors of their bots again.
func (a *account) retold(ctx context.Context, contests []string) error {
	ctx = context.WithoutCancel(ctx)
	errs := []error{a.entries.Sign(ctx)}
	for _, name := range contests {
		if c, err := a.contests.Find(name); err == nil { // else its folder is gone
			errs = append(errs, a.contests.Retell(ctx, c))
		}
	}
	return errors.Join(errs...)
}

// changeMail changes the address of mail of the own account: at once on a site that sends no mail, else by a link that is sent there.
func (a *account) changeMail(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	if err := a.fresh(r); err != nil {
		return err
	}
	p, mail := reader(r), strings.TrimSpace(r.PostFormValue("mail"))
	if mail == "" || a.letters.write == nil {
		if err := a.people.SetMail(r.Context(), p.ID, mail); err != nil {
			return err
		}
		return a.note(w, r, "/account", map[bool]string{true: "Your mail address is removed.", false: "Your mail address is " + mail +
			"."}[mail == ""])
	}
	mail, code, err := a.people.NewMail(r.Context(), p.ID, mail)
	if err != nil {
		return err
	}
	a.letters.post("a new mail address", func(context.Context) ([]notify.Letter, error) {
		return []notify.Letter{{
			To: mail, Subject: a.name + ": your mail address", Page: "/mail/" + code,
			Text: fmt.Sprintf("This link makes %s the mail address of the account %s; it works once, within a day. If the account is "+
				"not yours, do nothing.", mail, p.Name),
		}}, nil
	})
	return a.note(w, r, "/account", "A link is on its way to "+mail+". The address counts when you have followed it.")
}

// confirmPage is the data of the page that confirms an address: following a link changes nothing, since programs follow those in mail.
type confirmPage struct {
	page
	Act string
}

func (a *account) confirmPage(w http.ResponseWriter, r *http.Request) error {
	a.render(w, r, "confirm-mail", &confirmPage{page{Title: "Your mail address"}, r.URL.Path})
	return nil
}

func (a *account) confirmMail(w http.ResponseWriter, r *http.Request) error {
	mail, err := a.people.ConfirmMail(r.Context(), r.PathValue("code"))
	if err != nil {
		return err
	}
	to := "/account"
	if reader(r).ID == 0 {
		to = "/sign-in"
	}
	return a.note(w, r, to, "The address "+mail+" is confirmed.")
}

// leavePage is the data of the page on which a person deletes the own account.
type leavePage struct {
	page
	Wrong string
	Team  string // which keeps its bots; empty: the person's bots leave
}

func (a *account) leaving(r *http.Request) (*leavePage, error) {
	p := &leavePage{page: page{Title: "Delete your account"}}
	if id := reader(r).Team; id != 0 {
		t, err := a.people.Team(r.Context(), id)
		if err != nil {
			return nil, err
		}
		if len(t.Members) > 1 {
			p.Team = t.Name
		}
	}
	return p, nil
}

func (a *account) leavePage(w http.ResponseWriter, r *http.Request) error {
	p, err := a.leaving(r)
	if err != nil {
		return err
	}
	a.render(w, r, "leave", p)
	return nil
}

// leave deletes the own account, whose name has been typed.
func (a *account) leave(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	err := a.fresh(r)
	if err == nil && strings.TrimSpace(r.PostFormValue("name")) != reader(r).Name {
		err = &people.Problem{Text: "Type the name of the account, " + reader(r).Name + ", to delete it."}
	}
	if err == nil {
		err = a.deleted(r.Context(), reader(r))
	}
	if err != nil {
		p, failed := a.leaving(r)
		if failed != nil {
			return errors.Join(err, failed)
		}
		if p.Wrong, err = a.wrong(w, err); err != nil {
			return err
		}
		a.render(w, r, "leave", p)
		return nil
	}
	if err := a.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	for _, key := range a.sessions.Keys(r.Context()) {
		a.sessions.Remove(r.Context(), key)
	}
	return a.note(w, r, "/", "Your account is deleted.")
}

// deleted deletes an account. Its bots leave their contests.
func (a *account) deleted(ctx context.Context, p *people.Person) error {
	ctx = context.WithoutCancel(ctx)
	contests, err := a.entries.Contests(ctx, p.ID)
	if err != nil {
		return err
	}
	if err := a.people.Delete(ctx, p.ID); err != nil {
		return err
	}
	return errors.Join(
		a.entries.Leave(ctx, p.ID), a.retold(ctx, contests), a.kept.EndOf(ctx, p.ID, a.personOf),
		a.decided.Record(ctx, "a person with the role "+string(p.Role), "deleted the own account", "", "", nil))
}

// personOf returns the person of a session, 0 if nobody is signed in.
func (a *account) personOf(session []byte) int64 {
	_, values, err := a.sessions.Codec.Decode(session)
	id, ok := values[keyPerson].(int64)
	if err != nil || !ok {
		return 0
	}
	return id
}

// export serves all that the site holds about the reader.
func (a *account) export(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="`+exportName+`"`)
	w.Header().Set("Cache-Control", "no-store")
	if err := a.exports.Write(r.Context(), longer{w}, reader(r)); err != nil {
		panic(a.cut(r.Context(), err))
	}
	return nil
}

// exported answers a program with all that the site holds about who asks.
func (a *account) exported(ctx context.Context, by *people.Person, _ *nothing) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(out huma.Context) {
		_, w := humago.Unwrap(out)
		out.SetHeader("Content-Type", octets)
		out.SetHeader("Content-Disposition", `attachment; filename="`+exportName+`"`)
		if err := a.exports.Write(ctx, longer{w}, by); err != nil {
			panic(a.cut(ctx, err))
		}
	}}, nil
}

// exportName is the name of the file with an export.
const exportName = "account.zip"

// cut logs why an export ended too early, and returns what breaks the connection: nobody takes the part for the whole.
func (a *account) cut(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		a.log.Error("export an account", "error", err)
	}
	return http.ErrAbortHandler
}

// longer is a writer of an answer that may take long, as long as its reader takes parts of it.
type longer struct{ http.ResponseWriter }

// partLasts is how long a part of a long answer may take.
const partLasts = time.Minute

func (l longer) Write(b []byte) (int, error) {
	if err := http.NewResponseController(l.ResponseWriter).SetWriteDeadline(time.Now().Add(partLasts)); err != nil &&
		!errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return l.ResponseWriter.Write(b)
}
