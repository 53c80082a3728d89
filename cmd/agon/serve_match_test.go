package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
	"agon/site/wire"
)

// talker is a bot that prints a line in each turn.
const talker = `from ..bot_control import Move


class Talker:
    def __init__(self): self.turn = 0
    def get_name(self): return "talker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        self.turn += 1
        print("I am in my turn", self.turn)
        return Move.%s
`

// handIn submits a bot to the contest evening, which passes its check.
func (s *servedSite) handIn(token, name, text string) {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "bot.py")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(s.agon, "submit", s.address+"/c/evening", path, "--name", name)
	cmd.Env = append(os.Environ(), tokenVariable+"="+token)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
}

// ask asks for a match, and returns what the site answers.
func (c *caller) ask(seats ...string) (m wire.OwnMatch) {
	c.t.Helper()
	request, err := json.Marshal(wire.MatchRequest{Seats: seats})
	if err != nil {
		c.t.Fatal(err)
	}
	code, text := c.callJSON("POST", "/api/v1/contests/evening/matches", request)
	if err := json.Unmarshal([]byte(text), &m); err != nil || code != 202 {
		c.t.Fatal(code, text, err)
	}
	return m
}

// match returns a match when it has ended.
func (c *caller) match(id int64) (m wire.OwnMatch) {
	c.t.Helper()
	for begun := time.Now(); ; {
		_, text := c.call("GET", fmt.Sprintf("/api/v1/contests/evening/matches/%d", id), nil)
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			c.t.Fatal(err, text)
		}
		if m.State == "played" || m.State == "failed" {
			return m
		}
		if time.Since(begun) > patience {
			c.t.Fatalf("it never ends: %s", text)
		}
	}
}

// TestMatchOnDemand: matches are played beside a running contest in the sandbox, survive a kill of the server, and are watched in a browser
// with the output of the own bot.
func TestMatchOnDemand(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.writeContest("evening", evening)
	s.start()
	token := s.join(s.invited, "Olga").token()
	s.handIn(token, "Talker", fmt.Sprintf(talker, "UP"))
	s.handIn(token, "Talker", fmt.Sprintf(talker, "LEFT"))
	olga := &caller{t: t, at: s.address, token: token}
	if code, text := olga.call("POST", "/api/v1/contests/evening/start", nil); code != 200 {
		t.Fatal(code, text)
	}
	// The contest plays while the earlier version meets the newer one and the house.
	first := olga.match(olga.ask("1.1", "1.2", "=house").ID)
	if first.State != "played" || len(first.Seats) != 3 || first.Seats[0].Bot != "Talker v1" || first.Seats[1].Bot != "Talker v2" ||
		first.Seats[2].Bot != "house" {
		t.Fatalf("%+v", first)
	}
	if len(first.Seats[0].Faults) > 0 {
		t.Errorf("%+v", first)
	}
	for seat, own := range []bool{true, true, false} {
		code, text := olga.call("GET", fmt.Sprintf("%s/game/log?seat=%d&turn=5", first.Page, seat), nil)
		if code != 200 || strings.Contains(text, "I am in my turn 5") != own {
			t.Errorf("seat %d: %d %s", seat, code, text)
		}
	}
	olga.contest("evening", func(c *wire.Contest) bool { return c.State == "playing" && c.Table != nil && c.Table.Games > 0 })
	// What was acknowledged is played after the server was killed.
	asked := []wire.OwnMatch{olga.ask("1", "=steve"), olga.ask("1.1", "=house"), olga.ask("1", "=house")}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.start()
	for _, m := range asked {
		if got := olga.match(m.ID); got.State != "played" || got.Seed != m.Seed {
			t.Errorf("%+v", got)
		}
	}
	// The page says when the match is over, and the game has the bot's output beside the board.
	page := chromium.Tab(t, browser, refused, cut)
	do(t, page, chromedp.Navigate(s.address+"/sign-in?to=/c/evening/matches"), chromedp.SendKeys(`input[name=name]`, "Olga"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, page, `document.querySelectorAll("select[name=seat]").length >= 2`)
	shoot(t, page, "site-matches")
	do(t, page, chromedp.Submit(`form[action="/c/evening/matches"]`))
	until(t, page, `location.pathname === "/c/evening/matches/5" && document.querySelector(".title .pill")?.textContent === "played"`)
	shoot(t, page, "site-match")
	do(t, page, chromedp.Click(`.title .btn.main`))
	until(t, page, `document.documentElement.classList.contains("ready") && document.body.innerText.includes("I am in my turn")`)
	shoot(t, page, "site-match-game")
	s.stop()
	if left, err := filepath.Glob(filepath.Join(s.dir, "matches", "*", "logs")); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
	for _, m := range append(asked, first) {
		if _, err := os.Stat(filepath.Join(s.dir, "matches", fmt.Sprint(m.ID), "game.agon")); err != nil {
			t.Error(err)
		}
	}
	if out, err := exec.Command(s.agon, "verify", filepath.Join(s.dir, "matches")).CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "5 games verified") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestMatchIsWatchedLive: who asked for a match sees its turns while it is played, and its end.
func TestMatchIsWatchedLive(t *testing.T) {
	tier.Long(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.writeContest("evening", evening)
	s.start()
	t.Cleanup(s.stop)
	token := s.join(s.invited, "Olga").token()
	s.handIn(token, "Talker", "import time\n"+
		strings.Replace(fmt.Sprintf(talker, "UP"), "self.turn += 1", "self.turn += 1; time.sleep(0.1)", 1))
	olga := &caller{t: t, at: s.address, token: token}
	for begun := time.Now(); ; {
		if time.Since(begun) > patience {
			t.Fatal("no match is seen while it is played")
		}
		m := olga.ask("1", "=steve")
		if live, ended := s.watchMatch(token, &m); live {
			if !ended || olga.match(m.ID).State != "played" {
				t.Error("its end is not seen")
			}
			if _, err := os.Stat(filepath.Join(s.dir, "matches", fmt.Sprint(m.ID), "live.agon")); err == nil {
				t.Error("the game so far is left behind")
			}
			return
		}
		olga.match(m.ID)
	}
}

// watchMatch watches a match. live says that turns came before the match was over, ended that the end came.
func (s *servedSite) watchMatch(token string, m *wire.OwnMatch) (live, ended bool) {
	s.t.Helper()
	for state := m.State; state != "played" && state != "failed"; {
		r, err := http.NewRequest("GET", s.address+fmt.Sprintf("/c/evening/matches/%d/game/stream", m.ID), nil)
		if err != nil {
			s.t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			s.t.Fatal(err)
		}
		defer answer.Body.Close()
		olga := &caller{t: s.t, at: s.address, token: token}
		look := func() string {
			_, text := olga.call("GET", fmt.Sprintf("/api/v1/contests/evening/matches/%d", m.ID), nil)
			var now wire.OwnMatch
			if err := json.Unmarshal([]byte(text), &now); err != nil {
				s.t.Fatal(err, text)
			}
			return now.State
		}
		if answer.StatusCode != http.StatusOK { // it waits, or has made no turn
			time.Sleep(20 * time.Millisecond)
			state = look()
			continue
		}
		lines := bufio.NewScanner(answer.Body)
		for lines.Buffer(nil, 8<<20); lines.Scan(); {
			text := lines.Text()
			if id, ok := strings.CutPrefix(text, "id: "); ok && !strings.HasSuffix(id, "-0") && !live {
				if live = look() == "playing"; !live {
					return false, false
				}
			}
			if strings.HasPrefix(text, `data: {"end":`) {
				return live, true
			}
		}
		return live, false
	}
	return false, false
}
