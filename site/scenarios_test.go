package site

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"agon/contest"
	"agon/site/people"
)

var update = flag.Bool("update", false, "write what routes answer into testdata")

// roles are all, with who is not signed in.
var roles = append([]people.Role{people.Anybody}, people.Roles...)

// asked are the values of addresses that the scenarios ask for.
var asked = strings.NewReplacer("{$}", "", "{contest}", "cup", "{code}", "NOCODE", "{key}", "NOKEY", "{bot}", "999", "{version}", "1",
	"{id}", "999", "{part}", "1",
	"{team}", "999", "{person}", "999", "{token}", "NOTOKEN", "{match}", "999", "{session}", "NOSESSION", "{game}", "1", "{exhibit}", "0",
	"{picture}", "0.gif",
	"{path...}", "index.html", "{name}", "site.css", "{language}", "python")

var (
	titled   = regexp.MustCompile(`<title>(.*) · Test</title>`)
	reproach = regexp.MustCompile(`<div class="box"><p>([^<]*)</p>`)
)

// outcome describes what an answer is: its status, and where it leads, its problem, or the page that it shows.
func (a answer) outcome() string {
	text := fmt.Sprint(a.code)
	var problem struct{ Detail string }
	switch title, reproached := titled.FindStringSubmatch(a.text), reproach.FindStringSubmatch(a.text); {
	case a.to != "":
		text += " to " + a.to
	case json.Unmarshal([]byte(a.text), &problem) == nil:
		text += " " + problem.Detail
	case a.code == http.StatusUnprocessableEntity && reproached != nil:
		text += " " + reproached[1]
	case title != nil:
		text += " " + title[1]
	}
	return strings.TrimSpace(text)
}

// Every route and every operation is asked by every role, with nothing in its form or its body: testdata/scenarios.txt has what each
// answers. A new route appears in it, and one that answers another role than before differs from it.
func TestScenarios(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Open, o.Match, o.Moves = true, playNatives, mirrored
		o.Contests.Open = func(ctx context.Context, _ string) (*contest.Contest, error) { // its games never begin
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	browsers, tokens := map[people.Role]*browser{}, map[people.Role]string{}
	for _, role := range roles {
		if browsers[role] = s.as(t, role); role != people.Anybody {
			p, err := s.site.people.Named(t.Context(), "The "+string(role))
			if err != nil {
				t.Fatal(err)
			}
			if tokens[role], err = s.site.people.NewToken(t.Context(), p.ID, "test"); err != nil {
				t.Fatal(err)
			}
		}
	}
	var b strings.Builder
	line := func(name string, ask func(role people.Role) string) {
		fmt.Fprintln(&b, name)
		var answers []string
		by := map[string][]string{}
		for _, role := range roles {
			now := ask(role)
			if by[now] == nil {
				answers = append(answers, now)
			}
			by[now] = append(by[now], cmp.Or(string(role), "anybody"))
		}
		for _, now := range answers {
			fmt.Fprintf(&b, "\t%s: %s\n", strings.Join(by[now], " "), now)
		}
	}
	for _, x := range s.site.table() {
		method, path, _ := strings.Cut(asked.Replace(x.pattern), " ")
		if path == "/sign-out" {
			continue // it ends the sessions of the others
		}
		line(x.pattern, func(role people.Role) string {
			if method == http.MethodGet {
				return browsers[role].get(path).outcome()
			}
			return browsers[role].post(path).outcome()
		})
	}
	description := s.site.api(http.NewServeMux()).OpenAPI()
	for _, path := range slices.Sorted(maps.Keys(description.Paths)) {
		item := description.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op == nil {
				continue
			}
			content, kind := "", ""
			if op.RequestBody != nil {
				content, kind = "{}", "application/json"
			}
			line(op.Method+" "+op.Path+" "+op.OperationID, func(role people.Role) string {
				return s.call(t, tokens[role], op.Method, asked.Replace(op.Path), kind, content).outcome()
			})
		}
	}
	const golden = "testdata/scenarios.txt"
	if *update {
		write(t, golden, b.String())
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("routes answer otherwise (go test -update writes %s):\n%s", golden, firstDifference(got, string(want)))
	}
}

// firstDifference returns the first line that differs, with the route above it.
func firstDifference(got, want string) string {
	route, other := "", strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if !strings.HasPrefix(line, "\t") {
			route = line
		}
		if i >= len(other) || line != other[i] {
			return fmt.Sprintf("%s\n%s\nand not\n%s", route, line, strings.Join(other[min(i, len(other)):min(i+1, len(other))], ""))
		}
	}
	return "the routes after " + route + " are gone"
}
