package site

import (
	"context"
	"errors"
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
	"agon/site/decisions"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/export"
	"agon/site/githost"
	"agon/site/guests"
	"agon/site/hooks"
	"agon/site/making"
	"agon/site/matches"
	"agon/site/moves"
	"agon/site/notify"
	"agon/site/openid"
	"agon/site/people"
	"agon/site/schedule"
	"agon/site/seasons"
	"agon/site/trials"
)

// Options are the settings of a site.
type Options struct {
	Dir   string   // of its database and its contests
	Name  string   // shown on its pages
	Open  bool     // everybody may register; else an invitation is needed
	Hosts []string // names by which browsers reach it; loopback names always count if it listens there
	// Secure: browsers reach it by https, through a proxy that adds their addresses to X-Forwarded-For: cookies are sent by https alone
	Secure  bool
	Kinds   func(name string) (*game.Kind, error) // of contests
	Offers  []*game.Kind                          // games of new contests; none: contests are made in their folders alone
	Formats []tournament.Spec                     // of new contests
	// Own opens the game in a folder that was handed in, and Mark is the file that marks it; see [making.Maker]. nil: none are taken
	Own      func(dir string) (k *game.Kind, closed func() error, err error)
	Mark     string
	Contests contests.Setup
	Check    entries.Checker  // of submissions
	Prepare  entries.Preparer // of what the builds of submissions share; nil: nothing is
	Fetch    entries.Fetcher  // of submissions that are addresses; nil: none are taken
	// Game reads a game of a contest's folder, by its number from 1; nil: games have no pages. The error is fs.ErrNotExist if there is none
	Game     func(dir string, number int) (*Game, error)
	Limits   entries.Limits
	Match    matches.Player // plays matches on demand; nil: there are none
	Matches  matches.Limits
	Compare  trials.Player // plays the trials of new versions; nil: contests have no gates
	Trials   int           // played at once; 0: 1
	Moves    moves.Starter // starts bots that play in games elsewhere; nil: none do
	Sessions moves.Limits  // of these
	Reserve  int64         // bytes of the disk that stay free: with less no submission is taken and no game played; 0: 100 MiB
	Log      *slog.Logger
	Now      func() time.Time // nil: time.Now
	Rest     int              // games running with a crash or a late move after which a bot rests; 0: 5
	OpenID   *openid.Provider // by whom people may sign in as well; may be nil
	Alert    notify.Sender    // sends an alert to a bot's author; nil: pages and feeds alone have it. Page is a path on the site
	Letters  notify.Writer    // mails a letter to one person; nil: the site sends none. Page is a path on the site

	Status func(ctx context.Context, s *githost.Status) error // sends the status of a commit to its host; nil: none are sent
}

// A Site is a contest site. It is an http.Handler; Close ends it.
type Site struct {
	*pages
	*catalogue
	groups
	rooms

	options Options
	handler http.Handler
	work    sync.WaitGroup
	cancel  context.CancelFunc
	done    chan struct{} // closed when the housekeeping has ended
}

// groups are the handlers of pages and operations, by trade.
type groups struct {
	entrance     *entrance
	account      *account
	forgotten    *forgotten
	providers    *providers
	passkeys     *passkeys
	teams        *teams
	members      *members
	contestPages *contestPages
	submissions  *submissions
	desk         *desk
	elsewhere    *sessions
	games        *gamePages
	matchPages   *matchPages
	galleries    *galleryPages
	privates     *privatePages
	alertPages   *alertPages
	guides       *guidePages
	editor       *editorPages
	calendar     *calendarPages
	ledgers      *ledgerPages
	probes       *probes
}

// rooms are what the site does, apart from requests, and what it is stored in.
type rooms struct {
	db         *database.Database
	disk       *disk.Disk
	people     *people.People
	kept       *people.Sessions
	decided    *decisions.Log
	decisions  *decisions.Decisions
	alerts     *alerts.Alerts
	seasons    *seasons.Seasons
	entries    *entries.Entries
	challenges *challenges.Challenges
	matches    *matches.Matches // nil: there are none
	moves      *moves.Sessions  // nil: there are none
	hooks      *hooks.Hooks
}

// Sessions last this long, and this long without a visit.
const (
	sessionLasts = 60 * 24 * time.Hour
	sessionIdle  = 14 * 24 * time.Hour
)

