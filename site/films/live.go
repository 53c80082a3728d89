package films

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"agon/game"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/web"
	"agon/site/matches"
)

// live makes the pages of a match's game while it is played, for who asked for it. done is called when no more is added to them. The error
// is fs.ErrNotExist before its first turns.
func (x *Matches) live(m *matches.Match, way []web.Link, done func()) (*web.Game, error) {
	l := &liveMatch{of: x, match: m}
	first, err := l.read(x.Matches.Live, false)
	if err != nil {
		return nil, err
	}
	x.dress(first, m)
	first.Info.Title, first.Info.Veiled = fmt.Sprintf("Match %d", m.ID), true
	l.film = film.New(first.Info)
	l.add(first)
	go l.follow(x.Life, done)
	return web.NewGame(l.film, &l.logs, way...), nil
}

// A liveMatch films a match while it is played, from the replay of the game so far.
type liveMatch struct {
	of    *Matches
	match *matches.Match
	kind  *game.Kind
	film  *film.Film
	data  []byte           // of the replay that was read last
	shown replay.Beginning // of the game that the film shows
	logs  liveLogs
}

// liveLogs are the logs of the asker's own seats as far as a match has been played.
type liveLogs struct{ now atomic.Pointer[web.SeatLogs] }

func (l *liveLogs) get() web.SeatLogs { return *l.now.Load() }

// Seats returns the seats.
func (l *liveLogs) Seats() []int { return l.get().Seats() }

// Turn returns the newest turn of a seat up to a turn.
func (l *liveLogs) Turn(seat, turn int) web.TurnLog { return l.get().Turn(seat, turn) }

// liveEvery is the time between two looks at the replay of the game so far, at least; a look takes at most one part of liveShare of the
// time.
const (
	liveEvery = 200 * time.Millisecond
	liveShare = 10
)

// errAgain reports that a match is played again, with other moves.
var errAgain = errors.New("the match is played again")

// follow adds what is played to the film until the match is over or ctx is done. done is called before the film ends, so that who then
// asks gets new pages.
func (l *liveMatch) follow(ctx context.Context, done func()) {
	for pause := liveEvery; ; {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			done()
			l.film.End("The site was stopped.", 0)
			return
		}
		begun := time.Now()
		if words, digest, over := l.look(ctx); over {
			done()
			l.film.End(words, digest)
			return
		}
		pause = max(liveEvery, liveShare*time.Since(begun))
	}
}

// look adds what was played since the last look. over says that this was all, words and digest are then the end of the film.
func (l *liveMatch) look(ctx context.Context) (words string, digest uint64, over bool) {
	now, over, err := l.of.Matches.Over(ctx, l.match)
	if err != nil || over && now.State != matches.Played {
		return "The match was not played to its end.", 0, true
	}
	from := l.of.Matches.Live
	if over {
		from = l.of.Matches.Replay
	}
	so, err := l.read(from, over)
	switch {
	case errors.Is(err, errAgain):
		return "The match is played again: load this page once more.", 0, true
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		l.of.Log.Error("show a match", "match", l.match.ID, "error", err)
	case so != nil:
		l.add(so)
		words, digest = so.Ending()
	}
	return words, digest, over
}

// read films a replay of the match; nil if it is the one that was read last, or has fewer turns and the match is not over. The error is
// errAgain if its game is not the one of the film.
func (l *liveMatch) read(from func(*matches.Match) ([]byte, error), over bool) (*film.Film, error) {
	data, err := from(l.match)
	if err != nil || bytes.Equal(data, l.data) {
		return nil, err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return nil, err
	}
	if l.kind == nil {
		if l.kind, err = l.of.Kinds(rep.Record.Kind); err != nil {
			return nil, err
		}
	}
	switch {
	case l.data == nil:
	case rep.Record.Turns < l.shown.Turns && !over:
		return nil, nil // the site has begun it again, and may come to the same turns
	case !l.shown.Of(rep.Record):
		return nil, errAgain
	}
	own := map[int]bool{}
	for seat := range l.match.Seats {
		own[seat] = l.match.Seats[seat].Mine
	}
	logs, err := l.of.ownLogs(l.kind, rep, l.match)
	if err != nil {
		return nil, err
	}
	l.logs.now.Store(&logs)
	l.data, l.shown = data, replay.BeginningOf(rep.Record, l.kind.Timed)
	return matchFilm(l.kind, rep, own)
}

// add adds the shots that the film does not have.
func (l *liveMatch) add(so *film.Film) {
	has, _ := l.film.Len()
	n, _ := so.Len()
	var shots []film.Shot
	for i := has; i < n; i++ {
		shots = append(shots, so.Shot(i))
	}
	if shots != nil {
		l.film.Append(shots...)
	}
}
