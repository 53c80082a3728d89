package site

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/record/replay/archive"
	"agon/show/report/folder"
	"agon/site/contests"
	"agon/site/people"
)

// cup is a contest of built-in bots, which needs no sandbox.
const cup = `
kind = "tron"
name = "Winter Cup"
seed = 3
[[bots]]
ref = "one=builtin:voronoi"
[[bots]]
ref = "two=builtin:random"
[[stages]]
name = "all meet"
format = "round-robin"
games = 2
`

// A served is a site with an organiser.
type served struct {
	*httptest.Server
	site    *Site
	dir     string
	options Options
}

// reopen closes the site and opens it again, at another address.
func (s *served) reopen(t *testing.T) {
	t.Helper()
	s.Server.Close()
	if err := s.site.Close(); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.site, err = Open(t.Context(), s.options); err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(s.site)
}

// rewrite gives the contest cup another file.
func (s *served) rewrite(t *testing.T, text string) {
	t.Helper()
	write(t, mustFind(t, s, "cup").Path, text)
}

// write writes a file and the folders above it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// insertBot makes somebody the author of a bot of the contest cup.
func (s *served) insertBot(t *testing.T, name string, owner int64) (id int64) {
	t.Helper()
	err := s.site.db.Write(t.Context(), func(tx *sql.Tx) error {
		return tx.QueryRow(`INSERT INTO bot (contest, name, folded, owner) VALUES ('cup', ?, ?, ?) RETURNING id`, name, name,
			owner).Scan(&id)
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

const secret = "three words in a row"

// serve opens a site with the contest cup in a folder.
func serve(t *testing.T, change func(o *Options)) *served {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, "contests", "cup")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, contests.FileName), []byte(cup), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: dir, Name: "Test", Kinds: all.Find, Offers: all.Kinds(), Formats: formats.Formats,
		Contests: contests.Setup{Open: open, Options: run.Options{Cores: 1}, Answers: time.Minute}}
	if change != nil {
		change(&o)
	}
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	hall := &served{httptest.NewServer(s), s, dir, o}
	t.Cleanup(func() {
		hall.Server.Close()
		if err := hall.site.Close(); err != nil {
			t.Error(err)
		}
	})
	return hall
}

// open prepares the contest of a file.
func open(ctx context.Context, file string) (*contest.Contest, error) {
	return openAt(ctx, file, nil)
}

// A browser keeps cookies and follows no redirections.
type browser struct {
	t *testing.T
	*http.Client
	at string
}

func (s *served) browser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		s.URL}
}

// An answer is an answer of the site.
type answer struct {
	code int
	to   string // of a redirection
	text string
	head http.Header
}

func (b *browser) do(r *http.Request) answer {
	b.t.Helper()
	resp, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header.Get("Location"), string(text), resp.Header}
}

