package site

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/site/entries"
	"agon/site/githost"
	"agon/site/people"
	"agon/site/wire"
)

// A forge is a site with the host of a repository: it sends signed pushes, and keeps the statuses that it gets.
type forge struct {
	*served
	t            *testing.T
	path, secret string // of the hook

	mu       sync.Mutex
	now      time.Time
	hold     chan struct{} // if not nil, checks wait until it is closed
	fails    bool          // checks fail
	refuses  error         // of statuses
	statuses []*githost.Status
	tokens   []string // by which repositories were fetched
}

// newForge opens a site with the contest "open", whose clock stands.
func newForge(t *testing.T, change func(o *Options)) *forge {
	t.Helper()
	f := &forge{t: t, now: time.Now().Truncate(time.Second)}
	f.served = serve(t, func(o *Options) {
		withOpenCup(o)
		o.Now = f.time
		o.Status = func(_ context.Context, s *githost.Status) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.statuses = append(f.statuses, s)
			return f.refuses
		}
		fetch := o.Fetch
		o.Fetch = func(ctx context.Context, address, token, dir string, most int64, log io.Writer) (string, error) {
			f.mu.Lock()
			f.tokens = append(f.tokens, token)
			f.mu.Unlock()
			return fetch(ctx, address, token, dir, most, log)
		}
		o.Check = func(ctx context.Context, _, _ string, log io.Writer, _ func(bool)) (bool, string, error) {
			f.mu.Lock()
			hold, fails := f.hold, f.fails
			f.mu.Unlock()
			if hold != nil {
				select {
				case <-hold:
				case <-ctx.Done():
					return false, "", ctx.Err()
				}
			}
			return !fails, fmt.Sprintf(`{"findings":[{"what":"it starts","good":%v,"told":".\nno class Bot\nin bot.py"}]}`, !fails), nil
		}
		if change != nil {
			change(o)
		}
	})
	return f
}

func (f *forge) time() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// set changes what the mutex guards.
func (f *forge) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

const bots = apiRoot + "/contests/open/bots"

// submit hands in a first version of a bot as a file, and returns the path of the bot below the API.
func (f *forge) submit(token, bot string) string {
	f.t.Helper()
	a := f.call(f.t, token, "POST", bots+"?file=bot.py&bot="+bot, octets, "print(1)")
	var v wire.Submitted
	if err := json.Unmarshal([]byte(a.text), &v); err != nil || a.code != 202 {
		f.t.Fatal(a.code, a.text)
	}
	f.settle(f.t)
	return fmt.Sprintf("%s/%d", bots, v.Bot)
}

const repository = "https://git.example/me/bot"

// connect connects a bot, and keeps where its host sends pushes.
func (f *forge) connect(token, bot, more string) {
	f.t.Helper()
	a := f.call(f.t, token, "POST", bot+"/hook", "application/json", `{"address":"`+repository+`?dir=mine"`+more+`}`)
	var h wire.HookSecret
	if err := json.Unmarshal([]byte(a.text), &h); err != nil || a.code != 201 || !strings.HasPrefix(h.Path, "/hooks/") {
		f.t.Fatal(a.code, a.text)
	}
	f.path, f.secret = h.Path, h.Secret
}

// commitOf returns the hash of a commit.
func commitOf(n int) string { return fmt.Sprintf("%040x", n+1) }

// pushOf returns what hosts send after a push of a commit.
func pushOf(branch, commit string) string {
	const body = `{"ref":"refs/heads/%s","before":"x","after":"%s","repository":{"full_name":"me/bot","default_branch":"main"}}`
	return fmt.Sprintf(body, branch, commit)
}

// send sends a body to the hook with headers, in which SIGNED is the body's signature.
func (f *forge) send(body string, headers ...string) answer {
	f.t.Helper()
	r, err := http.NewRequest("POST", f.URL+f.path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	sum := hmac.New(sha256.New, []byte(f.secret))
	io.WriteString(sum, body)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], strings.NewReplacer("SIGNED", hex.EncodeToString(sum.Sum(nil)), "SECRET", f.secret).Replace(headers[i+1]))
	}
	return (&browser{f.t, http.DefaultClient, f.URL}).do(r)
}

