package site

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"agon/site/people"
)

// What does not exist is a page for people and a problem for programs, whichever handler finds that out, and every address tells its
// methods.
func TestMissing(t *testing.T) {
	s := serve(t, withOpenCup)
	s.as(t, people.Organiser).post("/c/cup/start")
	s.as(t, people.Jury).until("/c/cup", "finished")
	for _, path := range []string{
		"/none", "/assets/none.css", "/c/none", "/c/cup/none", "/c/cup/live/", "/c/cup/live/none", "/c/cup/games/1/none",
		"/c/cup/games/1/assets/none.js", "/c/cup/games/999/", "/c/cup/games/x/", "/c/cup/report/none.html", "/feed/NONE", "/match/NONE",
		"/match/NONE/game/none", "/c/open/matches/9/game/none", "/sign-out",
	} {
		a := s.call(t, "", "GET", path, "", "")
		if signIn := a.code == http.StatusSeeOther || strings.Contains(a.text, "Sign in"); a.code != http.StatusNotFound && signIn {
			continue // it is for people with an account
		}
		kind := a.head.Get("Content-Type")
		if a.code != http.StatusNotFound || !strings.Contains(a.text, "<html") || !strings.HasPrefix(kind, "text/html") {
			t.Errorf("GET %s: %d %s %.80q", path, a.code, kind, a.text)
		}
	}
	for _, x := range []struct {
		method, path string
		code         int
		allow        string
	}{
		{"GET", "/api/", http.StatusNotFound, ""},
		{"GET", "/api/v1/none", http.StatusNotFound, ""},
		{"GET", "/api/v1/contests/none", http.StatusNotFound, ""},
		{"OPTIONS", "/api/v1/none", http.StatusNotFound, ""},
		{"PUT", "/api/v1/contests/cup", http.StatusMethodNotAllowed, "GET, HEAD, OPTIONS"},
		{"OPTIONS", "/api/v1/contests/cup", http.StatusNoContent, "GET, HEAD, OPTIONS"},
		{"OPTIONS", "/api/v1/account/tokens/7", http.StatusNoContent, "DELETE, OPTIONS"},
		{"OPTIONS", apiDescription, http.StatusNoContent, "GET, HEAD, OPTIONS"},
		{"OPTIONS", "/sign-out", http.StatusNoContent, "POST, OPTIONS"},
		{"OPTIONS", "/c/cup", http.StatusNoContent, "GET, HEAD, OPTIONS"},
	} {
		a := s.call(t, "", x.method, x.path, "", "")
		if a.code != x.code || a.head.Get("Allow") != x.allow {
			t.Errorf("%s %s: %d, allows %q", x.method, x.path, a.code, a.head.Get("Allow"))
		}
		if kind := a.head.Get("Content-Type"); a.code >= 400 && kind != "application/problem+json" {
			t.Errorf("%s %s: it is answered with %q", x.method, x.path, kind)
		}
	}
}

// The description holds what public linters demand of one.
func TestDescription(t *testing.T) {
	s := serve(t, withOpenCup)
	text := s.call(t, "", "GET", apiDescription, "", "").text
	var d struct {
		Servers []struct{ URL string }
		Paths   map[string]map[string]struct {
			OperationID, Summary string
			Security             *[]map[string][]string
			Parameters           []struct{ In, Name string }
			Responses            map[string]any
		}
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Servers) != 1 || d.Servers[0].URL != s.URL {
		t.Errorf("its servers are %v, want %s", d.Servers, s.URL)
	}
	placeholder := regexp.MustCompile(`\{([^}]*)\}`)
	ids, shapes, public := map[string]bool{}, map[string]string{}, 0
	for path, methods := range d.Paths {
		shape := placeholder.ReplaceAllString(path, "{}")
		if other, ok := shapes[shape]; ok || strings.HasSuffix(path, "/") {
			t.Errorf("%s: it ends in a slash, or is the same as %q", path, other)
		}
		shapes[shape] = path
		for method, op := range methods {
			if op.OperationID == "" || ids[op.OperationID] || op.Summary == "" || op.Security == nil {
				t.Errorf("%s %s: it has no name of its own, no summary, or does not say who may call it: %+v", method, path, op)
				continue
			}
			ids[op.OperationID] = true
			if len(*op.Security) == 0 {
				public++
			}
			var named, given []string
			for _, found := range placeholder.FindAllStringSubmatch(path, -1) {
				named = append(named, found[1])
			}
			for _, p := range op.Parameters {
				if p.In == "path" {
					given = append(given, p.Name)
				}
			}
			slices.Sort(named)
			if slices.Sort(given); !slices.Equal(named, given) {
				t.Errorf("%s %s has the parameters %q", method, path, given)
			}
			if !strings.Contains(strings.Join(slices.Collect(maps.Keys(op.Responses)), " "), "4") {
				t.Errorf("%s %s describes no refusal", method, path)
			}
		}
	}
	if public == 0 {
		t.Error("no operation is public")
	}
}
