package site

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/people"
	"agon/site/wire"
)

// A route is a pattern of addresses, the right that it demands, and what answers: a page, or the form of an operation. offers are the
// operations for programs that do the same.
type route struct {
	pattern string
	right   people.Right
	page    func(w http.ResponseWriter, r *http.Request) error
	form    func(r *http.Request) (then, error)
	offers  []offer
	large   bool // the form has files, or the text of one
}

// view returns the route of a page.
func view(pattern string, right people.Right, page func(w http.ResponseWriter, r *http.Request) error, offers ...offer) route {
	return route{pattern: pattern, right: right, page: page, offers: offers}
}

// large returns a route whose form is as large as a submission.
func large(x route) route {
	x.large = true
	return x
}

// table returns all routes. An error that a reader can fix is shown by the page before.
func (s *Site) table() []route {
	return slices.Concat(s.signInRoutes(), s.accountRoutes(), s.teamRoutes(), s.peopleRoutes(), s.contestRoutes(), s.botRoutes(),
		s.deskRoutes(), s.seasonRoutes(), s.matchRoutes(), s.figureRoutes(), s.otherRoutes())
}

func (s *Site) signInRoutes() []route {
	e, k, o, f := s.entrance, s.passkeys, s.providers, s.forgotten
	return []route{
		view("GET /sign-in", people.Look, e.signInPage),
		view("POST /sign-in", people.Look, e.signIn),
		view("POST /sign-in/passkey/begin", people.Look, k.beginPasskeySignIn),
		view("POST /sign-in/passkey", people.Look, k.passkeySignIn),
		view("GET /openid/start", people.Look, o.startOpenID),
		view("GET /openid/callback", people.Look, o.openIDCallback),
		view("GET /openid/join", people.Look, o.openIDJoinPage),
		view("POST /openid/join", people.Look, o.openIDJoin),
		view("POST /sign-out", people.Look, e.signOut),
		does("POST /forgotten", people.Look,
			with(http.StatusAccepted, retried(op("ask-password-link", "POST /password-links",
				"Have a link to a new password mailed to the owner of an account"))),
			f.ask, then{to: "/sign-in", note: "{}"}, done),
		view("GET /forgotten", people.Look, f.page),
		view("GET /password/{code}", people.Look, f.linked),
		view("POST /password/{code}", people.Look, f.set),
		view("GET /register", people.Look, e.registerPage),
		view("POST /register", people.Look, e.register),
		view("GET /invited/{code}", people.Look, e.invitedPage),
		view("POST /invited/{code}", people.Look, e.invited),
	}
}

func (s *Site) accountRoutes() []route {
	a, k, o := s.account, s.passkeys, s.providers
	export := op("export-account", "GET /account/export",
		"Download all that the site holds about one's own account, with the versions of one's bots, as a zip archive")
	export.Responses = map[string]*huma.Response{"200": {Description: "the archive", Content: file()}}
	return []route{
		view("GET /account", signedIn, a.page,
			answers(op("get-account", "GET /account", "Get one's own account"), a.own),
			answers(op("list-tokens", "GET /account/tokens", "List one's own tokens, without their texts"), a.tokens)),
		view("POST /account/password", signedIn, a.changePassword),
		view("POST /account/name", signedIn, a.changeName),
		view("POST /account/mail", signedIn, a.changeMail),
		view("GET /mail/{code}", people.Look, a.confirmPage),
		view("POST /mail/{code}", people.Look, a.confirmMail),
		view("GET /account/delete", signedIn, a.leavePage),
		view("POST /account/delete", signedIn, a.leave),
		view("GET /account/export", signedIn, a.export, answers(export, a.exported)),
		view("POST /account/tokens", signedIn, a.newToken),
		does("POST /account/tokens/{id}/delete", signedIn,
			op("delete-token", "DELETE /account/tokens/{token}", "Delete a token of one's own"),
			a.deleteToken, then{to: "/account", note: "The token is deleted."}, none),
		view("POST /account/feed", signedIn, s.alertPages.newFeed),
		view("GET /feed/{key}", people.Look, s.alertPages.feed),

		view("POST /account/passkeys/begin", signedIn, k.beginPasskey),
		view("POST /account/passkeys", signedIn, k.addPasskey),
		view("POST /account/passkeys/{id}/delete", signedIn, k.deletePasskey),
		view("POST /account/openid", signedIn, o.linkOpenID),
		view("POST /account/openid/unlink", signedIn, o.unlinkOpenID),
	}
}

