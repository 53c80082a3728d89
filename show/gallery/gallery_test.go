package gallery

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestWhatHangs(t *testing.T) {
	dir := hang(t, "Tide", "Heart", "Heart", "Moth")
	show, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := show.Names(); !slices.Equal(got, []string{"Heart", "Moth", "Tide"}) {
		t.Errorf("there hang %q", got)
	}
	if p := show.Exhibits[0].Pictures; len(p) != 2 || p[0].Label != "against Tide, 23 : 28" || p[1].Label != "against Moth, 28 : 23" {
		t.Errorf("the pictures of Heart are %+v", p)
	}
}

func TestLooseGIFsHangByTheirNames(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "heart.gif"), picture(t, 1))
	write(t, filepath.Join(dir, "not.gif"), []byte("<script>alert(1)</script>"))
	write(t, filepath.Join(dir, "notes.txt"), nil)
	show, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := show.Names(); !slices.Equal(got, []string{"heart"}) {
		t.Errorf("there hang %q", got)
	}
}

func TestWhatDoesNotHang(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.gif")
	write(t, outside, picture(t, 1))
	for _, tt := range []struct {
		name string
		make func(dir string)
		want string
	}{
		{"an empty folder", func(string) {}, "no art found"},
		{"a link that leads out", func(dir string) { os.Symlink(outside, filepath.Join(dir, "a.gif")) }, "no art found"},
		{"results that are none", func(dir string) { write(t, filepath.Join(dir, "results.json"), []byte("{")) },
			"results.json: not a result of a game"},
		{"a file that is too large", func(dir string) {
			write(t, filepath.Join(dir, "a.gif"), picture(t, 1))
			os.Truncate(filepath.Join(dir, "a.gif"), maxGIF+1)
		}, "no art found"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.make(dir)
			if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
}

func TestCodes(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty lines and remarks are left out", "# cards\n\nabc-def\n", "ABCDEF"},
		{"too short", "abc\n", "line 1"},
		{"twice, however it is written", "ABC-DEF\nabcdef\n", "line 2: the same code stands on line 1"},
		{"none", "#\n", "it has no codes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			codes, err := Codes([]byte(tt.text))
			if got := fmt.Sprint(strings.Join(codes, ","), err); !strings.Contains(got, tt.want) {
				t.Errorf("it says %s, want %s", got, tt.want)
			}
		})
	}
	fresh, err := Codes([]byte(strings.Join(NewCodes(1000), "\n")))
	if err != nil || len(fresh) != 1000 {
		t.Errorf("of 1000 new codes %d can be used: %v", len(fresh), err)
	}
}

func TestEachCodeHasOneBallot(t *testing.T) {
	dir := hang(t, "A", "B")
	g := open(t, dir, filepath.Join(dir, "box"), Approval, "AAAAAA", "BBBBBB")
	for _, tt := range []struct {
		name, code string
		ballot     Ballot
		want       error
	}{
		{"an unknown code", "CCCCCC", Ballot{Likes: []int{0}}, ErrUnknown},
		{"an empty ballot uses no code up", "AAAAAA", Ballot{}, ErrEmpty},
		{"the first ballot", "aaa-aaa", Ballot{Likes: []int{1}}, nil},
		{"the second ballot", "AAAAAA", Ballot{Likes: []int{0}}, ErrVoted},
	} {
		if err := g.Box.Cast(tt.code, tt.ballot); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if err := g.Box.End(); err != nil {
		t.Fatal(err)
	}
	if err := g.Box.Cast("BBBBBB", Ballot{Likes: []int{0}}); err != ErrClosed {
		t.Errorf("a ballot after the closing: %v", err)
	}
}

// Of many concurrent ballots with the same code, one counts.
func TestOneBallotAmongMany(t *testing.T) {
	dir := hang(t, "A", "B")
	g := open(t, dir, filepath.Join(dir, "box"), Approval, "AAAAAA")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { g.Box.Cast("AAAAAA", Ballot{Likes: []int{0}}) })
	}
	all.Wait()
	if lines := g.Box.Tally(); lines[0].Votes != 1 {
		t.Errorf("%d ballots of one code count", lines[0].Votes)
	}
}

