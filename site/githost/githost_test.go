package githost

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The forms.
const (
	GitHub Form = "github"
	GitLab Form = "gitlab"
	Gitea  Form = "gitea"
)

// header returns a function that returns values of headers.
func header(values map[string]string) func(string) string {
	h := http.Header{}
	for name, value := range values {
		h.Set(name, value)
	}
	return h.Get
}

// TestSignatures: a body is taken with the signature of its host alone. The first is the example of GitHub's documentation.
func TestSignatures(t *testing.T) {
	const secret, body = "It's a Secret to Everybody", "Hello, World!"
	const digest = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
	other := strings.Repeat("0", len(digest))
	now := time.Unix(1_700_000_000, 0)
	timed := func(key []byte, id, at, body string) string {
		return "v1," + base64.StdEncoding.EncodeToString(sum(key, []byte(id+"."+at+"."+body)))
	}
	key := []byte("thirty-two bytes of one long key")
	own := secretBegins + base64.StdEncoding.EncodeToString(key)
	for _, tt := range []struct {
		name         string
		form         Form
		head         map[string]string
		body, secret string
		want         error
	}{
		{"GitHub", GitHub, map[string]string{"X-Hub-Signature-256": "sha256=" + digest}, body, secret, nil},
		{"Gitea", Gitea, map[string]string{"X-Gitea-Signature": digest}, body, secret, nil},
		{"Forgejo", Gitea, map[string]string{"X-Forgejo-Signature": digest, "X-Gitea-Signature": digest}, body, secret, nil},
		{"Gitea as GitHub", Gitea, map[string]string{"X-Hub-Signature-256": "sha256=" + digest}, body, secret, nil},
		{"GitLab's secret", GitLab, map[string]string{"X-Gitlab-Token": secret}, body, secret, nil},
		{"GitLab's signature", GitLab, map[string]string{"Webhook-Signature": timed(key, "7", "1700000000", body),
			"Webhook-Id": "7", "Webhook-Timestamp": "1700000000"}, body, own, nil},

		{"no signature", GitHub, nil, body, secret, ErrForged},
		{"that of another host", GitHub, map[string]string{"X-Gitlab-Token": secret}, body, secret, ErrForged},
		{"an old algorithm", GitHub, map[string]string{"X-Hub-Signature": "sha1=00"}, body, secret, ErrForged},
		{"another secret", GitHub, map[string]string{"X-Hub-Signature-256": "sha256=" + digest}, body, "another", ErrForged},
		{"another body", GitHub, map[string]string{"X-Hub-Signature-256": "sha256=" + digest}, body + " ", secret, ErrForged},
		{"half a signature", GitHub, map[string]string{"X-Hub-Signature-256": "sha256=" + digest[:32]}, body, secret, ErrForged},
		{"no digits", GitHub, map[string]string{"X-Hub-Signature-256": "sha256=?"}, body, secret, ErrForged},
		{"a wrong signature beside a good one", Gitea, map[string]string{"X-Forgejo-Signature": other, "X-Gitea-Signature": digest}, body,
			secret, ErrForged},
		{"another secret for GitLab", GitLab, map[string]string{"X-Gitlab-Token": secret + "x"}, body, secret, ErrForged},
		{"a secret beside a wrong signature", GitLab, map[string]string{"Webhook-Signature": "v1,AAAA", "X-Gitlab-Token": own}, body, own,
			ErrForged},
		{"another time than the signed one", GitLab, map[string]string{"Webhook-Signature": timed(key, "7", "1700000000", body),
			"Webhook-Id": "7", "Webhook-Timestamp": "1700000001"}, body, own, ErrForged},
		{"another ID than the signed one", GitLab, map[string]string{"Webhook-Signature": timed(key, "7", "1700000000", body),
			"Webhook-Id": "8", "Webhook-Timestamp": "1700000000"}, body, own, ErrForged},
		{"an old signature", GitLab, map[string]string{"Webhook-Signature": timed(key, "7", "1699999000", body), "Webhook-Id": "7",
			"Webhook-Timestamp": "1699999000"}, body, own, ErrOld},
		{"a signature of tomorrow", GitLab, map[string]string{"Webhook-Signature": timed(key, "7", "1700086400", body), "Webhook-Id": "7",
			"Webhook-Timestamp": "1700086400"}, body, own, ErrOld},
		{"no time", GitLab, map[string]string{"Webhook-Signature": timed(key, "7", "", body), "Webhook-Id": "7"}, body, own, ErrForged},
	} {
		err := tt.form.verify(header(tt.head), []byte(tt.body), tt.secret, now)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestSecrets: a secret is new each time, and its end is the key of 32 bytes that GitLab wants.
func TestSecrets(t *testing.T) {
	one, other := NewSecret(), NewSecret()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, secretBegins))
	if one == other || err != nil || len(key) != 32 {
		t.Error(one, other, err)
	}
}