func (s *Site) teamRoutes() []route {
	t := s.teams
	return []route{
		view("GET /team", people.Submit, t.page,
			answers(op("get-team", "GET /team", "Get one's own team, and the teams that invite"), t.own)),
		does("POST /team", people.Submit, op("form-team", "POST /team", "Make a team, to which one's bots belong from then on"),
			t.form, then{to: "/team", note: "The team is made. Invite its members."}, membership[teamName](t)),
		does("POST /team/link", people.Submit, op("make-team-link", "POST /team/link", "Make a link into one's team; the one before ends"),
			t.link, then{to: "/team", once: keyTeam}, linked),
		does("POST /team/invite", people.Submit, op("invite-to-team", "POST /team/offers", "Invite a person into one's team"),
			t.invite, then{to: "/team", note: "{} finds the invitation on the page of the team."}, none),
		view("GET /team/join/{code}", people.Submit, t.joinPage,
			answers(op("get-team-link", "GET /team/join/{code}", "Get the team of a link"), t.linkedTeam)),
		does("POST /team/join/{code}", people.Submit, op("join-team", "POST /team/join/{code}", "Join the team of a link, with one's bots"),
			t.join, then{to: "/team", note: "You are in the team."}, membership[codePath](t)),
		does("POST /team/offers/{id}/accept", people.Submit,
			op("accept-team", "POST /team/offers/{team}/accept", "Join a team that invites, with one's bots"),
			t.accept, then{to: "/team", note: "You are in the team."}, membership[TeamPath](t)),
		does("POST /team/offers/{id}/decline", people.Submit,
			op("decline-team", "POST /team/offers/{team}/decline", "Decline the invitation of a team"),
			t.decline, then{to: "/team", note: "You have declined."}, none),
		does("POST /team/leave", people.Submit,
			op("leave-team", "POST /team/leave", "Leave one's team, whose bots stay with it; the last member takes them along"),
			t.leave, then{to: "/team", note: "You are in no team any more."}, none),
		does("POST /teams/{team}/remove/{id}", people.Submit,
			op("remove-member", "DELETE /teams/{team}/members/{person}", "Remove a member from a team, as its captain or an organiser"),
			t.remove, then{toOf: ownTeam, note: "{} is out of the team."}, none),
	}
}

func (s *Site) peopleRoutes() []route {
	m := s.members
	return []route{
		view("GET /people", people.Administer, m.page, answers(op("list-people", "GET /people", "List all accounts"), m.all)),
		does("POST /people/invite", people.Administer,
			with(http.StatusCreated, op("invite-people", "POST /invitations", "Make an invitation")),
			m.invite, then{to: "/people", once: keyLink}, invited),
		does("POST /people/{id}/role", people.Administer, op("set-role", "POST /people/{id}/role", "Change the role of a person"),
			m.setRole, then{to: "/people", note: "{} has the role {role} now."}, m.changed),
		does("POST /people/{id}/close", people.Administer, op("close-account", "POST /people/{id}/close", "Close the account of a person"),
			m.closeAccount, then{to: "/people", note: "The account of {} is closed."}, none),
		does("POST /people/{id}/password-link", people.Administer,
			with(http.StatusCreated, op("make-password-link", "POST /people/{id}/password-link",
				"Make a link by which a person sets a new password, once, within two days")),
			m.passwordLink, then{to: "/people", once: keyPasswordLink}, linked),
		view("GET /audit", people.Inspect, m.audit,
			answers(op("list-decisions", "GET /decisions", "List the newest decisions, at most 500"), m.decisions)),
	}
}

