/*
Package boards makes the small boards of running games, which the list of contests and the page of a contest show.

A board is made once for all who look at it. What a freeze or a private contest hides from a person has no board for that person.
*/
package boards

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"agon/game/palette"
	"agon/show/film"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/live"
	"agon/site/people"
	"agon/site/recent"
)

// A Board is a small board of a running game, as pages read it.
type Board struct {
	*web.Board
	Key     string `json:"key"` // of the game
	Contest string `json:"contest"`
	Title   string `json:"title"` // of the contest; on its own page of the game
	Page    string `json:"page"`  // where the whole game is
	Facts   string `json:"facts"`
	Rows    []Row  `json:"rows"` // those in front
}

// A Row is a bot beside a small board.
type Row struct {
	Name  string `json:"name"`
	Mark  string `json:"mark"`
	Look  int    `json:"look"`
	Score string `json:"score"`
}

const (
	boardRows  = 2                // bots beside a small board
	boardStays = 20 * time.Second // how long a board that is not followed any more stays after its game
)

// Boards are the small boards of the contests of a site. The methods are safe for concurrent use.
type Boards struct {
	Contests *contests.Contests
	Bots     func(ctx context.Context, contest string, person int64) ([]entries.Bot, error) // of a person in a contest
	Hidden   func(c *contests.Contest, by *people.Person) bool                              // a freeze hides its games from a person

	made recent.Values[*live.Screen, *web.Board] // the newest of each screen
}

// A shot is what a board shows of a game.
type shot struct {
	game, shots int
	over        bool
}

// mostMade is the number of boards that are kept, so that one is made for all who look at it.
const mostMade = 256

// on returns the newest board of a screen, and the number of its game; nil if nothing is on it, or what is there is no longer followed.
func (x *Boards) on(s *live.Screen, first bool) (*web.Board, int, error) {
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
	b, err := x.made.Get(s, shot{now.Game, n, over}, mostMade, func() (*web.Board, error) { return web.NewBoard(now.Film, n-1) })
	return b, now.Game, err
}

// of returns the small boards of a contest that a person may see, those with bots of own names first; none if it is not being played.
func (x *Boards) of(c *contests.Contest, by *people.Person, own map[string]bool) ([]Board, error) {
	wall := c.Wall()
	if state, _, _ := c.State(); wall == nil || state != contests.Playing || x.Hidden(c, by) {
		return nil, nil
	}
	wall.Look()
	turn := x.Contests.Turn(c)
	var list []Board
	for number := 1; number <= live.Boards; number++ {
		b, game, err := x.on(wall.Screen(number), number == 1)
		if err != nil {
			return nil, err
		}
		if b == nil {
			continue
		}
		shown := Board{
			Board: b, Key: fmt.Sprintf("%s-%d-%d", c.Name, number, game), Contest: c.Name, Title: x.Contests.Title(c),
			Page: "/c/" + c.Name + "/live/", Rows: rowsOf(b),
			Facts: factsOf(b),
		}
		if turn != "" {
			shown.Facts = turn
		}
		if number > 1 {
			shown.Page += fmt.Sprintf("%d/", number)
		}
		list = append(list, shown)
	}
	slices.SortStableFunc(list, func(a, b Board) int { return cmp.Compare(ownFirst(&a, own), ownFirst(&b, own)) })
	return list, nil
}

func ownFirst(b *Board, own map[string]bool) int {
	if slices.ContainsFunc(b.Seats, func(seat web.BoardSeat) bool { return own[seat.Name] }) {
		return 0
	}
	return 1
}

// rowsOf returns the bots in front.
func rowsOf(b *web.Board) (rows []Row) {
	seats := slices.Clone(b.Seats)
	slices.SortStableFunc(seats, func(a, b web.BoardSeat) int { return cmp.Compare(a.Place, b.Place) })
	for _, seat := range seats[:min(len(seats), boardRows)] {
		rows = append(rows, Row{seat.Name, seat.Mark, seat.Slot % len(palette.Slots), seat.Score})
	}
	return rows
}

// factsOf returns how far a game is.
func factsOf(b *web.Board) string {
	at := fmt.Sprintf("%s %d", cmp.Or(b.Step, "round"), b.Round)
	words := at
	if b.Rounds > 0 {
		words = fmt.Sprintf("%s of %d", at, max(b.Rounds, b.Round))
	}
	switch b.Over {
	case "":
	case film.Again:
		words = "stopped in " + at + ", is played again"
	default:
		words = "over after " + at
	}
	if more := len(b.Seats) - boardRows; more > 0 {
		words += fmt.Sprintf(", %d more bots", more)
	}
	return words
}

// All returns the boards of the contests that a person sees, of those of which seen returns true: one of each, then further ones while
// there is room.
func (x *Boards) All(ctx context.Context, by *people.Person, seen func(contest string) (bool, error)) ([]Board, error) {
	all, err := x.Contests.All(ctx)
	if err != nil {
		return nil, err
	}
	var each [][]Board
	for _, c := range all {
		if state, _, _ := c.State(); state != contests.Playing {
			continue
		}
		if ok, err := seen(c.Name); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		list, err := x.of(c, by, nil)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			each = append(each, list)
		}
	}
	list := []Board{}
	for nth := range live.Boards {
		for _, of := range each {
			if nth < len(of) && len(list) < live.Boards {
				list = append(list, of[nth])
			}
		}
	}
	return list, nil
}

// Contest returns the boards of a contest for a person.
func (x *Boards) Contest(ctx context.Context, by *people.Person, contest string) ([]Board, error) {
	c, err := x.Contests.Find(contest)
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	if by.ID != 0 {
		mine, err := x.Bots(ctx, c.Name, by.ID)
		if err != nil {
			return nil, err
		}
		for i := range mine {
			own[mine[i].Name] = true
		}
	}
	list, err := x.of(c, by, own)
	for i := range list {
		list[i].Title = list[i].Game
	}
	return slices.Concat([]Board{}, list), err
}
