package site

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
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

// address returns where a request comes from. Behind a proxy that is what the proxy has added to the header X-Forwarded-For.
func (s *Site) address(r *http.Request) string {
	if s.options.Secure {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			return last.String()
		}
	}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	return r.RemoteAddr
}

// within returns an address on this site, "/" for any other.
func within(to string) string {
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n\t") {
		return "/"
	}
	return to
}

func (s *Site) signInPage(w http.ResponseWriter, r *http.Request) error {
	if reader(r).ID != 0 {
		http.Redirect(w, r, within(r.FormValue("to")), http.StatusSeeOther)
		return nil
	}
	s.render(w, r, "sign-in", &form{page: page{Title: "Sign in", Note: s.noted(r)}, To: within(r.FormValue("to"))})
	return nil
}

func (s *Site) signIn(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	f := &form{page: page{Title: "Sign in"}, Name: r.PostFormValue("name"), To: within(r.PostFormValue("to"))}
	p, err := s.people.SignIn(r.Context(), f.Name, r.PostFormValue("password"), s.address(r))
	if err != nil {
		return s.again(w, r, "sign-in", f, err)
	}
	if err := s.enter(r, p); err != nil {
		return err
	}
	http.Redirect(w, r, f.To, http.StatusSeeOther)
	return nil
}

// enter makes a request's session that of a person, under a new cookie.
func (s *Site) enter(r *http.Request, p *people.Person) error {
	if err := s.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	s.sessions.Put(r.Context(), keyPerson, p.ID)
	s.sessions.Put(r.Context(), keyStamp, p.Stamp)
	s.sessions.Put(r.Context(), keyEntered, s.options.Now().Unix())
	return nil
}

// freshFor is how long after signing in a person may add a way to sign in, or make a token.
const freshFor = 15 * time.Minute

// fresh returns a [*people.Problem] unless the reader has signed in a moment ago: who finds an open browser or a token must not be able to come back
// by a way of their own.
func (s *Site) fresh(r *http.Request) error {
	entered := time.Unix(s.sessions.GetInt64(r.Context(), keyEntered), 0)
	if s.sessions.GetInt64(r.Context(), keyPerson) != reader(r).ID || s.options.Now().Sub(entered) > freshFor {
		return &people.Problem{Text: "This needs a new sign-in: sign out, sign in, and do it within a quarter of an hour."}
	}
	return nil
}

// again shows a form again, with what is wrong. Other errors are returned.
func (s *Site) again(w http.ResponseWriter, r *http.Request, name string, f *form, err error) error {
	var problem *people.Problem
	if !errors.As(err, &problem) {
		return err
	}
	f.Wrong = problem.Text
	w.WriteHeader(http.StatusUnprocessableEntity)
	s.render(w, r, name, f)
	return nil
}

// unread returns an error of a form that cannot be read.
func unread(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return &people.Problem{Text: "The form did not arrive whole; go back and send it again."}
}

func (s *Site) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

func (s *Site) registerPage(w http.ResponseWriter, r *http.Request) error {
	if !s.options.Open {
		s.missing(w, r)
		return nil
	}
	s.render(w, r, "join", &form{page: page{Title: "Make an account"}, Act: "/register", Register: true})
	return nil
}

func (s *Site) register(w http.ResponseWriter, r *http.Request) error {
	if !s.options.Open {
		s.missing(w, r)
		return nil
	}
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	f := &form{page: page{Title: "Make an account"}, Act: "/register", Register: true, Name: r.PostFormValue("name"), Mail: r.PostFormValue("mail")}
	if err := s.people.Attempt(s.address(r)); err != nil {
		return s.again(w, r, "join", f, err)
	}
	p, err := s.people.Register(r.Context(), people.Account{Name: f.Name, Password: r.PostFormValue("password"), Mail: f.Mail})
	if err != nil {
		return s.again(w, r, "join", f, err)
	}
	return s.welcome(w, r, p)
}

func (s *Site) invitedPage(w http.ResponseWriter, r *http.Request) error {
	i, err := s.people.Invited(r.Context(), r.PathValue("code"))
	if err != nil {
		return err
	}
	s.render(w, r, "join", &form{page: page{Title: "You are invited"}, Act: r.URL.Path, Invited: i.Role, Code: r.PathValue("code")})
	return nil
}

func (s *Site) invited(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	code := r.PathValue("code")
	i, err := s.people.Invited(r.Context(), code)
	if err != nil {
		return err
	}
	f := &form{page: page{Title: "You are invited"}, Act: r.URL.Path, Invited: i.Role, Code: code, Name: r.PostFormValue("name"), Mail: r.PostFormValue("mail")}
	p, err := s.people.Accept(r.Context(), code, people.Account{Name: f.Name, Password: r.PostFormValue("password"), Mail: f.Mail})
	if err != nil {
		return s.again(w, r, "join", f, err)
	}
	return s.welcome(w, r, p)
}

// welcome signs a new person in.
func (s *Site) welcome(w http.ResponseWriter, r *http.Request, p *people.Person) error {
	if err := s.enter(r, p); err != nil {
		return err
	}
	return s.note(w, r, "/", "Welcome, "+p.Name+".")
}