func (s *Site) contestRoutes() []route {
	c := s.contestPages
	game := op("make-contest-of-game", "POST /games", "Make a contest of a game of one's own, whose archive is the body")
	game.RequestBody = &huma.RequestBody{Required: true, Content: file()}
	return []route{
		view("GET /{$}", people.Look, c.home, answers(op("list-contests", "GET /contests", "List all contests"), c.all)),
		view("GET /boards", people.Look, s.games.allBoards,
			answers(op("list-live-games", "GET /live", "List games that are on small boards, of all contests"), c.live)),
		view("GET /calendar", people.Look, s.calendar.all),
		view("GET /calendar.ics", people.Look, s.calendar.subscribed),
		view("GET /c/{contest}/calendar.ics", people.Look, s.calendar.one),
		view("GET /new", people.Administer, c.newContest),
		view("POST /example", people.Administer, c.makeExample),
		large(view("POST /new", people.Administer, c.makeContest, answers(op("make-contest", "POST /contests", "Make a contest"), c.made))),
		large(view("POST /new/game", people.Administer, c.makeGame, answers(game, c.gameMade))),
		view("GET /c/{contest}/settings", people.Administer, c.settings,
			answers(op("get-file", "GET /contests/{contest}/file", "Get the file of a contest"), c.file)),
		large(view("POST /c/{contest}/settings", people.Administer, c.changeSettings,
			answers(op("change-file", "PUT /contests/{contest}/file",
				"Change the file of a contest; once it has begun, only what takes no result back"), c.fileChanged),
			answers(op("change-settings", "PUT /contests/{contest}/settings",
				"Change options, limits, stages and texts of a contest; once it has begun, only what takes no result back"),
				c.settingsChanged))),
		view("GET /c/{contest}", people.Look, c.page,
			answers(op("get-contest", "GET /contests/{contest}", "Get a contest with its newest standings"), c.one),
			answers(op("list-bots", "GET /contests/{contest}/bots",
				"List the bots of a contest that the caller submitted; all of them for the jury and organisers"), s.submissions.all)),
		view("GET /c/{contest}/boards", people.Look, s.games.boardsOfContest,
			answers(op("list-live-games-of-contest", "GET /contests/{contest}/live",
				"List games of a contest that are on small boards"), c.liveOne)),
		view("GET /c/{contest}/guide", people.Look, s.guides.guide),
		view("GET /c/{contest}/starters/{language}", people.Look, s.guides.starterFile),
		view("GET /c/{contest}/report/{path...}", people.Look, c.reportFile),
		view("GET /c/{contest}/live/{path...}", people.Look, s.games.live),
		does("POST /c/{contest}/screen", people.Decide,
			op("show-first", "PUT /contests/{contest}/screen", "Choose the bot whose games the screen shows first"),
			s.games.showFirst, then{to: "/c/{contest}", note: "{}"}, none),
		does("POST /c/{contest}/start", people.Decide, op("start-contest", "POST /contests/{contest}/start", "Start or resume a contest"),
			c.start, then{to: "/c/{contest}", note: "Its games are being played."}, after(c.one)),
		does("POST /c/{contest}/pause", people.Decide,
			op("pause-contest", "POST /contests/{contest}/pause", "Pause a contest until it is started again"),
			c.pause, then{to: "/c/{contest}", note: "{contest} {}; no game is lost."}, c.paused),
	}
}