// A reopened box has every confirmed ballot, without an incomplete line.
func TestABoxSurvives(t *testing.T) {
	dir := hang(t, "A", "B", "C", "D")
	file := filepath.Join(t.TempDir(), "box")
	names := []string{"A", "B", "C", "D"}
	codes := []string{"AAAAAA", "BBBBBB", "CCCCCC"}
	first, err := OpenBox(file, Ranked, names, codes)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Cast("AAAAAA", Ballot{Ranks: []int{1, 2, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenBox(file, Ranked, names, codes); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("it is opened twice: %v", err)
	}
	key := first.Key()
	first.Close()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "AAAAAA") {
		t.Error("the file contains a voter's code")
	}
	write(t, file, append(text, `{"voter":"half a li`...))

	g := open(t, dir, file, Ranked, append(codes, "DDDDDD")...)
	if voted, voters := g.Box.Turnout(); voted != 1 || voters != 4 || g.Box.Key() != key {
		t.Errorf("%d of %d have voted", voted, voters)
	}
	if err := g.Box.Cast("AAAAAA", Ballot{Ranks: []int{1, 0, 0, 0}}); err != ErrVoted {
		t.Errorf("a voter can vote again: %v", err)
	}
	if err := g.Box.Cast("DDDDDD", Ballot{Ranks: []int{1, 1, 0, 0}}); err != nil {
		t.Errorf("a later voter cannot vote: %v", err)
	}
}

func TestABoxOfAnotherVoteIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "box")
	b, err := OpenBox(file, Approval, []string{"A", "B"}, []string{"AAAAAA"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Cast("AAAAAA", Ballot{Likes: []int{0}}); err != nil {
		t.Fatal(err)
	}
	b.Close()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for _, tt := range []struct {
		name   string
		text   string
		method Method
		names  []string
		codes  []string
		want   string
	}{
		{"another method", string(text), Ranked, []string{"A", "B"}, []string{"AAAAAA"}, "started as approval"},
		{"other exhibits", string(text), Approval, []string{"A", "C"}, []string{"AAAAAA"}, "other exhibits"},
		{"a code that is gone", string(text), Approval, []string{"A", "B"}, []string{"BBBBBB"},
			"line 2: a ballot's code is not in the list"},
		{"a ballot twice", string(text) + lines[1], Approval, []string{"A", "B"}, []string{"AAAAAA"},
			"line 3: the ballot file is damaged: a second ballot"},
		{"damage", lines[0] + "x\n", Approval, []string{"A", "B"}, []string{"AAAAAA"}, "line 2: the ballot file is damaged"},
		{"something else", "hello\n", Approval, []string{"A", "B"}, []string{"AAAAAA"}, "not a ballot file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "box")
			write(t, file, []byte(tt.text))
			if _, err := OpenBox(file, tt.method, tt.names, tt.codes); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
}

func TestTally(t *testing.T) {
	likes := func(lists ...[]int) (b []Ballot) {
		for _, l := range lists {
			b = append(b, Ballot{Likes: l})
		}
		return b
	}
	ranks := func(times int, list ...int) (b []Ballot) {
		for range times {
			b = append(b, Ballot{Ranks: list})
		}
		return b
	}
	for _, tt := range []struct {
		name    string
		method  Method
		n       int
		ballots []Ballot
		want    string // exhibit at place, = for tied
	}{
		{"nobody has voted: all are tied", Approval, 3, nil, "0@1= 1@1= 2@1="},
		{"the most votes", Approval, 3, likes([]int{0, 2}, []int{2}), "2@1 0@2 1@3"},
		{"equal votes share a place", Approval, 4, likes([]int{1, 3}, []int{3, 1}, []int{0}), "1@1= 3@1= 0@3 2@4"},
		{"who wins every comparison is first", Ranked, 3, slices.Concat(ranks(4, 1, 2, 3), ranks(3, 3, 1, 2), ranks(2, 3, 2, 1)),
			"1@1 2@2 0@3"},
		{"unranked stands behind", Ranked, 3, ranks(1, 0, 1, 0), "1@1 0@2= 2@2="},
		{"shared places are no preference", Ranked, 2, slices.Concat(ranks(1, 1, 1), ranks(1, 2, 1)), "1@1 0@2"},
		{"an even split is a tie", Ranked, 2, slices.Concat(ranks(1, 1, 2), ranks(1, 2, 1)), "0@1= 1@1="},
		// The example that is printed with the method: 45 voters on A to E, who come out as E, A, C, B, D.
		{"a circle gives way at its weakest", Ranked, 5, slices.Concat(
			ranks(5, 1, 3, 2, 5, 4), ranks(5, 1, 5, 4, 2, 3), ranks(8, 4, 1, 5, 3, 2), ranks(3, 2, 3, 1, 5, 4),
			ranks(7, 2, 4, 1, 5, 3), ranks(2, 3, 2, 1, 4, 5), ranks(7, 5, 4, 2, 1, 3), ranks(8, 3, 2, 5, 4, 1)), "4@1 0@2 2@3 1@4 3@5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range Tally(tt.method, tt.n, tt.ballots) {
				text := fmt.Sprintf("%d@%d", l.Exhibit, l.Place)
				if l.Tied {
					text += "="
				}
				got = append(got, text)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("the tally is %s, want %s", strings.Join(got, " "), tt.want)
			}
		})
	}
}

// TestRanking compares ranked tallies of random elections with the definition of the method: it tries all chains.
func TestRanking(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	const n = 5
	partial := 0
	for range 400 {
		var ballots []Ballot
		for range 4 + chance.IntN(12) {
			b := Ballot{Ranks: make([]int, n)}
			for i := range b.Ranks {
				b.Ranks[i] = chance.IntN(n + 1)
			}
			ballots = append(ballots, b)
		}
		major := majorities(n, ballots)
		var chain func(at, to int, seen [n]bool) int
		chain = func(at, to int, seen [n]bool) int {
			if at == to {
				return len(ballots)
			}
			seen[at] = true
			best := 0
			for next := range n {
				if !seen[next] {
					best = max(best, min(major[at][next], chain(next, to, seen)))
				}
			}
			return best
		}
		beats := func(a, b int) bool { return chain(a, b, [n]bool{}) > chain(b, a, [n]bool{}) }
		lines := Tally(Ranked, n, ballots)
		for i, l := range lines {
			beaten, byNext := false, false
			for j, other := range lines {
				if !beats(other.Exhibit, l.Exhibit) {
					continue
				}
				beaten = true
				if other.Place >= l.Place {
					t.Errorf("%v: %d beats %d and has not the better place", ballots, other.Exhibit, l.Exhibit)
				}
				better := i - 1
				for better >= 0 && lines[better].Place == l.Place {
					better--
				}
				byNext = byNext || better >= 0 && lines[j].Place == lines[better].Place
			}
			if beaten != (l.Place > 1) || beaten && !byNext {
				t.Errorf("%v: %d has place %d; beaten: %v, by one of the next better place: %v", ballots, l.Exhibit, l.Place, beaten,
					byNext)
			}
			if i > 0 && lines[i-1].Place == l.Place && lines[i-1].Votes != l.Votes {
				partial++
			}
		}
	}
	if partial == 0 {
		t.Error("in no election do exhibits with unequal numbers of victories share a place, so this test proves nothing")
	}
}

func TestVotingOverHTTP(t *testing.T) {
	dir := hang(t, "A", "B", "C", "D")
	g := open(t, dir, filepath.Join(t.TempDir(), "box"), Approval, "AAAAAA", "BBBBBB", "CCCCCC")
	closed := 0
	g.Note = func() { closed++ }
	at := serve(t, g)
	key := url.Values{"key": {g.Box.Key()}}
	chief := newBrowser(t)
	for _, tt := range []struct {
		name string
		do   func() answer
		code int
		want string
	}{
		{"the page", func() answer { return get(t, at+"/") }, 200, `name="like" value="3"`},
		{"its sheet", func() answer { return get(t, at+"/gallery.css") }, 200, "--surface"},
		{"a picture", func() answer { return get(t, at+"/art/0/0.gif") }, 200, "GIF89a"},
		{"no such picture", func() answer { return get(t, at+"/art/0/7.gif") }, 404, ""},
		{"no such exhibit", func() answer { return get(t, at+"/art/-1/0.gif") }, 404, ""},
		{"nothing else of the folder", func() answer { return get(t, at+"/game-0001/results.json") }, 404, ""},
		{"nor beside it", func() answer { return get(t, at+"/art/..%2f..%2fetc/passwd") }, 404, ""},
		{"a ballot", func() answer { return post(t, at+"/ballot", url.Values{"code": {"aaa aaa"}, "like": {"3", "1", "1"}}) }, 200,
			"Your ballot counts"},
		{"the same again", func() answer { return post(t, at+"/ballot", url.Values{"code": {"AAAAAA"}, "like": {"0"}}) }, 409,
			"has not been counted"},
		{"an unknown code keeps what was chosen",
			func() answer { return post(t, at+"/ballot", url.Values{"code": {"ZZZZZZ"}, "like": {"2"}}) }, 403, `value="2" checked`},
		{"nothing chosen", func() answer { return post(t, at+"/ballot", url.Values{"code": {"BBBBBB"}}) }, 400, "The ballot is empty"},
		{"an exhibit that is none", func() answer { return post(t, at+"/ballot", url.Values{"code": {"BBBBBB"}, "like": {"9"}}) }, 400,
			"unknown exhibit"},
		{"a ballot by GET", func() answer { return get(t, at+"/ballot?code=BBBBBB&like=1") }, 405, ""},
		{"a ballot as large as a house", func() answer { return post(t, at+"/ballot", url.Values{"code": {strings.Repeat("x", 1<<20)}}) },
			413, ""},
		{"how it stands is a secret", func() answer { return get(t, at+"/tally") }, 403, ""},
		{"the organiser's page asks for the key", func() answer { return get(t, at+"/organiser") }, 200, `name="key"`},
		{"a key in an address opens nothing", func() answer { return get(t, at+"/organiser?"+key.Encode()) }, 200, `name="key"`},
		{"a wrong key opens nothing", func() answer { return post(t, at+"/organiser", url.Values{"key": {"guess"}}) }, 403,
			"not the organiser"},
		{"so does closing", func() answer { return post(t, at+"/close", nil) }, 403, ""},
		{"closing needs more than the key", func() answer { return post(t, at+"/close", key) }, 403, ""},
		{"with the key the organiser sees", func() answer { return chief.post(t, at+"/organiser", key) }, 200,
			"B and D are tied for the first place."},
		{"and closes", func() answer { return chief.post(t, at+"/close", nil) }, 200, "The tally"},
		{"closing twice changes nothing", func() answer { return chief.post(t, at+"/close", nil) }, 200, "The tally"},
		{"a ballot that comes too late", func() answer { return post(t, at+"/ballot", url.Values{"code": {"BBBBBB"}, "like": {"1"}}) }, 409,
			"The vote is closed"},
		{"now everybody sees", func() answer { return get(t, at+"/tally") }, 200, `<span class="muted">tied</span>`},
	} {
		got := tt.do()
		if got.code != tt.code || !strings.Contains(got.text, tt.want) {
			t.Errorf("%s: %d, want %d with %q in\n%.600s", tt.name, got.code, tt.code, tt.want, got.text)
		}
		if p := got.head.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'none'") || strings.Contains(p, "unsafe") ||
			strings.Contains(p, "script-src") {
			t.Errorf("%s: the policy is %q", tt.name, p)
		}
		if got.head.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: its type may be guessed", tt.name)
		}
	}
	if closed != 1 {
		t.Errorf("the closing was told %d times", closed)
	}
}

