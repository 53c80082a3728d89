package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"agon/games/all"
	"agon/site/contests"
	"agon/site/people"
	"agon/site/wire"
)

// openCup is a contest that takes submissions.
const openCup = `
kind = "tron"
name = "Open Cup"
seed = 3
[[bots]]
folder = "entries"
[[bots]]
ref = "one=builtin:voronoi"
[[bots]]
ref = "two=builtin:random"
[[stages]]
name = "all meet"
format = "round-robin"
games = 2
`

// fetches writes the address into the file bot.py.
func fetches(_ context.Context, address, _, dir string, _ int64, _ io.Writer) (string, error) {
	return "bot.py", os.WriteFile(filepath.Join(dir, "bot.py"), []byte("print(2) # "+address), 0o600)
}

// passes is a check that every submission passes.
func passes(_ context.Context, _, _ string, log io.Writer, _ func(bool)) (bool, string, error) {
	fmt.Fprintln(log, "it plays")
	return true, `{"findings":[{"what":"it starts","good":true,"told":"it did"}]}`, nil
}

// withOpenCup adds a contest that takes submissions, whose checks all pass.
func withOpenCup(o *Options) {
	o.Check, o.Fetch, o.Match, o.Moves = passes, fetches, playNatives, mirrored
	folder := filepath.Join(o.Dir, "contests", "open")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(folder, contests.FileName), []byte(openCup), 0o644); err != nil {
		panic(err)
	}
}

// token returns a token of the person in a browser.
func (s *served) token(t *testing.T, role people.Role) string {
	t.Helper()
	s.as(t, role)
	p, err := s.site.people.Named(t.Context(), "The "+string(role))
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.site.people.NewToken(t.Context(), p.ID, "test")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// call calls an operation as a program does.
func (s *served) call(t *testing.T, token, method, path, kind, content string) answer {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if content == "" {
		r.Body = nil
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	b := &browser{t, http.DefaultClient, s.URL}
	return b.do(r)
}

// described is the part of an OpenAPI description that the tests read.
type described struct {
	OpenAPI string
	Paths   map[string]map[string]struct {
		OperationID string
		Responses   map[string]struct {
			Content map[string]json.RawMessage
		}
	}
}

// description returns the site's description and a function that validates an answer of an operation against it.
func (s *served) description(t *testing.T) (d described, valid func(path, method string, a answer)) {
	t.Helper()
	text := s.call(t, "", "GET", apiDescription, "", "")
	if text.code != 200 || text.head.Get("Content-Type") != "application/json" {
		t.Fatal(text.code, text.head)
	}
	if err := json.Unmarshal([]byte(text.text), &d); err != nil {
		t.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(text.text))
	if err != nil {
		t.Fatal(err)
	}
	const place = "https://site.example/openapi.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(place, whole); err != nil {
		t.Fatal(err)
	}
	pointer := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	return d, func(path, method string, a answer) {
		t.Helper()
		status := fmt.Sprint(a.code)
		response, ok := d.Paths[path][method].Responses[status]
		if !ok {
			t.Errorf("%s %s answers with %s, which is not described: %s", method, path, status, a.text)
			return
		}
		if len(response.Content) == 0 {
			if a.text != "" {
				t.Errorf("%s %s answers %q, and none is described", method, path, a.text)
			}
			return
		}
		kind, _, _ := strings.Cut(a.head.Get("Content-Type"), ";")
		if _, ok := response.Content[kind]; !ok {
			t.Errorf("%s %s answers with %s, which is not described", method, path, kind)
			return
		}
		if !strings.HasSuffix(kind, "json") {
			return // a file
		}
		at := fmt.Sprintf("%s#/paths/%s/%s/responses/%s/content/%s/schema", place, pointer.Replace(path), method, status,
			pointer.Replace(kind))
		if !strings.HasSuffix(kind, "json") {
			return // a file
		}
		schema, err := compiler.Compile(at)
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(a.text))
		if err != nil {
			t.Fatalf("%s %s: %v in %s", method, path, err, a.text)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s %s: %v\nin %s", method, path, err, a.text)
		}
	}
}

