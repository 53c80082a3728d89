package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/record/replay/archive"
	"agon/show/report/folder"
	"agon/site/contests"
	"agon/site/notify"
	"agon/site/people"
)

// decided lets the site of a test decide about contests.
func decided(o *Options) {
	o.Contests.Amend = func(ctx context.Context, dir string) (*contest.Contest, error) {
		return contest.Amend(ctx, dir, contest.Recalling{Kinds: all.Find, Formats: formats.Formats, Archive: archive.Open,
			Store: ledgers.Ledgers{}.Open})
	}
	o.Contests.Beside = func(ctx context.Context, dir string) (store.Store, error) {
		return ledgers.Ledgers{}.OpenBeside(ctx, dir)
	}
}

// A clock is set by a test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

var undoForm = regexp.MustCompile(`action="(/c/[a-z]+/undo/[0-9]+)"`)

// decide decides, and returns the desk afterwards.
func (b *browser) decide(values ...string) string {
	b.t.Helper()
	if a := b.post("/c/cup/decide", values...); a.code != http.StatusSeeOther || a.to != "/c/cup/desk" {
		b.t.Fatalf("%q: %d to %q: %s", values, a.code, a.to, a.text)
	}
	return b.get("/c/cup/desk").text
}

// undo presses the newest button for it.
func (b *browser) undo() string {
	b.t.Helper()
	at := undoForm.FindStringSubmatch(b.get("/c/cup/desk").text)
	if at == nil {
		b.t.Fatal("nothing to undo")
	}
	if a := b.post(at[1]); a.code != http.StatusSeeOther {
		b.t.Fatalf("%s: %d %s", at[1], a.code, a.text)
	}
	if a := b.post(at[1]); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, `href="/c/cup">Back to the contest`) {
		b.t.Errorf("%s again: %d %s", at[1], a.code, a.text)
	}
	return b.get("/c/cup/desk").text
}

func (b *browser) says(where, page string, parts ...string) {
	b.t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			b.t.Errorf("%s does not say %q:\n%s", where, part, page)
		}
	}
}

// forever is the cup as a ladder, which has no end.
func forever(t *testing.T, s *served) {
	t.Helper()
	s.rewrite(t, strings.NewReplacer("round-robin", "ladder", "games = 2\n", "", "[[stages]]",
		"[[bots]]\nref = \"three=builtin:random\"\n[[stages]]").Replace(cup))
}

func TestDecisionsAboutAFinishedContest(t *testing.T) {
	s := serve(t, decided)
	olga := s.as(t, people.Organiser)
	jury := s.as(t, people.Jury)
	if a := olga.post("/c/cup/decide", "what", "barred", "bot", "one", "why", "x"); a.code != 422 ||
		!strings.Contains(a.text, "No game has been played yet") {
		t.Errorf("before the start: %d %s", a.code, a.text)
	}
	olga.post("/c/cup/start")
	olga.until("/c/cup", "finished")
	for name, values := range map[string][]string{
		"no reason":    {"what", "barred", "bot", "one"},
		"no such bot":  {"what", "barred", "bot", "ghost", "why", "x"},
		"no such game": {"what", "again", "games", "99", "why", "x"},
		"no game":      {"what", "again", "games", "", "why", "x"},
		"no limit":     {"what", "limit", "key", "average", "value", "1s", "why", "x"},
		"bad value":    {"what", "limit", "key", "guard", "value", "soon", "why", "x"},
		"not out":      {"what", "reinstated", "bot", "one", "why", "x"},
		"no decision":  {"what", "joined", "bot", "one", "why", "x"},
	} {
		if a := olga.post("/c/cup/decide", values...); a.code != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, a.code, a.text)
		}
	}
	page := olga.decide("what", "barred", "bot", "two", "why", "it read <files>")
	olga.says("the desk", page, "two is disqualified.", "disqualified two", "The organiser", "it read &lt;files&gt;")
	olga.says("the contest", jury.get("/c/cup").text, "Out of the contest", "disqualified: it read &lt;files&gt;")
	if page := jury.get("/c/cup/desk").text; strings.Contains(page, "/undo/") || strings.Contains(page, "/decide") {
		t.Error("the jury's desk has buttons")
	}
	page = olga.undo()
	olga.says("the desk", page, "reinstated two", "undone")
	if page := olga.get("/c/cup").text; strings.Contains(page, "Out of the contest") {
		t.Error(page)
	}
	olga.decide("what", "withdrawn", "bot", "one", "why", "asked for")
	olga.says("the contest", olga.get("/c/cup").text, "withdrawn: asked for")
	olga.undo()

	olga.decide("what", "limit", "key", "guard", "value", "9s", "why", "slow")
	olga.says("the desk", olga.undo(), "set limit guard to what the contest&#39;s file says")

	s.settled(t)
	olga.decide("what", "again", "games", "1, 2", "why", "the power failed")
	s.settled(t)
	olga.says("the desk", olga.get("/c/cup/desk").text, "had game 1, 2 played again")
	if state, _, _ := mustFind(t, s, "cup").State(); state != contests.Waiting {
		t.Error("games are left, and it is", state)
	}
	olga.post("/c/cup/start")
	olga.until("/c/cup", "finished")
	olga.says("the log", olga.get("/audit").text, "had game 1, 2 played again", "the power failed", "disqualified two")
}

