package client

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/site/wire"
)

func TestParse(t *testing.T) {
	for address, want := range map[string]Contest{
		"https://agon.example/c/cup":            {Base: "https://agon.example", Name: "cup"},
		"http://localhost:8080/c/cup-2/":        {Base: "http://localhost:8080", Name: "cup-2"},
		"https://agon.example/c/cup?x=1#submit": {Base: "https://agon.example", Name: "cup"},
		"https://agon.example/":                 {},
		"https://agon.example/c/Cup":            {},
		"https://agon.example/c/cup/bots/1":     {},
		"https://me:secret@agon.example/c/cup":  {},
		"agon.example/c/cup":                    {},
		"ftp://agon.example/c/cup":              {},
		"https:///c/cup":                        {},
	} {
		c, err := Parse(address)
		if (err == nil) != (want.Name != "") || err == nil && *c != want {
			t.Errorf("%s: %+v, %v", address, c, err)
		}
	}
}

func TestExposed(t *testing.T) {
	for base, want := range map[string]bool{
		"https://agon.example": false, "http://agon.example": true, "http://192.0.2.1": true, "http://localhost:80": false,
		"http://127.0.0.1:80": false, "http://[::1]": false,
	} {
		if got := (&Contest{Base: base}).Exposed(); got != want {
			t.Errorf("%s: exposed %v", base, got)
		}
	}
}

// site serves answers, and returns a client of its contest cup. The answers come one after the other; the last one stays.
func site(t *testing.T, answers ...http.HandlerFunc) *Contest {
	t.Helper()
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer agon_TOKEN" {
			t.Errorf("the token is %q", r.Header.Get("Authorization"))
		}
		answers[min(asked, len(answers)-1)](w, r)
		asked++
	}))
	t.Cleanup(s.Close)
	return &Contest{Base: s.URL, Name: "cup", Token: "agon_TOKEN"}
}

func says(code int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		io.WriteString(w, text)
	}
}

// expects answers a request that has a line, a type and a body.
func expects(t *testing.T, line, kind, content, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		got, err := io.ReadAll(r.Body)
		if err != nil || r.Method+" "+r.URL.String() != line || r.Header.Get("Content-Type") != kind || string(got) != content {
			t.Errorf("%s %s of %q: %q, %v", r.Method, r.URL, r.Header.Get("Content-Type"), got, err)
		}
		io.WriteString(w, text)
	}
}

func TestSubmit(t *testing.T) {
	const root, answer = "POST /api/v1/contests/cup", `{"bot":7,"version":2,"page":"/c/cup/bots/7"}`
	c := site(t, expects(t, root+"/bots?bot=Quiet+Flood&file=bot.py", "application/octet-stream", "print(1)", answer))
	if s, err := c.Submit(t.Context(), "Quiet Flood", "bot.py", []byte("print(1)")); err != nil || s.Bot != 7 || s.Version != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	c = site(t, expects(t, root+"/bots?bot=x1&file=bot.py", "application/octet-stream", "", answer))
	if _, err := c.Submit(t.Context(), "x1", "bot.py", nil); err != nil {
		t.Errorf("an empty file: %v", err)
	}
	c = site(t, expects(t, root+"/addresses", "application/json", `{"bot":"x1","address":"https://git.example/me/bot"}`, answer))
	if s, err := c.SubmitAddress(t.Context(), wire.Address{Bot: "x1", Address: "https://git.example/me/bot"}); err != nil || s.Bot != 7 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		want   string
		code   int // 0: no refusal
	}{
		"a problem": {says(422, `{"detail":"validation failed","errors":[{"message":"too long"}]}`), "validation failed; too long",
			422},
		"no problem":   {says(502, "<html>"), "it answers with 502 Bad Gateway", 502},
		"another site": {says(200, "<html>"), "something else than an agon site", 502},
		"it leads elsewhere": {http.RedirectHandler("https://evil.example/", http.StatusTemporaryRedirect).ServeHTTP,
			"the site redirects to https://evil.example/", 0},
	} {
		_, err := site(t, tt.answer).Submit(t.Context(), "x1", "bot.py", nil)
		var refused *Refusal
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.As(err, &refused) != (tt.code != 0) || tt.code != 0 &&
			refused.Code != tt.code {
			t.Errorf("%s: %v", name, err)
		}
		if refused != nil && refused.Mine() != (refused.Code < 500) {
			t.Errorf("%s: mine %v", name, refused.Mine())
		}
	}
}

