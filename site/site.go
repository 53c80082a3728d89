package site

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"

	"agon/format/tournament"
	"agon/game"
	"agon/site/alerts"
	"agon/site/challenges"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/guests"
	"agon/site/matches"
	"agon/site/moves"
	"agon/site/notify"
	"agon/site/openid"
	"agon/site/people"
	"agon/site/seasons"
)

// Options are the settings of a site.
type Options struct {
	Dir      string                                // of its database and its contests
	Name     string                                // shown on its pages
	Open     bool                                  // everybody may register; else an invitation is needed
	Hosts    []string                              // names by which browsers reach it; loopback names always count if it listens there
	Secure   bool                                  // browsers reach it by https, through a proxy that adds their addresses to X-Forwarded-For: cookies are sent by https alone
	Kinds    func(name string) (*game.Kind, error) // of contests
	Offers   []*game.Kind                          // games of new contests; none: contests are made in their folders alone
	Formats  []tournament.Spec                     // of new contests
	Contests contests.Setup
	Check    entries.Checker                             // of submissions
	Fetch    entries.Fetcher                             // of submissions that are addresses; nil: none are taken
	Game     func(dir string, number int) (*Game, error) // reads a game of a contest's folder, by its number from 1; nil: games have no pages. The error is fs.ErrNotExist if there is none
	Limits   entries.Limits
	Match    matches.Player // plays matches on demand; nil: there are none
	Matches  matches.Limits
	Moves    moves.Starter // starts bots that play in games elsewhere; nil: none do
	Sessions moves.Limits  // of these
	Reserve  int64         // bytes of the disk that stay free: with less no submission is taken and no game played; 0: 100 MiB
	Log      *slog.Logger
	Now      func() time.Time // nil: time.Now
	Rest     int              // games running with a crash or a late move after which a bot rests; 0: 5
	OpenID   *openid.Provider // by whom people may sign in as well; may be nil
	Tell     notify.Sender    // sends an alert to a bot's author; nil: pages and feeds alone have it. Page is a path on the site
}

// A Site is a contest site. It is an http.Handler; Close ends it.
type Site struct {
	options   Options
	db        *database.Database
	people    *people.People
	contests  *contests.Contests
	entries   *entries.Entries
	matches   *matches.Matches // nil: there are none
	moves     *moves.Sessions  // nil: there are none
	sessions  *scs.SessionManager
	kept      *people.Sessions
	handler   http.Handler
	log       *slog.Logger
	dating    sync.Mutex           // guards schedules, and is held while dates take effect
	schedules map[string]*schedule // by contest
	work      sync.WaitGroup
	disk      *disk.Disk
	guests    *guests.Guests
	alerts    *alerts.Alerts
	seasons   *seasons.Seasons
	tables    *tables
	quotas    quotas
	sealer    *sealer
	kinds     sync.Map        // from the name of a kind to its title
	life      context.Context // done when the site is closed
	cancel    context.CancelFunc
	done      chan struct{} // closed when the housekeeping has ended

	challenges   *challenges.Challenges
	gamePages    gamePages
	matchPages   matchPages
	galleryPages galleryPages
	privatePages privatePages
	alertPages   alertPages
	guidePages   guidePages
	ledgerPages  ledgerPages
	probes       probes
}

// Sessions last this long, and this long without a visit.
const (
	sessionLasts = 60 * 24 * time.Hour
	sessionIdle  = 14 * 24 * time.Hour
)

