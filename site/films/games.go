package films

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"agon/contest/logs"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/film"
	"agon/show/report/public"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/people"
	"agon/site/recent"
)

// A Game is a finished game of a contest.
type Game struct {
	Film   *film.Film
	Replay []byte
	Bots   []string                            // by seat
	Log    func(seat int) (web.SeatLog, error) // reads what the bot of a seat printed, was sent and answered
	// Turns reads the same, whole, of at most most turns from one on; next is the one behind them, 0 if there is none
	Turns   func(seat, from, most int) (turns []logs.Turn, next int, err error)
	Chances func() *film.Chances // estimates how it stood, with bounded work; nil: that says too little of this game
}

// Games are the games of the contests of a site. The methods are safe for concurrent use.
type Games struct {
	Read func(dir string, number int) (*Game, error)                                    // of a contest's folder, from 1; nil: none
	Bots func(ctx context.Context, contest string, person int64) ([]entries.Bot, error) // of a person in a contest

	shown  recent.Values[shownKey, *Shown]
	logs   recent.Values[logKey, web.SeatLog]
	curves recent.Values[logKey, *film.Chances] // of all seats
	one    sync.Mutex                           // held while a game is simulated or a log is read: pages take few cores from contests
	curve  sync.Mutex                           // held while chances are estimated: pages do not wait for that
}

// A Shown is a game as everybody may see it.
type Shown struct {
	Page *web.Game
	Game *Game
}

// A shownKey names a game, and whether its contest is over.
type shownKey struct {
	contest string
	number  int
	over    bool
}

// mostShown is the number of games that are kept.
const mostShown = 24

// Of returns a game of a contest, whose page has a way to it; the error is [fs.ErrNotExist] if there is none.
func (x *Games) Of(c *contests.Contest, number int, way ...web.Link) (*Shown, error) {
	state, _, _ := c.State()
	over := state == contests.Over
	return x.shown.Get(shownKey{c.Name, number, over}, nil, mostShown, func() (*Shown, error) {
		x.one.Lock()
		defer x.one.Unlock()
		if x.Read == nil {
			return nil, fs.ErrNotExist
		}
		g, err := x.Read(c.Dir(), number)
		if err != nil {
			return nil, err
		}
		public.Film(g.Film, over)
		dress(g.Film, c.Newest())
		return &Shown{web.NewGame(g.Film, nil, way...), g}, nil
	})
}

// dress gives the bots of a film the looks that they have in a table of their contest, which may be nil. A name in a match may have a
// version after it: "Quiet Flood v3".
func dress(f *film.Film, t *contests.Table) {
	if t == nil {
		return
	}
	for i := range f.Info.Seats {
		seat := &f.Info.Seats[i]
		plain := seat.Name
		if at := strings.LastIndex(plain, " v"); at > 0 {
			plain = plain[:at]
		}
		for _, b := range t.Bots {
			if b.Name == seat.Name || b.Name == plain {
				seat.Slot = b.Slot
			}
			if b.Name == seat.Name {
				break
			}
		}
	}
}

// Forget removes the logs of a game that were read: more may have come since.
func (x *Games) Forget(contest string, number int) {
	x.logs.Forget(func(k logKey) bool { return k.contest == contest && k.game == number })
}

// A logKey names a seat's log of a game, and the page that it is part of.
type logKey struct {
	contest    string
	game, seat int
}

// mostLogs is how many logs of seats are kept for the requests of pages that are open.
const mostLogs = 16

// Seats returns the seats of a game of which a person reads everything: those of the person's own bots and of the person's team's, all
// for organisers and the jury.
func (x *Games) Seats(ctx context.Context, by *people.Person, c *contests.Contest, g *Game) (seats []int, err error) {
	if by.ID == 0 {
		return nil, nil
	}
	mine := map[string]bool{}
	if !by.Role.May(people.Inspect) {
		bots, err := x.Bots(ctx, c.Name, by.ID)
		if err != nil {
			return nil, err
		}
		for _, b := range bots {
			mine[b.Name] = true
		}
	}
	for seat, name := range g.Bots {
		if mine[name] || by.Role.May(people.Inspect) {
			seats = append(seats, seat)
		}
	}
	return seats, nil
}

// Logs returns the logs of the seats that a person reads; nil if there are none.
func (x *Games) Logs(ctx context.Context, by *people.Person, c *contests.Contest, number int, g *Game) (list web.SeatLogs, err error) {
	if g.Log == nil {
		return nil, nil
	}
	seats, err := x.Seats(ctx, by, c, g)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		log, err := x.logs.Get(logKey{c.Name, number, seat}, nil, mostLogs, func() (web.SeatLog, error) {
			x.one.Lock()
			defer x.one.Unlock()
			return g.Log(seat)
		})
		if err != nil {
			return nil, err
		}
		list = append(list, log)
	}
	return list, nil
}

// Turns returns turns of a seat that the caller may read, as many from one on.
func (x *Games) Turns(g *Game, seat, from, most int) (turns []logs.Turn, next int, err error) {
	if g.Turns == nil {
		return nil, 0, fs.ErrNotExist
	}
	x.one.Lock()
	defer x.one.Unlock()
	return g.Turns(seat, from, most)
}

// mostCurves is how many estimates are kept.
const mostCurves = 256

// Chances estimates how a game stood; nil if that says too little of it.
func (x *Games) Chances(c *contests.Contest, number int, g *Game) (*film.Chances, error) {
	if g.Chances == nil {
		return nil, nil
	}
	return x.curves.Get(logKey{c.Name, number, 0}, nil, mostCurves, func() (*film.Chances, error) {
		x.curve.Lock()
		defer x.curve.Unlock()
		return g.Chances(), nil
	})
}

// Open reads a game of the contest in a folder, by its number from 1. chances estimates how it stood, and may be nil. The error is
// [fs.ErrNotExist] if the game has no replay.
func Open(kinds logs.Kinds, chances func(*replay.Replay) *film.Chances, dir string, number int) (*Game, error) {
	replays, err := archive.Open(filepath.Join(dir, archive.Name))
	if err != nil {
		return nil, err
	}
	defer replays.Close()
	data, err := replays.Get(int64(number - 1))
	if errors.Is(err, archive.ErrAbsent) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	f, err := film.OfReplay(kinds, rep)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	g := &Game{Film: f, Replay: data}
	g.Log = func(seat int) (web.SeatLog, error) {
		records, err := logs.Records(dir, rep.Seats[seat].Slot)
		if err != nil {
			return web.SeatLog{}, err
		}
		log, _ := logs.Seat(kinds, seat, number, records, rep) // as far as it can be read
		return log, nil
	}
	g.Turns = func(seat, from, most int) ([]logs.Turn, int, error) {
		records, err := logs.Records(dir, rep.Seats[seat].Slot)
		if err != nil {
			return nil, 0, err
		}
		return logs.Part(kinds, seat, number, records, rep, from, most)
	}
	if chances != nil {
		g.Chances = func() *film.Chances { return chances(rep) }
	}
	for _, seat := range rep.Seats {
		g.Bots = append(g.Bots, seat.Name)
	}
	return g, nil
}