// push sends a push as GitHub signs it.
func (f *forge) push(body string) answer {
	f.t.Helper()
	return f.send(body, "X-Hub-Signature-256", "sha256=SIGNED")
}

// versions returns those of a bot.
func (f *forge) versions(token, bot string) (list []wire.Version) {
	f.t.Helper()
	a := f.call(f.t, token, "GET", bot+"/versions", "", "")
	if err := json.Unmarshal([]byte(a.text), &list); err != nil {
		f.t.Fatal(a.code, a.text)
	}
	return list
}

// pushes returns the newest of the first bot.
func (f *forge) pushes() []string {
	f.t.Helper()
	list, err := f.site.hooks.Newest(f.t.Context(), 1)
	if err != nil {
		f.t.Fatal(err)
	}
	return list
}

// until waits until something holds.
func (f *forge) until(what string, holds func() bool) {
	f.t.Helper()
	for !holds() {
		if f.t.Context().Err() != nil {
			f.t.Fatal("never: " + what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// told returns the newest status that the host was sent: "success Version 2 passed its check."
func (f *forge) told() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.statuses) == 0 {
		return ""
	}
	s := f.statuses[len(f.statuses)-1]
	return fmt.Sprintf("%s %s", s.State, s.Text)
}

// TestPushToHandIn: what hosts of each form send becomes a version, once, and the verdict goes back.
func TestPushToHandIn(t *testing.T) {
	f := newForge(t, nil)
	ann := f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	secrets := []string{}
	for i, tt := range []struct{ form, header, value string }{
		{"github", "X-Hub-Signature-256", "sha256=SIGNED"},
		{"gitlab", "X-Gitlab-Token", "SECRET"},
		{"gitea", "X-Gitea-Signature", "SIGNED"},
	} {
		f.connect(token, bot, fmt.Sprintf(`,"host":%q,"branch":"main","token":"TOKEN-%s"`, tt.form, tt.form))
		secrets = append(secrets, f.secret, "TOKEN-"+tt.form)
		if list := f.pushes(); len(list) > 0 {
			t.Errorf("a new connection has %q", list)
		}
		body := pushOf("main", commitOf(i))
		if tt.form == "gitlab" {
			body = strings.Replace(body, `"repository":{"full_name"`, `"project":{"path_with_namespace"`, 1)
		}
		if a := f.send(body, tt.header, tt.value); a.code != 202 || !strings.Contains(a.text, "will be handed in for Flood") {
			t.Fatal(tt.form, a.code, a.text)
		}
		done := fmt.Sprintf("success Version %d passed its check.", i+2)
		f.until(tt.form, func() bool { return f.told() == done })
		want := fmt.Sprintf("git+%s@%s?dir=mine", repository, commitOf(i))
		if list := f.versions(token, bot); len(list) != i+2 || list[0].Address != want || list[0].State != "good" || !list[0].Plays {
			t.Errorf("%s: %+v", tt.form, list[0])
		}
		f.set(func() {
			s := f.statuses[len(f.statuses)-1]
			if string(s.Form) != tt.form || s.Repository != "git+"+repository+"?dir=mine" || s.Token != "TOKEN-"+tt.form ||
				s.Commit != commitOf(i) ||
				s.Label != "agon/open/Flood" || s.Page != f.URL+"/c/open/bots/1" {
				t.Errorf("%+v", s)
			}
			if got := f.tokens[len(f.tokens)-1]; got != "TOKEN-"+tt.form {
				t.Errorf("the repository is fetched by %q", got)
			}
		})
		already := fmt.Sprintf("handed in already, as version %d", i+2)
		if a := f.send(body, tt.header, tt.value); a.code != 200 || !strings.Contains(a.text, already) {
			t.Errorf("%s again: %d %s", tt.form, a.code, a.text)
		}
	}
	f.set(func() { f.fails = true })
	f.send(pushOf("main", commitOf(9)), "X-Gitea-Signature", "SIGNED")
	f.until("a failure", func() bool {
		return f.told() == "failure Version 5 failed its check. it starts: no class Bot\nin bot.py"
	})

	page := ann.get("/c/open/bots/1").text
	if !strings.Contains(page, commitOf(9)[:12]) || !strings.Contains(page, "version 5") || !strings.Contains(page, f.path) {
		t.Error(page)
	}
	export := ann.get("/account/export").text
	shown := page + export + f.call(t, token, "GET", bot+"/versions", "", "").text
	for _, secret := range secrets {
		if strings.Contains(shown, secret) {
			t.Errorf("the secret %s is shown", secret)
		}
	}
}

// TestAPushThatIsNotFetched: a version whose files the site could not fetch says so, to people and to programs.
func TestAPushThatIsNotFetched(t *testing.T) {
	f := newForge(t, func(o *Options) {
		o.Fetch = func(context.Context, string, string, string, int64, io.Writer) (string, error) {
			return "", &people.Problem{Text: "The repository has no such commit."}
		}
	})
	ann := f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	f.connect(token, bot, `,"host":"github"`)
	f.push(pushOf("main", commitOf(0)))
	f.until("it is not fetched", func() bool { list := f.versions(token, bot); return len(list) == 2 && list[0].State == "bad" })
	page := ann.get("/c/open/bots/1").text
	ann.says("the page", page, commitOf(0), "its files were not fetched", "The repository has no such commit.", "bot.py, 8 bytes")
	if strings.Contains(page, "., 0 bytes") {
		t.Error(page)
	}
	if v := f.versions(token, bot)[0]; v.File != "" || v.Hash != "" || !strings.Contains(v.Log, "no such commit") {
		t.Errorf("%+v", v)
	}
}

// TestFormsOfHooks: the page of a bot connects it, shows the secret once, and disconnects it.
func TestFormsOfHooks(t *testing.T) {
	f := newForge(t, nil)
	ann := f.named(t, "Ann")
	f.submit(f.tokenOf(t, "Ann"), "Flood")
	const page = "/c/open/bots/1"
	ann.refuses("Choose the host", page+"/hook", "host", "svn", "address", repository)
	for address, words := range map[string]string{"": "is no address", "docker://me/bot": "Only a repository",
		"file:///etc":                       "is no address",
		"https://ann:pw@git.example/me/bot": "a name or a password"} {
		ann.refuses(words, page+"/hook", "host", "github", "address", address)
	}
	ann.refuses("no blanks", page+"/hook", "host", "github", "address", repository, "token", "a b")
	ann.does(page+"/hook", "host", "github", "address", repository, "branch", "main", "token", "TOKEN")
	text := ann.get(page).text
	if !strings.Contains(text, "whsec_") || !strings.Contains(text, `id="hook-address">http://`) || strings.Contains(text, "TOKEN") {
		t.Error(text)
	}
	if text := ann.get(page).text; strings.Contains(text, "whsec_") || !strings.Contains(text, `The branch <span class="mono">main</span>`) {
		t.Error(text)
	}
	ann.does(page + "/hook/delete")
	if text := ann.get(page).text; strings.Contains(text, "Disconnect") {
		t.Error(text)
	}
}

// TestBadPushes: what is forged, sent again, too large or about something else is answered in a sentence, and hands in nothing.
func TestBadPushes(t *testing.T) {
	f := newForge(t, nil)
	f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	f.connect(token, bot, `,"host":"github"`)
	good, signed := pushOf("main", commitOf(1)), []string{"X-Hub-Signature-256", "sha256=SIGNED"}
	path := f.path
	for _, tt := range []struct {
		name, body  string
		headers     []string
		code        int
		says        string
		unknownHook bool
	}{
		{name: "not signed", body: good, code: 403, says: "wrong or missing"},
		{name: "another body", body: good + " ", headers: []string{"X-Hub-Signature-256", "sha256=" + strings.Repeat("0", 64)}, code: 403,
			says: "wrong or missing"},
		{name: "the secret of GitLab for GitHub", body: good, headers: []string{"X-Gitlab-Token", "SECRET"}, code: 403,
			says: "wrong or missing"},
		{name: "a signature by SHA-1", body: good, headers: []string{"X-Hub-Signature", "sha1=SIGNED"}, code: 403,
			says: "wrong or missing"},
		{name: "10 MB", body: `{"x":"` + strings.Repeat("x", 10<<20) + `"}`, headers: signed, code: 413,
			says: "more than this operation takes"},
		{name: "10 MB, not signed", body: strings.Repeat("x", 10<<20), code: 413, says: "more than this operation takes"},
		{name: "no JSON", body: "payload=%7B%7D", headers: signed, code: 422, says: "application/json"},
		{name: "another repository", body: strings.Replace(good, "me/bot", "me/other", 1),
			headers: signed, code: 422, says: "was pushed to"},
		{name: "another branch", body: pushOf("next", commitOf(1)), headers: signed, code: 200,
			says: "are not handed in"},
		{name: "a deleted branch", body: pushOf("main", strings.Repeat("0", 40)), headers: signed,
			code: 200, says: "no push of a commit"},
		{name: "a ping", body: `{"zen":"x"}`, headers: signed, code: 200, says: "no push of a commit"},
		{name: "no such hook", body: good, headers: signed, code: 404, says: "no such thing",
			unknownHook: true},
	} {
		f.path = path
		if tt.unknownHook {
			f.path = "/hooks/NOHOOK"
		}
		if a := f.send(tt.body, tt.headers...); a.code != tt.code || !strings.Contains(a.text, tt.says) {
			t.Errorf("%s: %d %s", tt.name, a.code, a.text)
		}
	}
	f.path = path
	f.site.hooks.HandIn(t.Context())
	if list := f.pushes(); len(list) > 0 || len(f.versions(token, bot)) != 1 {
		t.Errorf("%+v", list)
	}
}

// TestPushesThatComeAgain: the push of a commit that was skipped does not hand it in when it is sent again later.
func TestPushesThatComeAgain(t *testing.T) {
	f := newForge(t, nil)
	f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	f.connect(token, bot, `,"host":"github"`)
	hold := make(chan struct{})
	f.set(func() { f.hold = hold })
	f.push(pushOf("main", commitOf(0)))
	f.until("the first is handed in", func() bool { return len(f.versions(token, bot)) == 2 })
	f.push(pushOf("main", commitOf(1)))
	f.push(pushOf("main", commitOf(2)))
	if a := f.push(pushOf("main", commitOf(1))); a.code != 200 || !strings.Contains(a.text, "came before") {
		t.Error(a.code, a.text)
	}
	close(hold)
	f.until("the last is handed in", func() bool { return len(f.versions(token, bot)) == 3 })
	f.settle(t)
	for n := range 3 {
		if a := f.push(pushOf("main", commitOf(n))); a.code != 200 {
			t.Error(n, a.code, a.text)
		}
	}
	f.site.hooks.HandIn(t.Context())
	list, came := f.versions(token, bot), f.pushes()
	if len(list) != 3 || !strings.Contains(list[0].Address, commitOf(2)) || len(came) != 3 ||
		!strings.Contains(came[1], "not handed in. A newer commit") {
		t.Errorf("%+v %+v", list, came)
	}
}

// TestStorm: of two hundred pushes at once the newest becomes a version, beside the one that was being checked. More than the limit within
// a minute are refused.
func TestStorm(t *testing.T) {
	f := newForge(t, nil)
	f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	f.connect(token, bot, `,"host":"github"`)
	hold := make(chan struct{})
	f.set(func() { f.hold = hold })
	f.push(pushOf("main", commitOf(0)))
	f.until("the first is handed in", func() bool { return len(f.versions(token, bot)) == 2 })
	var storm sync.WaitGroup
	for n := range 200 {
		storm.Go(func() {
			if a := f.push(pushOf("main", commitOf(1+n))); a.code != 202 {
				t.Error(a.code, a.text)
			}
		})
	}
	storm.Wait()
	newest, _, _ := strings.Cut(f.pushes()[0], ":")
	close(hold)
	f.until("the newest is handed in", func() bool { return len(f.versions(token, bot)) == 3 })
	f.settle(t)
	f.site.hooks.HandIn(t.Context())
	if list := f.versions(token, bot); len(list) != 3 || !strings.Contains(list[0].Address, newest) || list[0].State != "good" {
		t.Errorf("%+v", list)
	}
	for n := 201; n < 300; n++ {
		f.push(pushOf("main", commitOf(n)))
	}
	if a := f.push(pushOf("main", commitOf(300))); a.code != 429 || a.head.Get("Retry-After") != "60" ||
		!strings.Contains(a.text, "Too many pushes") {
		t.Error(a.code, a.text)
	}
}

// TestPushesUnderLimits: a hook may do what its author may: beyond the limits of submissions its newest commit waits.
func TestPushesUnderLimits(t *testing.T) {
	f := newForge(t, func(o *Options) { o.Limits = entries.Limits{Hourly: 2} })
	ann := f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	f.connect(token, bot, `,"host":"github","token":"TOKEN"`)
	f.push(pushOf("main", commitOf(1)))
	f.until("the second version", func() bool { return f.told() == "success Version 2 passed its check." })
	f.push(pushOf("main", commitOf(2)))
	f.site.hooks.HandIn(t.Context())
	f.push(pushOf("main", commitOf(3)))
	f.site.hooks.HandIn(t.Context())
	if page := ann.get("/c/open/bots/1").text; !strings.Contains(page, "waits to be handed in") || len(f.versions(token, bot)) != 2 {
		t.Error(page)
	}
	f.reopen(t) // what waits is not lost
	f.set(func() { f.now = f.now.Add(time.Hour + time.Minute) })
	f.until("the third version", func() bool { return f.told() == "success Version 3 passed its check." })
	if list := f.versions(token, bot); len(list) != 3 || !strings.Contains(list[0].Address, commitOf(3)) {
		t.Errorf("%+v", list)
	}
}

// TestStatusesThatAreRefused: a host that does not take a status is asked a few times, which holds up nothing and is said on the page.
func TestStatusesThatAreRefused(t *testing.T) {
	f := newForge(t, nil)
	ann := f.named(t, "Ann")
	token := f.tokenOf(t, "Ann")
	bot := f.submit(token, "Flood")
	f.set(func() { f.refuses = errors.New("answers 401 to the access token") })
	f.connect(token, bot, `,"host":"github","token":"TOKEN"`)
	f.push(pushOf("main", commitOf(1)))
	f.until("the second version", func() bool {
		list := f.versions(token, bot)
		return len(list) == 2 && list[0].State == "good"
	})
	sent := func() int {
		f.mu.Lock()
		defer f.mu.Unlock()
		return len(f.statuses)
	}
	for try := range 20 {
		f.site.hooks.Report(t.Context())
		const says = "Its host answers 401 to the access token, and has no status of it."
		if page := ann.get("/c/open/bots/1").text; try > 0 && !strings.Contains(page, says) {
			t.Fatal(page)
		}
		f.set(func() { f.now = f.now.Add(time.Hour) })
	}
	if n := sent(); n < 5 || n > 10 { // a try of this test and one of the site may come at once
		t.Errorf("%d statuses were sent", n)
	}
}

// TestWhoConnects: the author and the team connect a bot, nobody else does, and a connection ends with what it stands on.
func TestWhoConnects(t *testing.T) {
	f := newForge(t, nil)
	ann, ben, eve := f.named(t, "Ann"), f.named(t, "Ben"), f.named(t, "Eve")
	tokens := map[string]string{"Ann": f.tokenOf(t, "Ann"), "Ben": f.tokenOf(t, "Ben"), "Eve": f.tokenOf(t, "Eve")}
	for _, role := range []people.Role{people.Organiser, people.Jury, people.Viewer} {
		tokens[string(role)] = f.token(t, role)
	}
	bot := f.submit(tokens["Ann"], "Flood")
	ann.does("/team", "name", "Reds")
	ann.does("/team/invite", "name", "Ben")
	ben.does("/team/offers/1/accept")
	const connection = `{"host":"github","address":"` + repository + `"}`
	for who, code := range map[string]int{"Ann": 201, "Ben": 201, "Eve": 404, "organiser": 404, "jury": 404, "viewer": 404, "": 401} {
		if a := f.call(t, tokens[who], "POST", bot+"/hook", "application/json", connection); a.code != code {
			t.Errorf("%s connects: %d %s", who, a.code, a.text)
		}
	}
	for who, seen := range map[*browser]bool{ann: true, ben: true, eve: false} {
		text := who.get("/c/open/bots/1").text
		if strings.Contains(text, "Push to hand in") != seen || strings.Contains(text, "git.example") != seen {
			t.Error(text)
		}
	}
	for _, tt := range []struct {
		who  string
		code int
	}{{"Eve", 404}, {"viewer", 404}, {"jury", 404}, {"organiser", 404}, {"", 401}, {"Ann", 204}} {
		if a := f.call(t, tokens[tt.who], "DELETE", bot+"/hook", "", ""); a.code != tt.code {
			t.Errorf("%s disconnects: %d %s", tt.who, a.code, a.text)
		}
	}

	// What Ben has connected ends when he leaves the team, and what Ann has with her account.
	f.connect(tokens["Ben"], bot, `,"host":"github"`)
	ben.does("/team/leave")
	if a := f.push(pushOf("main", commitOf(1))); a.code != 404 {
		t.Error(a.code, a.text)
	}
	f.connect(tokens["Ann"], bot, `,"host":"github"`)
	ann.does("/account/delete", "name", "Ann")
	if a := f.push(pushOf("main", commitOf(1))); a.code != 404 {
		t.Error(a.code, a.text)
	}
}

// TestPushesOfOthers: what was noted is handed in only while the person who connected the repository may do that.
func TestPushesOfOthers(t *testing.T) {
	f := newForge(t, nil)
	f.named(t, "Ann")
	eve := f.named(t, "Eve")
	organiser, token, other := f.token(t, people.Organiser), f.tokenOf(t, "Ann"), f.tokenOf(t, "Eve")
	bot := f.submit(token, "Flood")
	f.connect(token, bot, `,"host":"github","token":"TOKEN"`)
	if a := f.call(t, organiser, "POST", apiRoot+"/people/1/role", "application/json", `{"role":"viewer","why":"x"}`); a.code != 200 {
		t.Fatal(a.code, a.text)
	}
	f.push(pushOf("main", commitOf(1)))
	f.until("a refusal", func() bool {
		return strings.HasPrefix(f.told(), "failure It was not handed in: Who connected the repository may not")
	})
	if list := f.versions(organiser, bot); len(list) != 1 {
		t.Errorf("%+v", list)
	}

	// A bot that is removed has no hook.
	bot = f.submit(other, "Tide")
	f.connect(other, bot, `,"host":"github"`)
	eve.does("/c/open/bots/2/remove")
	if a := f.push(pushOf("main", commitOf(1))); a.code != 404 {
		t.Error(a.code, a.text)
	}

	// After the deadline it is practice.
	bot = f.submit(other, "Wave")
	f.connect(other, bot, `,"host":"github","token":"TOKEN"`)
	closes := f.time().Add(time.Minute).Format(time.RFC3339)
	if a := f.call(t, organiser, "PUT", apiRoot+"/contests/open/dates", "application/json",
		`{"submissions_close":"`+closes+`","why":"it is late"}`); a.code != 200 {
		t.Fatal(a.code, a.text)
	}
	f.set(func() { f.now = f.now.Add(time.Hour) })
	f.push(pushOf("main", commitOf(1)))
	f.until("practice", func() bool { return f.told() == "success Version 2 passed its check." })
	if list := f.versions(other, bot); len(list) != 2 || list[0].Plays || !list[1].Plays {
		t.Errorf("%+v", list)
	}
}
