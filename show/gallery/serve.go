package gallery

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"agon/internal/httpserver"
)

// A Gallery is a show with an optional vote.
type Gallery struct {
	Title string
	Show  *Show
	Box   *Box   // nil: without a vote
	Note  func() // called when the organiser has closed the vote; may be nil
}

// Limits of the server.
const (
	maxForm   = 64 << 10        // bytes of a ballot as it is sent
	writeTime = 2 * time.Minute // for slow readers of large pictures
)

// galleryPolicy is the gallery's Content-Security-Policy: nothing but its own pictures, style and forms.
const galleryPolicy = "default-src 'none'; img-src 'self' data:; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors " +
	"'none'"

// Serve serves the gallery until ctx is done. The listener's address decides who may connect: on a loopback address only requests that name
// one are answered, so that no other site reaches it under another name.
func (g *Gallery) Serve(ctx context.Context, l net.Listener) error {
	if err := httpserver.Serve(ctx, l, g.handler(l.Addr())); err != nil {
		return fmt.Errorf("serve the gallery: %w", err)
	}
	return nil
}

// site is the handler.
type site struct {
	*Gallery
	address string // of the server
	guesses guesses
	foreign *http.CrossOriginProtection // refuses forms of other sites
	session string                      // the organiser's cookie; new each time the gallery is opened
	mux     *http.ServeMux
}

func (g *Gallery) handler(addr net.Addr) http.Handler {
	s := &site{Gallery: g, address: addr.String(), foreign: http.NewCrossOriginProtection(), session: secret(), mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /{$}", s.page)
	s.mux.HandleFunc("GET /gallery.css", s.sheet)
	s.mux.HandleFunc("GET /art/{exhibit}/{picture}", s.art)
	if g.Box != nil {
		s.mux.HandleFunc("POST /ballot", s.ballot)
		s.mux.HandleFunc("GET /tally", s.tally)
		s.mux.HandleFunc("GET /organiser", s.organiser)
		s.mux.HandleFunc("POST /organiser", s.enter)
		s.mux.HandleFunc("POST /close", s.close)
	}
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	httpserver.Secure(w.Header(), galleryPolicy, "no-store")
	if httpserver.Refuse(w, r, s.address) {
		return
	}
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
	if err := s.foreign.Check(r); err != nil {
		http.Error(w, "this form was sent by a page of another site; open the gallery itself and vote there", http.StatusForbidden)
		return
	}
	if r.ContentLength > maxForm {
		http.Error(w, "the form is larger than any ballot", http.StatusRequestEntityTooLarge)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	s.mux.ServeHTTP(w, r)
}

// art serves a picture, by the indexes of its exhibit and of itself.
func (s *site) art(w http.ResponseWriter, r *http.Request) {
	s.Show.ServePicture(w, r, r.PathValue("exhibit"), r.PathValue("picture"))
}

func (s *site) page(w http.ResponseWriter, r *http.Request) {
	s.show(w, http.StatusOK, s.newView())
}

// ballot accepts a ballot. Errors are shown above the form, which keeps the voter's choices.
func (s *site) ballot(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, "invalid ballot", http.StatusBadRequest)
		return
	}
	who := client(r)
	if !s.guesses.wait(r.Context(), who) {
		s.refuse(w, r, http.StatusTooManyRequests,
			errors.New("too many ballots with unknown codes come from your network; try again in a moment"))
		return
	}
	ballot, err := ReadBallot(s.Box.Method, len(s.Box.Names), r.PostForm)
	if err == nil {
		err = s.Box.Cast(r.PostForm.Get("code"), ballot)
	}
	var disk *DiskError
	switch {
	case err == nil:
		v := s.newView()
		v.Thanks = true
		s.show(w, http.StatusOK, v)
	case errors.Is(err, ErrUnknown):
		s.guesses.count(who)
		s.refuse(w, r, http.StatusForbidden, err)
	case errors.Is(err, ErrVoted), errors.Is(err, ErrClosed):
		s.refuse(w, r, http.StatusConflict, err)
	case errors.As(err, &disk):
		s.refuse(w, r, http.StatusInternalServerError, errors.New("the ballot could not be saved and does not count; tell the organiser"))
	default:
		s.refuse(w, r, http.StatusBadRequest, err)
	}
}

func (s *site) refuse(w http.ResponseWriter, r *http.Request, code int, why error) {
	v := s.newView()
	v.Refused = sentence(why)
	v.keep(r.PostForm)
	s.show(w, code, v)
}

func (s *site) tally(w http.ResponseWriter, r *http.Request) {
	if !s.Box.Closed() {
		http.Error(w, "the vote is open; results are shown when it is closed", http.StatusForbidden)
		return
	}
	s.show(w, http.StatusOK, s.newTally(false))
}

// organiser shows the tally to the organiser, and asks everybody else for the key.
func (s *site) organiser(w http.ResponseWriter, r *http.Request) {
	if !s.isOrganiser(r) {
		s.show(w, http.StatusOK, s.newDoor(""))
		return
	}
	s.show(w, http.StatusOK, s.newTally(true))
}

// sessionCookie is the name of the organiser's cookie.
const sessionCookie = "organiser"

// enter checks the key and sets the organiser's cookie, valid until the gallery is closed. The key has 128 bits, so attempts need no limit.
// It is never part of an address, which browsers and proxies store.
func (s *site) enter(w http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.PostFormValue("key")), []byte(s.Box.Key())) != 1 {
		s.show(w, http.StatusForbidden, s.newDoor("This is not the organiser's key. It was printed in the terminal of agon gallery."))
		return
	}
	http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: s.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, "/organiser", http.StatusSeeOther)
}

func (s *site) isOrganiser(r *http.Request) bool {
	c, err := r.Cookie(sessionCookie)
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.session)) == 1
}

func (s *site) close(w http.ResponseWriter, r *http.Request) {
	if !s.isOrganiser(r) {
		s.show(w, http.StatusForbidden, s.newDoor("Only the organiser can close the vote."))
		return
	}
	before := s.Box.Closed()
	if err := s.Box.End(); err != nil {
		http.Error(w, "the vote could not be closed: writing to the disk failed", http.StatusInternalServerError)
		return
	}
	if !before && s.Note != nil {
		s.Note()
	}
	s.show(w, http.StatusOK, s.newTally(true))
}

// client returns the address that a request came from, without its port.
func client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// sentence capitalises an error and ends it with a full stop.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
