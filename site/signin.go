package site

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"agon/site/people"
)

// form is the data of the pages where people sign in or make an account.
type form struct {
	page
	Act      string // address that the form is sent to
	Wrong    string // what is wrong with what was sent
	Name     string
	Mail     string
	To       string // where to go afterwards
	Invited  people.Role
	Register bool
	Known    bool   // a provider says who it is: no password is asked for
	Code     string // of the invitation
}

// entrance signs people in, with a password or with an account that they make.
type entrance struct {
	*pages
	people *people.People
	now    func() time.Time
}

// within returns an address on this site, "/" for any other.
func within(to string) string {
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n\t") {
		return "/"
	}
	return to
}

func (e *entrance) signInPage(w http.ResponseWriter, r *http.Request) error {
	if reader(r).ID != 0 {
		http.Redirect(w, r, within(r.FormValue("to")), http.StatusSeeOther)
		return nil
	}
	e.render(w, r, "sign-in", &form{page: page{Title: "Sign in", Note: e.noted(r)}, To: within(r.FormValue("to"))})
	return nil
}

func (e *entrance) signIn(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	f := &form{page: page{Title: "Sign in"}, Name: r.PostFormValue("name"), To: within(r.PostFormValue("to"))}
	p, err := e.people.SignIn(r.Context(), f.Name, r.PostFormValue("password"), e.address(r))
	if err != nil {
		return e.again(w, r, "sign-in", f, err)
	}
	if err := e.enter(r, p); err != nil {
		return err
	}
	http.Redirect(w, r, f.To, http.StatusSeeOther)
	return nil
}

// enter makes a request's session that of a person, under a new cookie.
func (e *entrance) enter(r *http.Request, p *people.Person) error {
	if err := e.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	e.sessions.Put(r.Context(), keyPerson, p.ID)
	e.sessions.Put(r.Context(), keyStamp, p.Stamp)
	e.sessions.Put(r.Context(), keyEntered, e.now().Unix())
	return nil
}

// freshFor is how long after signing in a person may add a way to sign in, or make a token.
const freshFor = 15 * time.Minute

// fresh returns a [*people.Problem] unless the reader has signed in a moment ago: who finds an open browser or a token must not be able to
// come back by a way of their own.
func (e *entrance) fresh(r *http.Request) error {
	entered := time.Unix(e.sessions.GetInt64(r.Context(), keyEntered), 0)
	if e.sessions.GetInt64(r.Context(), keyPerson) != reader(r).ID || e.now().Sub(entered) > freshFor {
		return &people.Problem{Text: "This needs a new sign-in: sign out, sign in, and do it within a quarter of an hour."}
	}
	return nil
}

// again shows a form again, with what is wrong. Other errors are returned.
func (e *entrance) again(w http.ResponseWriter, r *http.Request, name string, f *form, err error) error {
	if f.Wrong, err = e.wrong(w, err); err != nil {
		return err
	}
	e.render(w, r, name, f)
	return nil
}

// wrong returns what is wrong with a form, whose page comes then, and writes its status. Other errors are returned.
func (e *entrance) wrong(w http.ResponseWriter, err error) (string, error) {
	var problem *people.Problem
	if !errors.As(err, &problem) {
		return "", err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	retryAfter(w.Header(), err)
	w.WriteHeader(statusOf(err))
	return problem.Text, nil
}

// unread returns an error of a form that cannot be read.
func unread(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return &people.Problem{Text: "The form did not arrive whole; go back and send it again."}
}

func (e *entrance) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := e.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

func (e *entrance) registerPage(w http.ResponseWriter, r *http.Request) error {
	if !e.open {
		e.missing(w, r)
		return nil
	}
	e.render(w, r, "join", &form{page: page{Title: "Make an account"}, Act: "/register", Register: true})
	return nil
}

func (e *entrance) register(w http.ResponseWriter, r *http.Request) error {
	if !e.open {
		e.missing(w, r)
		return nil
	}
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	f := &form{page: page{Title: "Make an account"}, Act: "/register", Register: true, Name: r.PostFormValue("name"),
		Mail: r.PostFormValue("mail")}
	if err := e.people.Attempt(e.address(r)); err != nil {
		return e.again(w, r, "join", f, err)
	}
	p, err := e.people.Register(r.Context(), people.Account{Name: f.Name, Password: r.PostFormValue("password"), Mail: f.Mail})
	if err != nil {
		return e.again(w, r, "join", f, err)
	}
	return e.welcome(w, r, p)
}

func (e *entrance) invitedPage(w http.ResponseWriter, r *http.Request) error {
	i, err := e.people.Invited(r.Context(), r.PathValue("code"))
	if err != nil {
		return err
	}
	e.render(w, r, "join", &form{page: page{Title: "You are invited"}, Act: r.URL.Path, Invited: i.Role, Code: r.PathValue("code")})
	return nil
}

func (e *entrance) invited(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	code := r.PathValue("code")
	i, err := e.people.Invited(r.Context(), code)
	if err != nil {
		return err
	}
	f := &form{page: page{Title: "You are invited"}, Act: r.URL.Path, Invited: i.Role, Code: code, Name: r.PostFormValue("name"),
		Mail: r.PostFormValue("mail")}
	p, err := e.people.Accept(r.Context(), code, people.Account{Name: f.Name, Password: r.PostFormValue("password"), Mail: f.Mail})
	if err != nil {
		return e.again(w, r, "join", f, err)
	}
	return e.welcome(w, r, p)
}

// welcome signs a new person in.
func (e *entrance) welcome(w http.ResponseWriter, r *http.Request, p *people.Person) error {
	if err := e.enter(r, p); err != nil {
		return err
	}
	return e.note(w, r, "/", "Welcome, "+p.Name+".")
}
