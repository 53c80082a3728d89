package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot/download/hosttest"
	"agon/internal/tier"
	"agon/site/wire"
)

// A forge is a host of repositories by TLS: one of them is private, its API keeps the statuses of commits, and it may hold git's requests.
type forge struct {
	*hosttest.Host
	at string // "https://127.0.0.1:PORT"

	mu       sync.Mutex
	hold     chan struct{} // if not nil, requests of git wait until it is closed
	held     chan struct{} // takes one element for each that waits
	statuses map[string]string
	leaked   []string // what servers were sent to which the host redirects
}

// forgeToken is the access token for the private repository.
const forgeToken = "a-token-of-the-host"

func newForge(t *testing.T) *forge {
	t.Helper()
	f := &forge{Host: hosttest.New(t), statuses: map[string]string{}, held: make(chan struct{}, 10)}
	elsewhere := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.leaked = append(f.leaked, r.Header.Get("Authorization"))
		f.mu.Unlock()
		f.Mux.ServeHTTP(w, r)
	}))
	t.Cleanup(elsewhere.Close)
	mux := http.NewServeMux()
	mux.HandleFunc("/git/", func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		hold := f.hold
		f.mu.Unlock()
		if hold != nil {
			f.held <- struct{}{}
			select {
			case <-hold:
			case <-r.Context().Done():
				return
			}
		}
		if _, password, _ := r.BasicAuth(); password != forgeToken {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		f.Mux.ServeHTTP(w, r)
	})
	mux.HandleFunc("/moved/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL+strings.Replace(r.URL.RequestURI(), "/moved/", "/git/", 1), http.StatusFound)
	})
	mux.HandleFunc("/endless/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
		fmt.Fprint(w, "001e# service=git-upload-pack\n0000")
		for n := 1; r.Context().Err() == nil; n++ {
			line := fmt.Sprintf("%040x refs/heads/%015d%s\n", n, n, map[bool]string{true: "\x00agent=endless"}[n == 1])
			if _, err := fmt.Fprintf(w, "%04x%s", len(line)+4, line); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		f.mu.Lock()
		f.statuses[r.URL.EscapedPath()] += string(body) + r.Header.Get("Authorization") + r.Header.Get("Private-Token") + "\n"
		f.mu.Unlock()
		w.WriteHeader(http.StatusCreated)
	})
	server := httptest.NewTLSServer(mux)
	t.Cleanup(server.Close)
	f.at = server.URL
	trusted := filepath.Join(t.TempDir(), "host.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(trusted, text, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", trusted)
	t.Setenv("NO_PROXY", "*")
	return f
}

// told returns the statuses of a commit.
func (f *forge) told(path string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.statuses[path]
}

// A pusher is an author whose bot is connected to a repository.
type pusher struct {
	*caller
	t            *testing.T
	form         string
	path, secret string
	repository   string // its path on the host
}

const flood = "/api/v1/contests/evening/bots/1"

// connect connects the bot to a repository of the host.
func (p *pusher) connect(f *forge, form, repository string) {
	p.t.Helper()
	code, text := p.callJSON("POST", flood+"/hook", fmt.Appendf(nil, `{"host":%q,"address":"%s/%s?dir=mine","branch":"trunk","token":%q}`, form,
		f.at, repository, forgeToken))
	var h wire.HookSecret
	if err := json.Unmarshal([]byte(text), &h); err != nil || code != 201 {
		p.t.Fatal(code, text)
	}
	p.form, p.path, p.secret, p.repository = form, h.Path, h.Secret, repository
}

