package image_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/remote"

	"agon/bot/image"
	"agon/bot/image/imagetest"
)

// TestARegistryLeadsNowhereInside: a registry that the operator names is reached wherever it is, and sends nobody to another service of
// this machine, by redirects of its manifests and layers or by the server that grants tokens; and what it sends is bounded.
func TestARegistryLeadsNowhereInside(t *testing.T) {
	victim := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a service of this machine was asked for %s", r.URL)
	}))
	defer victim.Close()
	real := registry.New(registry.Logger(quiet))
	bend := func(http.ResponseWriter, *http.Request) bool { return false }
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !bend(w, r) {
			real.ServeHTTP(w, r)
		}
	}))
	defer host.Close()
	at := strings.TrimPrefix(host.URL, "http://")
	tag, err := name.NewTag(at + "/team/bot:1")
	if err != nil {
		t.Fatal(err)
	}
	if err := remote.Write(tag, imagetest.Static(t)); err != nil {
		t.Fatal(err)
	}
	away := func(part string) func(w http.ResponseWriter, r *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if strings.Contains(r.URL.Path, part) {
				http.Redirect(w, r, victim.URL+r.URL.Path, http.StatusTemporaryRedirect)
			}
			return strings.Contains(r.URL.Path, part)
		}
	}
	for _, tt := range []struct {
		name string
		bend func(w http.ResponseWriter, r *http.Request) bool
		by   image.Registries
		want string
	}{
		{"a manifest elsewhere", away("/manifests/"), image.Registries{}, "is reached by http"},
		{"layers elsewhere", away("/blobs/"), image.Registries{}, "is reached by http"},
		{"tokens elsewhere", func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("WWW-Authenticate",
				fmt.Sprintf(`Bearer realm="%s/token",service="x"`, strings.Replace(victim.URL, "127.0.0.1", "localhost", 1)))
			w.WriteHeader(http.StatusUnauthorized)
			return true
		}, image.Registries{}, "is reached by http"},
		{"an endless manifest", func(w http.ResponseWriter, r *http.Request) bool {
			for strings.Contains(r.URL.Path, "/manifests/") && r.Context().Err() == nil {
				w.Write(make([]byte, 1<<10))
			}
			return strings.Contains(r.URL.Path, "/manifests/")
		}, image.Registries{Bytes: 1 << 20}, "sent more than the 1 MiB"},
		{"nothing", func(_ http.ResponseWriter, r *http.Request) bool {
			<-r.Context().Done()
			return true
		}, image.Registries{Idle: 100 * time.Millisecond}, "timeout"},
		{"one that the operator names too", func(w http.ResponseWriter, r *http.Request) bool {
			if r.Host != "localhost"+at[strings.LastIndex(at, ":"):] && strings.Contains(r.URL.Path, "/blobs/") {
				http.Redirect(w, r, (&url.URL{Scheme: "http", Host: "localhost" + at[strings.LastIndex(at, ":"):],
					Path: r.URL.Path}).String(), http.StatusTemporaryRedirect)
				return true
			}
			return false
		}, image.Registries{Named: []string{"localhost" + at[strings.LastIndex(at, ":"):]}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bend = tt.bend
			s := store(t)
			s.Registry = tt.by
			r, _ := image.Parse("docker://" + at + "/team/bot:1")
			_, _, err := s.Get(context.Background(), r, nil)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v; want %q", err, tt.want)
			}
		})
	}
}
