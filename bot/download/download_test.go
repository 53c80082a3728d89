package download

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1/random"

	"agon/bot/download/hosttest"
	"agon/bot/image"
	"agon/bot/unpack"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ address, branch, want, wrong string }{
		{"https://git.example/me/bot.git", "", "git+https://git.example/me/bot.git", ""},
		{" https://git.example/me/bot ", "main", "git+https://git.example/me/bot@main", ""},
		{"git+https://git.example/me/bot@v1?dir=bots/mine", "", "git+https://git.example/me/bot@v1?dir=bots/mine", ""},
		{"docker://registry.example/team/bot:1", "", "docker://registry.example/team/bot:1", ""},
		{"docker://team/bot", "", "docker://index.docker.io/team/bot:latest", ""},
		{"", "", "", "is no address"},
		{"git@git.example:me/bot", "", "", "is no address"},
		{"git+ssh://git@git.example/me/bot", "", "", "is no address of a repository"},
		{"git+file:///etc", "", "", "is no address of a repository"},
		{"file:///etc", "", "", "is no address"},
		{"https://ann:secret@git.example/me/bot", "", "", "a name or a password"},
		{"https://git.example/me/bot@main", "old", "", "name one of them"},
		{"https://git.example/me/bot?before=2026-01-01", "", "", "parameter before"},
		{"https://git.example/me/bot?dir=../x", "", "", "below the repository"},
		{"https://git.example/me/bot", "--upload-pack=x", "", "hyphen"},
		{"https://git.example/me/bot\nHost: x", "", "", "blanks and control"},
		{"https:///bot", "", "", "is no address of a repository"},
		{"docker://registry.example/team/bot:1", "main", "", "has no branch"},
		{"docker://registry.example/TEAM/bot", "", "", "is no address of an image"},
		{"https://git.example/" + strings.Repeat("x", 600), "", "", "more than 500 bytes"},
	} {
		s, err := Parse(tt.address, tt.branch)
		var refused *Refused
		switch {
		case tt.wrong == "" && (err != nil || s.String() != tt.want):
			t.Errorf("%q %q: %v, %v", tt.address, tt.branch, s, err)
		case tt.wrong != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), tt.wrong)):
			t.Errorf("%q %q: the error is %v", tt.address, tt.branch, err)
		case tt.wrong == "":
			if again, err := Parse(s.String(), ""); err != nil || again.String() != s.String() {
				t.Errorf("%q is read back as %v, %v", s, again, err)
			}
		}
	}
	if strings.Contains(fmt.Sprint(Parse("https://ann:secret@git.example/me/bot", "")), "secret") {
		t.Error("a password is printed")
	}
}

// A host is one of repositories and images, some of which cannot be fetched.
type host struct {
	*hosttest.Host
	t *testing.T
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{hosttest.New(t), t}
	h.Mux.HandleFunc("/closed/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("WWW-Authenticate", "Basic")
		w.WriteHeader(http.StatusUnauthorized)
	})
	h.Mux.HandleFunc("/cut/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
		w.Header().Set("Content-Length", "5000")
		fmt.Fprint(w, "001e# service=git-upload-pack\n0000")
	})
	h.Mux.HandleFunc("/round/", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path+"x/", http.StatusFound) })
	return h
}

// commit makes a repository with some commits, branches and tags.
func (h *host) commit() {
	h.t.Helper()
	h.Write("bot", map[string]string{"bots/mine/bot.py": "first", "run.sh": "#!/bin/sh"})
	h.Git("bot", "init", "--quiet")
	link := exec.Command("ln", "-s", "run.sh", "link")
	link.Dir = h.Git("bot", "rev-parse", "--show-toplevel")
	if err := link.Run(); err != nil {
		h.t.Fatal(err)
	}
	h.Commit("bot", "one")
	h.Git("bot", "tag", "-a", "v1", "-m", "the first")
	h.Write("bot", map[string]string{"bots/mine/bot.py": "second"})
	h.Commit("bot", "two")
	h.Git("bot", "branch", "slow")
	h.Write("bot", map[string]string{"bots/mine/bot.py": "third"})
	h.Commit("bot", "three")
	h.Git("bot", "config", "uploadpack.allowAnySHA1InWant", "true")
}

