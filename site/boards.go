package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"agon/game/palette"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/live"
	"agon/site/people"
)

// A liveBoard is a small board of a running game, as pages read it.
type liveBoard struct {
	*web.Board
	Key     string     `json:"key"` // of the game
	Contest string     `json:"contest"`
	Title   string     `json:"title"` // of the contest; on its own page of the game
	Page    string     `json:"page"`  // where the whole game is
	Facts   string     `json:"facts"`
	Rows    []boardRow `json:"rows"` // those in front
}

// boardRow is a bot beside a small board.
type boardRow struct {
	Name  string `json:"name"`
	Mark  string `json:"mark"`
	Look  int    `json:"look"`
	Score string `json:"score"`
}

const (
	boardRows  = 2                // bots beside a small board
	boardStays = 20 * time.Second // how long a board that is not followed any more stays after its game
)

// boards are the newest small boards, so that one is made for all who look at it. It is safe for concurrent use.
type boards struct{ known sync.Map } // from *live.Screen to *keptBoard

type keptBoard struct {
	game, shots int
	over        bool
	board       *web.Board
}

// of returns the newest board of a screen, and the number of its game; nil if nothing is on it, or what is there is no longer followed.
func (x *boards) of(s *live.Screen, first bool) (*web.Board, int, error) {
	now, _ := s.Loop.Now()
	if now.Film == nil {
		return nil, 0, nil
	}
	if ended := s.Ended(); !first && !ended.IsZero() && time.Since(ended) > boardStays {
		return nil, 0, nil
	}
	n, over := now.Film.Len()
	if n == 0 {
		return nil, 0, nil
	}
	if kept, ok := x.known.Load(s); ok {
		if k := kept.(*keptBoard); k.game == now.Game && k.shots == n && k.over == over {
			return k.board, now.Game, nil
		}
	}
	b, err := web.NewBoard(now.Film, n-1)
	if err != nil {
		return nil, 0, err
	}
	x.known.Store(s, &keptBoard{now.Game, n, over, b})
	return b, now.Game, nil
}

// boardsOf returns the small boards of a contest that a person may see, those with bots of own names first; none if it is not being played.
func (s *Site) boardsOf(c *contests.Contest, by *people.Person, own map[string]bool) ([]liveBoard, error) {
	wall := c.Wall()
	if state, _, _ := c.State(); wall == nil || state != contests.Playing || hidden(c, by) {
		return nil, nil
	}
	wall.Look()
	var list []liveBoard
	for number := 1; number <= live.Boards; number++ {
		b, game, err := s.boards.of(wall.Screen(number), number == 1)
		if err != nil {
			return nil, err
		}
		if b == nil {
			continue
		}
		x := liveBoard{Board: b, Key: fmt.Sprintf("%s-%d-%d", c.Name, number, game), Contest: c.Name, Title: s.title(c), Page: contestAddress(c.Name) + "/live/", Rows: rowsOf(b), Facts: factsOf(b)}
		if number > 1 {
			x.Page += fmt.Sprintf("%d/", number)
		}
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b liveBoard) int { return cmp.Compare(ownFirst(&a, own), ownFirst(&b, own)) })
	return list, nil
}

func ownFirst(b *liveBoard, own map[string]bool) int {
	if slices.ContainsFunc(b.Seats, func(seat web.BoardSeat) bool { return own[seat.Name] }) {
		return 0
	}
	return 1
}

// rowsOf returns the bots in front.
func rowsOf(b *web.Board) (rows []boardRow) {
	seats := slices.Clone(b.Seats)
	slices.SortStableFunc(seats, func(a, b web.BoardSeat) int { return cmp.Compare(a.Place, b.Place) })
	for _, seat := range seats[:min(len(seats), boardRows)] {
		rows = append(rows, boardRow{seat.Name, seat.Mark, seat.Slot % len(palette.Slots), seat.Score})
	}
	return rows
}

// factsOf says how far a game is.
func factsOf(b *web.Board) string {
	words := fmt.Sprintf("round %d", b.Round)
	if b.Rounds > 0 {
		words = fmt.Sprintf("round %d of %d", b.Round, max(b.Rounds, b.Round))
	}
	if b.Over != "" {
		words = fmt.Sprintf("over after round %d", b.Round)
	}
	if more := len(b.Seats) - boardRows; more > 0 {
		words += fmt.Sprintf(", %d more bots", more)
	}
	return words
}

// homeBoards returns the boards of the contests that a person sees: one of each, then further ones while there is room.
func (s *Site) homeBoards(ctx context.Context, by *people.Person, r *http.Request) ([]liveBoard, error) {
	all, err := s.contests.All(ctx)
	if err != nil {
		return nil, err
	}
	var each [][]liveBoard
	for _, c := range all {
		if state, _, _ := c.State(); state != contests.Playing {
			continue
		}
		if seen, err := s.sees(ctx, by, r, c.Name); err != nil {
			return nil, err
		} else if !seen {
			continue
		}
		list, err := s.boardsOf(c, by, nil)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			each = append(each, list)
		}
	}
	list := []liveBoard{}
	for nth := range live.Boards {
		for _, of := range each {
			if nth < len(of) && len(list) < live.Boards {
				list = append(list, of[nth])
			}
		}
	}
	return list, nil
}

// contestBoards returns the boards of a contest for a person.
func (s *Site) contestBoards(ctx context.Context, by *people.Person, contest string) ([]liveBoard, error) {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	if by.ID != 0 {
		mine, err := s.entries.Bots(ctx, c.Name, by.ID)
		if err != nil {
			return nil, err
		}
		for i := range mine {
			own[mine[i].Name] = true
		}
	}
	list, err := s.boardsOf(c, by, own)
	for i := range list {
		list[i].Title = list[i].Game
	}
	return slices.Concat([]liveBoard{}, list), err
}

// boardsPart is the part of a page with small boards.
type boardsPart struct {
	Shown  bool   // games are played
	From   string // address of the list
	Screen string // address of the big screen; empty: none
	List   []liveBoard
}

func (s *Site) allBoards(w http.ResponseWriter, r *http.Request) error {
	list, err := s.homeBoards(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	return writeBoards(w, list)
}

func (s *Site) boardsOfContest(w http.ResponseWriter, r *http.Request) error {
	list, err := s.contestBoards(r.Context(), reader(r), r.PathValue("contest"))
	if err != nil {
		return err
	}
	return writeBoards(w, list)
}

func writeBoards(w http.ResponseWriter, list []liveBoard) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(list)
}
