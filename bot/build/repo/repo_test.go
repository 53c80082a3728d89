package repo

import (
	"context"
	"errors"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"agon/bot/build"
	"agon/bot/unpack"
)

func TestParse(t *testing.T) {
	day := time.Date(2022, 11, 30, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		text string
		want Ref
	}{
		{"git+https://example.org/team.git@main", Ref{URL: "https://example.org/team.git", Rev: "main"}},
		{"git+https://example.org/team", Ref{URL: "https://example.org/team"}},
		{"git+https://ann@example.org/team@feature/x", Ref{URL: "https://ann@example.org/team", Rev: "feature/x"}},
		{"git+https://ann@example.org", Ref{URL: "https://ann@example.org"}},
		{"git+ssh://git@host/a/b.git@v1", Ref{URL: "ssh://git@host/a/b.git", Rev: "v1"}},
		{"git+git@host:a/b.git@v1", Ref{URL: "git@host:a/b.git", Rev: "v1"}},
		{"git+git@host:a/b.git", Ref{URL: "git@host:a/b.git"}},
		{"git+file:///srv/a b@main?before=2022-11-30", Ref{URL: "file:///srv/a b", Rev: "main", Before: day}},
		{"git+file:///srv/x?before=2022-11-30T12:00:00Z&dir=bots/mine",
			Ref{URL: "file:///srv/x", Before: day.Add(12 * time.Hour), Dir: "bots/mine"}},
	} {
		got, err := Parse(tt.text)
		if err != nil || got.URL != tt.want.URL || got.Rev != tt.want.Rev || !got.Before.Equal(tt.want.Before) || got.Dir != tt.want.Dir {
			t.Errorf("%s is %+v (%v), want %+v", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{
		"git+ext::sh -c id@main", "git+-uhost/x", "git+ssh://-oProxyCommand=id/x", "git+ssh://a@-oProxyCommand=id/x",
		"git+https://host/x@--upload-pack=id", "git+/srv/x", "git+https://h/x?before=soon",
		"git+https://h/x?dir=../y", "git+https://h/x?branch=y", "https://h/x",
	} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%s is %+v, want a refusal", text, got)
		}
	}
}

func TestShownHidesPasswords(t *testing.T) {
	r, err := Parse("git+https://ann:secret@example.org/team.git@main")
	if err != nil || strings.Contains(r.Shown(), "secret") {
		t.Errorf("%s, %v", r.Shown(), err)
	}
	if r.Base() != "team" {
		t.Errorf("the bot is called %s", r.Base())
	}
}

// A past is a repository made by a test.
type past struct {
	t    *testing.T
	dir  string
	repo *git.Repository
	tree *git.Worktree
}

func newPast(t *testing.T) *past {
	t.Helper()
	p := &past{t: t, dir: t.TempDir()}
	var err error
	if p.repo, err = git.PlainInitWithOptions(p.dir,
		&git.PlainInitOptions{InitOptions: git.InitOptions{DefaultBranch: plumbing.NewBranchReferenceName("main")}}); err != nil {
		t.Fatal(err)
	}
	if p.tree, err = p.repo.Worktree(); err != nil {
		t.Fatal(err)
	}
	return p
}

// commit commits a file with a date.
func (p *past) commit(name, text, day string) string {
	p.t.Helper()
	path := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
		p.t.Fatal(err)
	}
	when, err := ParseDate(day)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.tree.Add(name); err != nil {
		p.t.Fatal(err)
	}
	hash, err := p.tree.Commit(day, &git.CommitOptions{Author: &object.Signature{Name: "Ann", Email: "a@b.c", When: when}})
	if err != nil {
		p.t.Fatal(err)
	}
	return hash.String()
}

func fetcher(t *testing.T) *Fetcher {
	t.Helper()
	cache, err := build.OpenCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &Fetcher{Cache: cache}
}

func get(t *testing.T, s *Fetcher, text string) (*Commit, error) {
	t.Helper()
	r, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.Get(context.Background(), r)
}