// read reads a body that GitLab sends with its secret.
func read(body string) (*Push, error) {
	return GitLab.Read(header(map[string]string{"X-Gitlab-Token": "secret"}), []byte(body), "secret", time.Now())
}

const commit = "0123456789abcdef0123456789abcdef01234567"

// TestPushes: of what hosts send, pushes to branches are read.
func TestPushes(t *testing.T) {
	for _, tt := range []struct {
		body string
		want string // empty: no push
	}{
		{`{"ref":"refs/heads/main","before":"x","after":"` + commit + `","repository":{"full_name":"Me/Bot","default_branch":"main"}}`,
			"Me/Bot main true " + commit},
		{`{"ref":"refs/heads/a/b","after":"` + commit + `","repository":{"full_name":"me/bot","default_branch":"main"}}`,
			"me/bot a/b false " + commit},
		{`{"object_kind":"push","ref":"refs/heads/main","after":"` + commit + `","project":{"path_with_namespace":"g/s/bot","default_branch":` +
			`"main"},"repository":{"name":"bot"}}`, "g/s/bot main true " + commit},
		{`{"ref":"refs/heads/main","after":"0000000000000000000000000000000000000000","repository":{"full_name":"me/bot"}}`, ""},
		{`{"zen":"Keep it simple.","hook_id":1,"repository":{"full_name":"me/bot"}}`, ""},
		{`{"ref":"refs/tags/v1","after":"` + commit + `","repository":{"full_name":"me/bot"}}`, ""},
		{`{"ref":"refs/heads/main","after":"--upload-pack=x","repository":{"full_name":"me/bot"}}`, ""},
		{`{"ref":"main","ref_type":"branch","repository":{"full_name":"me/bot"}}`, ""},
		{`null`, ""},
	} {
		p, err := read(tt.body)
		got := ""
		if p != nil {
			got = fmt.Sprintf("%s %s %v %s", p.Repository, p.Branch, p.Default, p.Commit)
		}
		if err != nil || got != tt.want {
			t.Errorf("%s is %q: %v", tt.body, got, err)
		}
	}
	for _, body := range []string{"", "payload=%7B%7D", `{"ref":7}`, `{"ref":`, strings.Repeat("[", 1<<20)} {
		if _, err := read(body); err == nil {
			t.Errorf("%.30q: %v", body, err)
		}
	}
	for address, want := range map[string]bool{"https://git.example/me/bot": true, "https://git.example/Me/Bot.git": true,
		"https://git.example/git/me/bot/": true, "https://git.example/notme/bot": false, "https://git.example/me/bots": false} {
		if got := (&Push{Repository: "me/bot"}).Of(address); got != want {
			t.Errorf("a push to me/bot is one to %s: %v", address, got)
		}
	}
	if (&Push{}).Of("https://git.example/me/bot") {
		t.Error("a push to no repository is one to each")
	}
}

// FuzzRead: nothing that a host sends fails more than with an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"ref":"refs/heads/main","after":"` + commit + `"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if p, err := read(string(body)); err == nil && p != nil && len(p.Commit) != len(commit) {
			t.Error(p.Commit)
		}
	})
}

// A host takes statuses by TLS.
type host struct {
	*httptest.Server
	requests chan string
	answer   http.HandlerFunc // nil: 201
}

var one host

