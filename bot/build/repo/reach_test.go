package repo

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newHost serves a host of repositories: a password is asked for before /locked, and names lead where a test says.
func newHost(t *testing.T, to string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _, known := r.BasicAuth()
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/locked") && !known:
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.WriteHeader(http.StatusUnauthorized)
		case strings.HasPrefix(path, "/endless"):
			w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
			w.Write([]byte("001e# service=git-upload-pack\n0000"))
			for line := []byte(strings.Repeat("003d"+strings.Repeat("a", 40)+" refs/heads/branch\n", 500)); r.Context().Err() == nil; {
				w.Write(line)
			}
		case strings.HasPrefix(path, "/silent"):
			<-r.Context().Done()
		default:
			http.Redirect(w, r, to+path+"?"+r.URL.RawQuery, http.StatusFound)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// TestARedirectLeadsNowhereInside: neither agon's own client nor the user's git, with its logins, follows a server to another one of this
// machine.
func TestARedirectLeadsNowhereInside(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	victim := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a service of this machine was asked for %s", r.URL)
	}))
	defer victim.Close()
	host := newHost(t, victim.URL)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for name, text := range map[string]string{
		".gitconfig":       "[credential]\n\thelper = store\n[http]\n\tfollowRedirects = true\n",
		".git-credentials": strings.Replace(host.URL, "://", "://ann:secret@", 1) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"/x": "is reached by http, which only servers that the operator names may be",
		"/locked/x": "is reached by http"} {
		if _, err := get(t, fetcher(t), "git+"+host.URL+path); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v; want %q", path, err, want)
		}
	}
	t.Run("one that the operator names too", func(t *testing.T) {
		asked := false
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked = true
			w.WriteHeader(http.StatusNotFound)
		}))
		defer other.Close()
		s := fetcher(t)
		s.Named = []string{strings.TrimPrefix(other.URL, "http://")}
		if _, err := get(t, s, "git+"+newHost(t, other.URL).URL+"/x"); err == nil || !asked {
			t.Errorf("it is not asked: %v", err)
		}
	})
}

// TestFetchesAreBounded: a server that sends without an end, or nothing, is given up.
func TestFetchesAreBounded(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	host := newHost(t, "")
	for _, tt := range []struct {
		path string
		set  func(*Fetcher)
		want string
	}{
		{"/endless", func(s *Fetcher) { s.Bytes = 1 << 20 }, "sent more than the 1 MiB that are fetched at most"},
		{"/silent", func(s *Fetcher) { s.Idle = 100 * time.Millisecond }, "timeout awaiting response headers"},
		{"/silent", func(s *Fetcher) { s.Time = 100 * time.Millisecond }, "it takes too long"},
	} {
		s := fetcher(t)
		tt.set(s)
		if _, err := get(t, s, "git+"+host.URL+tt.path); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", tt.path, err, tt.want)
		}
	}
}
