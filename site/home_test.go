package site

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"agon/internal/moment"
	"agon/site/people"
)

// TestHomeSaysWhoTakesBots: the list of contests says which take bots and until when, and leads newcomers to the first of them.
func TestHomeSaysWhoTakesBots(t *testing.T) {
	now := &clock{now: time.Date(2026, 11, 2, 10, 0, 0, 0, time.Local)}
	s := serve(t, func(o *Options) { o.Now = now.Now })
	olga, nobody := s.as(t, people.Organiser), s.browser(t)
	const way = `href="/c/cup/guide">Write a bot for Winter Cup<`
	if page := nobody.get("/").text; strings.Contains(page, way) || strings.Contains(page, "takes bots") {
		t.Errorf("a contest of built-in bots takes others:\n%s", page)
	}
	s.rewrite(t, strings.Replace(cup, "[[bots]]", "[[bots]]\nfolder = \"entries\"\n[[bots]]", 1))
	nobody.says("without dates", nobody.get("/").text, way, ">takes bots<", "Submit the file")
	if page := olga.get("/").text; strings.Contains(page, way) {
		t.Error("who is signed in is taken for a newcomer")
	}
	at := func(hours int) string { return now.Now().Add(time.Duration(hours) * time.Hour).Format(moment.Form) }
	if a := olga.post("/c/cup/dates", "opens", at(1), "closes", at(3), "why", "a plan"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	for _, x := range []struct {
		name, says string
		takes      bool
	}{{"before", "takes bots from 2 Nov 2026, 11:00", false}, {"within", "takes bots until 2 Nov 2026, 13:00", true},
		{"after", "takes no more bots", false}} {
		page := nobody.get("/").text
		nobody.says(x.name, page, x.says)
		if strings.Contains(page, way) != x.takes {
			t.Errorf("%s: newcomers are led to the contest: %v", x.name, !x.takes)
		}
		now.jump(2 * time.Hour)
	}
	s.rewrite(t, cup)
	olga.post("/c/cup/start")
	olga.until("/c/cup", "finished")
	nobody.says("a finished contest", nobody.get("/").text, ">Won by<")
}

// TestAContestToComeSaysWhoPlays: before its first game the page of a contest has the bots that were submitted and play, with their authors
// and pages, and those of its file.
func TestAContestToComeSaysWhoPlays(t *testing.T) {
	s := serve(t, nil)
	s.rewrite(t, strings.Replace(cup, "[[bots]]", "[[bots]]\nfolder = \"entries\"\n[[bots]]", 1)+
		"[[bots]]\nref = \"builtin:greedy\"\n[[bots]]\nref = \"three=./hidden-path/knows.py\"\n"+
		"[[bots]]\nref = \"../cup2/contest.toml#1-8\"\n")
	s.as(t, people.Participant)
	flood, waits := s.insertBot(t, "Quiet Flood", 1), s.insertBot(t, "Not Ready", 1)
	for _, statement := range []string{
		`INSERT INTO version (id, bot, number, received, state, place, file, size, hash) VALUES (7, ?, 1, 0, 'good', 'a', 'bot.py', 1, 'a')`,
		`UPDATE bot SET active = 7 WHERE id = ?`,
	} {
		if err := s.site.db.Exec(t.Context(), statement, flood); err != nil {
			t.Fatal(err)
		}
	}
	nobody := s.browser(t)
	page := nobody.get("/c/cup").text
	nobody.says("before the first game", page, ">6 bots so far<", ">The participant<",
		fmt.Sprintf(`href="/c/cup/bots/%d">Quiet Flood<`, flood), ">one<", ">two<", ">greedy<", ">three<", "Places 1–8 of another contest")
	for _, text := range []string{"Not Ready", "knows", "hidden-path", "cup2", fmt.Sprintf("/bots/%d", waits)} {
		if strings.Contains(page, text) {
			t.Errorf("the page has %q", text)
		}
	}
}