func TestDecisionsWhileAContestIsPlayed(t *testing.T) {
	s := serve(t, decided)
	forever(t, s)
	olga := s.as(t, people.Organiser)
	olga.post("/c/cup/start")
	olga.until("/c/cup/desk", `Disqualify<span class="unseen"> one</span>`)
	c := mustFind(t, s, "cup")
	olga.decide("what", "limit", "key", "guard", "value", "9s", "why", "slow")
	s.settled(t)
	const first = 8 // games of the first round, which a site bounds
	for played, _ := soFar(t, s); played <= first; played, _ = soFar(t, s) {
		if t.Context().Err() != nil {
			t.Fatal("no round is ever over")
		}
	}
	olga.decide("what", "again", "games", "1", "why", "a fault of the host")
	s.settled(t)
	olga.decide("what", "withdrawn", "bot", "two", "why", "asked for")
	olga.until("/c/cup", "withdrawn: asked for")
	if a := olga.post("/c/cup/decide", "what", "withdrawn", "bot", "two", "why", "again"); a.code != http.StatusUnprocessableEntity ||
		!strings.Contains(a.text, "already withdrawn") {
		t.Errorf("%d %s", a.code, a.text)
	}
	olga.undo()
	if state, why, _ := c.State(); state != contests.Playing {
		t.Error(state, why)
	}
	olga.post("/c/cup/pause", "why", "the hall closes")
	s.settled(t)
	olga.decide("what", "barred", "bot", "two", "why", "two bots of one author")
	olga.says("the contest", olga.get("/c/cup").text, "two bots of one author", "the hall closes")
	if state, _, _ := c.State(); state != contests.Paused {
		t.Error("a paused contest is", state)
	}
}

// A ledger whose runs answer no request until goes is closed.
type unanswered struct {
	ledgers.Ledgers
	goes chan struct{}
}

func (l unanswered) Open(ctx context.Context, dir string) (store.Store, error) {
	s, err := l.Ledgers.Open(ctx, dir)
	return unansweredStore{s, l.goes}, err
}

type unansweredStore struct {
	store.Store
	goes chan struct{}
}

func (s unansweredStore) Note(ctx context.Context, events ...store.Event) error {
	if slices.ContainsFunc(events, func(e store.Event) bool { return e.Topic == store.Answer }) {
		<-s.goes
	}
	return s.Store.Note(ctx, events...)
}

