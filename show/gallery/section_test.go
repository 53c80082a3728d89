package gallery

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

// On a site nobody votes for an exhibit of one's own, and comparisons with it are not counted.
func TestOnesOwnExhibits(t *testing.T) {
	for _, tt := range []struct {
		name   string
		method Method
		ballot Ballot
		want   error
	}{
		{"others alone", Approval, Ballot{Likes: []int{0, 2}, Own: []int{1}}, nil},
		{"one's own", Approval, Ballot{Likes: []int{0, 1}, Own: []int{1}}, ErrOwn},
		{"ranks of others", Ranked, Ballot{Ranks: []int{1, 0, 2}, Own: []int{1}}, nil},
		{"a rank of one's own", Ranked, Ballot{Ranks: []int{1, 2, 0}, Own: []int{1}}, ErrOwn},
	} {
		if err := tt.ballot.Check(tt.method, 3); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if err := (Ballot{Likes: []int{0}, Own: []int{3}}).Check(Approval, 3); err == nil {
		t.Error("an exhibit that is not there is somebody's own")
	}
	// The only voter who ranks the third above the second owns the second: that says nothing of it.
	lines := Tally(Ranked, 3, []Ballot{{Ranks: []int{1, 0, 2}, Own: []int{1}}, {Ranks: []int{1, 2, 3}}})
	if lines[0].Exhibit != 0 || lines[1].Exhibit != 1 {
		t.Errorf("the tally is %+v", lines)
	}
}

// The wall of a site shows names as text, the reader's own exhibits without a vote, and no form where there is no address for it.
func TestWall(t *testing.T) {
	wall := Wall{Names: []string{"<b>One", "Two"}, Method: Approval, Action: "/vote", Own: []int{1}, Form: url.Values{"like": {"0"}}}
	html, err := wall.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"&lt;b&gt;One", `action="/vote"`, `value="0" checked`, "yours", "no art"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	if strings.Contains(string(html), `value="1"`) || strings.Contains(string(html), `name="code"`) {
		t.Errorf("the form asks for too much: %s", html)
	}
	wall.Action = ""
	if html, err = wall.HTML(); err != nil || strings.Contains(string(html), "<form") {
		t.Errorf("a form without an address: %v", err)
	}
	html, err = TallyHTML(Approval, wall.Names, []Ballot{{Likes: []int{1}}, {Likes: []int{1}}}, false)
	if err != nil || strings.Contains(string(html), "<b>One") || strings.Index(string(html), "Two") > strings.Index(string(html), "One") {
		t.Errorf("%v, %s", err, html)
	}
}

func TestReadBallot(t *testing.T) {
	for _, tt := range []struct {
		method Method
		form   string
		good   bool
	}{
		{Approval, "like=0&like=2&like=2", true}, {Approval, "like=3", false}, {Approval, "like=-1", false}, {Approval, "like=x", false},
		{Ranked, "rank-0=1&rank-2=1", true}, {Ranked, "rank-0=first", false},
	} {
		form, err := url.ParseQuery(tt.form)
		if err != nil {
			t.Fatal(err)
		}
		b, err := ReadBallot(tt.method, 3, form)
		if (err == nil) != tt.good || tt.good && b.Check(tt.method, 3) != nil {
			t.Errorf("%s: %+v, %v", tt.form, b, err)
		}
	}
}
