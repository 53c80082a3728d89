package site

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"agon/show/report"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/live"
	"agon/site/people"
)

// live serves the page of the game on a contest's screen, and what it loads.
func (s *Site) live(w http.ResponseWriter, r *http.Request) error {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !s.unhidden(w, r, c) {
		return nil
	}
	r = s.untilFrozen(r, c)
	number, prefix := boardOf(r.PathValue("path"))
	if r.PathValue("path") == prefix+"bracket" {
		return s.screenBracket(w, r, c)
	}
	h := s.loop(c, number)
	if h == nil {
		if strings.Contains(r.Header.Get("Accept"), "text/event-stream") { // of a page that was open before; another answer would end its attempts
			w.Header().Set("Content-Type", "text/event-stream")
			_, err := io.WriteString(w, "retry: 2000\n\n")
			return err
		}
		if r.PathValue("path") != prefix {
			s.missing(w, r)
			return nil
		}
		w.Header().Set("Refresh", "5")
		s.render(w, r, "message", &message{page: page{Title: "No game now"}, Text: "No game of this contest is on the screen. This page shows the next one by itself."})
		return nil
	}
	if r.PathValue("path") == prefix {
		r = s.headed(r)
	}
	http.StripPrefix("/c/"+c.Name+"/live"+strings.TrimSuffix("/"+prefix, "/"), h).ServeHTTP(w, r)
	return nil
}

// screenBracket serves the bracket of the stage that is played, for big screens; 204 if it has none. The reader may see the results.
func (s *Site) screenBracket(w http.ResponseWriter, r *http.Request, c *contests.Contest) error {
	t := c.Table()
	if reader(r).Role.May(people.Inspect) {
		t = c.Newest()
	}
	w.Header().Set("Cache-Control", "no-store")
	if t == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	laid, err := s.laidOut(r.Context(), c.Name, t)
	if err != nil {
		return err
	}
	if laid.bracket == "" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err = io.WriteString(w, laid.bracket)
	return err
}

// boardOf returns the number of the screen that an address below a contest's live page names, from 1, and the part of the address that names it.
func boardOf(path string) (number int, prefix string) {
	first, _, below := strings.Cut(path, "/")
	if n, err := strconv.Atoi(first); below && err == nil && 1 < n && n <= live.Boards && first == strconv.Itoa(n) {
		return n, first + "/"
	}
	return 1, ""
}

// onScreen reports whether a game is on a contest's first screen.
func onScreen(c *contests.Contest) bool {
	screen := c.Live()
	if screen == nil {
		return false
	}
	now, _ := screen.Loop.Now()
	return now.Film != nil
}

// loop returns the handler of a contest's screen, by its number from 1, the same as long as the site runs; nil if nothing is on it.
func (s *Site) loop(c *contests.Contest, number int) http.Handler {
	wall := c.Wall()
	if wall == nil {
		return nil
	}
	screen := wall.Screen(number)
	if now, _ := screen.Loop.Now(); now.Film == nil {
		return nil
	}
	if h, ok := s.loops.Load(screen); ok {
		return h.(http.Handler)
	}
	h, _ := s.loops.LoadOrStore(screen, web.LoopHandler(&screen.Loop, web.Link{Text: "Contests", Href: "/"}, web.Link{Text: s.title(c), Href: "/c/" + c.Name}, web.Link{Text: "Live"}))
	return h.(http.Handler)
}

// wanted names a contest, and the bot whose games its screen shows first.
type wanted = struct {
	ContestPath
	Body struct {
		Bot string `json:"bot" maxLength:"200" doc:"its name; empty: the screen chooses by itself"`
	}
}

// showFirst lets the screen of a contest show games of a bot first, or choose by itself if it has no name, and returns what was done.
func (s *Site) showFirst(_ context.Context, _ *people.Person, in *wanted) (told string, err error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	bot := in.Body.Bot
	screen := c.Live()
	if screen == nil {
		return "", &contests.Conflict{Text: "The contest is not being played: there is nothing to show."}
	}
	if t := c.Table(); bot != "" && (t == nil || !slices.ContainsFunc(t.Stage.Standings, func(x report.Standing) bool { return x.Name == bot })) {
		return "", &contests.Conflict{Text: fmt.Sprintf("No bot %q is in the standings.", bot)}
	}
	screen.Want(bot)
	if bot == "" {
		return "The screen chooses by itself.", nil
	}
	return "Games of " + bot + " are shown first, from the next change on.", nil
}