// TestADecisionOnTheDesk: a decision that the run has still to take is on the desk at once, as what is being done, and then as done.
func TestADecisionOnTheDesk(t *testing.T) {
	goes := make(chan struct{})
	s := serve(t, func(o *Options) {
		decided(o)
		o.Contests.Answers = time.Nanosecond
		o.Contests.Open = func(ctx context.Context, file string) (*contest.Contest, error) {
			return openWith(ctx, file, nil, unanswered{goes: goes})
		}
	})
	forever(t, s)
	olga := s.as(t, people.Organiser)
	olga.post("/c/cup/start")
	olga.until("/c/cup/desk", `Disqualify<span class="unseen"> two</span>`)
	page := olga.decide("what", "barred", "bot", "two", "why", "it read files")
	olga.says("the desk", page, "two is being disqualified: the contest takes that before it plans its next games.", "disqualifying…",
		"To be done before its next games are planned: disqualifying two.", "/assets/live.js")
	if strings.Contains(page, `<span class="unseen"> two</span>`) || strings.Contains(page, "disqualified two") {
		t.Error("the desk offers acts on the bot, or says that it is done")
	}
	if a := olga.post("/c/cup/decide", "what", "withdrawn", "bot", "two", "why", "x"); a.code != http.StatusUnprocessableEntity {
		t.Errorf("another decision about the bot: %d %s", a.code, a.text)
	}
	close(goes)
	olga.until("/c/cup/desk", "disqualified two")
	olga.until("/c/cup/desk", "disqualified</span>")
}

// Every place that shows results shows those of the freeze to people and the newest to the jury, until they are revealed.
func TestFreeze(t *testing.T) {
	at := &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)}
	s := serve(t, func(o *Options) { decided(o); o.Now = at.Now })
	olga, paul, vera, jury := s.as(t, people.Organiser), s.as(t, people.Participant), s.as(t, people.Viewer), s.as(t, people.Jury)
	if a := olga.post("/c/cup/dates", "freezes", "2026-03-01T13:00", "starts", "2026-03-01T14:00", "why", "as announced"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	at.jump(3 * time.Hour) // the freeze, then the start
	olga.until("/c/cup", "finished")
	c := mustFind(t, s, "cup")
	report := filepath.Join(c.ReportDir(), "index.html")
	write(t, report, "the report")
	for _, mark := range []string{folder.CardFile, "SHA256SUMS"} { // of a report for everybody
		write(t, filepath.Join(c.ReportDir(), mark), "x")
	}
	for name, b := range map[string]*browser{"paul": paul, "vera": vera, "nobody": s.browser(t)} {
		for _, path := range []string{"/", "/c/cup", "/c/cup/desk"} {
			if text := b.get(path).text; strings.Contains(text, "2 of 2") || strings.Contains(text, "2 games") ||
				strings.Contains(text, "all meet") {
				t.Errorf("%s reads results on %s:\n%s", name, path, text)
			}
		}
		for _, path := range []string{"/c/cup/report/", "/c/cup/report/index.html", "/c/cup/live/", "/c/cup/live/events"} {
			if a := b.get(path); a.code != 403 || strings.Contains(a.text, "the report") {
				t.Errorf("%s: %s answers %d %s", name, path, a.code, a.text)
			}
		}
		b.says(name, b.get("/c/cup").text, "The table is frozen since 1 Mar 2026, 13:00")
	}
	jury.says("the jury's page", jury.get("/c/cup").text, "all meet", "frozen")
	jury.says("the jury's report", jury.get("/c/cup/report/").text, "the report")

	// A server that starts again knows it.
	s.reopen(t)
	paul.at, olga.at = s.URL, s.URL
	if text := paul.get("/c/cup").text; strings.Contains(text, "all meet") || !strings.Contains(text, "frozen since") {
		t.Error(text)
	}
	if a := olga.post("/c/cup/reveal", "why", "the ceremony"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	paul.says("the page", paul.get("/c/cup").text, "all meet", "finished")
	if a := paul.get("/c/cup/report/"); a.code != 200 {
		t.Error(a.code)
	}
	if a := olga.post("/c/cup/freeze", "why", "once more"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	olga.undo()
	if _, frozen := c.Frozen(); frozen == nil {
		t.Error("no channel")
	}
}

func TestDates(t *testing.T) {
	at := &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)}
	s := serve(t, func(o *Options) { decided(o); o.Now = at.Now })
	forever(t, s)
	olga := s.as(t, people.Organiser)
	for name, values := range map[string][]string{
		"no reason":         {"starts", "2026-03-02T12:00"},
		"no date":           {"starts", "tomorrow", "why", "x"},
		"end before start":  {"starts", "2026-03-02T12:00", "ends", "2026-03-02T11:00", "why", "x"},
		"closes before":     {"opens", "2026-03-02T12:00", "closes", "2026-03-02T12:00", "why", "x"},
		"a year of no date": {"starts", "0001-01-01T00:00", "why", "x"},
	} {
		if a := olga.post("/c/cup/dates", values...); a.code != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", name, a.code)
		}
	}
	state := func() contests.State {
		olga.get("/")
		now, _, _ := mustFind(t, s, "cup").State()
		return now
	}
	dates := func(values ...string) {
		t.Helper()
		if a := olga.post("/c/cup/dates", append(values, "why", "as announced")...); a.code != 303 {
			t.Fatal(a.code, a.text)
		}
	}
	dates("starts", "2026-03-02T12:00", "ends", "2026-03-03T12:00")
	at.jump(23 * time.Hour)
	if now := state(); now != contests.Waiting {
		t.Error("an hour before the start it is", now)
	}
	at.jump(time.Hour)
	if now := state(); now != contests.Playing {
		t.Error("at its start it is", now)
	}
	olga.until("/c/cup/desk", `Disqualify<span class="unseen"> one</span>`)
	at.jump(24 * time.Hour)
	if now := state(); now != contests.Over {
		t.Error("at its end it is", now)
	}
	dates("starts", "2026-03-02T12:00", "ends", "2026-03-05T12:00")
	if now := state(); now != contests.Playing {
		t.Error("extended, it is", now)
	}
	olga.says("the desk", olga.get("/c/cup/desk").text, "ended cup", "the site", "its date has come")
	at.jump(48 * time.Hour)
	if now := state(); now != contests.Over {
		t.Error("at its later end it is", now)
	}
}