// Codes cannot be guessed by trying, and attempts do not lock out voters with the same address.
func TestCodesCannotBeTriedThrough(t *testing.T) {
	g := guesses{pause: time.Nanosecond}
	ctx := context.Background()
	for range mostWrong {
		if s, _ := g.queue("hall"); s != nil {
			t.Fatal("the first wrong codes have to wait")
		}
		g.count("hall")
	}
	if !g.wait(ctx, "hall") || !g.wait(ctx, "elsewhere") {
		t.Error("a ballot is refused though nobody waits")
	}
	suspect, _ := g.queue("hall")
	<-suspect.turn // somebody is being answered
	var answered sync.WaitGroup
	for range mostWaiting - 1 {
		answered.Go(func() {
			if !g.wait(ctx, "hall") {
				t.Error("a ballot that waits for its turn is refused")
			}
		})
	}
	for waiting := 0; waiting < mostWaiting; runtime.Gosched() {
		g.mu.Lock()
		waiting = suspect.waiting
		g.mu.Unlock()
	}
	if g.wait(ctx, "hall") {
		t.Error("any number may wait")
	}
	suspect.turn <- struct{}{}
	answered.Wait()
}

func TestAVoterAmongGuessersVotes(t *testing.T) {
	dir := hang(t, "A", "B")
	g := open(t, dir, filepath.Join(t.TempDir(), "box"), Approval, "AAAAAA")
	at := serve(t, g)
	for i := range mostWrong + 3 {
		if got := post(t, at+"/ballot", url.Values{"code": {fmt.Sprintf("GUESS%d", i)}, "like": {"0"}}); got.code != http.StatusForbidden {
			t.Errorf("wrong code %d gets %d", i, got.code)
		}
	}
	if got := post(t, at+"/ballot", url.Values{"code": {"AAAAAA"}, "like": {"0"}}); got.code != http.StatusOK {
		t.Errorf("a valid code behind many wrong ones of its address gets %d", got.code)
	}
}

