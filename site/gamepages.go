package site

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"agon/show/report"
	"agon/show/report/public"
	"agon/show/web"
	"agon/site/boards"
	"agon/site/contests"
	"agon/site/films"
	"agon/site/live"
	"agon/site/people"
	"agon/site/recent"
)

// A Game is a finished game of a contest.
type Game = films.Game

// gamePages are the pages of a contest's games: those on screens, on small boards, and finished ones.
type gamePages struct {
	*pages
	*catalogue
	films  films.Games
	trials func(ctx context.Context, by *people.Person, in *inTrial) (*contests.Contest, string, error) // see submissions
	boards boards.Boards
	tables *tables
	drawn  recent.Values[string, []statisticsStage] // by contest, of the newest figures
	cards  recent.Values[string, []byte]            // by contest, of the newest table
	loops  sync.Map                                 // from *live.Screen to the http.Handler that shows it
}

// live serves the page of the game on a contest's screen, and what it loads.
func (p *gamePages) live(w http.ResponseWriter, r *http.Request) error {
	c, err := p.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !p.unhidden(w, r, c) {
		return nil
	}
	r = p.untilFrozen(r, c)
	number, prefix := boardOf(r.PathValue("path"))
	if r.PathValue("path") == prefix+"bracket" {
		return p.screenBracket(w, r, c)
	}
	h := p.loop(c, number)
	if h == nil {
		if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			// It is of a page that was open before; another answer would end its attempts.
			w.Header().Set("Content-Type", "text/event-stream")
			_, err := io.WriteString(w, "retry: 2000\n\n")
			return err
		}
		if r.PathValue("path") != prefix {
			p.missing(w, r)
			return nil
		}
		w.Header().Set("Refresh", "5")
		p.render(w, r, "message", &message{
			page: page{Title: "No game now"},
			Text: noGame(p.contests.Turn(c)),
		})
		return nil
	}
	if r.PathValue("path") == prefix {
		r = p.headed(r)
	}
	http.StripPrefix("/c/"+c.Name+"/live"+strings.TrimSuffix("/"+prefix, "/"), h).ServeHTTP(w, r)
	return nil
}

// noGame says why no game is on a screen. turn is of the contest, empty if it does not wait.
func noGame(turn string) string {
	if turn != "" {
		return "The contest " + turn + ". This page shows its next game by itself."
	}
	return "No game of this contest is on the screen. This page shows the next one by itself."
}

// screenBracket serves the bracket of the stage that is played, for big screens; 204 if it has none. The reader may see the results.
func (p *gamePages) screenBracket(w http.ResponseWriter, r *http.Request, c *contests.Contest) error {
	t := c.Table()
	if reader(r).Role.May(people.Inspect) {
		t = c.Newest()
	}
	w.Header().Set("Cache-Control", "no-store")
	if t == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	drawn, err := p.tables.of(r.Context(), c.Name, t)
	if err != nil {
		return err
	}
	if drawn.bracket == "" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err = io.WriteString(w, drawn.bracket)
	return err
}

// boardOf returns the number of the screen that an address below a contest's live page names, from 1, and the part of the address that
// names it.
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
func (p *gamePages) loop(c *contests.Contest, number int) http.Handler {
	wall := c.Wall()
	if wall == nil {
		return nil
	}
	screen := wall.Screen(number)
	if now, _ := screen.Loop.Now(); now.Film == nil {
		return nil
	}
	if h, ok := p.loops.Load(screen); ok {
		return h.(http.Handler)
	}
	h, _ := p.loops.LoadOrStore(screen, web.LoopHandler(&screen.Loop, p.way(c, web.Link{Text: "Live"})...))
	return h.(http.Handler)
}

// untilFrozen returns the request of a reader who watches games. Its streams end with a freeze, and when the contest becomes private,
// unless the reader is an organiser.
func (p *gamePages) untilFrozen(r *http.Request, c *contests.Contest) *http.Request {
	if reader(r).Role.May(people.Inspect) {
		return r
	}
	_, frozen := c.Frozen()
	changed := p.guests.Changed(c.Name)
	return web.While(r, func() bool {
		select {
		case <-frozen:
			return false
		case <-changed:
			return false
		default:
			return true
		}
	})
}

// wanted names a contest, and the bot whose games its screen shows first.
type wanted = struct {
	ContestPath
	Body struct {
		Bot string `json:"bot" maxLength:"200" doc:"its name; empty: the screen chooses by itself"`
	}
}

// showFirst lets the screen of a contest show games of a bot first, or choose by itself if it has no name, and returns what was done.
func (p *gamePages) showFirst(_ context.Context, _ *people.Person, in *wanted) (message string, err error) {
	c, err := p.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	bot := in.Body.Bot
	screen := c.Live()
	if screen == nil {
		return "", &contests.Conflict{Text: "The contest is not being played: there is nothing to show."}
	}
	if t := c.Table(); bot != "" && (t == nil || !slices.ContainsFunc(t.Stage.Standings,
		func(x report.Standing) bool { return x.Name == bot })) {
		return "", &contests.Conflict{Text: fmt.Sprintf("No bot %q is in the standings.", bot)}
	}
	screen.Want(bot)
	if bot == "" {
		return "The screen chooses by itself.", nil
	}
	return "Games of " + bot + " are shown first, from the next change on.", nil
}