// A bot with faults in game after game rests, its author is alerted, and wakes it.
func TestRest(t *testing.T) {
	alerted := make(chan notify.Alert, 10)
	s := serve(t, func(o *Options) {
		decided(o)
		o.Rest = 3
		o.Alert = func(_ context.Context, a notify.Alert) error { alerted <- a; return nil }
	})
	forever(t, s)
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	owner, err := s.site.people.Named(t.Context(), "The participant")
	if err != nil {
		t.Fatal(err)
	}
	bot := s.insertBot(t, "two", owner.ID)
	olga.post("/c/cup/start")
	olga.until("/c/cup/desk", `Disqualify<span class="unseen"> one</span>`)
	game := func(fault string) run.Played {
		p := run.Played{Game: 6, Bots: []run.PlayedBot{{Name: "one"}, {Name: "two"}}}
		if fault != "" {
			p.Bots[1].Faults = map[string]int{fault: 1}
		}
		return p
	}
	for _, fault := range []string{"late", "crashed", "", "late", "illegal", "late", "late"} { // never three running
		s.site.alerts.Played("cup", game(fault))
	}
	if len(s.site.alerts.Take()) > 0 {
		t.Fatal("it rests too early")
	}
	s.site.alerts.Played("cup", game("crashed"))
	a := <-alerted
	if a.Bot != "two" || !strings.Contains(a.Text, "two rests: it crashed in game 7, the last of 3 games running with a fault.") ||
		a.Page != fmt.Sprintf("/c/cup/bots/%d", bot) {
		t.Errorf("%+v", a)
	}
	page := fmt.Sprintf("/c/cup/bots/%d", bot)
	paul.says("the bot's page", paul.get(page).text, "It rests since", "Wake it")
	olga.says("the desk", olga.get("/c/cup/desk").text, "two rests.", "let two rest", "2 games crashed", "4 games late")
	feed := regexp.MustCompile(`http://[^/]+(/feed/[A-Z0-9]+)`)
	paul.post("/account/feed")
	at := feed.FindStringSubmatch(paul.get("/account").text)
	if at == nil {
		t.Fatal("no feed")
	}
	anybody := s.browser(t)
	if a := anybody.get(at[1]); a.code != 200 || !strings.Contains(a.text, "two rests: it crashed") ||
		!strings.Contains(a.head.Get("Content-Type"), "atom") {
		t.Error(a.code, a.text)
	} else {
		anybody.says("the feed", a.text, `<link rel="self" href="http://`, `/c/cup/games/7/" title="Game 7">`,
			`<link rel="related" href="http://`, page+`" title="two">`)
	}
	if a := anybody.get("/feed/AAAA"); a.code != 404 {
		t.Error(a.code)
	}
	if a := anybody.post(page + "/wake"); a.code != http.StatusUnauthorized {
		t.Error(a.code)
	}
	if a := paul.post(page + "/wake"); a.code != 303 || a.to != page {
		t.Fatal(a.code, a.text)
	}
	if text := paul.get(page).text; strings.Contains(text, "It rests since") {
		t.Error(text)
	}
	olga.decide("what", "barred", "bot", "two", "why", "x")
	if a := paul.post(page + "/wake"); a.code != http.StatusUnprocessableEntity {
		t.Error("an author wakes a disqualified bot:", a.code)
	}
	if a := olga.post("/c/cup/seen"); a.code != 303 {
		t.Error(a.code)
	}
	if text := olga.get("/c/cup/desk").text; strings.Contains(text, "2 games crashed") || !strings.Contains(text, "faults since") {
		t.Error(text)
	}
}

