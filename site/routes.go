package site

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/contests"
	"agon/site/people"
)

// A route is a pattern of addresses, the right that it demands, and what answers. An error that a reader can mend is shown by the page before.
type route struct {
	pattern string
	right   people.Right
	answer  func(s *Site, w http.ResponseWriter, r *http.Request) error
}

// table lists all routes.
var table = []route{
	{"GET /{$}", people.Look, (*Site).home},
	{"GET /boards", people.Look, of(toGames, (*gamePages).allBoards)},
	{"GET /new", people.Administer, (*Site).newContest},
	{"POST /new", people.Administer, (*Site).makeContest},
	{"GET /sign-in", people.Look, (*Site).signInPage},
	{"POST /sign-in", people.Look, (*Site).signIn},
	{"POST /sign-in/passkey/begin", people.Look, (*Site).beginPasskeySignIn},
	{"POST /sign-in/passkey", people.Look, (*Site).passkeySignIn},
	{"GET /openid/start", people.Look, (*Site).startOpenID},
	{"GET /openid/callback", people.Look, (*Site).openIDCallback},
	{"GET /openid/join", people.Look, (*Site).openIDJoinPage},
	{"POST /openid/join", people.Look, (*Site).openIDJoin},
	{"POST /sign-out", people.Look, (*Site).signOut},
	{"GET /register", people.Look, (*Site).registerPage},
	{"POST /register", people.Look, (*Site).register},
	{"GET /invited/{code}", people.Look, (*Site).invitedPage},
	{"POST /invited/{code}", people.Look, (*Site).invited},

	{"GET /account", signedIn, (*Site).account},
	{"POST /account/password", signedIn, (*Site).changePassword},
	{"POST /account/tokens", signedIn, (*Site).newToken},
	{"POST /account/tokens/{id}/delete", signedIn, (*Site).deleteToken},

	{"POST /account/passkeys/begin", signedIn, (*Site).beginPasskey},
	{"POST /account/passkeys", signedIn, (*Site).addPasskey},
	{"POST /account/passkeys/{id}/delete", signedIn, (*Site).deletePasskey},
	{"POST /account/openid", signedIn, (*Site).linkOpenID},
	{"POST /account/openid/unlink", signedIn, (*Site).unlinkOpenID},

	{"GET /team", people.Submit, (*Site).team},
	{"POST /team", people.Submit, (*Site).formTeam},
	{"POST /team/link", people.Submit, (*Site).teamLink},
	{"POST /team/invite", people.Submit, (*Site).inviteToTeam},
	{"GET /team/join/{code}", people.Submit, (*Site).joinPage},
	{"POST /team/join/{code}", people.Submit, (*Site).joinTeam},
	{"POST /team/offers/{id}/accept", people.Submit, (*Site).acceptTeam},
	{"POST /team/offers/{id}/decline", people.Submit, (*Site).declineTeam},
	{"POST /team/leave", people.Submit, (*Site).leaveTeam},
	{"POST /teams/{team}/remove/{id}", people.Submit, (*Site).removeMember},

	{"GET /people", people.Administer, (*Site).members},
	{"POST /people/invite", people.Administer, (*Site).invite},
	{"POST /people/{id}/role", people.Administer, (*Site).setRole},
	{"POST /people/{id}/close", people.Administer, (*Site).closeAccount},
	{"GET /audit", people.Inspect, (*Site).audit},

	{"GET /c/{contest}", people.Look, (*Site).contest},
	{"GET /c/{contest}/boards", people.Look, of(toGames, (*gamePages).boardsOfContest)},
	{"GET /c/{contest}/guide", people.Look, of(toGuide, (*guidePages).guide)},
	{"GET /c/{contest}/starters/{language}", people.Look, of(toGuide, (*guidePages).starterFile)},
	{"GET /c/{contest}/report/{path...}", people.Look, (*Site).reportFile},
	{"GET /c/{contest}/live/{path...}", people.Look, of(toGames, (*gamePages).live)},
	{"POST /c/{contest}/screen", people.Decide, of(toGames, (*gamePages).screen)},
	{"POST /c/{contest}/submit", people.Submit, (*Site).submit},
	{"GET /c/{contest}/bots/{bot}", people.Look, (*Site).bot},
	{"POST /c/{contest}/bots/{bot}/activate/{version}", people.Submit, (*Site).activate},
	{"POST /c/{contest}/bots/{bot}/stop/{version}", people.Submit, (*Site).stopCheck},
	{"POST /c/{contest}/bots/{bot}/withdraw", people.Submit, (*Site).withdraw},
	{"POST /c/{contest}/start", people.Decide, (*Site).start},
	{"POST /c/{contest}/pause", people.Decide, (*Site).pause},

	{"GET /c/{contest}/desk", people.Inspect, (*Site).desk},
	{"POST /c/{contest}/ledger", people.Decide, of(toLedgers, (*ledgerPages).ledger)},
	{"POST /c/{contest}/seen", people.Inspect, (*Site).seen},
	{"POST /c/{contest}/decide", people.Decide, (*Site).decide},
	{"POST /c/{contest}/undo/{id}", people.Decide, (*Site).undo},
	{"POST /c/{contest}/dates", people.Decide, (*Site).changeDates},
	{"POST /c/{contest}/freeze", people.Decide, (*Site).freeze},
	{"POST /c/{contest}/reveal", people.Decide, (*Site).reveal},
	{"POST /c/{contest}/season", people.Decide, of(toPrivate, (*privatePages).season)},
	{"POST /c/{contest}/private", people.Decide, of(toPrivate, (*privatePages).makePrivate)},
	{"POST /c/{contest}/public", people.Decide, of(toPrivate, (*privatePages).makePublic)},
	{"GET /private/{code}", people.Look, of(toPrivate, (*privatePages).openLink)},
	{"POST /c/{contest}/bots/{bot}/wake", people.Submit, of(toAlerts, (*alertPages).wakeBot)},

	{"GET /c/{contest}/matches", people.Submit, of(toMatches, (*matchPages).matchList)},
	{"POST /c/{contest}/matches", people.Submit, of(toMatches, (*matchPages).newMatch)},
	{"GET /c/{contest}/matches/{match}", people.Submit, of(toMatches, (*matchPages).match)},
	{"GET /c/{contest}/matches/{match}/game/{path...}", people.Submit, of(toMatches, (*matchPages).matchGame)},
	{"POST /c/{contest}/matches/{match}/share", people.Submit, of(toMatches, (*matchPages).shareMatch)},
	{"POST /c/{contest}/matches/{match}/unshare", people.Submit, of(toMatches, (*matchPages).unshareMatch)},
	{"GET /match/{code}", people.Look, of(toMatches, (*matchPages).sharedMatch)},
	{"GET /match/{code}/game/{path...}", people.Look, of(toMatches, (*matchPages).sharedGame)},

	{"GET /c/{contest}/statistics", people.Look, of(toGames, (*gamePages).statistics)},
	{"GET /c/{contest}/games/{game}/{path...}", people.Look, of(toGames, (*gamePages).game)},
	{"GET /c/{contest}/gallery", people.Look, of(toGallery, (*galleryPages).gallery)},
	{"GET /c/{contest}/gallery/{exhibit}/{picture}", people.Look, of(toGallery, (*galleryPages).picture)},
	{"POST /c/{contest}/vote/open", people.Decide, of(toGallery, (*galleryPages).openVote)},
	{"POST /c/{contest}/vote/close", people.Decide, of(toGallery, (*galleryPages).closeVote)},
	{"POST /c/{contest}/vote/ballot", signedIn, of(toGallery, (*galleryPages).castBallot)},
	{"GET /feed/{key}", people.Look, of(toAlerts, (*alertPages).feed)},
	{"POST /account/feed", signedIn, of(toAlerts, (*alertPages).newFeed)},

	{"GET /assets/{name}", people.Look, (*Site).asset},
	{"GET /healthz", people.Look, of(toProbes, (*probes).health)},
	{"GET /readyz", people.Look, of(toProbes, (*probes).ready)},
}