// fetch fetches an address, which begins at the host, and returns the file's folder and name.
func (h *host) fetch(l Limits, address, branch string) (dir, file, message string, err error) {
	h.t.Helper()
	address = strings.NewReplacer("HOST", h.Name).Replace(address)
	s, err := Parse(address, branch)
	if err != nil {
		h.t.Fatal(err)
	}
	dir = h.t.TempDir()
	var progress bytes.Buffer
	file, err = s.Run(h.t.Context(), dir, l, &progress)
	return dir, file, progress.String(), err
}

// files returns what an archive has, each with its mode and its content or target.
func files(t *testing.T, path string) map[string]string {
	t.Helper()
	into := filepath.Join(t.TempDir(), "bot")
	if err := unpack.File(t.Context(), path, into, unpack.Usual()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for r := tar.NewReader(plain); ; {
		head, err := r.Next()
		if err == io.EOF {
			return all
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if head.Typeflag != tar.TypeDir {
			all[head.Name] = fmt.Sprintf("%o %s%s", head.Mode, text, head.Linkname)
		}
	}
}

var local = Limits{Bytes: 64 << 20, Private: true}

func TestCommits(t *testing.T) {
	h := newHost(t)
	h.commit()
	first := h.Git("bot", "rev-parse", "v1^{commit}")
	for _, tt := range []struct{ address, branch, want string }{
		{"http://HOST/git/bot", "", "third"},
		{"http://HOST/git/bot/.git", "trunk", "third"},
		{"http://HOST/git/bot", "slow", "second"},
		{"http://HOST/git/bot@slow", "", "second"},
		{"http://HOST/git/bot", "v1", "first"},
		{"http://HOST/git/bot", first, "first"},
	} {
		dir, file, message, err := h.fetch(local, tt.address, tt.branch)
		if err != nil {
			t.Errorf("%s %s: %v", tt.address, tt.branch, err)
			continue
		}
		got := files(t, filepath.Join(dir, file))
		if len(got) != 3 || got["bots/mine/bot.py"] != "755 "+tt.want || got["run.sh"] != "755 #!/bin/sh" || got["link"] != "644 run.sh" {
			t.Errorf("%s %s has %q", tt.address, tt.branch, got)
		}
		if !regexp.MustCompile(`^(bot|git)-[0-9a-f]{12}\.tar\.gz$`).MatchString(file) || !strings.Contains(message, "commit ") {
			t.Errorf("the file is %q, and it says %q", file, message)
		}
		if all, _ := os.ReadDir(dir); len(all) != 1 {
			t.Errorf("its folder has %v", all)
		}
	}
	dir, file, _, err := h.fetch(local, "http://HOST/git/bot@v1?dir=bots/mine", "")
	if err != nil {
		t.Fatal(err)
	}
	if got := files(t, filepath.Join(dir, file)); len(got) != 1 || got["bot.py"] != "755 first" || !strings.HasPrefix(file, "mine-") {
		t.Errorf("%s has %q", file, got)
	}
}

func TestWhatIsRefused(t *testing.T) {
	h := newHost(t)
	h.commit()
	large := make([]byte, 3<<20)
	for i := range large {
		large[i] = byte(i * i >> 7 * i >> 3)
	}
	h.Git("bot", "checkout", "--quiet", "-b", "large")
	h.Write("bot", map[string]string{"large": string(large)})
	h.Commit("bot", "large")
	h.Git("bot", "checkout", "--quiet", "trunk")
	img, err := random.Image(3<<20, 2)
	if err != nil {
		t.Fatal(err)
	}
	h.Push("team/large:1", img)
	small := Limits{Bytes: 1 << 20, Private: true}
	for _, tt := range []struct {
		name            string
		limits          Limits
		address, branch string
		want            string
	}{
		{"another branch", local, "http://HOST/git/bot", "trunc", `no branch or tag "trunc"; did you mean "trunk"?`},
		{"no such commit", local, "http://HOST/git/bot", strings.Repeat("ab", 20), "cannot be fetched"},
		{"no such folder", local, "http://HOST/git/bot?dir=none", "", "has no folder none"},
		{"no repository", local, "http://HOST/git/none", "", "there is none at this address"},
		{"nobody", local, "http://127.0.0.1:1/bot", "", "cannot be read: "},
		{"a login", local, "http://HOST/closed/bot", "", "asks for a login"},
		{"a wrong token", Limits{Bytes: 1 << 20, Private: true, Token: "x"}, "http://HOST/closed/bot", "",
			"does not take the access token"},
		{"an answer that is cut", local, "http://HOST/cut/bot", "", "cannot be read: "},
		{"redirects", local, "http://HOST/round/bot", "", "more than five times"},
		{"a large repository", small, "http://HOST/git/bot", "large", "It has more than 1 MiB."},
		{"a large image", small, "docker://HOST/team/large:1", "", "It has more than 1 MiB."},
		{"no such image", local, "docker://HOST/team/none:1", "", "has no image team/none:1"},
		{"http", Limits{Bytes: 1 << 20}, "http://HOST/git/bot", "", "is not https"},
		{"a registry by http", Limits{Bytes: 1 << 20}, "docker://HOST/team/large:1", "", "private network"},
	} {
		dir, file, _, err := h.fetch(tt.limits, tt.address, tt.branch)
		var refused *Refused
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q, %v; want %q", tt.name, file, err, tt.want)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
			t.Errorf("%s leaves %v", tt.name, left)
		}
	}
}

// Without leave no connection goes to this machine or its network, whatever leads there.
func TestPrivateAddresses(t *testing.T) {
	asked := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "https://"), ":")
	for _, proxy := range []string{"", server.URL} {
		t.Setenv("HTTPS_PROXY", proxy) // read once by net/http: the second round tests what is asked of a proxy
		for _, at := range []string{"127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port, "[::ffff:127.0.0.1]:" + port,
			"0.0.0.0:" + port, "169.254.169.254", "10.0.0.1"} {
			for _, address := range []string{"https://" + at + "/me/bot", "docker://" + at + "/me/bot:1"} {
				s, err := Parse(address, "")
				if err != nil {
					continue // a registry has no such name
				}
				_, err = s.Run(t.Context(), t.TempDir(), Limits{Bytes: 1 << 20}, io.Discard)
				var refused *Refused
				if !errors.As(err, &refused) || !strings.Contains(err.Error(), "private network") &&
					!strings.Contains(err.Error(), "not https") {
					t.Errorf("%s: %v", address, err)
				}
			}
		}
	}
	if asked {
		t.Error("a server of this machine was asked")
	}
}

// A server that sends nothing is given up with the context.
func TestASlowServer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	at := strings.TrimPrefix(server.URL, "http://")
	for _, address := range []string{"http://" + at + "/me/bot", "docker://" + at + "/me/bot:1"} {
		s, err := Parse(address, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(ctx, t.TempDir(), local, io.Discard); err == nil || ctx.Err() == nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// An image is an archive that plays, with the layers that the registry has.
func TestImages(t *testing.T) {
	h := newHost(t)
	img, err := random.Image(1<<20, 3)
	if err != nil {
		t.Fatal(err)
	}
	h.Push("team/bot:1", img)
	dir, file, message, err := h.fetch(local, "docker://HOST/team/bot:1", "")
	if err != nil {
		t.Fatal(err)
	}
	if is, err := image.Is(t.Context(), filepath.Join(dir, file)); err != nil || !is || !strings.HasPrefix(file, "bot-") ||
		!strings.Contains(message, "3 layers, 3.0 MiB") {
		t.Errorf("%s is an image: %v, %v; it says %q", file, is, err, message)
	}
}
