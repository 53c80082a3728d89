// Package hosttest serves git repositories and container images to tests, by the protocols of their hosts.
package hosttest

import (
	"io"
	"log"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// A Host has repositories at http://Name/git/NAME and images at docker://Name/NAME.
type Host struct {
	Name string // host and port
	Mux  *http.ServeMux

	t   testing.TB
	dir string // of the repositories
}

// New starts a host that ends with the test.
func New(t testing.TB) *Host {
	t.Helper()
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatalf("git --exec-path: %v (install the package git)", err)
	}
	h := &Host{t: t, dir: t.TempDir(), Mux: http.NewServeMux()}
	quiet := log.New(io.Discard, "", 0)
	h.Mux.Handle("/v2/", registry.New(registry.Logger(quiet)))
	h.Mux.Handle("/git/", &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(out)), "git-http-backend"), Root: "/git",
		Env: []string{"GIT_PROJECT_ROOT=" + h.dir, "GIT_HTTP_EXPORT_ALL=1"}, Logger: quiet, Stderr: io.Discard,
	})
	server := httptest.NewServer(h.Mux)
	t.Cleanup(server.Close)
	h.Name = strings.TrimPrefix(server.URL, "http://")
	return h
}

// Write writes executable files of a repository, by their paths in it.
func (h *Host) Write(repository string, files map[string]string) {
	h.t.Helper()
	for path, text := range files {
		at := filepath.Join(h.dir, repository, path)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o755); err != nil {
			h.t.Fatal(err)
		}
	}
}

// Git runs git in the folder of a repository, and returns what it prints. The first branch is called trunk.
func (h *Host) Git(repository string, args ...string) string {
	h.t.Helper()
	c := exec.Command("git", append([]string{"-C", filepath.Join(h.dir, repository), "-c", "user.name=Ann", "-c",
		"user.email=ann@example.org", "-c", "init.defaultBranch=trunk"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := c.CombinedOutput()
	if err != nil {
		h.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Commit commits all files of a repository, which it makes if there is none.
func (h *Host) Commit(repository, message string) {
	h.t.Helper()
	h.Git(repository, "init", "--quiet")
	h.Git(repository, "add", ".")
	h.Git(repository, "commit", "--quiet", "-m", message)
}

// Zeros commits a file of zeros to a repository, of so many bytes, which is small on its way.
func (h *Host) Zeros(repository string, bytes int64) {
	h.t.Helper()
	h.Write(repository, map[string]string{"zeros": ""})
	if err := os.Truncate(filepath.Join(h.dir, repository, "zeros"), bytes); err != nil {
		h.t.Fatal(err)
	}
	h.Commit(repository, "zeros")
}

// Push puts an image where docker://Name/NAME finds it.
func (h *Host) Push(image string, img v1.Image) {
	h.t.Helper()
	ref, err := name.ParseReference(h.Name + "/" + image)
	if err != nil {
		h.t.Fatal(err)
	}
	if err := remote.Write(ref, img); err != nil {
		h.t.Fatal(err)
	}
}
