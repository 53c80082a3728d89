package site

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"agon/game"
	"agon/internal/traceback"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/matches"
)

// matchGamePage serves the page of a match's game, and what it loads, to who asked for it: with what the bots of that person printed.
func (s *Site) matchGamePage(w http.ResponseWriter, r *http.Request) error {
	c, m, err := s.ownMatch(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("match"))
	if err != nil {
		return err
	}
	return s.showGame(w, r, c, m, matchAddress(c.Name, m.ID), true)
}

// sharedGamePage serves the same to everybody with the link, without output.
func (s *Site) sharedGamePage(w http.ResponseWriter, r *http.Request) error {
	c, m, err := s.matchByLink(r)
	if err != nil {
		return err
	}
	return s.showGame(w, r, c, m, "/match/"+r.PathValue("code"), false)
}

func (s *Site) showGame(w http.ResponseWriter, r *http.Request, c *contests.Contest, m *matches.Match, self string, mine bool) error {
	live := m.State == matches.Playing && mine
	if m.State != matches.Played && !live {
		s.missing(w, r)
		return nil
	}
	key := filmKey{m.ID, mine, live, self}
	g, err := s.films.get(key, mostFilms, func() (*web.Game, error) {
		if live {
			return s.liveGame(c, m, self, func() { s.films.forget(func(k filmKey) bool { return k == key }) })
		}
		return s.playedGame(c, m, self, mine)
	})
	if errors.Is(err, fs.ErrNotExist) {
		s.missing(w, r)
		return nil
	}
	if err != nil {
		return err
	}
	if r.PathValue("path") == "" {
		r = s.headed(r)
	}
	http.StripPrefix(self+"/game", g).ServeHTTP(w, r)
	return nil
}

// playedGame makes the pages of a match's game from its replay.
func (s *Site) playedGame(c *contests.Contest, m *matches.Match, self string, mine bool) (*web.Game, error) {
	data, err := s.matches.Replay(m)
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
	k, err := s.options.Kinds(rep.Record.Kind)
	if err != nil {
		return nil, err
	}
	var logs web.Logs
	if mine {
		if logs, err = s.ownLogs(k, rep, m); err != nil {
			return nil, fmt.Errorf("match %d: %w", m.ID, err)
		}
	}
	f, err := matchFilm(k, rep, own)
	if err != nil {
		return nil, fmt.Errorf("match %d: %w", m.ID, err)
	}
	f.Info.Title = fmt.Sprintf("Match %d", m.ID)
	return web.NewGame(f, logs, s.matchWay(c, m, self)...), nil
}

// ownLogs returns what is known of the turns of the asker's own seats, by the replay of the game or of its beginning.
func (s *Site) ownLogs(k *game.Kind, rep *replay.Replay, m *matches.Match) (web.SeatLogs, error) {
	logs := web.SeatLogs{}
	for seat := range m.Seats {
		if !m.Seats[seat].Mine {
			continue
		}
		output, err := s.matches.Output(m, seat)
		if err != nil {
			return nil, err
		}
		turns, err := turnsOf(k, rep, seat, output)
		if err != nil {
			return nil, err
		}
		logs = append(logs, web.SeatLog{Seat: seat, Turns: turns})
	}
	return logs, nil
}

// matchWay returns the way to the page of a match's game.
func (s *Site) matchWay(c *contests.Contest, m *matches.Match, self string) []web.Link {
	return []web.Link{{Text: "Contests", Href: "/"}, {Text: s.title(c), Href: contestAddress(c.Name)}, {Text: fmt.Sprintf("Match %d", m.ID), Href: self}, {Text: "Game"}}
}

// matchFilm makes the film of a replay. Nothing in it quotes a bot but remarks of the seats that are the reader's own.
func matchFilm(k *game.Kind, rep *replay.Replay, own map[int]bool) (*film.Film, error) {
	chosen := map[string]any{}
	for _, o := range rep.Record.Options {
		name, value, _ := strings.Cut(o, "=")
		chosen[name] = value
	}
	settings, err := k.Settings(chosen)
	if err != nil {
		return nil, err
	}
	var seats []film.Seat
	for _, s := range rep.Seats {
		seats = append(seats, film.Seat{Name: s.Name, Slot: s.Slot, Params: s.Params})
	}
	for i := range rep.Record.Faults {
		rep.Record.Faults[i].Note = "" // the panel beside the board has those of one's own
	}
	rep.Record.Remarks = slices.DeleteFunc(rep.Record.Remarks, func(r game.RemarkAt) bool { return !own[int(r.Seat)] })
	info := film.NewInfo(k, settings, seats)
	info.Seed = rep.Record.Seed
	return film.FromRecord(info, rep.Record)
}

// turnsOf returns what is known of the turns of a seat: its output, and its prompts and moves by the replay.
func turnsOf(k *game.Kind, rep *replay.Replay, seat int, output []gamelog.Record) ([]web.TurnLog, error) {
	turns := map[int]*web.TurnLog{}
	of := func(turn int) *web.TurnLog {
		if turns[turn] == nil {
			turns[turn] = &web.TurnLog{Turn: turn}
		}
		return turns[turn]
	}
	for _, p := range gamelog.ByTurn(output) {
		l := of(max(p.Turn, 0))
		l.Printed += traceback.Short(p.Printed)
		l.Notes = append(l.Notes, p.Notes...)
	}
	for _, f := range rep.Record.Faults {
		if int(f.Seat) == seat {
			of(f.Turn + 1).Fault = f.Why.String() + ": " + f.Note
		}
	}
	rerun, err := k.Rerun(rep.Record)
	sent := 0
	for more := true; more && err == nil; more, err = rerun.Next() {
		if word, why, took, ok := rerun.Coming(game.Seat(seat)); ok {
			l := of(rerun.Table.Turns() + 1)
			l.Micros = int64(took)
			if sent < mostSent {
				l.Sent = rerun.Table.Sent(game.Seat(seat))
				sent += len(l.Sent)
			}
			if why == game.NoFault {
				l.Answer = word
			}
		}
	}
	if err != nil {
		return nil, err
	}
	var list []web.TurnLog
	for _, l := range turns {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b web.TurnLog) int { return a.Turn - b.Turn })
	return list, nil
}

// mostSent bounds the prompts that are kept of a seat's game, in bytes; later ones are not shown.
const mostSent = 4 << 20

// mostFilms is how many games of matches are kept ready for their pages.
const mostFilms = 16

// A filmKey names the pages of a match's game for a reader.
type filmKey struct {
	match int64
	mine  bool
	live  bool // it is being played
	self  string
}