func (s *Site) botRoutes() []route {
	b := s.submissions
	upload := with(http.StatusAccepted, op("submit-bot", "POST /contests/{contest}/bots",
		"Submit a version of a bot, which is checked at once"))
	upload.RequestBody = &huma.RequestBody{Required: true, Content: file()}
	address := with(http.StatusAccepted, op("submit-address", "POST /contests/{contest}/addresses",
		"Submit a version of a bot by the address of a git repository or a container image, which is fetched and checked at once"))
	const bot, page = "/contests/{contest}/bots/{bot}", "/c/{contest}/bots/{bot}"
	download := op("download-version", "GET "+bot+"/versions/{version}/file", "Download what was handed in as a version of a bot")
	download.Responses = map[string]*huma.Response{"200": {Description: "the file", Content: file()}}
	return []route{
		view("POST /c/{contest}/submit", people.Submit, b.submit, answers(upload, b.received), answers(address, b.addressed)),
		view("GET /c/{contest}/editor", people.Submit, s.editor.edit),
		view("POST /c/{contest}/editor", people.Submit, s.editor.handIn),
		view("GET "+page, people.Look, b.bot,
			answers(op("get-bot", "GET "+bot, "Get a submitted bot"), b.one),
			answers(op("list-versions", "GET "+bot+"/versions", "List the versions of a bot of one's own, the newest first"), b.versions),
			answers(op("get-record", "GET "+bot+"/record",
				"Get what games say of a submitted bot: head to head, faults of its newest version, newest games"), b.botRecord),
			answers(op("list-games", "GET "+bot+"/games",
				"List the games of a submitted bot, the newest first, as its page does: for all who see the contest, and during a freeze "+
					"for the jury and organisers alone"), b.playedGames)),
		does("POST "+page+"/activate/{version}", people.Submit,
			op("activate-version", "POST "+bot+"/versions/{version}/activate",
				"Let a good version of a bot play, also in its trial or after it"),
			b.activate, then{to: page, note: "Version {version} plays."}, b.afterVersion),
		does("POST "+page+"/stop/{version}", people.Submit,
			op("stop-check", "POST "+bot+"/versions/{version}/stop", "End the check of a version, or its trial; it counts as failed then"),
			b.stop, then{to: page, note: "The check of version {version} is stopped."}, b.afterVersion),
		view("GET "+page+"/trials/{version}/{part}/{game}/{path...}", people.Submit, s.games.tried),
		does("POST "+page+"/withdraw", people.Submit, op("withdraw-bot", "POST "+bot+"/withdraw", "Take a bot out of its contest"),
			b.withdraw, then{to: page, note: "{} is withdrawn. Activate a version, and it plays again."}, after(b.one)),
		does("POST "+page+"/remove", people.Submit,
			op("remove-bot", "DELETE "+bot, "Remove a bot with the files of its versions; of one that never passed a check nothing stays"),
			b.removeBot, then{to: "/c/{contest}", note: "{} is removed."}, none),
		view("GET "+page+"/versions/{version}/file", people.Submit, b.versionFile,
			answers(download, b.sentVersion)),
		does("POST "+page+"/hook", people.Submit,
			with(http.StatusCreated, op("connect-repository", "POST "+bot+"/hook",
				"Connect a bot of one's own to a repository, in place of the one before: what is pushed is handed in")),
			b.connect, then{to: page, once: keyHook}, connected),
		does("POST "+page+"/hook/delete", people.Submit,
			op("disconnect-repository", "DELETE "+bot+"/hook", "End the connection of a bot to a repository"),
			b.disconnect, then{to: page, note: "{} is connected to no repository."}, none),
		does("POST "+page+"/wake", people.Submit, op("wake-bot", "POST "+bot+"/wake", "Let a bot that rests play again"),
			s.alertPages.wakeBot, then{to: page, note: "{}"}, done),
	}
}