// boardsPart is the part of a page with small boards.
type boardsPart struct {
	Shown  bool   // games are played
	From   string // address of the list
	Screen string // address of the big screen; empty: none
	Turn   string // of the contest: "waits for its turn, goes on in 40 s"; empty: it does not wait
	List   []boards.Board
}

// None says why a list has no board.
func (p boardsPart) None() string {
	if p.Turn != "" {
		return "The contest " + p.Turn + ". The next game appears here by itself."
	}
	return "No game is on a board now. The next one appears here by itself."
}

// running returns the boards of the contests that a person sees. r is the request, whose cookies count as well; it may be nil.
func (p *gamePages) running(ctx context.Context, by *people.Person, r *http.Request) ([]boards.Board, error) {
	return p.boards.All(ctx, by, func(contest string) (bool, error) { return p.guests.Sees(ctx, by, contest, guestCode(r, contest)) })
}

func (p *gamePages) allBoards(w http.ResponseWriter, r *http.Request) error {
	list, err := p.running(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	return writeBoards(w, boardsPart{List: list})
}

func (p *gamePages) boardsOfContest(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	list, err := p.boards.Contest(r.Context(), reader(r), name)
	if err != nil {
		return err
	}
	c, err := p.contests.Find(name)
	if err != nil {
		return err
	}
	return writeBoards(w, boardsPart{List: list, Turn: p.contests.Turn(c)})
}

// boardsNow is what a list of small boards shows now, as its script reads it.
type boardsNow struct {
	Boards []boards.Board `json:"boards"`
	None   string         `json:"none"` // why there is none, if there is none
}

func writeBoards(w http.ResponseWriter, p boardsPart) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(boardsNow{p.List, p.None()})
}

// game serves the page of a game, what it loads, and its replay.
func (p *gamePages) game(w http.ResponseWriter, r *http.Request) error {
	c, err := p.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(r.PathValue("game"))
	if err != nil || number < 1 {
		return fs.ErrNotExist
	}
	if !p.unhidden(w, r, c) {
		return nil
	}
	g, err := p.shown(c, number)
	if err != nil {
		return err
	}
	state, _, _ := c.State()
	path, base := r.PathValue("path"), gameAddress(c.Name, number)
	switch {
	case path == "":
		return p.gamePage(w, r, c, number, g)
	case path == "replay" && state == contests.Over:
		return p.replay(w, c, number, g.Game)
	case path == "log" || path == "log/turns":
		logs, err := p.films.Logs(r.Context(), reader(r), c, number, g.Game)
		if err != nil {
			return err
		}
		if logs == nil {
			return fs.ErrNotExist
		}
		http.StripPrefix(base, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.Page.ServeLogs(w, r, logs) })).ServeHTTP(w,
			r)
	case strings.HasPrefix(path, "log") || path == "replay":
		return fs.ErrNotExist
	default:
		http.StripPrefix(base, g.Page).ServeHTTP(w, r)
	}
	return nil
}

// gamePage serves the page itself.
func (p *gamePages) gamePage(w http.ResponseWriter, r *http.Request, c *contests.Contest, number int, g *films.Shown) error {
	a := web.Around{}
	if state, _, _ := c.State(); state == contests.Over {
		a.Replay = "replay"
	}
	p.films.Forget(c.Name, number) // more may have come since
	logs, err := p.films.Logs(r.Context(), reader(r), c, number, g.Game)
	if err != nil {
		return err
	}
	if logs != nil {
		a.Logs = logs
	}
	g.Page.ServePage(w, p.headed(r), a)
	return nil
}

// replay serves the replay of a game, as everybody may have it.
func (p *gamePages) replay(w http.ResponseWriter, c *contests.Contest, number int, g *Game) error {
	packed, err := p.published(c, g)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", octets)
	w.Header().Set("Content-Disposition", replayName(c, number))
	_, err = w.Write(packed)
	return err
}

// published returns the replay of a game of a contest that is over, as everybody may have it.
func (p *gamePages) published(c *contests.Contest, g *Game) ([]byte, error) {
	f, err := p.contests.File(c)
	if err != nil {
		return nil, err
	}
	k, err := p.kindOf(f.Kind)
	if err != nil {
		return nil, err
	}
	return public.Replay(g.Replay, k)
}

// replayName returns the header by which browsers keep the replay of a game.
func replayName(c *contests.Contest, number int) string {
	return fmt.Sprintf(`attachment; filename="%s-game-%d.replay"`, filepath.Base(c.Name), number)
}