// signedIn is the right of everybody with an account.
const signedIn people.Right = -1

// routes returns the handler of all requests, below the limits.
func (s *Site) routes() http.Handler {
	mux := http.NewServeMux()
	for _, x := range table {
		mux.HandleFunc(x.pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(x, w, r) })
	}
	s.api(mux)
	mux.HandleFunc("/", s.missing)
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forPrograms(r) {
			writeProblem(w, huma.Error403Forbidden("Another site sent this request. Nothing was changed."))
			return
		}
		w.WriteHeader(http.StatusForbidden)
		s.render(w, r, "message", &message{page: page{Title: "Refused"}, Text: "Another site sent this request. Nothing was changed; go back and use the page itself."})
	}))
	return s.sessions.LoadAndSave(s.whoIs(own.Handler(mux)))
}

// answer checks the right of a route and answers by it.
func (s *Site) answer(x route, w http.ResponseWriter, r *http.Request) {
	visited(r).route = x.pattern
	reader := reader(r)
	switch {
	case may(reader, x.right):
	case reader.ID != 0:
		s.missing(w, r)
		return
	case r.Method == http.MethodGet:
		http.Redirect(w, r, "/sign-in?to="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		return
	default:
		w.WriteHeader(http.StatusUnauthorized)
		s.render(w, r, "message", &message{page: page{Title: "Sign in first"}, Text: "You have been signed out. Sign in, go back and send it again: nothing was changed."})
		return
	}
	if seen, err := s.privatePages.visible(r, r.PathValue("contest")); err != nil {
		s.broken(w, r, err)
		return
	} else if !seen {
		s.missing(w, r)
		return
	}
	most := int64(mostForm)
	if x.right == people.Submit {
		most += s.entries.Limits().Bytes
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	s.due(r.Context())
	err := x.answer(s, w, r)
	var problem *people.Problem
	var conflict *contests.Conflict
	var large *http.MaxBytesError
	switch {
	case err == nil:
	case errors.As(err, &large):
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		s.render(w, r, "message", &message{page: page{Title: "Too much"}, Text: "That is more than this form takes. Nothing was changed."})
	case errors.As(err, &problem), errors.As(err, &conflict):
		w.WriteHeader(http.StatusUnprocessableEntity)
		s.render(w, r, "message", &message{page: page{Title: "Not done"}, Text: err.Error()})
	case errors.Is(err, people.ErrNobody):
		s.missing(w, r)
	default:
		s.broken(w, r, err)
	}
}

// readerKey is the key of the reader in a request's context.
type readerKey struct{}

// reader returns who made a request; one that is not signed in has the ID 0.
func reader(r *http.Request) *people.Person {
	if p, ok := r.Context().Value(readerKey{}).(*people.Person); ok {
		return p
	}
	return &people.Person{}
}

// Keys of a session.
const (
	keyPerson = "person"
	keyStamp  = "stamp" // of the person when the session began
	keyNote   = "note"  // for the next page
	keyToken  = "token" // a new one, shown once

	keyEntered = "entered" // when the session began, Unix seconds
)

// whoIs finds out who makes a request.
func (s *Site) whoIs(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if scheme, text, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
			p, err := s.people.OfToken(ctx, text)
			switch {
			case err == nil:
				next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, readerKey{}, p)))
			case errors.Is(err, people.ErrNobody) && forPrograms(r):
				w.Header().Set("WWW-Authenticate", "Bearer")
				writeProblem(w, huma.Error401Unauthorized("This token is not valid. Make one on your account page."))
			case errors.Is(err, people.ErrNobody):
				http.Error(w, "this token is not valid", http.StatusUnauthorized)
			default:
				s.broken(w, r, err)
			}
			return
		}
		if id := s.sessions.GetInt64(ctx, keyPerson); id != 0 {
			p, err := s.people.Person(ctx, id)
			switch {
			case err == nil && p.Stamp == s.sessions.GetString(ctx, keyStamp):
				r = r.WithContext(context.WithValue(ctx, readerKey{}, p))
			case err == nil || errors.Is(err, people.ErrNobody): // another password, or a closed account
				if err := s.sessions.Destroy(ctx); err != nil {
					s.broken(w, r, err)
					return
				}
			default:
				s.broken(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