func (s *Site) deskRoutes() []route {
	d := s.desk
	const page = "/c/{contest}/desk"
	ledger := op("download-ledger", "POST /contests/{contest}/ledger",
		"Download the ledger of a contest, an SQLite file with all results, seeds and secrets")
	ledger.Responses = map[string]*huma.Response{"200": {Description: "the file", Content: file()}}
	return []route{
		view("GET "+page, people.Inspect, d.page,
			answers(op("get-desk", "GET /contests/{contest}/desk",
				"Get the desk of a contest: what needs an organiser, and what was decided"), d.answer)),
		view("GET "+page+"/workers", people.Inspect, d.workersPage,
			answers(op("list-workers", "GET /contests/{contest}/workers", "List the other machines that play a contest, 200 at once"),
				d.workersAnswer)),
		view("POST /c/{contest}/ledger", people.Decide, s.ledgers.ledger, answers(ledger, s.ledgers.sent)),
		does("POST /c/{contest}/seen", people.Inspect,
			op("mark-faults-seen", "POST /contests/{contest}/desk/seen", "Mark the faults until now as seen by the caller"),
			d.seen, then{to: page, note: "The faults until now are marked as seen."}, none),
		does("POST /c/{contest}/decide", people.Decide,
			op("decide", "POST /contests/{contest}/decisions", "Decide about a bot, games or a limit of a contest"),
			d.decide, then{to: page, note: "{}"}, done),
		does("POST /c/{contest}/undo/{id}", people.Decide,
			op("undo-decision", "POST /contests/{contest}/decisions/{id}/undo", "Take the opposite of a decision"),
			d.undo, then{to: page, note: "{}"}, done),
		does("POST /c/{contest}/dates", people.Decide,
			op("set-dates", "PUT /contests/{contest}/dates", "Set the dates of a contest, all of them"),
			d.setDates, then{to: page, note: "Dates: {}."}, d.dated),
		does("POST /c/{contest}/freeze", people.Decide,
			op("freeze-table", "POST /contests/{contest}/freeze",
				"Freeze the table of a contest for everybody but organisers and the jury"),
			d.freeze, then{to: page, note: "Only organisers and the jury see the table from now on."}, none),
		does("POST /c/{contest}/agents/token", people.Decide,
			with(http.StatusCreated, op("make-agent-token", "POST /contests/{contest}/agents/token",
				"Make a token of an agent that edits on a machine of its own; the one before is not valid any more")),
			d.newAgentToken, then{to: page, once: keyAgentToken}, agentToken),
		does("POST /c/{contest}/reveal", people.Decide, op("reveal-table", "POST /contests/{contest}/reveal", "End the freeze of a table"),
			d.reveal, then{to: page, note: "Everybody sees the table again."}, none),
	}
}

func (s *Site) seasonRoutes() []route {
	p := s.privates
	const desk = "/c/{contest}/desk"
	return []route{
		does("POST /c/{contest}/season", people.Decide,
			with(http.StatusCreated, op("make-season", "POST /contests/{contest}/season",
				"Follow a contest by a season that begins with the bots that play in it")),
			p.makeSeason, then{to: "/c/{name}", note: "The season is made. Start it, or set its dates at its desk."},
			func(ctx context.Context, by *people.Person, in *newSeason, _ string) (*body[wire.Contest], error) {
				return s.contestPages.one(ctx, by, &ContestPath{in.Body.Name})
			}),
		does("POST /c/{contest}/private", people.Decide,
			op("make-private", "POST /contests/{contest}/private", "Make a contest private, or make a new link to it"),
			p.makePrivate, then{to: desk, once: keyPrivate}, linked),
		does("POST /c/{contest}/public", people.Decide,
			op("make-public", "POST /contests/{contest}/public", "Show a private contest to everybody"),
			p.makePublic, then{to: desk, note: "Everybody sees the contest."}, none),
		view("GET /private/{code}", people.Look, p.openLink,
			answers(op("enter-private", "POST /private", "See a private contest from now on, by the code of its link"), p.entered)),
	}
}

