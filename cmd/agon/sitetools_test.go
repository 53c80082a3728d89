package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/lab/tools"
)

// TestSiteTools: the tools for a site ask what they say, with the token, and send no file from outside the folder.
func TestSiteTools(t *testing.T) {
	const api = "/api/v1/contests/cup"
	answers := map[string]string{
		"GET " + api:                       `{"name":"cup","mine":[{"id":7,"name":"Flood"}]}`,
		"GET " + api + "/bots/7/record":    `{"counted":3}`,
		"GET " + api + "/bots/7/games":     `{"games":[{"number":12}]}`,
		"GET " + api + "/bots/7/versions":  `[{"number":1,"state":"good","log":"built"}]`,
		"POST " + api + "/bots":            `{"bot":7,"version":1}`,
		"GET /c/cup/guide":                 `<head><title>x</title></head><main><h1>Rules</h1><p>Go <b>left</b> &amp; right.</p></main><p>end`,
		"GET " + api + "/games/12/turns":   `{"turns":[{"turn":2,"printed":"hello"}]}`,
		"GET " + api + "/games/12/chances": `{"curve":[]}`,
		"GET " + api + "/games/12/replay":  "the game",
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := answers[r.Method+" "+r.URL.Path]
		if !ok || r.Header.Get("Authorization") != "Bearer agon_X" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, text)
	}))
	defer site.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bot.py"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(tokenVariable, "agon_X")
	all, err := siteTools(&world{err: io.Discard}, site.URL+"/c/cup", dir)
	if err != nil {
		t.Fatal(err)
	}
	table := &tools.Keeper{Caller: tools.Table(all), Folder: dir}
	for _, tt := range []struct{ tool, input, want string }{
		{"site_contest", ``, `"name":"cup"`},
		{"site_record", `{"bot":"Flood"}`, `{"counted":3}`},
		{"site_games", `{"bot":"Flood","result":"lost"}`, `{"number":12}`},
		{"site_chances", `{"game":12}`, `{"curve":[]}`},
		{"site_versions", `{"bot":"Flood"}`, `"log":"built"`},
		{"site_games", `{"bot":"Other"}`, `"Other" is no bot of yours here; you have Flood`},
		{"site_guide", ``, "\nRules\n\nGo left & right.\n"},
		{"site_log", `{"game":12,"seat":1}`, `"printed":"hello"`},
		{"site_replay", `{"game":12}`, "The replay is in game-12.agon."},
		{"site_replay", `{"game":13}`, "404"},
		{"site_submit", `{"bot":"bot.py"}`, `"state":"good"`},
		{"site_submit", `{"bot":"../bot.py"}`, "not below the folder"},
	} {
		r, err := table.Call(t.Context(), tt.tool, json.RawMessage(tt.input))
		if err != nil || !strings.Contains(r.Content(), tt.want) {
			t.Errorf("%s %s: %q, %v; want %q", tt.tool, tt.input, r.Content(), err, tt.want)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "game-12.agon")); err != nil || string(text) != "the game" {
		t.Errorf("the replay: %q, %v", text, err)
	}
}