// TestMain starts a host, whose certificate this process trusts.
func TestMain(m *testing.M) {
	one.requests = make(chan string, 100)
	one.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		login := r.Header.Get("Authorization") + r.Header.Get("Private-Token")
		one.requests <- fmt.Sprintf("%s %s %s %s", r.Method, r.RequestURI, login, body)
		if one.answer != nil {
			one.answer(w, r)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}))
	dir, err := os.MkdirTemp("", "githost")
	if err != nil {
		panic(err)
	}
	trusted := filepath.Join(dir, "host.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: one.Certificate().Raw})
	if err := os.WriteFile(trusted, text, 0o600); err != nil {
		panic(err)
	}
	os.Setenv("SSL_CERT_FILE", trusted)
	os.Setenv("HTTPS_PROXY", "")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// status returns one for the host.
func status(f Form, path string) *Status {
	return &Status{Form: f, Repository: one.URL + path, Token: "TOKEN", Commit: commit, State: "failure", Label: "agon/cup/Flood",
		Text: "It failed: " + strings.Repeat("ä", 200), Page: "https://site.example/c/cup/bots/1"}
}

// trusting skips a test where certificates are not trusted by a file.
func trusting(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the certificate of the test's host is trusted by SSL_CERT_FILE, which Go reads on Linux")
	}
}

// TestStatuses: each host is sent a status as it reads it.
func TestStatuses(t *testing.T) {
	trusting(t)
	by := Sender{Private: true}
	for _, tt := range []struct {
		form       Form
		path, want string
		state      string
	}{
		{GitHub, "/me/bot.git", "POST /api/v3/repos/me/bot/statuses/" + commit + " token TOKEN ", "failure"},
		{GitLab, "/group/sub/bot", "POST /api/v4/projects/group%2Fsub%2Fbot/statuses/" + commit + " TOKEN ", "failed"},
		{Gitea, "/me/bot", "POST /api/v1/repos/me/bot/statuses/" + commit + " token TOKEN ", "failure"},
	} {
		if err := by.Send(t.Context(), status(tt.form, tt.path)); err != nil {
			t.Fatal(tt.form, err)
		}
		got := <-one.requests
		body, ok := strings.CutPrefix(got, tt.want)
		var sent map[string]string
		err := json.Unmarshal([]byte(body), &sent)
		if !ok || err != nil || sent["state"] != tt.state || sent["context"] != "agon/cup/Flood" ||
			sent["target_url"] != "https://site.example/c/cup/bots/1" || len([]rune(sent["description"])) != mostText {
			t.Errorf("%s: %v %s", tt.form, err, got)
		}
	}
	x := status(GitHub, "")
	x.Repository = "https://github.com/me/bot"
	if r, err := x.request(t.Context()); err != nil || r.URL.String() != "https://api.github.com/repos/me/bot/statuses/"+commit {
		t.Error(r.URL, err)
	}
}

// TestStatusesThatFail: what a host answers is a sentence without the token, and nothing is sent where a redirect leads, by http, or into a
// private network.
func TestStatusesThatFail(t *testing.T) {
	trusting(t)
	defer func() { one.answer = nil }()
	for _, tt := range []struct {
		name   string
		answer http.HandlerFunc
		want   string
	}{
		{"no right", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, "answers 401 to the access token"},
		{"a failure", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "TOKEN", 500) }, "answers 500"},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, "answers 307"},
		{"an endless answer", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		}, ""},
	} {
		one.answer = tt.answer
		err := Sender{Private: true}.Send(t.Context(), status(Gitea, "/me/bot"))
		<-one.requests
		if (err == nil) != (tt.want == "") || !strings.Contains(fmt.Sprint(err), tt.want) || strings.Contains(fmt.Sprint(err), "TOKEN") {
			t.Errorf("%s: %v", tt.name, err)
		}
		if len(one.requests) > 0 {
			t.Errorf("%s: then %s", tt.name, <-one.requests)
		}
	}
	for repository, want := range map[string]string{one.URL + "/me/bot": "private network",
		"http" + strings.TrimPrefix(one.URL, "https") + "/me/bot": "by http"} {
		x := status(Gitea, "")
		x.Repository = repository
		if err := (Sender{}).Send(t.Context(), x); err == nil || !strings.Contains(err.Error(), want) || len(one.requests) > 0 {
			t.Errorf("%s: %v", repository, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	one.answer = func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}
	if err := (Sender{Private: true}).Send(ctx, status(Gitea, "/me/bot")); !errors.Is(err, context.Canceled) {
		t.Error("a host that does not answer: ", err)
	}
	<-one.requests
	gone := &Status{Form: Gitea, Repository: "http://127.0.0.1:1/me/bot", Commit: commit}
	if err := (Sender{Private: true}).Send(t.Context(), gone); err == nil {
		t.Error("a host that is not there takes a status")
	}
}