func (s *Site) matchRoutes() []route {
	m := s.matchPages
	const match, page = "/contests/{contest}/matches/{match}", "/c/{contest}/matches/{match}"
	const session = "/contests/{contest}/sessions"
	return []route{
		view("GET /c/{contest}/matches", people.Submit, m.matchList,
			answers(op("list-opponents", "GET /contests/{contest}/opponents", "List who can play in a match on demand"), m.opponents),
			answers(op("list-matches", "GET /contests/{contest}/matches",
				"List the matches that the caller asked for, the newest first"), m.askedMatches)),
		view("POST /c/{contest}/matches", people.Submit, m.newMatch, // who may ask for matches may play at home
			answers(with(http.StatusAccepted, op("ask-match", "POST /contests/{contest}/matches",
				"Ask for an unranked match of bots of one's choice")), m.asked),
			answers(with(http.StatusCreated, op("open-session", "POST "+session,
				"Let a bot of the contest make the moves in a game that is played elsewhere")), s.elsewhere.open),
			answers(op("move-session", "POST "+session+"/{session}/moves",
				"Play the turns that are over, and ask the bot for its move"), s.elsewhere.move),
			answers(with(http.StatusNoContent, op("close-session", "DELETE "+session+"/{session}", "End a session")), s.elsewhere.end)),
		view("GET "+page, people.Submit, m.match,
			answers(op("get-match", "GET "+match, "Get a match that the caller asked for"), m.askedMatch)),
		view("GET "+page+"/game/{path...}", people.Submit, m.matchGame),
		view("POST "+page+"/share", people.Submit, m.shareMatch,
			answers(op("share-match", "POST "+match+"/share",
				"Make the address by which everybody sees a match, in place of an earlier one"), m.shared)),
		does("POST "+page+"/unshare", people.Submit,
			op("unshare-match", "POST "+match+"/unshare", "Make the address by which others see a match invalid"),
			m.unshareMatch, then{to: page, note: "Only you see the match now."}, after(m.askedMatch)),
		view("GET /match/{code}", people.Look, m.sharedMatch),
		view("GET /match/{code}/game/{path...}", people.Look, m.sharedGame),
	}
}

func (s *Site) figureRoutes() []route {
	g := s.galleries
	const vote, gallery = "/contests/{contest}/vote", "/c/{contest}/gallery"
	return []route{
		view("GET /c/{contest}/statistics", people.Look, s.games.statistics,
			answers(op("get-statistics", "GET /contests/{contest}/statistics",
				"Get how places and times are spread, and the influence of the seat, stage by stage"), s.games.spreads)),
		view("GET /c/{contest}/card.png", people.Look, s.games.card),
		view("GET /c/{contest}/bots/{bot}/card.png", people.Look, s.submissions.card),
		view("GET /c/{contest}/places.svg", people.Look, s.games.places),
		view("GET /c/{contest}/games/{game}/{path...}", people.Look, s.games.game, s.games.ownGameOffers()...),
		view("GET "+gallery, people.Look, g.gallery,
			answers(op("get-gallery", "GET /contests/{contest}/gallery", "Get the art of a contest and the vote on it"), g.shownGallery)),
		view("GET "+gallery+"/{exhibit}/{picture}", people.Look, g.picture),
		does("POST /c/{contest}/vote/open", people.Decide, op("open-vote", "POST "+vote+"/open", "Open the vote on the art of a contest"),
			g.openVote, then{to: gallery, note: "The vote is open to everybody with an account."}, g.voteOpened),
		does("POST /c/{contest}/vote/close", people.Decide, op("close-vote", "POST "+vote+"/close", "Close the vote for good"),
			g.closeVote, then{to: gallery, note: "The vote is closed. Everybody sees the tally."}, after(g.shownGallery)),
		view("POST /c/{contest}/vote/ballot", signedIn, g.castBallot,
			answers(op("cast-ballot", "POST "+vote+"/ballot", "Cast one's ballot, which is final"), g.ballotCast)),
	}
}