// Every operation is called, and what it answers is as it is described: a success, a refusal for somebody without an account, and one for a
// person who lacks the right.
func TestOperations(t *testing.T) {
	s := serve(t, withOpenCup)
	hang(t, mustFind(t, s, "open").ArtDir(), "Quiet Flood", "one")
	olga, paul, viewer := s.token(t, people.Organiser), s.token(t, people.Participant), s.token(t, people.Viewer)
	tokens, err := s.site.people.Tokens(t.Context(), 3)
	if err != nil || len(tokens) != 1 {
		t.Fatal(tokens, err)
	}
	d, valid := s.description(t)
	if !strings.HasPrefix(d.OpenAPI, "3.1") {
		t.Errorf("it is OpenAPI %s", d.OpenAPI)
	}
	const why = `{"why":"the hall closes"}`
	called, session := map[string]bool{}, ""
	for _, c := range []struct {
		id, as, path, query, content string
		values                       string // of the path, "name=value name=value"
		code                         int
		has                          string
	}{
		{id: "list-contests", code: 200, has: `"title":"Winter Cup"`},
		{id: "get-contest", values: "contest=open", code: 200, has: `"takes_submissions":true`},
		{id: "get-contest", values: "contest=none", code: 404},
		{id: "get-contest", values: "contest=open", code: 200, has: `"stages":[{"name":"all meet","format":"round-robin","state":"ahead"`},
		{id: "list-live-games", code: 200, has: `[]`},
		{id: "list-live-games-of-contest", values: "contest=open", code: 200, has: `[]`},
		{id: "list-live-games-of-contest", values: "contest=none", code: 404},
		{id: "submit-bot", as: paul, values: "contest=open", query: "?bot=Quiet+Flood&file=bot.py", content: "print(1)", code: 202,
			has: `"version":1`},
		{id: "submit-bot", as: paul, values: "contest=open", query: "?bot=Quiet+Flood", content: "print(1)", code: 422,
			has: "required query parameter"},
		{id: "submit-bot", as: paul, values: "contest=cup", query: "?bot=x1&file=bot.py", content: "print(1)", code: 422,
			has: "takes no submissions"},
		{id: "submit-bot", as: paul, values: "contest=open", query: "?bot=Bad&file=bot.exe", content: "print(1)", code: 422,
			has: "neither a bot's file"},
		{id: "submit-address", as: paul, values: "contest=open",
			content: `{"bot":"Quiet Flood","address":"https://git.example/me/bot","branch":"main"}`, code: 202, has: `"version":2`},
		{id: "submit-address", as: paul, values: "contest=open", content: `{"bot":"Quiet Flood","address":"/etc/passwd"}`, code: 422,
			has: "is no address"},
		{id: "submit-address", as: paul, values: "contest=open", content: `{"bot":"Quiet Flood"}`, code: 422,
			has: "required property address"},
		{id: "submit-address", values: "contest=open", content: `{"bot":"Quiet Flood","address":"https://git.example/me/bot"}`, code: 401},
		{id: "connect-repository", as: paul, values: "contest=open bot=1",
			content: `{"host":"gitlab","address":"https://git.example/me/bot","branch":"main"}`, code: 201, has: `"secret":"whsec_`},
		{id: "connect-repository", as: paul, values: "contest=open bot=1", content: `{"host":"svn","address":"https://git.example/me/bot"}`,
			code: 422, has: "expected value to be one of"},
		{id: "connect-repository", as: paul, values: "contest=open bot=1", content: `{"host":"gitea","address":"docker://team/bot"}`,
			code: 422, has: "Only a repository"},
		{id: "connect-repository", as: olga, values: "contest=open bot=1",
			content: `{"host":"gitea","address":"https://git.example/me/bot"}`, code: 404},
		{id: "connect-repository", values: "contest=open bot=1", content: `{"host":"gitea","address":"https://git.example/me/bot"}`, code: 401},
		{id: "disconnect-repository", as: viewer, values: "contest=open bot=1", code: 404},
		{id: "disconnect-repository", values: "contest=open bot=1", code: 401},
		{id: "disconnect-repository", as: paul, values: "contest=open bot=1", code: 204},
		{id: "list-bots", as: paul, values: "contest=open", code: 200, has: `"name":"Quiet Flood"`},
		{id: "list-bots", as: olga, values: "contest=open", code: 200, has: `"owner":"The participant"`},
		{id: "list-bots", values: "contest=open", code: 200, has: `[]`},
		{id: "get-bot", values: "contest=open bot=1", code: 200, has: `"owner":"The participant"`},
		{id: "get-bot", values: "contest=cup bot=1", code: 404},
		{id: "get-bot", values: "contest=cup bot=x", code: 422},
		{id: "list-versions", as: paul, values: "contest=open bot=1", code: 200, has: `"state":"good"`},
		{id: "list-versions", values: "contest=open bot=1", code: 404},
		{id: "list-versions", as: viewer, values: "contest=open bot=1", code: 404},
		{id: "get-contest", as: paul, values: "contest=open", code: 200,
			has: `"limits":{"bots":{"used":1,"most":3},"versions_within_an_hour":{"used":2,"most":20}`},
		{id: "stop-check", as: paul, values: "contest=open bot=1 version=9", code: 404},
		{id: "stop-check", as: viewer, values: "contest=open bot=1 version=1", code: 404},
		{id: "list-opponents", as: paul, values: "contest=open", code: 200, has: `"seat":"1.1","name":"Quiet Flood v1"`},
		{id: "list-opponents", as: viewer, values: "contest=open", code: 404},
		{id: "ask-match", as: paul, values: "contest=open", content: `{"seats":["1","=two"],"map":7}`, code: 202, has: `"map":7`},
		{id: "ask-match", as: paul, values: "contest=open", content: `{"seats":["1","=nobody"]}`, code: 422,
			has: "Seat 2: there is no such bot"},
		{id: "ask-match", as: paul, values: "contest=open", content: `{"seats":["=one","=two"]}`, code: 422, has: "must be yours"},
		{id: "ask-match", as: paul, values: "contest=open", content: `{"seats":["1"]}`, code: 422, has: "is played by"},
		{id: "ask-match", as: paul, values: "contest=open", content: `{"seats":["1","=two"],"map":-1}`, code: 422},
		{id: "ask-match", values: "contest=open", content: `{"seats":["1","=two"]}`, code: 401},
		{id: "get-match", as: paul, values: "contest=open match=1", code: 200, has: `"state":"played"`},
		{id: "get-match", as: olga, values: "contest=open match=1", code: 404},
		{id: "get-match", as: paul, values: "contest=cup match=1", code: 404},
		{id: "list-matches", as: paul, values: "contest=open", code: 200, has: `"bot":"two"`},
		{id: "list-matches", as: olga, values: "contest=open", code: 200, has: `[]`},
		{id: "share-match", as: olga, values: "contest=open match=1", code: 404},
		{id: "share-match", as: paul, values: "contest=open match=1", code: 200, has: `"path":"/match/`},
		{id: "unshare-match", as: paul, values: "contest=open match=1", code: 200, has: `"shared":false`},
		{id: "open-session", as: paul, values: "contest=open", content: `{"bot":"TWO","game":` + tronOpening + `}`, code: 201,
			has: `"id":"`},
		{id: "open-session", as: paul, values: "contest=open", content: `{"bot":"nobody","game":` + tronOpening + `}`, code: 422,
			has: "No bot named"},
		{id: "open-session", as: paul, values: "contest=open",
			content: `{"bot":"two","game":` + strings.Replace(tronOpening, `"tron"`, `"poker"`, 1) + `}`, code: 422, has: "plays tron"},
		{id: "open-session", as: viewer, values: "contest=open", content: `{"bot":"two","game":` + tronOpening + `}`, code: 404},
		{id: "open-session", values: "contest=open", content: `{"bot":"two","game":` + tronOpening + `}`, code: 401},
		{id: "move-session", as: paul, values: "contest=open session=SESSION", content: tronMove, code: 200, has: `"fault":""`},
		{id: "move-session", as: olga, values: "contest=open session=SESSION", content: tronMove, code: 404},
		{id: "move-session", as: paul, values: "contest=open session=SESSION", content: `{"turns":[],"ask":true}`, code: 422},
		{id: "move-session", as: paul, values: "contest=open session=SESSION", content: tronMove, code: 422, has: "asked already"},
		{id: "move-session", as: paul, values: "contest=open session=SESSION", content: tronMove, code: 404}, // the refusal has ended it
		{id: "open-session", as: paul, values: "contest=open", content: `{"bot":"two","game":` + tronOpening + `}`, code: 201},
		{id: "close-session", as: olga, values: "contest=open session=SESSION", code: 404},
		{id: "close-session", as: paul, values: "contest=open session=SESSION", code: 204},
		{id: "close-session", as: paul, values: "contest=open session=SESSION", code: 404},
		{id: "stop-check", as: paul, values: "contest=open bot=1 version=1", code: 422, has: "not being checked any more"},
		{id: "stop-check", values: "contest=open bot=1 version=1", code: 401},
		{id: "withdraw-bot", as: paul, values: "contest=open bot=1", code: 200, has: `"plays":false`},
		{id: "activate-version", as: paul, values: "contest=open bot=1 version=1", code: 200, has: `"plays":true`},
		{id: "activate-version", as: paul, values: "contest=open bot=1 version=9", code: 404},
		{id: "withdraw-bot", values: "contest=open bot=1", code: 401},
		{id: "download-version", as: paul, values: "contest=open bot=1 version=1", code: 200, has: "print("},
		{id: "download-version", as: olga, values: "contest=open bot=1 version=1", code: 404},
		{id: "download-version", values: "contest=open bot=1 version=1", code: 401},
		{id: "remove-bot", as: viewer, values: "contest=open bot=1", code: 404},
		{id: "remove-bot", as: paul, values: "contest=open bot=9", code: 404},
		{id: "remove-bot", values: "contest=open bot=1", code: 401},
		{id: "start-contest", as: olga, values: "contest=cup", code: 200, has: `"name":"cup"`},
		{id: "start-contest", as: paul, values: "contest=cup", code: 404},
		{id: "start-contest", values: "contest=cup", code: 401},
		{id: "pause-contest", as: olga, values: "contest=open", content: why, code: 422, has: "not being played"},
		{id: "pause-contest", as: olga, values: "contest=open", content: `{"why":""}`, code: 422},
		{id: "pause-contest", as: olga, values: "contest=open", content: `{"why":`, code: 400},
		{id: "get-account", as: paul, code: 200, has: `"role":"participant"`},
		{id: "get-account", code: 401},
		{id: "list-tokens", as: paul, code: 200, has: `"note":"test"`},
		{id: "delete-token", as: viewer, values: "token=" + tokens[0].ID, code: 204},
		{id: "get-account", as: viewer, code: 401},
		{id: "list-people", as: olga, code: 200, has: `"name":"The participant"`},
		{id: "list-people", as: paul, code: 404},
		{id: "invite-people", as: olga, content: `{"role":"jury","uses":2,"days":3}`, code: 201, has: `"/invited/`},
		{id: "invite-people", as: olga, content: `{"role":"king","uses":2,"days":3}`, code: 422},
		{id: "set-role", as: olga, values: "id=3", content: `{"role":"jury","why":"she knows the rules"}`, code: 200, has: `"role":"jury"`},
		{id: "set-role", as: olga, values: "id=1", content: `{"role":"jury","why":"she leaves"}`, code: 422, has: "no organiser"},
		{id: "close-account", as: olga, values: "id=3", content: why, code: 204},
		{id: "close-account", as: olga, values: "id=99", content: why, code: 404},
		{id: "get-statistics", values: "contest=open", code: 200, has: "[]"},
		{id: "get-statistics", values: "contest=none", code: 404},
		{id: "get-record", values: "contest=open bot=1", code: 200, has: `"games":[]`},
		{id: "get-record", values: "contest=open bot=99", code: 404},
		{id: "list-games", values: "contest=open bot=1", query: "?result=lost&fault=late&since=2026-03-01&limit=500", code: 200,
			has: `"games":[]`},
		{id: "list-games", values: "contest=open bot=99", code: 404},
		{id: "list-games", values: "contest=open bot=1", query: "?fault=slow", code: 422, has: "There is no fault"},
		{id: "list-games", values: "contest=open bot=1", query: "?since=yesterday", code: 422},
		{id: "list-games", values: "contest=open bot=1", query: "?limit=501", code: 422},
		{id: "list-games", values: "contest=open bot=1", query: "?result=best", code: 422},
		{id: "get-turns", as: paul, values: "contest=open game=1", code: 404},
		{id: "get-turns", values: "contest=open game=1", query: "?seat=-2", code: 422},
		{id: "get-replay", as: paul, values: "contest=open game=1", code: 404},
		{id: "get-chances", as: paul, values: "contest=open game=0", code: 422},
		{id: "get-gallery", values: "contest=open", code: 200, has: `"exhibits":[{"bot":"Quiet Flood"`},
		{id: "get-gallery", values: "contest=cup", code: 200, has: `"exhibits":[]`},
		{id: "open-vote", as: paul, values: "contest=open", content: `{"method":"approval"}`, code: 404},
		{id: "open-vote", as: olga, values: "contest=open", content: `{"method":"loudest"}`, code: 422},
		{id: "open-vote", as: olga, values: "contest=cup", content: `{"method":"approval"}`, code: 422, has: "no art"},
		{id: "cast-ballot", as: olga, values: "contest=open", content: `{"likes":[1]}`, code: 422, has: "no vote"},
		{id: "open-vote", as: olga, values: "contest=open", content: `{"method":"approval"}`, code: 200, has: `"open":true`},
		{id: "cast-ballot", as: paul, values: "contest=open", content: `{"likes":[0]}`, code: 422, has: "his or her own"},
		{id: "cast-ballot", as: paul, values: "contest=open", content: `{"likes":[7]}`, code: 422},
		{id: "cast-ballot", as: paul, values: "contest=open", content: `{"likes":[1]}`, code: 200, has: `"voted":true`},
		{id: "cast-ballot", as: paul, values: "contest=open", content: `{"likes":[1]}`, code: 422, has: "voted already"},
		{id: "cast-ballot", values: "contest=open", content: `{"likes":[1]}`, code: 401},
		{id: "close-vote", as: paul, values: "contest=open", code: 404},
		{id: "close-vote", as: olga, values: "contest=open", code: 200, has: `{"place":1,"bot":"one","votes":1}`},
		{id: "close-vote", as: olga, values: "contest=open", code: 422},
		{id: "list-decisions", as: olga, code: 200, has: `"why":"she knows the rules"`},
		{id: "list-decisions", as: paul, code: 404},
		{id: "download-ledger", as: olga, values: "contest=open", code: 422, has: "No game has been played yet"},
		{id: "download-ledger", as: paul, values: "contest=open", code: 404},
		{id: "download-ledger", values: "contest=open", code: 401},
		{id: "get-desk", as: olga, values: "contest=open", code: 200, has: `"needs":[]`},
		{id: "get-desk", as: paul, values: "contest=open", code: 404},
		{id: "get-desk", as: olga, values: "contest=none", code: 404},
		{id: "list-workers", as: olga, values: "contest=open", query: "?find=x", code: 200, has: `"workers":[]`},
		{id: "list-workers", as: paul, values: "contest=open", code: 404},
		{id: "mark-faults-seen", as: olga, values: "contest=open", code: 204},
		{id: "get-desk", as: olga, values: "contest=open", code: 200, has: `"seen":"2`},
		{id: "decide", as: olga, values: "contest=open", content: `{"what":"barred","bot":"one","why":"x"}`, code: 422,
			has: "No game has been played yet"},
		{id: "decide", as: olga, values: "contest=open", content: `{"what":"joined","bot":"one","why":"x"}`, code: 422},
		{id: "decide", as: paul, values: "contest=open", content: `{"what":"barred","bot":"one","why":"x"}`, code: 404},
		{id: "set-dates", as: olga, values: "contest=open", content: `{"why":"the hall","submissions_close":"2400-01-02T15:04:00Z"}`,
			code: 200, has: `"submissions_close":"2400-01-0`},
		{id: "set-dates", as: olga, values: "contest=open",
			content: `{"why":"the hall","start":"2400-01-02T15:04:00Z","end":"2400-01-02T15:04:00Z"}`, code: 422,
			has: "must end after it starts"},
		{id: "set-dates", as: olga, values: "contest=open", content: `{"why":"the hall","start":"1400-01-02T15:04:00Z"}`, code: 422,
			has: "from 2000 to 9999"},
		{id: "undo-decision", as: olga, values: "contest=open id=99", code: 404},
		{id: "freeze-table", as: olga, values: "contest=open", content: why, code: 204},
		{id: "freeze-table", as: olga, values: "contest=open", content: why, code: 422, has: "frozen already"},
		{id: "undo-decision", as: olga, values: "contest=open id=8", code: 200, has: "Undone: froze the table."},
		{id: "undo-decision", as: olga, values: "contest=open id=8", code: 422, has: "undone already"},
		{id: "reveal-table", as: olga, values: "contest=open", content: why, code: 422, has: "not frozen"},
		{id: "freeze-table", as: olga, values: "contest=open", content: why, code: 204},
		{id: "reveal-table", as: olga, values: "contest=open", content: why, code: 204},
		{id: "reveal-table", as: paul, values: "contest=open", content: why, code: 404},
		{id: "make-agent-token", as: olga, values: "contest=open", content: `{"agent":"ann","why":"x"}`, code: 422, has: "is no agent of"},
		{id: "make-agent-token", as: paul, values: "contest=open", content: `{"agent":"ann","why":"x"}`, code: 404},
		{id: "show-first", as: olga, values: "contest=open", content: `{"bot":""}`, code: 422, has: "nothing to show"},
		{id: "show-first", as: paul, values: "contest=open", content: `{"bot":""}`, code: 404},
		{id: "wake-bot", as: paul, values: "contest=open bot=1", code: 422, has: "does not rest"},
		{id: "wake-bot", values: "contest=open bot=1", code: 401},
		{id: "get-team", as: paul, code: 200, has: `"offers":[]`},
		{id: "get-team", as: viewer, code: 401},
		{id: "form-team", as: paul, content: `{"name":"Reds"}`, code: 200, has: `"name":"Reds"`},
		{id: "form-team", as: paul, content: `{"name":"Blues"}`, code: 422, has: "leave it first"},
		{id: "make-team-link", as: paul, code: 200, has: `"path":"/team/join/`},
		{id: "get-team-link", as: olga, values: "code=WRONG", code: 422, has: "not valid"},
		{id: "join-team", as: olga, values: "code=WRONG", code: 422, has: "not valid"},
		{id: "invite-to-team", as: paul, content: `{"name":"the organiser"}`, code: 204},
		{id: "invite-to-team", as: paul, content: `{"name":"nobody"}`, code: 422},
		{id: "decline-team", as: olga, values: "team=1", code: 204},
		{id: "decline-team", as: olga, values: "team=1", code: 404},
		{id: "invite-to-team", as: paul, content: `{"name":"the organiser"}`, code: 204},
		{id: "accept-team", as: olga, values: "team=1", code: 200, has: `"captain":false`},
		{id: "get-bot", values: "contest=open bot=1", code: 200, has: `"owner":"Reds"`},
		{id: "withdraw-bot", as: olga, values: "contest=open bot=1", code: 200, has: `"plays":false`},
		{id: "remove-member", as: paul, values: "team=1 person=1", code: 204},
		{id: "remove-member", as: paul, values: "team=1 person=1", code: 404},
		{id: "leave-team", as: paul, code: 204},
		{id: "leave-team", as: paul, code: 422},
		{id: "make-season", as: olga, values: "contest=open", content: `{"name":"open-2","title":"Open Cup 2","why":"spring"}`, code: 422,
			has: "over or paused"},
		{id: "make-season", as: olga, values: "contest=none", content: `{"name":"open-2","title":"Open Cup 2","why":"spring"}`, code: 404},
		{id: "make-season", as: paul, values: "contest=open", content: `{"name":"open-2","title":"Open Cup 2","why":"spring"}`, code: 404},
		{id: "make-private", as: olga, values: "contest=open", content: why, code: 200, has: `"path":"/private/`},
		{id: "get-contest", values: "contest=open", code: 404},
		{id: "get-contest", as: paul, values: "contest=open", code: 200, has: `"private":true`},
		{id: "enter-private", as: olga, content: `{"code":"WRONG"}`, code: 404},
		{id: "make-public", as: olga, values: "contest=open", content: why, code: 204},
		{id: "make-public", as: olga, values: "contest=open", content: why, code: 422, has: "not private"},
		{id: "make-contest", as: olga, content: `{"name":"made","title":"Made","kind":"tron","builtins":["voronoi","random"],"options":{"width":"12"},"per_author":2}`, code: 200, has: `"takes_submissions":true`},
		{id: "make-contest", as: olga, content: `{"name":"made","title":"Made","kind":"tron"}`, code: 422, has: "already"},
		{id: "make-contest", as: olga, content: `{"name":"x","title":"Made","kind":"tron","keys":{"gaems":"3"}}`, code: 422, has: "gaems"},
		{id: "make-contest", as: paul, content: `{"name":"x","title":"Made","kind":"tron"}`, code: 404},
		{id: "get-file", as: olga, values: "contest=made", code: 200, has: `"begun":false`},
		{id: "get-file", as: paul, values: "contest=made", code: 404},
		{id: "change-file", as: olga, values: "contest=made", content: `{"text":"name = 7","why":"x"}`, code: 422, has: "line 1"},
		{id: "change-file", as: paul, values: "contest=made", content: `{"text":"","why":"x"}`, code: 404},
		{id: "change-settings", as: olga, values: "contest=made", content: `{"options":{"width":"14"},"why":"wider"}`, code: 200},
		{id: "change-settings", as: olga, values: "contest=made", content: `{"options":{"widht":"14"},"why":"wider"}`, code: 422, has: "widht"},
		{id: "change-settings", as: paul, values: "contest=made", content: `{"why":"wider"}`, code: 404},
		{id: "make-contest-of-game", as: olga, query: "?name=own&file=game.zip", content: "no archive", code: 422, has: "takes no games"},
		{id: "make-contest-of-game", as: paul, query: "?name=own&file=game.zip", content: "no archive", code: 404},
		{id: "make-public", as: paul, values: "contest=open", content: why, code: 404},
		{id: "export-account", as: paul, code: 200, has: "account.json"},
		{id: "export-account", code: 401},
		{id: "ask-password-link", content: `{"who":"The participant"}`, code: 422, has: "sends no mail"},
		{id: "make-password-link", as: olga, values: "id=2", content: why, code: 201, has: `"path":"/password/`},
		{id: "make-password-link", as: olga, values: "id=99", content: why, code: 404},
		{id: "make-password-link", as: paul, values: "id=1", content: why, code: 404},
	} {
		path, method := "", ""
		for p, methods := range d.Paths {
			for m, op := range methods {
				if op.OperationID == c.id {
					path, method = p, m
				}
			}
		}
		if path == "" {
			t.Errorf("there is no operation %s", c.id)
			continue
		}
		called[c.id] = true
		filled, kind := path, ""
		c.values = strings.ReplaceAll(c.values, "SESSION", session)
		for _, v := range strings.Fields(c.values) {
			name, value, _ := strings.Cut(v, "=")
			filled = strings.ReplaceAll(filled, "{"+name+"}", value)
		}
		if c.content != "" {
			kind = "application/json"
		}
		if c.id == "submit-bot" || c.id == "make-contest-of-game" {
			kind = octets
		}
		a := s.call(t, c.as, strings.ToUpper(method), filled+c.query, kind, c.content)
		if strings.HasPrefix(c.id, "submit-") && c.code == 202 {
			s.checked(t, paul)
		}
		if c.id == "open-session" && c.code == 201 {
			var opened wire.Session
			if err := json.Unmarshal([]byte(a.text), &opened); err != nil {
				t.Fatal(err)
			}
			session = opened.ID
		}
		if c.id == "ask-match" && c.code == 202 {
			for !strings.Contains(s.call(t, paul, "GET", apiRoot+"/contests/open/matches/1", "", "").text, `"played"`) {
				if t.Context().Err() != nil {
					t.Fatal("the match never ends")
				}
			}
		}
		if a.code != c.code || !strings.Contains(a.text, c.has) {
			t.Errorf("%s %s is answered with %d %s", method, filled, a.code, a.text)
		}
		valid(path, method, a)
	}
	for path, methods := range d.Paths {
		for method, op := range methods {
			if !called[op.OperationID] {
				t.Errorf("the test does not call %s %s", method, path)
			}
		}
	}
	// The table, once there is one, and then a season.
	s.as(t, people.Jury).until("/c/cup", "finished")
	made := s.call(t, olga, "POST", apiRoot+"/contests/cup/season", "application/json",
		`{"name":"cup-2","title":"Winter Cup 2","why":"spring"}`)
	if made.code != 201 || !strings.Contains(made.text, `"season_before":"cup"`) {
		t.Error(made.code, made.text)
	}
	valid(apiRoot+"/contests/{contest}/season", "post", made)
	a := s.call(t, "", "GET", apiRoot+"/contests/cup", "", "")
	if !strings.Contains(a.text, `"standings":[{"rank":1`) {
		t.Error(a.text)
	}
	valid(apiRoot+"/contests/{contest}", "get", a)
}