// usual returns the options with the usual values of those that are not set.
func (o Options) usual() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Open opens the site of a folder, and makes it if it is new. Its contests go on.
func Open(ctx context.Context, o Options) (*Site, error) {
	o = o.usual()
	own, err := disk.Open(o.Dir, o.Reserve, o.Log)
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, filepath.Join(o.Dir, "site.db"))
	if err != nil {
		return nil, err
	}
	s := &Site{options: o, done: make(chan struct{})}
	s.rooms = rooms{db: db, disk: own, people: people.New(db, o.Now), kept: people.NewSessions(db, o.Now),
		decided: decisions.NewLog(db, o.Now)}
	s.pages = newPages(o, s.kept)
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.shut())
	}
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	s.wire(background)
	s.schedule.Tick(ctx) // what was missed
	s.group(background)
	s.handler = s.probes.watched(s.named(s.routes()))
	s.work.Go(func() { s.alerts.Run(background) })
	for _, due := range []func(context.Context){s.schedule.Tick, s.hooks.HandIn, s.hooks.Report} {
		s.work.Go(func() { everySecond(background, due) })
	}
	go s.tidy(background)
	return s, nil
}

// newPages returns what renders the pages of a site.
func newPages(o Options, kept *people.Sessions) *pages {
	p := &pages{name: o.Name, open: o.Open, secure: o.Secure, matched: o.Match != nil, log: o.Log, sessions: scs.New()}
	if o.OpenID != nil {
		p.provider = o.OpenID.Name()
	}
	p.sessions.Store, p.sessions.Lifetime, p.sessions.IdleTimeout = kept, sessionLasts, sessionIdle
	p.sessions.Cookie.Name, p.sessions.Cookie.HttpOnly, p.sessions.Cookie.SameSite = "agon_session", true, http.SameSiteLaxMode
	p.sessions.Cookie.Secure = o.Secure
	p.sessions.ErrorFunc = p.broken
	return p
}

// open opens what is below the pages: contests, their dates, submissions, matches and sessions elsewhere.
func (s *Site) open(ctx context.Context) (err error) {
	o := s.options
	invited, err := guests.Open(ctx, s.db)
	if err := errors.Join(err, s.openAlerts(ctx), contests.FreezeDue(ctx, s.db, o.Now())); err != nil {
		return err
	}
	o.Contests.Now, o.Contests.Room, o.Contests.Played, o.Contests.Authors = o.Now, s.disk.Room, s.alerts.Played,
		func(ctx context.Context, contest string) (map[string]string, error) {
			return entries.Authors(ctx, s.db, contest)
		}
	all, err := contests.Open(ctx, filepath.Join(o.Dir, "contests"), s.db, o.Contests)
	if err != nil {
		return err
	}
	s.catalogue = &catalogue{contests: all, kindOf: o.Kinds, guests: invited}
	if s.schedule, err = schedule.Open(ctx, s.db, all, s.decided, o.Log, o.Now); err != nil {
		return err
	}
	s.schedule.Publish = invited.MakePublic
	s.submissions = &submissions{
		pages: s.pages, people: s.people, contests: all, schedule: s.schedule, decided: s.decided, now: o.Now,
		disk: s.disk, alerts: s.alerts, texts: s.catalogue.texts,
	}
	s.seasons = &seasons.Seasons{DB: s.db, Contests: all, Guests: invited, Disk: s.disk, Log: o.Log}
	if err := s.seasons.Finish(ctx); err != nil {
		return err
	}
	s.challenges = &challenges.Challenges{Contests: all, Kinds: o.Kinds, Formats: o.Formats, Disk: s.disk}
	opened := make(chan struct{})
	var try entries.Trier
	if o.Compare != nil {
		try = trials.New(o.Trials, o.Compare, func(ctx context.Context, b *entries.Bot) (*challenges.Field, error) {
			<-opened // a check that was cut off goes on before the field is known
			return s.challenges.Field(ctx, b)
		}).Try
	}
	s.entries, err = entries.Open(ctx, s.db, entries.Setup{
		Dir: filepath.Join(o.Dir, "submitted"), Find: s.submissions.entered, Check: o.Check, Prepare: o.Prepare, Fetch: o.Fetch,
		Limits: o.Limits, Try: try, Now: o.Now, Log: o.Log,
	})
	s.challenges.Entries = s.entries
	close(opened)
	if err != nil {
		return err
	}
	if err := s.leftBehind(ctx); err != nil {
		return err
	}
	s.submissions.entries, s.submissions.seasons, s.schedule.Entries, s.seasons.Entries = s.entries, s.seasons, s.entries, s.entries
	s.hooks = &hooks.Hooks{DB: s.db, Submit: s.submissions.submitPush, Send: o.Status, Failed: failedBy, Page: botAddress,
		Now: o.Now, Log: o.Log}
	s.submissions.hooks, s.submissions.fetches = s.hooks, o.Fetch != nil
	if o.Match != nil {
		s.matches, err = matches.Open(ctx, s.db, matches.Setup{
			Dir: filepath.Join(o.Dir, "matches"), Play: o.Match, Game: s.challenges.Game, Room: s.disk.Room, Now: o.Now, Log: o.Log,
			Limit: o.Matches,
		})
	}
	if o.Moves != nil {
		s.moves = moves.New(o.Moves, o.Sessions)
	}
	return err
}