func (s *Site) otherRoutes() []route {
	return []route{
		view("GET /assets/{name}", people.Look, s.asset),
		large(view("POST /hooks/{id}", people.Look, s.pushed)),
		view("GET /healthz", people.Look, s.probes.health),
		view("GET /readyz", people.Look, s.probes.ready),
	}
}

// signedIn is the right of everybody with an account.
const signedIn people.Right = -1

// routes returns the handler of all requests, below the limits.
func (s *Site) routes() http.Handler {
	mux := http.NewServeMux()
	for _, x := range s.table() {
		mux.HandleFunc(x.pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(x, w, r) })
	}
	s.api(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if allowed := methods(mux, r); len(allowed) == 0 || !allows(w, r, allowed) {
			s.missing(w, r)
		}
	})
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forPrograms(r) {
			writeProblem(w, huma.Error403Forbidden("Another site sent this request. Nothing was changed."))
			return
		}
		s.says(w, r, http.StatusForbidden, "Refused",
			"Another site sent this request. Nothing was changed; go back and use the page itself.")
	}))
	all := http.NewServeMux()
	all.HandleFunc(agentRoute, s.agent)
	all.Handle("/", s.sessions.LoadAndSave(s.whoIs(own.Handler(mux))))
	return all
}

// answer checks the right of a route and answers by it.
func (s *Site) answer(x route, w http.ResponseWriter, r *http.Request) {
	visited(r).route = x.pattern
	if !s.admits(x, w, r) {
		return
	}
	most := int64(mostForm)
	if x.right == people.Submit || x.large {
		most += s.entries.Limits().Bytes
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	s.schedule.Due(r.Context())
	err := s.perform(x, &paged{ResponseWriter: w, missing: func() { s.missing(w, r) }}, r)
	if err == nil {
		return
	}
	switch status := statusOf(err); status {
	case http.StatusRequestEntityTooLarge:
		s.says(w, r, status, "Too much", "That is more than this form takes. Nothing was changed.")
	case http.StatusUnprocessableEntity, http.StatusTooManyRequests:
		retryAfter(w.Header(), err)
		s.says(w, r, status, "Not done", err.Error())
	case http.StatusNotFound:
		s.missing(w, r)
	default:
		s.broken(w, r, err)
	}
}

// admits reports whether the reader has the right to a route, and the contest that it names exists for the reader. Else it answers the
// request.
func (s *Site) admits(x route, w http.ResponseWriter, r *http.Request) bool {
	switch reader := reader(r); {
	case may(reader, x.right):
		seen, err := s.visible(r, r.PathValue("contest"))
		if err != nil {
			s.broken(w, r, err)
		} else if !seen {
			s.missing(w, r)
		}
		return seen && err == nil
	case reader.ID != 0:
		s.missing(w, r)
	case r.Method == http.MethodGet:
		http.Redirect(w, r, "/sign-in?to="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
	default:
		s.says(w, r, http.StatusUnauthorized, "Sign in first",
			"You have been signed out. Sign in, go back and send it again: nothing was changed.")
	}
	return false
}

// perform shows the page of a route, or does what its form asks for and shows the page that comes then.
func (s *Site) perform(x route, w http.ResponseWriter, r *http.Request) error {
	if x.form == nil {
		return x.page(w, r)
	}
	next, err := x.form(r)
	if err != nil {
		return err
	}
	s.sessions.Put(r.Context(), cmp.Or(next.once, keyNote), next.note)
	http.Redirect(w, r, next.to, http.StatusSeeOther)
	return nil
}

// may reports whether a person has a right.
func may(p *people.Person, right people.Right) bool {
	if right == signedIn {
		return p.ID != 0
	}
	return p.Role.May(right)
}

// readerKey is the key of the reader in a request's context.
type readerKey struct{}

// reader returns who made a request; one that is not signed in has the ID 0.
func reader(r *http.Request) *people.Person { return readerOf(r.Context()) }

func readerOf(ctx context.Context) *people.Person {
	if p, ok := ctx.Value(readerKey{}).(*people.Person); ok {
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
