package site

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/game"
	"agon/games/all"
	"agon/internal/wholefile"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// playNatives plays a match of built-in bots, whatever bots were asked for, since these tests start no processes. The first one prints a
// line.
func playNatives(_ context.Context, g matches.Game) (*matches.Result, bool, error) {
	n, err := deal(g, 0)
	if err != nil {
		return nil, false, err
	}
	n.play(math.MaxInt)
	return n.end(g)
}

// natives are a match of built-in bots.
type natives struct {
	kind  *game.Kind
	table *game.Table
	rep   *replay.Replay
}

// deal deals a match to bots of which the kind has several.
func deal(g matches.Game, bot int) (*natives, error) {
	f, err := config.Read(g.File)
	if err != nil {
		return nil, err
	}
	n := &natives{rep: &replay.Replay{}}
	if n.kind, err = all.Find(f.Kind); err != nil {
		return nil, err
	}
	settings, err := n.kind.Settings(f.Options)
	if err != nil {
		return nil, err
	}
	if n.table, err = n.kind.Table(settings); err != nil {
		return nil, err
	}
	if err := n.table.Deal(g.Seed, len(g.Refs)); err != nil {
		return nil, err
	}
	for seat, ref := range g.Refs {
		native, err := n.kind.Builtin(n.kind.Builtins[bot].Name, nil)
		if err != nil {
			return nil, err
		}
		n.table.Sit(game.Seat(seat), native)
		name, _, _ := strings.Cut(ref, "=")
		n.rep.Seats = append(n.rep.Seats, replay.Seat{Name: name, Slot: seat})
	}
	return n, nil
}

// play plays up to a turn.
func (n *natives) play(turns int) {
	for !n.table.Over() && n.table.Turns() < turns {
		owes := n.table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			n.table.Think(seat, &game.Reply{})
		}
		n.table.Step()
	}
}

// write writes the game so far.
func (n *natives) write(path string) error {
	n.rep.Record = n.table.Made()
	return wholefile.WriteBytes(path, replay.Encode(n.rep, n.kind.Timed))
}

// end returns the end of a match.
func (n *natives) end(g matches.Game) (*matches.Result, bool, error) {
	result := &matches.Result{Rounds: n.table.Rounds()}
	for seat := range g.Refs {
		o := n.table.Outcome(game.Seat(seat))
		result.Seats = append(result.Seats, matches.SeatResult{Place: o.Place, Score: o.Score})
	}
	return result, true, errors.Join(n.write(filepath.Join(g.Dir, matches.ReplayName)),
		os.WriteFile(g.LogName(0), gamelog.Append(nil, gamelog.Record{Turn: 1, Kind: gamelog.Output, Text: "I begin\n"}), 0o600),
		os.WriteFile(g.LogName(1), gamelog.Append(nil, gamelog.Record{Turn: 1, Kind: gamelog.Output, Text: "I answer\n"}), 0o600))
}

// submitted makes a bot of the person that passed its check in the contest open.
func (s *served) submitted(t *testing.T, owner, bot string) int64 {
	t.Helper()
	p, err := s.site.people.Named(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	_, v, err := s.site.submissions.submitBot(t.Context(), p,
		entries.Submission{Contest: "open", Bot: bot, File: "bot.py", Content: strings.NewReader("print(1)")}, "")
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := s.site.entries.Bot(t.Context(), "open", v.Bot)
		if err != nil {
			t.Fatal(err)
		}
		if b.Active != 0 {
			return v.Bot
		}
		if t.Context().Err() != nil {
			t.Fatal("the check never ends")
		}
	}
}