// push sends a push of a commit, in the form of the host.
func (p *pusher) push(commit string) {
	p.t.Helper()
	whole := map[string]string{"github": `"repository":{"full_name":%q}`, "gitea": `"repository":{"full_name":%q}`,
		"gitlab": `"object_kind":"push","project":{"path_with_namespace":%q}`}[p.form]
	body := fmt.Sprintf(`{"ref":"refs/heads/trunk","after":%q,`+whole+`}`, commit, p.repository)
	sum := hmac.New(sha256.New, []byte(p.secret))
	io.WriteString(sum, body)
	signature := hex.EncodeToString(sum.Sum(nil))
	header := map[string][2]string{"github": {"X-Hub-Signature-256", "sha256=" + signature}, "gitea": {"X-Gitea-Signature", signature},
		"gitlab": {"X-Gitlab-Token", p.secret}}[p.form]
	r, err := http.NewRequest("POST", p.at+p.path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set(header[0], header[1])
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusAccepted {
		p.t.Fatal(answer.StatusCode, string(text))
	}
}

// versions returns those of the bot whose address has a text.
func (p *pusher) versions(of string) (list []wire.Version) {
	p.t.Helper()
	code, text := p.call("GET", flood+"/versions", nil)
	var all []wire.Version
	if err := json.Unmarshal([]byte(text), &all); err != nil || code != 200 {
		p.t.Fatal(code, text)
	}
	for _, v := range all {
		if strings.Contains(v.Address, of) {
			list = append(list, v)
		}
	}
	return list
}

// checked waits until there is a version of a commit, and until it is checked.
func (p *pusher) checked(commit string) wire.Version {
	p.t.Helper()
	for {
		if list := p.versions(p.repository + "@" + commit + "?dir=mine"); len(list) > 0 && list[0].State != "checking" {
			return list[0]
		}
		if p.t.Context().Err() != nil {
			p.t.Fatal("never checked: ", commit)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// until waits until something holds.
func (p *pusher) until(what string, holds func() bool) {
	p.t.Helper()
	for !holds() {
		if p.t.Context().Err() != nil {
			p.t.Fatal("never: ", what)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// commit commits the bot to the repository, and returns the whole hash.
func (f *forge) commit(repository, move string) string {
	f.Write(repository, map[string]string{"mine/bot.py": fmt.Sprintf(siteWalker, move)})
	f.Commit(repository, "a bot")
	return f.Git(repository, "rev-parse", "HEAD")
}

// TestHooks: a site takes pushes of a private repository from hosts of each form, fetches the commits, checks them and sends statuses, the
// site being killed meanwhile. What cannot be fetched is a version that failed, and the token goes to the host alone.
func TestHooks(t *testing.T) {
	tier.Long(t)
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs git for its repositories, and Linux, where Go reads SSL_CERT_FILE: ", err)
	}
	agon := program(t)
	f := newForge(t)
	f.commit("walker", "return Move.UP")
	f.Git("walker", "config", "uploadpack.allowAnySHA1InWant", "true")
	s := &servedSite{t: t, agon: agon, dir: t.TempDir(), more: []string{"--private-addresses", "--matches", "0", "--fetched", "4"}}
	s.writeContest("evening", evening)
	s.start()
	olga := s.join(s.invited, "Olga")
	p := &pusher{caller: &caller{t, s.address, olga.token()}, t: t}
	if code, text := p.call("POST", "/api/v1/contests/evening/bots?bot=Flood&file=bot.py", fmt.Appendf(nil, siteWalker,
		"return Move.DOWN")); code != 202 {
		t.Fatal(code, text)
	}
	for form, api := range map[string]string{"github": "/api/v3/repos/git/walker", "gitlab": "/api/v4/projects/git%2Fwalker",
		"gitea": "/api/v1/repos/git/walker"} {
		p.connect(f, form, "git/walker")
		commit := f.commit("walker", "return Move.UP # "+form)
		p.push(commit)
		v := p.checked(commit)
		if v.State != "good" || !v.Plays || !strings.Contains(v.Log, "commit "+commit) {
			t.Errorf("%s: %+v", form, v)
		}
		told := api + "/statuses/" + commit
		p.until(told, func() bool { return strings.Contains(f.told(told), `"success"`) })
		if text := f.told(told); !strings.Contains(text, `"target_url":"`+s.address+`/c/evening/bots/1"`) ||
			!strings.Contains(text, "passed its check") || strings.Count(text, forgeToken) != strings.Count(text, "\n") {
			t.Errorf("%s: %s", form, text)
		}
	}

	// A bot that fails its check.
	p.connect(f, "gitea", "git/walker")
	broken := f.commit("walker", "return enemies[99]")
	p.push(broken)
	if v := p.checked(broken); v.State != "bad" {
		t.Errorf("%+v", v)
	}
	told := "/api/v1/repos/git/walker/statuses/" + broken
	p.until("a failure", func() bool { return strings.Contains(f.told(told), `"failure"`) })

	// The site is killed while it fetches one commit and another waits. Each becomes a version, once.
	hold := make(chan struct{})
	f.mu.Lock()
	f.hold = hold
	f.mu.Unlock()
	first := f.commit("walker", "return Move.LEFT")
	p.push(first)
	<-f.held
	second := f.commit("walker", "return Move.RIGHT")
	p.push(second)
	s.cmd.Process.Kill()
	s.cmd.Wait()
	f.mu.Lock()
	f.hold = nil
	f.mu.Unlock()
	close(hold)
	s.start()
	for _, commit := range []string{first, second} {
		if v := p.checked(commit); v.State != "good" {
			t.Errorf("%+v", v)
		}
	}
	if all := p.versions("@"); len(all) != 6 {
		t.Errorf("the pushes became %d versions: %+v", len(all), all)
	}

	// A host that redirects to another one, one without an end, and one that does not know the token.
	p.connect(f, "gitea", "moved/walker")
	third := f.commit("walker", "return Move.UP # moved")
	p.push(third)
	p.checked(third)
	f.mu.Lock()
	for _, token := range f.leaked {
		if token != "" {
			t.Error("another server was sent ", token)
		}
	}
	f.mu.Unlock()
	p.connect(f, "gitea", "endless/walker")
	p.push(third)
	if v := p.checked(third); v.State != "bad" || !strings.Contains(v.Log, "It has more than 4 MiB.") {
		t.Errorf("%+v", v)
	}

	// Without leave the site reaches nothing that is not public.
	s.stop()
	s.more = []string{"--matches", "0"}
	s.start()
	defer s.stop()
	p.connect(f, "gitea", "git/walker")
	fourth := f.commit("walker", "return Move.UP # private")
	p.push(fourth)
	if v := p.checked(fourth); v.State != "bad" || !strings.Contains(v.Log, "private network") {
		t.Errorf("%+v", v)
	}
	p.until("the trouble of a status", func() bool {
		return strings.Contains(olga.text("/c/evening/bots/1"), "leads into a private network, and has no status")
	})
	if f.told("/api/v1/repos/git/walker/statuses/"+fourth) != "" {
		t.Error("a status went into a private network")
	}
}