// checked waits until the first bot of the open contest has no version in the check.
func (s *served) checked(t *testing.T, token string) {
	t.Helper()
	for {
		a := s.call(t, token, "GET", apiRoot+"/contests/open/bots/1/versions", "", "")
		if a.code != 200 {
			t.Fatal(a.code, a.text)
		}
		if !strings.Contains(a.text, `"checking"`) {
			return
		}
		if t.Context().Err() != nil {
			t.Fatal("the check never ends")
		}
	}
}

// pagesOnly are the routes that no operation mirrors, each with its reason.
var pagesOnly = map[string]string{
	"GET /sign-in":                                    "programs have tokens, and no sessions",
	"POST /sign-in":                                   "programs have tokens, and no sessions",
	"POST /sign-out":                                  "programs have tokens, and no sessions",
	"GET /register":                                   "people make accounts",
	"POST /register":                                  "people make accounts",
	"GET /invited/{code}":                             "people make accounts",
	"POST /invited/{code}":                            "people make accounts",
	"POST /sign-in/passkey/begin":                     "programs have tokens, and no sessions",
	"POST /sign-in/passkey":                           "programs have tokens, and no sessions",
	"GET /openid/start":                               "programs have tokens, and no sessions",
	"GET /openid/callback":                            "programs have tokens, and no sessions",
	"GET /openid/join":                                "people make accounts",
	"POST /openid/join":                               "people make accounts",
	"POST /account/passkeys/begin":                    "a token that leaks must not become a way to sign in",
	"POST /account/passkeys":                          "a token that leaks must not become a way to sign in",
	"POST /account/passkeys/{id}/delete":              "a token that leaks must not lock its owner out",
	"POST /account/openid":                            "a token that leaks must not become a way to sign in",
	"POST /account/openid/unlink":                     "a token that leaks must not lock its owner out",
	"POST /account/password":                          "a token that leaks must not lock its owner out",
	"POST /account/name":                              "a token that leaks must not lock its owner out",
	"POST /account/mail":                              "a token that leaks must not become a way to sign in",
	"GET /mail/{code}":                                "people have mail",
	"POST /mail/{code}":                               "people have mail",
	"GET /forgotten":                                  "a form",
	"GET /password/{code}":                            "programs have tokens, and no passwords",
	"POST /password/{code}":                           "programs have tokens, and no passwords",
	"GET /account/delete":                             "a form",
	"POST /account/delete":                            "a token that leaks must not lock its owner out",
	"POST /account/tokens":                            "a token that leaks must not outlive its deletion",
	"GET /c/{contest}/guide":                          "rules to be read; agon games prints them",
	"GET /c/{contest}/starters/{language}":            "files, which programs read where they are",
	"GET /c/{contest}/report/{path...}":               "files, which programs read where they are",
	"GET /c/{contest}/live/{path...}":                 "a page and its streams, which programs read where they are",
	"GET /feed/{key}":                                 "a feed, which programs read where it is",
	"POST /account/feed":                              "a token that leaks must not open a feed",
	"GET /assets/{name}":                              "files of pages",
	"POST /hooks/{id}":                                "hosts of repositories send pushes to it, in forms of their own",
	"GET /healthz":                                    "plain text already",
	"GET /readyz":                                     "plain text already",
	"GET /new":                                        "a form",
	"GET /c/{contest}/matches/{match}/game/{path...}": "a page and its stream, which programs read where they are",
	"GET /match/{code}":                               "a page for those who are shown a match",
	"GET /match/{code}/game/{path...}":                "a page for those who are shown a match",
	"GET /c/{contest}/gallery/{exhibit}/{picture}":    "files, which programs read where they are",
	"GET /c/{contest}/card.png":                       "files, which programs read where they are",
	"GET /c/{contest}/bots/{bot}/card.png":            "files, which programs read where they are",
	"GET /c/{contest}/places.svg":                     "files, which programs read where they are",
	"POST /example":                                   "programs make a contest and start it",
	"GET /c/{contest}/calendar.ics":                   "a calendar, which programs read where it is",
	"GET /calendar.ics":                               "a calendar, which programs read where it is",
	"GET /calendar":                                   "a page for people; calendar programs read /calendar.ics",
	"POST /c/{contest}/editor":                        "programs submit the file that it makes",
	"GET /c/{contest}/editor":                         "a form",
	"GET /c/{contest}/bots/{bot}/trials/{version}/{part}/{game}/{path...}": "a page, which programs read where it is",
}