// A participant asks for a match, watches it, reads the output of the own bot, and shares it; nobody else sees any of this before.
func TestMatches(t *testing.T) {
	s := serve(t, withOpenCup)
	paul, vera, anybody := s.as(t, people.Participant), s.as(t, people.Organiser), s.as(t, people.Anybody)
	mine, theirs := s.submitted(t, "The participant", "Quiet Flood"), s.submitted(t, "The organiser", "Loud Flood")

	paul.shows("the contest's page", "/c/open", `href="/c/open/matches"`)
	paul.shows("the page of the own bot", fmt.Sprintf("/c/open/bots/%d", mine), fmt.Sprintf(`href="/c/open/matches?seat=%d"`, mine),
		fmt.Sprintf(`href="/c/open/matches?seat=%d.1"`, mine))
	paul.shows("the page of another's bot", fmt.Sprintf("/c/open/bots/%d", theirs),
		fmt.Sprintf(`href="/c/open/matches?seat=&amp;seat=%d"`, theirs), "Play against it")
	paul.shows("the form", fmt.Sprintf("/c/open/matches?seat=&seat=%d", theirs),
		fmt.Sprintf(`<option value="%d" selected>Loud Flood`, theirs),
		fmt.Sprintf(`<option value="%d" selected>Quiet Flood, which plays`, mine), `<option value="=one">one`)
	if a := anybody.get("/c/open"); strings.Contains(a.text, "/matches") {
		t.Error("who is not signed in is offered a match")
	}
	for _, wrong := range []struct{ name, one, two, number, says string }{
		{"another's version", fmt.Sprint(mine), fmt.Sprintf("%d.1", theirs), "", "Seat 2: there is no such bot"},
		{"no own bot", fmt.Sprint(theirs), "=one", "", "One of the bots must be yours."},
		{"an empty seat", fmt.Sprint(mine), "", "", "is played by 2"},
		{"no number", fmt.Sprint(mine), "=one", "seven", "The map is a number"},
		{"a negative number", fmt.Sprint(mine), "=one", "-7", "The map is a number"},
	} {
		a := paul.post("/c/open/matches", "seat", wrong.one, "map", wrong.number)
		if wrong.two != "" {
			a = paul.postForm("/c/open/matches", map[string][]string{"seat": {wrong.one, wrong.two}, "map": {wrong.number}})
		}
		if a.code != 422 || !strings.Contains(a.text, wrong.says) {
			t.Errorf("%s: %d %s", wrong.name, a.code, a.text)
		}
	}
	a := paul.postForm("/c/open/matches", map[string][]string{"seat": {fmt.Sprint(mine), fmt.Sprint(theirs)}, "map": {"7"}})
	if a.code != 303 || a.to != "/c/open/matches/1" {
		t.Fatal(a.code, a.to, a.text)
	}
	paul.until(a.to, ">played<")
	paul.shows("the match", a.to, "Quiet Flood v1", "Loud Flood", fmt.Sprintf("seed %d", matches.Seed(7)), `href="/c/open/matches/1/game/"`)
	paul.shows("its game", a.to+"/game/", `assets/logged.js`, "Match 1")
	paul.shows("the output of the own bot", a.to+"/game/log?seat=0&turn=1", "I begin", `"sent":"`)
	if got := paul.get(a.to + "/game/log?seat=1&turn=1"); got.code != 200 || strings.Contains(got.text, "I answer") ||
		strings.Contains(got.text, `"sent":"`) {
		t.Errorf("the output of another's bot: %d %s", got.code, got.text)
	}
	paul.shows("the rows of the own bot", a.to+"/game/log/turns?seat=0&turn=-1", "I begin", `"answer":"`)
	if got := paul.get(a.to + "/game/log/turns?seat=1&turn=-1"); got.code != 200 || strings.Contains(got.text, "I answer") ||
		strings.Contains(got.text, "answer") {
		t.Errorf("the rows of another's bot: %d %s", got.code, got.text)
	}
	for _, path := range []string{a.to, a.to + "/game/", a.to + "/game/log?seat=0&turn=1", a.to + "/game/log/turns?seat=0&turn=-1",
		a.to + "/game/stream"} {
		if got := vera.get(path); got.code != 404 {
			t.Errorf("an organiser gets %s: %d", path, got.code)
		}
	}
	if got := vera.post(a.to + "/share"); got.code != 404 {
		t.Error("somebody else shares it:", got.code)
	}
	if got := paul.post(a.to + "/share"); got.code != 303 {
		t.Fatal(got.code, got.text)
	}
	_, link, _ := strings.Cut(paul.get(a.to).text, s.URL+"/match/")
	link, _, _ = strings.Cut(link, "<")
	anybody.shows("the shared match", "/match/"+link, "Loud Flood", "/match/"+link+"/game/")
	if text := anybody.get("/match/" + link).text; strings.Contains(text, "/share") {
		t.Error("somebody else is offered to share it")
	}
	anybody.shows("the shared game", "/match/"+link+"/game/", "assets/watch.js")
	for _, path := range []string{"log?seat=0&turn=1", "log/turns?seat=0&turn=-1"} {
		for name, b := range map[string]*browser{"anybody": anybody, "the asker": paul} {
			if got := b.get("/match/" + link + "/game/" + path); got.code != 404 {
				t.Errorf("the shared game has output for %s: %d %s", name, got.code, got.text)
			}
		}
	}
	if text := anybody.get("/match/" + link + "/game/").text; !strings.Contains(text, `href="/sign-in"`) ||
		strings.Contains(text, "The participant</a>") || strings.Contains(text, "data-seats") {
		t.Error("who is not signed in has another header, or a panel")
	}
	if got := paul.post(a.to + "/unshare"); got.code != 303 {
		t.Fatal(got.code, got.text)
	}
	if got := anybody.get("/match/" + link + "/game/"); got.code != 404 {
		t.Error("it is seen after the end of sharing:", got.code)
	}
	// After the end of the contest a withdrawn bot's version is practised with.
	for _, b := range []struct {
		who *browser
		bot int64
	}{{paul, mine}, {vera, theirs}} {
		if got := b.who.post(fmt.Sprintf("/c/open/bots/%d/withdraw", b.bot)); got.code != 303 {
			t.Fatal(got.code, got.text)
		}
	}
	if got := vera.post("/c/open/start"); got.code != 303 {
		t.Fatal(got.code, got.text)
	}
	paul.until("/c/open", "finished")
	a = paul.postForm("/c/open/matches", map[string][]string{"seat": {fmt.Sprintf("%d.1", mine), "=two"}})
	if a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	paul.until(a.to, ">played<")
}

// A site without matches has none of their pages.
func TestNoMatches(t *testing.T) {
	s := serve(t, nil)
	paul := s.as(t, people.Participant)
	if a := paul.get("/c/cup"); strings.Contains(a.text, "/matches") {
		t.Error("the page offers a match")
	}
	for _, path := range []string{"/c/cup/matches", "/c/cup/matches/1", "/match/x"} {
		if a := paul.get(path); a.code != 404 {
			t.Errorf("%s: %d", path, a.code)
		}
	}
	if a := paul.post("/c/cup/matches", "seat", "=one"); a.code != 404 {
		t.Error(a.code)
	}
}

// postForm posts a form whose fields may have several values.
func (b *browser) postForm(path string, form url.Values) answer {
	b.t.Helper()
	r, err := http.NewRequest("POST", b.at+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", b.at)
	return b.do(r)
}

// shows checks that a page, which is there, has some parts.
func (b *browser) shows(where, path string, parts ...string) {
	b.t.Helper()
	a := b.get(path)
	if a.code != http.StatusOK {
		b.t.Errorf("%s: %d", where, a.code)
	}
	b.says(where, a.text, parts...)
}