// The last good version before the deadline is fixed by its hash, also if its check ends later; later ones are checked and never play.
func TestSubmissionsClose(t *testing.T) {
	at := &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)}
	checking, verdict := make(chan string), make(chan bool)
	s := serve(t, func(o *Options) {
		decided(o)
		o.Now = at.Now
		o.Check = func(ctx context.Context, _, folder string, _ io.Writer, _ func(bool)) (bool, string, error) {
			select {
			case checking <- folder:
				return <-verdict, `{}`, nil
			case <-ctx.Done():
				return false, "", ctx.Err()
			}
		}
	})
	s.rewrite(t, strings.Replace(cup, "[[bots]]", "[[bots]]\nfolder = \"entries\"\n[[bots]]", 1))
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	if a := olga.post("/c/cup/dates", "opens", "2026-03-01T13:00", "closes", "2026-03-01T14:00", "why", "as announced"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	submit := func(text string) answer {
		t.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		form.WriteField("bot", "flood")
		part, err := form.CreateFormFile("file", "bot.py")
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(part, text)
		form.Close()
		r, err := http.NewRequest("POST", s.URL+"/c/cup/submit", &body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", form.FormDataContentType())
		return paul.do(r)
	}
	check := func(good bool) {
		<-checking
		verdict <- good
	}
	if a := submit("early"); a.code != 422 || !strings.Contains(a.text, "Submissions open on 1 Mar 2026, 13:00") {
		t.Fatal(a.code, a.text)
	}
	at.jump(time.Hour)
	first := submit("first")
	if first.code != 303 {
		t.Fatal(first.code, first.text)
	}
	check(true)
	paul.until(first.to, "passed")
	if a := submit("second"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	at.jump(2 * time.Hour)
	hash := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	paul.says("the page", paul.get(first.to).text, "version 1 is fixed", "SHA-256 "+hash("first"))
	check(true) // of the second, which came in time
	paul.until(first.to, "version 2 is fixed")
	paul.says("the page", paul.get(first.to).text, "SHA-256 "+hash("second"))
	if a := submit("third"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	paul.says("the page", paul.get(first.to).text, "practice")
	check(true)
	page := paul.until(first.to, `<h2 id="v3">Version 3</h2><span class="pill done">passed</span><span class="pill">practice</span>`)
	paul.says("the page", page, "version 2 is fixed")
	content, err := os.ReadFile(filepath.Join(s.dir, "contests", "cup", "entries", "flood", "bot.py"))
	if err != nil || string(content) != "second" {
		t.Errorf("%q plays: %v", content, err)
	}
	for _, act := range []string{"/activate/1", "/activate/3", "/withdraw"} {
		if a := paul.post(first.to + act); a.code != http.StatusUnprocessableEntity {
			t.Errorf("%s after the deadline: %d", act, a.code)
		}
	}
	if a := olga.post(first.to + "/activate/3"); a.code != http.StatusUnprocessableEntity {
		t.Errorf("the organiser lets a practice version play: %d", a.code)
	}
	// Extended, submissions are open again.
	if a := olga.post("/c/cup/dates", "closes", "2026-03-01T18:00", "why", "the power failed"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if text := paul.get(first.to).text; strings.Contains(text, "is fixed") {
		t.Error(text)
	}
	if a := submit("fourth"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	check(true)
	paul.until(first.to, `<h2 id="v4">Version 4</h2><span class="pill done">passed</span><span class="pill done">plays</span>`)
}