// Every route is mirrored by an operation with the same right, or is named above.
func TestProgramsCanDoWhatPagesDo(t *testing.T) {
	s := serve(t, func(o *Options) { o.Match = playNatives })
	mirrored := map[string]bool{}
	for _, item := range s.site.api(http.NewServeMux()).OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op != nil {
				mirrored[op.Metadata[pageKey].(string)] = true
			}
		}
	}
	for _, x := range s.site.table() {
		if reason := pagesOnly[x.pattern]; mirrored[x.pattern] == (reason != "") {
			t.Errorf("%s: mirrored by an operation: %v; reason for none: %q", x.pattern, mirrored[x.pattern], reason)
		}
	}
	for pattern := range pagesOnly {
		if !slices.ContainsFunc(s.site.table(), func(x route) bool { return x.pattern == pattern }) {
			t.Errorf("there is no route %s", pattern)
		}
	}
}

// Forged tokens, other sites, other hosts, wrong types and wrong addresses are answered as programs read them, and change nothing.
func TestBadCalls(t *testing.T) {
	s := serve(t, withOpenCup)
	paul := s.token(t, people.Participant)
	const contest, submit = apiRoot + "/contests/open", apiRoot + "/contests/open/bots?bot=Ann&file=bot.py"
	for name, tt := range map[string]struct {
		token, method, path, kind, content string
		code                               int
	}{
		"a forged token":             {"agon_FORGED", "GET", contest, "", "", 401},
		"an empty token":             {" ", "GET", contest, "", "", 401},
		"a long token":               {strings.Repeat("x", 10000), "GET", contest, "", "", 401},
		"no such address":            {"", "GET", "/api/v1/nothing", "", "", 404},
		"no such version":            {"", "GET", "/api/v2/contests", "", "", 404},
		"a wrong method":             {paul, "DELETE", contest, "", "", 405},
		"an unknown parameter":       {paul, "POST", submit + "&x=1", octets, "x", 422},
		"a form instead of a file":   {paul, "POST", submit, "multipart/form-data; boundary=x", "--x--", 415},
		"text instead of a file":     {paul, "POST", submit, "text/plain", "x", 415},
		"no file":                    {paul, "POST", submit, octets, "", 422},
		"a file that is too large":   {paul, "POST", submit, octets, strings.Repeat("x", 17<<20), 422},
		"a name that leads out":      {paul, "POST", apiRoot + "/contests/open/bots?bot=Ann&file=..%2f..%2fbot.py", octets, "x", 202},
		"a name with a zero":         {paul, "POST", apiRoot + "/contests/open/bots?bot=A%00n&file=bot.py", octets, "x", 422},
		"a contest that leads out":   {paul, "POST", apiRoot + "/contests/..%2fopen/bots?bot=Ann&file=bot.py", octets, "x", 404},
		"a reason that is no object": {paul, "POST", contest + "/start", "application/json", "7", 404},
		"JSON with another field":    {paul, "GET", contest + "?why=x", "", "", 422},
		"a body that is much too large": {s.token(t, people.Organiser), "POST", contest + "/pause", "application/json",
			`{"why":"` + strings.Repeat("x", 1<<20) + `"}`, 413},
		"XML": {s.token(t, people.Jury), "POST", contest + "/pause", "application/xml", "<why/>", 404},
	} {
		a := s.call(t, tt.token, tt.method, tt.path, tt.kind, tt.content)
		if a.code != tt.code || a.code >= 400 && a.head.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %.200s", name, a.code, a.head.Get("Content-Type"), a.text)
		}
	}
	for _, from := range []string{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example"} {
		r, err := http.NewRequest("POST", s.URL+contest+"/start", nil)
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(from, ": ")
		r.Header.Set(name, value)
		if a := s.browser(t).do(r); a.code != 403 || a.head.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", from, a.code, a.text)
		}
	}
	if state, _, _ := mustFind(t, s, "open").State(); state != contests.Waiting {
		t.Error("the contest was started:", state)
	}
	var names []string
	filepath.WalkDir(s.dir, func(at string, d os.DirEntry, _ error) error {
		if d.Name() == "bot.py" {
			names = append(names, at)
		}
		return nil
	})
	for _, at := range names {
		if rel, _ := filepath.Rel(s.dir, at); !strings.HasPrefix(rel, "submitted") &&
			!strings.HasPrefix(rel, filepath.Join("contests", "open", "entries")) {
			t.Errorf("a submission is at %s", rel)
		}
	}
}