func read(t *testing.T, c *Commit, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCommits(t *testing.T) {
	p := newPast(t)
	first := p.commit("bots/mine/bot.py", "first", "2022-11-01")
	p.commit("bots/mine/bot.py", "second", "2022-11-29T23:59:59")
	p.commit("bots/mine/bot.py", "third", "2022-11-30T00:00:00")
	if err := p.tree.Checkout(&git.CheckoutOptions{Branch: plumbing.NewBranchReferenceName("feature/x"), Create: true}); err != nil {
		t.Fatal(err)
	}
	p.commit("bots/mine/bot.py", "feature", "2022-12-24")
	url := "git+file://" + filepath.ToSlash(p.dir)
	for _, tt := range []struct{ name, ref, file, want string }{
		{"a branch", "@main", "bots/mine/bot.py", "third"},
		{"a branch with a slash", "@feature/x", "bots/mine/bot.py", "feature"},
		{"HEAD", "", "bots/mine/bot.py", "feature"},
		{"the last commit before a date excludes that day", "@main?before=2022-11-30", "bots/mine/bot.py", "second"},
		{"before a moment", "@main?before=2022-11-30T00:00:01Z", "bots/mine/bot.py", "third"},
		{"a commit", "@" + first, "bots/mine/bot.py", "first"},
		{"an abbreviated commit", "@" + first[:8], "bots/mine/bot.py", "first"},
		{"a folder", "@main?dir=bots/mine", "bot.py", "third"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := get(t, fetcher(t), url+tt.ref)
			if err != nil {
				t.Fatal(err)
			}
			if got := read(t, c, tt.file); got != tt.want {
				t.Errorf("it holds %q, want %q", got, tt.want)
			}
		})
	}
	for ref, want := range map[string]string{"@mian": `did you mean "main"?`, "@main?before=2000-01-01": "no commit before",
		"@main?dir=none": "no folder none"} {
		if _, err := get(t, fetcher(t), url+ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", ref, err, want)
		}
	}
}

// TestHostileCommit writes a tree that git itself would not make.
func TestHostileCommit(t *testing.T) {
	p := newPast(t)
	p.commit("bot.py", "x", "2022-11-01")
	blob := &plumbing.MemoryObject{}
	blob.SetType(plumbing.BlobObject)
	blob.Write([]byte("/etc/passwd"))
	hash, err := p.repo.Storer.SetEncodedObject(blob)
	if err != nil {
		t.Fatal(err)
	}
	for name, entry := range map[string]object.TreeEntry{
		"a link out":                 {Name: "link", Mode: filemode.Symlink, Hash: hash},
		"a name out":                 {Name: "../evil", Mode: filemode.Regular, Hash: hash},
		"two files of the same name": {Name: "BOT.py", Mode: filemode.Regular, Hash: hash},
		"a hostile name":             {Name: `a\b`, Mode: filemode.Regular, Hash: hash},
	} {
		t.Run(name, func(t *testing.T) {
			tree := &object.Tree{Entries: []object.TreeEntry{entry, {Name: "bot.py", Mode: filemode.Regular, Hash: hash}}}
			s := fetcher(t)
			dir := filepath.Join(t.TempDir(), "in")
			err := unpack.Into(context.Background(), dir, unpack.Usual(), func(to *unpack.Target) error {
				for _, e := range tree.Entries {
					if err := writeEntry(to, p.repo, e.Name, e); err != nil {
						return err
					}
				}
				return nil
			})
			var refused *unpack.Refused
			if !errors.As(err, &refused) {
				t.Errorf("got %v, want a refusal (%v)", err, s)
			}
		})
	}
}

// TestPrivate fetches over HTTP from a server with a password that only the user's own git knows. Later commits are seen after an update
// only.
func TestPrivate(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil || runtime.GOOS == "windows" {
		t.Skipf("there is no git to be the server: %v", err)
	}
	p := newPast(t)
	first := p.commit("bot.py", "first", "2022-11-01")
	backend := &cgi.Handler{Path: program, Args: []string{"http-backend"},
		Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(p.dir), "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_COUNT=1",
			"GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "ann" || password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	defer server.Close()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	s := fetcher(t)
	ref := "git+" + server.URL + "/" + filepath.Base(p.dir) + "/.git@main"
	if _, err := get(t, s, ref); err == nil || !strings.Contains(err.Error(), "git failed too") {
		t.Fatalf("without a password: %v", err)
	}
	config := "[credential]\n\thelper = store\n"
	stored := strings.Replace(server.URL, "://", "://ann:secret@", 1) + "\n"
	if err := errors.Join(os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o600),
		os.WriteFile(filepath.Join(home, ".git-credentials"), []byte(stored), 0o600)); err != nil {
		t.Fatal(err)
	}
	c, err := get(t, s, ref)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, c, "bot.py"); got != "first" || c.Hash != first || c.Was != "" {
		t.Errorf("got %q of %+v", got, c)
	}
	second := p.commit("bot.py", "second", "2022-12-01")
	if c, err = get(t, s, ref); err != nil || c.Hash != first {
		t.Errorf("without an update: %+v, %v", c, err)
	}
	s.Update = true
	if c, err = get(t, s, ref); err != nil || c.Hash != second || c.Was != first {
		t.Errorf("with an update: %+v, %v", c, err)
	}
	if c, err = get(t, s, ref); err != nil || c.Hash != second || c.Was != "" {
		t.Errorf("with an update of what has not moved: %+v, %v", c, err)
	}
}