func TestFollow(t *testing.T) {
	var log bytes.Buffer
	c := site(t, says(200, `[{"number":3,"state":"checking","log":"other"},{"number":2,"state":"good","log":"it plays\n"}]`))
	if v, err := c.Follow(t.Context(), &wire.Submitted{Bot: 7, Version: 2}, &log); err != nil || v.State != "good" ||
		log.String() != "it plays\n" {
		t.Errorf("%+v, %v, %q", v, err, log.String())
	}
	if _, err := site(t, says(404, "")).Follow(t.Context(), &wire.Submitted{}, &log); err == nil {
		t.Error("a bot that is gone has a verdict")
	}
}

func TestSessions(t *testing.T) {
	const root = "/api/v1/contests/cup/sessions"
	c := site(t, expects(t, "POST "+root, "application/json", `{"bot":"two","game":{"kind":"tron"}}`, `{"id":"S"}`),
		expects(t, "POST "+root+"/S/moves", "application/json", `{"ask":true}`, `{"fault":"late"}`),
		expects(t, "DELETE "+root+"/S", "", "", ""), says(404, ""), says(500, ""))
	id, err := c.OpenSession(t.Context(), "two", []byte(`{"kind":"tron"}`))
	if err != nil || id != "S" {
		t.Fatal(id, err)
	}
	var a struct{ Fault string }
	if err := c.SessionMove(t.Context(), id, []byte(`{"ask":true}`), &a); err != nil || a.Fault != "late" {
		t.Errorf("%+v, %v", a, err)
	}
	for i, fails := range []bool{false, false, true} {
		if err := c.CloseSession(t.Context(), id); (err != nil) != fails {
			t.Errorf("close %d: %v", i, err)
		}
	}
}

func TestPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "flood")
	for name, text := range map[string]string{"bot.py": "print(1)", "lib/a.py": "x = 1", ".git/HEAD": "ref", "__pycache__/a.pyc": "x"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755),
			os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	name, stem, content, err := Pack(dir)
	if err != nil || name != "flood.tar.gz" || stem != "flood" {
		t.Fatal(name, stem, err)
	}
	if _, _, again, err := Pack(dir); err != nil || !bytes.Equal(again, content) {
		t.Errorf("packed again it differs: %v", err)
	}
	packed, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for r := tar.NewReader(packed); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
	}
	if got := strings.Join(names, " "); got != "bot.py lib/a.py" {
		t.Errorf("it has %q", got)
	}
	if name, stem, content, err = Pack(filepath.Join(dir, "bot.py")); err != nil || name != "bot.py" || stem != "bot" ||
		string(content) != "print(1)" {
		t.Error(name, stem, string(content), err)
	}
	if err := os.Symlink("bot.py", filepath.Join(dir, "link.py")); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := Pack(dir); err == nil || !strings.Contains(err.Error(), "neither a file nor a folder") {
		t.Errorf("a link: %v", err)
	}
}

// TestParts: lists are read part by part, as far as they are wanted.
func TestParts(t *testing.T) {
	const get = "GET /api/v1/contests/cup"
	c := site(t, expects(t, get+"/bots/7/games?result=lost", "", "", `{"games":[{"number":9}],"next":9}`),
		expects(t, get+"/bots/7/games?after=9&result=lost", "", "", `{"games":[{"number":3}]}`),
		expects(t, get+"/bots/7/games?", "", "", `{"games":[{"number":9}],"next":9}`),
		expects(t, get+"/games/9/replay", "", "", "bytes"), expects(t, get, "", "", `{"mine":[{"id":7}]}`))
	for _, x := range []struct {
		query url.Values
		most  int
		want  string
	}{{url.Values{"result": {"lost"}}, 9, `{"games":[{"number":9}],"next":9}{"games":[{"number":3}]}`},
		{url.Values{}, 1, `{"games":[{"number":9}],"next":9}`}} {
		got := ""
		if err := c.Parts(t.Context(), "/bots/7/games", x.query, "after", func(part json.RawMessage) (bool, error) {
			got += string(part)
			x.most--
			return x.most > 0, nil
		}); err != nil || got != x.want {
			t.Errorf("%s %v, want %s", got, err, x.want)
		}
	}
	if replay, err := c.Replay(t.Context(), 9); err != nil || string(replay) != "bytes" {
		t.Errorf("%q %v", replay, err)
	}
	if mine, err := c.Mine(t.Context()); err != nil || len(mine) != 1 {
		t.Errorf("%+v %v", mine, err)
	}
}