func (b *browser) get(path string) answer {
	b.t.Helper()
	r, err := http.NewRequest("GET", b.at+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(r)
}

func (b *browser) post(path string, values ...string) answer {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	return b.send(path, form)
}

func (b *browser) send(path string, form url.Values) answer {
	b.t.Helper()
	r, err := http.NewRequest("POST", b.at+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", b.at)
	return b.do(r)
}

// as returns a browser in which a new person of a role is signed in.
func (s *served) as(t *testing.T, role people.Role) *browser {
	t.Helper()
	b := s.browser(t)
	if role == people.Anybody {
		return b
	}
	code, err := s.site.people.Invite(t.Context(), people.Invitation{Role: role, Uses: 1, Expires: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if a := b.post("/invited/"+code, "name", "The "+string(role), "password", secret); a.code != http.StatusSeeOther {
		t.Fatalf("%d: %s", a.code, a.text)
	}
	return b
}

// Every route answers every role as its right says, and no other way.
func TestEveryRoleOnEveryRoute(t *testing.T) {
	s := serve(t, func(o *Options) { o.Open, o.Match = true, playNatives })
	fill := strings.NewReplacer("{$}", "", "{code}", "NOCODE", "{id}", "999", "{match}", "999", "{contest}", "cup", "{key}", "NOKEY",
		"{bot}", "999", "{version}", "1", "{part}", "1", "{game}", "1", "{exhibit}", "0",
		"{picture}", "0.gif", "{path...}", "index.html", "{name}",
		"site.css", "{team}", "999", "{language}", "python")
	for _, role := range append([]people.Role{people.Anybody}, people.Roles...) {
		b := s.as(t, role)
		for _, x := range s.site.table() {
			method, path, _ := strings.Cut(fill.Replace(x.pattern), " ")
			name := fmt.Sprintf("%s %s as %q", method, path, role)
			if path == "/sign-out" {
				continue
			}
			var a answer
			if method == "GET" {
				a = b.get(path)
			} else {
				a = b.post(path)
			}
			may := role.May(x.right)
			if x.right == signedIn {
				may = role != people.Anybody
			}
			switch {
			case may && (a.code == http.StatusUnauthorized || strings.HasPrefix(a.to, "/sign-in?")):
				t.Errorf("%s: refused with %d", name, a.code)
			case may && a.code >= 500:
				t.Errorf("%s: %d", name, a.code)
			case !may && role != people.Anybody && a.code != http.StatusNotFound:
				t.Errorf("%s: answered with %d", name, a.code)
			case !may && role == people.Anybody && method == "GET" && !strings.HasPrefix(a.to, "/sign-in?to="):
				t.Errorf("%s: answered with %d to %q", name, a.code, a.to)
			case !may && role == people.Anybody && method == "POST" && a.code != http.StatusUnauthorized:
				t.Errorf("%s: answered with %d", name, a.code)
			}
		}
	}
}

var invitation = regexp.MustCompile(`id="invitation">http://[^/]+(/invited/[A-Z0-9]+)<`)

// The story of a small contest: the first organiser, an invited participant, a contest played to its end, its report, the log of decisions.
func TestStory(t *testing.T) {
	s := serve(t, nil)
	first, err := s.site.FirstInvitation(t.Context())
	if err != nil || first == "" {
		t.Fatal(first, err)
	}
	olga := s.browser(t)
	if a := olga.get(first); a.code != 200 || !strings.Contains(a.text, "<b>organiser</b>") {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post(first, "name", "Olga <b>", "password", secret); a.code != 422 ||
		!strings.Contains(a.text, "and not &#39;&lt;&#39;") || !strings.Contains(a.text, `value="Olga &lt;b&gt;"`) {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post(first, "name", "Olga", "password", secret); a.code != 303 || a.to != "/" {
		t.Fatal(a.code, a.to)
	}
	if again, err := s.site.FirstInvitation(t.Context()); err != nil || again != "" {
		t.Error("the site invites another first organiser:", again, err)
	}
	if a := olga.get("/"); !strings.Contains(a.text, "Welcome, Olga.") || !strings.Contains(a.text, "Winter Cup") {
		t.Error(a.text)
	}
	if a := olga.post("/people/invite", "role", "participant", "uses", "1", "days", "3"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	link := invitation.FindStringSubmatch(olga.get("/people").text)
	if link == nil {
		t.Fatal("no link")
	}
	if invitation.MatchString(olga.get("/people").text) {
		t.Error("the link is shown twice")
	}
	paul := s.browser(t)
	if a := paul.post(link[1], "name", "Paul", "password", secret); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if a := paul.post("/c/cup/start"); a.code != 404 {
		t.Error("a participant starts a contest:", a.code)
	}
	if a := olga.post("/c/cup/start"); a.code != 303 || a.to != "/c/cup" {
		t.Fatal(a.code, a.text)
	}
	page := paul.until("/c/cup", "finished")
	for _, part := range []string{"Winter Cup", "all meet", "one", "two"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q on the page:\n%s", part, page)
		}
	}
	if a := olga.post("/c/cup/start"); a.code != 422 || !strings.Contains(a.text, "It is over.") {
		t.Error(a.code, a.text)
	}
	if a := olga.get("/audit"); !strings.Contains(a.text, "started cup") || !strings.Contains(a.text, "invited 1 as participant") {
		t.Error(a.text)
	}
	if a := paul.get("/audit"); a.code != 404 {
		t.Error(a.code)
	}
}

// until loads a page until it contains a text.
func (b *browser) until(path, text string) string {
	b.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; {
		a := b.get(path)
		if strings.Contains(a.text, text) {
			return a.text
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("%s never says %q:\n%s", path, text, a.text)
		}
	}
}

// A request that another site sends, or that has another Host, changes nothing and shows nothing.
func TestOtherSites(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	for _, from := range []string{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example"} {
		r, err := http.NewRequest("POST", s.URL+"/c/cup/start", nil)
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(from, ": ")
		r.Header.Set(name, value)
		if a := olga.do(r); a.code != 403 {
			t.Errorf("%s: %d", from, a.code)
		}
	}
	for _, host := range []string{"evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "<script>"} {
		r, err := http.NewRequest("GET", s.URL+"/people", nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Host = host; host == "" {
			r.Host = "x"
		}
		if a := olga.do(r); a.code != http.StatusMisdirectedRequest || strings.Contains(a.text, "<") {
			t.Errorf("%q: %d %s", host, a.code, a.text)
		}
	}
	state, _, _ := mustFind(t, s, "cup").State()
	if state != contests.Waiting {
		t.Error("the contest was started:", state)
	}
}

func mustFind(t *testing.T, s *served, name string) *contests.Contest {
	t.Helper()
	c, err := s.site.contests.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A session ends with signing out, with another password, and with the account; a forged one never begins.
func TestSessions(t *testing.T) {
	s := serve(t, nil)
	s.as(t, people.Organiser)
	paul := s.as(t, people.Participant)
	elsewhere := s.browser(t)
	if a := elsewhere.post("/sign-in", "name", "the PARTICIPANT", "password", secret, "to", "//evil.example"); a.code != 303 ||
		a.to != "/" {
		t.Fatal(a.code, a.to)
	}
	if a := paul.post("/account/password", "present", secret, "next", "quite another one"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if a := elsewhere.get("/account"); a.code != 303 {
		t.Error("a session outlives its password:", a.code)
	}
	if a := paul.get("/account"); a.code != 200 || !strings.Contains(a.text, "your other browsers are signed out") {
		t.Error(a.code, a.text)
	}
	site, _ := url.Parse(s.URL)
	stolen := paul.Jar.Cookies(site)
	if a := paul.post("/sign-out"); a.code != 303 {
		t.Error(a.code)
	}
	thief := s.browser(t)
	thief.Jar.SetCookies(site, stolen)
	if a := thief.get("/account"); a.code != 303 {
		t.Error("a session outlives signing out:", a.code)
	}
	for _, forged := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("x", 5000), "'; DROP TABLE session; --"} {
		b := s.browser(t)
		r, err := http.NewRequest("GET", s.URL+"/account", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", "agon_session="+forged)
		if a := b.do(r); a.code != 303 {
			t.Errorf("%q: %d", forged, a.code)
		}
	}
	again := s.browser(t)
	if a := again.post("/sign-in", "name", "The participant", "password", "quite another one"); a.code != 303 {
		t.Fatal(a.code)
	}
	p, err := s.site.people.Named(t.Context(), "the participant")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.site.people.CloseAccount(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	if a := again.get("/account"); a.code != 303 {
		t.Error("a session outlives its account:", a.code)
	}
}

// The folder of a report is served, and nothing beside it.
func TestReportFiles(t *testing.T) {
	s := serve(t, nil)
	c := mustFind(t, s, "cup")
	if err := os.MkdirAll(filepath.Join(c.ReportDir(), "games"), 0o755); err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(filepath.Dir(c.ReportDir()), "ledger.db")
	for name, text := range map[string]string{beside: "private", filepath.Join(c.ReportDir(), "index.html"): "the report",
		filepath.Join(c.ReportDir(), folder.CardFile): "x", filepath.Join(c.ReportDir(), "SHA256SUMS"): "x",
		filepath.Join(c.ReportDir(), ".hidden"): "private"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for to, at := range map[string]string{beside: "link.txt", "/etc": "etc"} {
		if err := os.Symlink(to, filepath.Join(c.ReportDir(), at)); err != nil {
			t.Fatal(err)
		}
	}
	b := s.browser(t)
	for _, good := range []string{"/c/cup/report/", "/c/cup/report/index.html"} {
		if a := b.get(good); a.code != 200 || a.text != "the report" {
			t.Errorf("%s: %d %s", good, a.code, a.text)
		}
	}
	defer func() { // a report that agon run wrote has seeds
		if err := os.Remove(filepath.Join(c.ReportDir(), folder.CardFile)); err != nil {
			t.Fatal(err)
		}
		if a := b.get("/c/cup/report/"); a.code != 404 {
			t.Errorf("a report that is not for everybody: %d", a.code)
		}
	}()
	for _, bad := range []string{
		"/c/cup/report/link.txt", "/c/cup/report/etc/passwd", "/c/cup/report/.hidden", "/c/cup/report/games", "/c/cup/report/games/",
		"/c/cup/report/nothing.html",
		"/c/cup/report/..%2fledger.db", "/c/cup/report/games%2f..%2f..%2fledger.db", "/c/cup/report/%2fetc%2fpasswd",
		"/c/..%2f..%2fsite.db/report/index.html", "/c/none/report/index.html", "/c/CUP", "/c/cup%00",
	} {
		if a := b.get(bad); a.code != 404 && a.code != 301 && a.code != 307 || strings.Contains(a.text, "private") ||
			strings.Contains(a.text, "root:") {
			t.Errorf("%s: %d %s", bad, a.code, a.text)
		}
	}
}

// A body that is too large, or that is no form, changes nothing and is answered at once.
func TestBadForms(t *testing.T) {
	s := serve(t, func(o *Options) { o.Open = true })
	b := s.browser(t)
	for _, tt := range []struct {
		body, kind string
		code       int
	}{
		{"name=" + strings.Repeat("x", 1<<20), "application/x-www-form-urlencoded", 413},
		{"name=%zz", "application/x-www-form-urlencoded", 422},
		{`{"name":"x"}`, "application/json", 422},
		{"\x00\xff", "", 422},
	} {
		r, err := http.NewRequest("POST", s.URL+"/register", strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", tt.kind)
		if a := b.do(r); a.code != tt.code {
			t.Errorf("%.20q: %d %s", tt.body, a.code, a.text)
		}
	}
	if all, err := s.site.people.All(t.Context()); err != nil || len(all) != 0 {
		t.Error(len(all), err)
	}
}

// openAt is open with a clock.
func openAt(ctx context.Context, file string, now func() time.Time) (*contest.Contest, error) {
	return openWith(ctx, file, now, ledgers.Ledgers{})
}

// openWith is openAt for a contest in a ledger of its own kind.
func openWith(ctx context.Context, file string, now func() time.Time, in contest.Ledgers) (*contest.Contest, error) {
	f, err := config.Read(file)
	if err != nil {
		return nil, err
	}
	if now != nil {
		f = f.At(now())
	}
	return contest.Open(ctx, f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: in, Now: now,
		Recall: func(ctx context.Context, dir string) (*contest.Contest, error) {
			return contest.Recall(ctx, dir, contest.Recalling{Kinds: all.Find, Formats: formats.Formats, Archive: archive.Open,
				Store: func(ctx context.Context, dir string) (store.Store, error) {
					return ledgers.Ledgers{}.Read(ctx, dir, true)
				}})
		},
		Opener: func(k *game.Kind, f *config.File) *lineup.Opener { return &lineup.Opener{Kind: k, Log: bot.NewLog(0)} },
	})
}