// Pages of other sites can neither vote with a voter's browser nor close the vote with the organiser's.
func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	g := open(t, hang(t, "A", "B"), filepath.Join(t.TempDir(), "box"), Approval, "AAAAAA")
	at := serve(t, g)
	chief := newBrowser(t)
	chief.post(t, at+"/organiser", url.Values{"key": {g.Box.Key()}})
	for _, path := range []string{"/ballot", "/close", "/organiser"} {
		for name, value := range map[string]string{"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"} {
			r, err := http.NewRequest("POST", at+path, strings.NewReader(url.Values{"code": {"AAAAAA"}, "like": {"0"}}.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set(name, value)
			response, err := chief.Do(r)
			if got := take(t, response, err); got.code != http.StatusForbidden {
				t.Errorf("%s with %s: %s gets %d", path, name, value, got.code)
			}
		}
	}
	if voted, _ := g.Box.Turnout(); voted != 0 || g.Box.Closed() {
		t.Error("a form of another site has changed the vote")
	}
}

func TestOtherHostsAreNotAnswered(t *testing.T) {
	g := open(t, hang(t, "A", "B"), filepath.Join(t.TempDir(), "box"), Approval, "AAAAAA")
	at := serve(t, g)
	r, err := http.NewRequest("GET", at+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	response, err := http.DefaultClient.Do(r)
	if got := take(t, response, err); got.code != http.StatusForbidden {
		t.Errorf("a page from elsewhere gets %d", got.code)
	}
}

// Names come from bots, and titles and codes from people; none of them becomes markup.
func TestNothingIsMarkup(t *testing.T) {
	evil := "<script>alert(1)</script>"
	dir := hang(t, evil, "\x1b[2J\"><img src=x onerror=alert(1)>")
	g := open(t, dir, filepath.Join(t.TempDir(), "box"), Approval, "AAAAAA")
	g.Title = evil
	at := serve(t, g)
	for name, a := range map[string]answer{
		"page":    get(t, at+"/"),
		"refused": post(t, at+"/ballot", url.Values{"code": {`"><script>`}, "like": {"0"}}),
		"tally":   newBrowser(t).post(t, at+"/organiser", url.Values{"key": {g.Box.Key()}}),
	} {
		for _, bad := range []string{"<script", "<img src=x", "\x1b"} {
			if strings.Contains(a.text, bad) {
				t.Errorf("%s: %q is in the page", name, bad)
			}
		}
	}
}