// FuzzCalls sends bytes to the operations that read some: nothing fails on the site's side.
func FuzzCalls(f *testing.F) {
	dir := f.TempDir()
	o := Options{Dir: dir, Name: "Test", Kinds: all.Find}
	withOpenCup(&o)
	s, err := Open(context.Background(), o)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	ctx := context.Background()
	code, err := s.people.Invite(ctx, people.Invitation{Role: people.Organiser, Uses: 1, Expires: s.options.Now().AddDate(1, 0, 0)})
	if err != nil {
		f.Fatal(err)
	}
	p, err := s.people.Accept(ctx, code, people.Account{Name: "Olga", Password: secret})
	if err != nil {
		f.Fatal(err)
	}
	token, err := s.people.NewToken(ctx, p.ID, "fuzz")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []struct{ path, kind, content string }{
		{apiRoot + "/contests/open/pause", "application/json", `{"why":"x"}`},
		{apiRoot + "/contests/open/bots/1/hook", "application/json", `{"host":"gitea","address":"https://git.example/me/bot"}`},
		{apiRoot + "/invitations", "application/json", `{"role":"jury","uses":2,"days":3}`},
		{apiRoot + "/people/1/role", "application/json", `{"role":"organiser","why":"x"}`},
		{apiRoot + "/contests/open/bots?bot=Ann&file=bot.py", octets, "print(1)"},
		{apiRoot + "/contests/open/addresses", "application/json", `{"bot":"Ann","address":"https://git.example/me/bot","branch":"main"}`},
		{"/c/open/submit", "multipart/form-data; boundary=x",
			"--x\r\nContent-Disposition: form-data; name=\"new\"\r\n\r\nAnn\r\n--x\r\nContent-Disposition: form-data; " +
				"name=\"address\"\r\n\r\ndocker://team/bot\r\n--x--\r\n"},
		{"/c/open/submit", "multipart/form-data; boundary=x",
			"--x\r\nContent-Disposition: form-data; name=\"bot\"\r\n\r\nAnn\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; " +
				"filename=\"a.py\"\r\n\r\nx\r\n--x--\r\n"},
		{"/c/open/pause", "application/x-www-form-urlencoded", "why=x"},
		{"/people/invite", "application/x-www-form-urlencoded", "role=jury&uses=1&days=1"},
	} {
		f.Add(seed.path, seed.kind, []byte(seed.content))
	}
	f.Fuzz(func(t *testing.T, path, kind string, content []byte) {
		if !strings.HasPrefix(path, "/") {
			return
		}
		r, err := http.NewRequest("POST", "http://127.0.0.1"+path, bytes.NewReader(content))
		if err != nil {
			return
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", kind)
		r.RemoteAddr, r.RequestURI = "127.0.0.1:1", path
		w := &memory{head: http.Header{}}
		s.ServeHTTP(w, r)
		if w.code >= 500 {
			t.Errorf("%s with %q of %q is answered with %d: %s", path, content, kind, w.code, w.text.String())
		}
	})
}

// memory keeps an answer.
type memory struct {
	head http.Header
	code int
	text bytes.Buffer
}

func (m *memory) Header() http.Header         { return m.head }
func (m *memory) WriteHeader(code int)        { m.code = code }
func (m *memory) Write(b []byte) (int, error) { return m.text.Write(b) }