// Open opens the site of a folder, and makes it if it is new. Its contests go on.
func Open(ctx context.Context, o Options) (*Site, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	own, err := disk.Open(o.Dir, o.Reserve, o.Log)
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, filepath.Join(o.Dir, "site.db"))
	if err != nil {
		return nil, err
	}
	s := &Site{options: o, db: db, disk: own, people: people.New(db, o.Now), kept: people.NewSessions(db, o.Now), log: o.Log, sealer: newSealer(o.Secure, o.Now), done: make(chan struct{})}
	if err := errors.Join(s.readSchedules(ctx), s.openRooms(ctx), contests.FreezeDue(ctx, db, o.Now())); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	o.Contests.Room, o.Contests.Played = own.Room, s.alerts.Played
	s.contests, err = contests.Open(ctx, filepath.Join(o.Dir, "contests"), db, o.Contests)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s.seasons = &seasons.Seasons{DB: db, Contests: s.contests, Guests: s.guests, Disk: own, Log: o.Log}
	if err := s.seasons.Finish(ctx); err != nil {
		return nil, errors.Join(err, s.contests.Close(), db.Close())
	}
	s.entries, err = entries.Open(ctx, db, filepath.Join(o.Dir, "submitted"), s.entered, o.Check, o.Fetch, o.Limits, o.Now, o.Log)
	if err != nil {
		return nil, errors.Join(err, s.contests.Close(), db.Close())
	}
	s.seasons.Entries = s.entries
	s.challenges = &challenges.Challenges{Contests: s.contests, Entries: s.entries, Kinds: o.Kinds, Disk: own}
	if o.Match != nil {
		s.matches, err = matches.Open(ctx, db, matches.Setup{Dir: filepath.Join(o.Dir, "matches"), Play: o.Match, Game: s.challenges.Game, Room: own.Room, Now: o.Now, Log: o.Log, Limit: o.Matches})
		if err != nil {
			s.entries.Close()
			return nil, errors.Join(err, s.contests.Close(), db.Close())
		}
	}
	if o.Moves != nil {
		s.moves = moves.New(o.Moves, o.Sessions)
	}
	s.sessions = scs.New()
	s.sessions.Store, s.sessions.Lifetime, s.sessions.IdleTimeout = s.kept, sessionLasts, sessionIdle
	s.sessions.Cookie.Name, s.sessions.Cookie.HttpOnly, s.sessions.Cookie.SameSite = "agon_session", true, http.SameSiteLaxMode
	s.sessions.Cookie.Secure = o.Secure
	s.sessions.ErrorFunc = s.broken
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.life, s.cancel = background, cancel
	s.furnish()
	s.handler = s.probes.watched(s.named(s.routes()))
	s.work.Go(func() { s.alerts.Run(background) })
	s.work.Go(func() { everySecond(background, s.due) })
	go s.tidy(background)
	return s, nil
}

// Close ends the site: its contests stop, and go on when it is opened again.
func (s *Site) Close() error {
	s.cancel()
	<-s.done
	s.work.Wait()
	kept := s.alerts.Close()
	if s.moves != nil {
		s.moves.End()
	}
	if s.matches != nil {
		s.matches.Close()
	}
	s.entries.Close()
	return errors.Join(kept, s.contests.Close(), s.db.Close())
}

// tidy removes ended sessions from time to time.
func (s *Site) tidy(ctx context.Context) {
	defer close(s.done)
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if err := s.kept.Expire(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("remove ended sessions", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// firstLasts is how long the invitation of the first organiser is valid.
const firstLasts = 7 * 24 * time.Hour

// FirstInvitation returns the address, below the site's, where the first organiser makes an account; empty if there is an account already. Each
// call makes a new invitation.
func (s *Site) FirstInvitation(ctx context.Context) (path string, err error) {
	none, err := s.people.None(ctx)
	if err != nil || !none {
		return "", err
	}
	code, err := s.people.Invite(ctx, people.Invitation{Role: people.Organiser, Uses: 1, Expires: s.options.Now().Add(firstLasts), Note: "the first organiser"})
	return "/invited/" + code, err
}

// mostForm bounds the body of a request that is no upload, in bytes.
const mostForm = 64 << 10

// ServeHTTP answers a request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	s.handler.ServeHTTP(w, r)
}

// named refuses requests for another host, so that no other site's name leads here.
func (s *Site) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.known(r.Host) {
			http.Error(w, "this site has another name; its organiser adds one with --host "+plainHost(r.Host), http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// known reports whether the Host of a request is one of the site's names.
func (s *Site) known(host string) bool {
	name := plainHost(host)
	if slices.Contains(s.options.Hosts, name) {
		return true
	}
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// plainHost returns a Host header without the port, of the characters that names have.
func plainHost(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == ':' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, strings.ToLower(strings.Trim(host, "[]")))
}

// broken answers a request that failed on the host's side.
func (s *Site) broken(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) || r.Context().Err() != nil {
		return // nobody reads the answer
	}
	if errors.Is(err, fs.ErrNotExist) {
		s.missing(w, r)
		return
	}
	v := visited(r)
	s.log.Error("request failed", "request", v.number, "method", r.Method, "route", v.route, "error", err)
	w.WriteHeader(http.StatusInternalServerError)
	s.render(w, r, "message", &message{page: page{Title: "Something went wrong"}, Text: "This is the site's fault, not yours, and nothing was changed. The organiser finds it in the log as " + v.number + "."})
}

// missing answers a request for what does not exist, or not for this person.
func (s *Site) missing(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusNotFound)
	s.render(w, r, "message", &message{page: page{Title: "Nothing here"}, Text: "There is no such page, or it is not for you."})
}