// leftBehind removes the bots of accounts that were deleted just before the site ended.
func (s *Site) leftBehind(ctx context.Context) error {
	gone, err := s.people.Gone(ctx)
	for _, person := range gone {
		err = errors.Join(err, s.entries.Leave(ctx, person))
	}
	return err
}

// wire makes the groups of pages and operations. life is done when the site is closed.
func (s *Site) wire(life context.Context) {
	o, sealer := s.options, newSealer(s.options.Secure, s.options.Now)
	s.decisions = &decisions.Decisions{Log: s.decided, Contests: s.contests, Schedule: s.schedule, Woken: s.alerts.Forget}
	s.entrance = &entrance{s.pages, s.people, o.Now}
	s.providers = &providers{s.entrance, o.OpenID, sealer}
	s.passkeys = &passkeys{s.entrance, sealer}
	mailed := newLetters(life, &s.work, &s.options)
	s.forgotten = &forgotten{s.entrance, mailed}
	s.account = &account{
		entrance: s.entrance, linked: s.providers.linked, letters: mailed, kept: s.kept, entries: s.entries, contests: s.contests,
		decided: s.decided, exports: &export.Exports{People: s.people, Entries: s.entries, Alerts: s.alerts, Matches: s.matches,
			Hooks: s.hooks},
	}
	s.teams = &teams{s.pages, s.people, s.entries, s.decided}
	s.members = &members{s.pages, s.people, s.decided, o.Now}
	s.contestPages = &contestPages{
		pages: s.pages, catalogue: s.catalogue, entries: s.entries, decided: s.decided, now: o.Now, offers: o.Offers, formats: o.Formats,
		maker: &making.Maker{
			Contests: s.contests, Guests: s.guests, Schedule: s.schedule, Decided: s.decided, Offers: o.Offers, Formats: o.Formats,
			Own: o.Own, Mark: o.Mark,
		},
		fetches: o.Fetch != nil, author: s.submissions.author, quotas: &quotas{entries: s.entries, matches: s.matches, most: s.mostBots},
	}
	s.desk = &desk{
		pages: s.pages, catalogue: s.catalogue, entries: s.entries, decided: s.decided, decisions: s.decisions, now: o.Now,
		alerts: s.alerts, seasons: s.seasons,
	}
	s.elsewhere = &sessions{s.moves, s.entries, s.challenges}
}

// mostBots returns how many bots an author may have in a contest.
func (s *Site) mostBots(c *contests.Contest) int {
	most := s.entries.Limits().Bots
	if f, err := s.contests.File(c); err == nil && f.MaxPerAuthor > 0 {
		most = min(most, f.MaxPerAuthor)
	}
	return most
}

// Close ends the site: its contests stop, and go on when it is opened again.
func (s *Site) Close() error {
	s.cancel()
	<-s.done
	s.work.Wait()
	return errors.Join(s.alerts.Close(), s.shut())
}

// shut closes what open has opened.
func (s *Site) shut() error {
	if s.moves != nil {
		s.moves.End()
	}
	if s.matches != nil {
		s.matches.Close()
	}
	if s.entries != nil {
		s.entries.Close()
	}
	var err error
	if s.catalogue != nil {
		err = s.contests.Close()
	}
	return errors.Join(err, s.db.Close())
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

// FirstInvitation returns the address, below the site's, where the first organiser makes an account; empty if there is an account already.
// Each call makes a new invitation.
func (s *Site) FirstInvitation(ctx context.Context) (path string, err error) {
	none, err := s.people.None(ctx)
	if err != nil || !none {
		return "", err
	}
	code, err := s.people.Invite(ctx, people.Invitation{Role: people.Organiser, Uses: 1, Expires: s.options.Now().Add(firstLasts),
		Note: "the first organiser"})
	return "/invited/" + code, err
}

// mostForm bounds the body of a request that is no upload, in bytes.
const mostForm = 64 << 10

// ServeHTTP answers a request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "+
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
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
			http.Error(w, "this site has another name; its organiser adds one with --host "+plainHost(r.Host),
				http.StatusMisdirectedRequest)
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
