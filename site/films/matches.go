package films

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"sync"

	"agon/contest/logs"
	"agon/game"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/matches"
	"agon/site/recent"
)

// Matches are the games of matches on demand. The methods are safe for concurrent use.
type Matches struct {
	Matches *matches.Matches
	Kinds   func(name string) (*game.Kind, error)
	Table   func(contest string) *contests.Table // the newest; nil: none
	Life    context.Context                      // done when the site is closed
	Log     *slog.Logger

	kept recent.Values[matchKey, *web.Game]
	one  sync.Mutex // held while a game is simulated: pages take few cores from contests
}

// A matchKey names the pages of a match's game for a reader.
type matchKey struct {
	match int64
	mine  bool
	live  bool   // it is being played
	self  string // address of the page of the match
}

// mostKept is how many games of matches are kept ready for their pages.
const mostKept = 16

// Of returns the pages of a match's game, to which a way leads from the address of the match, self. Who asked for the match, mine, sees
// it while it is played, and what the own bots printed. The error is [fs.ErrNotExist] if there is nothing to see.
func (x *Matches) Of(m *matches.Match, self string, mine bool, way ...web.Link) (*web.Game, error) {
	live := m.State == matches.Playing && mine
	if m.State != matches.Played && !live {
		return nil, fs.ErrNotExist
	}
	key := matchKey{m.ID, mine, live, self}
	return x.kept.Get(key, nil, mostKept, func() (*web.Game, error) {
		x.one.Lock()
		defer x.one.Unlock()
		if live {
			return x.live(m, way, func() { x.kept.Forget(func(k matchKey) bool { return k == key }) })
		}
		return x.played(m, mine, way)
	})
}

// played makes the pages of a match's game from its replay.
func (x *Matches) played(m *matches.Match, mine bool, way []web.Link) (*web.Game, error) {
	data, err := x.Matches.Replay(m)
	if err != nil {
		return nil, err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("match %d: %w", m.ID, err)
	}
	own := map[int]bool{}
	for seat := range m.Seats {
		own[seat] = mine && m.Seats[seat].Mine
	}
	k, err := x.Kinds(rep.Record.Kind)
	if err != nil {
		return nil, err
	}
	var logs web.Logs
	if mine {
		if logs, err = x.ownLogs(k, rep, m); err != nil {
			return nil, fmt.Errorf("match %d: %w", m.ID, err)
		}
	}
	f, err := matchFilm(k, rep, own)
	if err != nil {
		return nil, fmt.Errorf("match %d: %w", m.ID, err)
	}
	x.dress(f, m)
	f.Info.Title = fmt.Sprintf("Match %d", m.ID)
	return web.NewGame(f, logs, way...), nil
}

// dress gives the bots of a match the looks that they have in its contest.
func (x *Matches) dress(f *film.Film, m *matches.Match) {
	if x.Table != nil {
		dress(f, x.Table(m.Contest))
	}
}

// ownLogs returns what is known of the turns of the asker's own seats, by the replay of the game or of its beginning.
func (x *Matches) ownLogs(k *game.Kind, rep *replay.Replay, m *matches.Match) (web.SeatLogs, error) {
	list := web.SeatLogs{}
	for seat := range m.Seats {
		if !m.Seats[seat].Mine {
			continue
		}
		output, err := x.Matches.Output(m, seat)
		if err != nil {
			return nil, err
		}
		log, err := logs.Seat(func(string) (*game.Kind, error) { return k, nil }, seat, 0, output, rep)
		if err != nil {
			return nil, err
		}
		list = append(list, log)
	}
	return list, nil
}

// matchFilm makes the film of a replay. Nothing in it quotes a bot but remarks of the seats that are the reader's own.
func matchFilm(k *game.Kind, rep *replay.Replay, own map[int]bool) (*film.Film, error) {
	for i := range rep.Seats {
		rep.Seats[i].Author = "" // the page names bots alone
	}
	for i := range rep.Record.Faults {
		rep.Record.Faults[i].Note = "" // the panel beside the board has those of one's own
	}
	rep.Record.Remarks = slices.DeleteFunc(rep.Record.Remarks, func(r game.RemarkAt) bool { return !own[int(r.Seat)] })
	return film.OfReplay(func(string) (*game.Kind, error) { return k, nil }, rep)
}
