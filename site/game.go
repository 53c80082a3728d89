package site

import (
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"agon/show/film"
	"agon/show/report/public"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/people"
)

// A Game is a finished game of a contest.
type Game struct {
	Film   *film.Film
	Replay []byte
	Bots   []string                            // by seat
	Log    func(seat int) (web.SeatLog, error) // reads what the bot of a seat printed, was sent and answered
}

// games are the games that were looked at last, since one is simulated for its page. It is safe for concurrent use.
type games struct {
	mu     sync.Mutex // held while a game is simulated, one at a time: pages take few cores from contests
	newest []shownGame
}

// shownGame is a game as everybody may see it.
type shownGame struct {
	key  string // contest, number, and whether the contest is over
	page *web.Game
	game *Game
}

// mostShown is the number of games that are kept.
const mostShown = 24

// gameOf returns a game of a contest; the error is [fs.ErrNotExist] if there is none.
func (s *Site) gameOf(c *contests.Contest, number int) (shownGame, error) {
	state, _, _ := c.State()
	over := state == contests.Over
	x, key := &s.games, fmt.Sprint(c.Name, " ", number, " ", over)
	x.mu.Lock()
	defer x.mu.Unlock()
	if at := slices.IndexFunc(x.newest, func(g shownGame) bool { return g.key == key }); at >= 0 {
		return x.newest[at], nil
	}
	if s.options.Game == nil {
		return shownGame{}, fs.ErrNotExist
	}
	g, err := s.options.Game(c.Dir(), number)
	if err != nil {
		return shownGame{}, err
	}
	public.Film(g.Film, over)
	way := []web.Link{{Text: "Contests", Href: "/"}, {Text: s.title(c), Href: contestAddress(c.Name)}, {Text: fmt.Sprintf("Game %d", number)}}
	shown := shownGame{key, web.NewGame(g.Film, nil, way...), g}
	x.newest = append(x.newest[max(0, len(x.newest)-mostShown+1):], shown)
	return shown, nil
}

// game serves the page of a game, what it loads, and its replay.
func (s *Site) game(w http.ResponseWriter, r *http.Request) error {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(r.PathValue("game"))
	if err != nil || number < 1 {
		return fs.ErrNotExist
	}
	if !s.unhidden(w, r, c) {
		return nil
	}
	g, err := s.gameOf(c, number)
	if err != nil {
		return err
	}
	state, _, _ := c.State()
	path, base := r.PathValue("path"), fmt.Sprintf("%s/games/%d", contestAddress(c.Name), number)
	switch {
	case path == "replay" && state == contests.Over:
		return s.serveReplay(w, c, number, g.game)
	case path == "log" || path == "log/turns":
		logs, err := s.logsOf(r, c, number, g.game)
		if err != nil {
			return err
		}
		if logs == nil {
			return fs.ErrNotExist
		}
		http.StripPrefix(base, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.page.ServeLogs(w, r, logs) })).ServeHTTP(w, r)
		return nil
	case path != "":
		if strings.HasPrefix(path, "log") || path == "replay" {
			return fs.ErrNotExist
		}
		http.StripPrefix(base, g.page).ServeHTTP(w, r)
		return nil
	}
	a := web.Around{}
	if state == contests.Over {
		a.Replay = "replay"
	}
	s.logs.forget(func(k logKey) bool { return k.contest == c.Name && k.game == number }) // more may have come since
	logs, err := s.logsOf(r, c, number, g.game)
	if err != nil {
		return err
	}
	if logs != nil {
		a.Logs = logs
	}
	g.page.ServePage(w, s.headed(r), a)
	return nil
}

// serveReplay serves the replay of a game, as everybody may have it.
func (s *Site) serveReplay(w http.ResponseWriter, c *contests.Contest, number int, g *Game) error {
	f, err := s.contests.File(c)
	if err != nil {
		return err
	}
	k, err := s.options.Kinds(f.Kind)
	if err != nil {
		return err
	}
	packed, err := public.Replay(g.Replay, k)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", octets)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-game-%d.replay"`, filepath.Base(c.Name), number))
	_, err = w.Write(packed)
	return err
}

// A logKey names a seat's log of a game, and the page that it is part of.
type logKey struct {
	contest    string
	game, seat int
}

// mostLogs is how many logs of seats are kept for the requests of pages that are open.
const mostLogs = 16

// logsOf returns the logs of the seats of a game whose bots are a person's own; of all seats for organisers and the jury; nil if there are none.
func (s *Site) logsOf(r *http.Request, c *contests.Contest, number int, g *Game) (list web.SeatLogs, err error) {
	by := reader(r)
	if by.ID == 0 || g.Log == nil {
		return nil, nil
	}
	mine := map[string]bool{}
	if !by.Role.May(people.Inspect) {
		bots, err := s.entries.Bots(r.Context(), c.Name, by.ID)
		if err != nil {
			return nil, err
		}
		for _, b := range bots {
			mine[b.Name] = true
		}
	}
	for seat, name := range g.Bots {
		if !mine[name] && !by.Role.May(people.Inspect) {
			continue
		}
		log, err := s.logs.get(logKey{c.Name, number, seat}, mostLogs, func() (web.SeatLog, error) { return g.Log(seat) })
		if err != nil {
			return nil, err
		}
		list = append(list, log)
	}
	return list, nil
}
