/*
Package explain says how recorded games stood, by the estimates of package agon/lab/chances: one game with its chances and the turns that
decided it, or many games of one bot.

	game.go  one game, for viewers and programs
	bot.go   many games of a bot
*/
package explain

import (
	"fmt"

	"agon/game"
	"agon/internal/cause"
	"agon/lab/chances"
	"agon/record/replay"
	"agon/show/film"
)

// A Game is a recorded game with its estimates.
type Game struct {
	Kind      *game.Kind
	Replay    *replay.Replay
	Estimator *chances.Estimator
	Curve     []chances.Point
	Turnings  []chances.Turning
}

// Look estimates the game of a name. seat is the one whose turns are listed, -1 for all, most how many of them; doing is told what is done.
func Look(name string, kind *game.Kind, rep *replay.Replay, options chances.Options, seat game.Seat, most int,
	doing func(what string)) (g *Game, err error) {
	g = &Game{Kind: kind, Replay: rep}
	if g.Estimator, err = chances.New(kind, rep.Record, options); err != nil {
		return nil, err
	}
	doing("playing on by builtin:" + g.Estimator.Bot)
	if g.Curve, err = g.Estimator.Curve(); err != nil {
		return nil, cause.Found(fmt.Errorf("%s does not verify: %w", name, err))
	}
	doing("looking for better moves")
	g.Turnings, err = g.Estimator.Turnings(g.Curve, seat, most)
	return g, cause.Found(err)
}

// Bounds of a glance: a report has several, and is not to wait for them.
const (
	GlanceMoves  = 60_000 // of all playouts, about
	GlanceFew    = 6_000  // where rules take long: in processes
	glancePoints = 20     // turns
	glanceLeast  = 4      // turns of the game
	glancePlays  = 24     // fewest playouts: six positions, each four times
)

// Glance estimates how a game stood, roughly and without better moves, by at most about so many moves; nil where the game is so long that
// they would say little.
func Glance(kind *game.Kind, rep *replay.Replay, moves int) *film.Chances {
	if turns := rep.Record.Turns; turns < glanceLeast || turns*rep.Record.Seats/2*glancePlays > moves {
		return nil
	}
	e, err := chances.New(kind, rep.Record, chances.Options{Budget: moves, Points: glancePoints})
	if err != nil {
		return nil
	}
	curve, err := e.Curve()
	if err != nil {
		return nil // its page says what is wrong with it
	}
	g := &Game{Kind: kind, Replay: rep, Estimator: e, Curve: curve}
	return g.Film()
}

// Film returns the estimates as viewers take them.
func (g *Game) Film() *film.Chances {
	c := &film.Chances{Bot: g.Estimator.Bot, Playouts: g.Estimator.Playouts}
	for _, p := range g.Curve {
		point := film.ChancesAt{Turns: p.Turns}
		for _, s := range p.Chances {
			point.Means, point.Errors = append(point.Means, s.Mean), append(point.Errors, s.Err)
		}
		c.Curve = append(c.Curve, point)
	}
	for _, t := range g.Turnings {
		one := film.Turning{Seat: t.Seat, From: t.From, To: t.To, Before: t.Before.Mean, After: t.After.Mean, Turn: t.Turn}
		if t.Better != nil {
			one.Made, one.Left, one.Better, one.Would = t.Made.Word, t.Made.Mean, t.Better.Word, t.Better.Mean
		}
		c.Turnings = append(c.Turnings, one)
	}
	return c
}

// An Explanation is how a game stood. Its JSON form is what agon explain --json prints.
type Explanation struct {
	Agon     int       `json:"agon"` // version of the format
	Bot      string    `json:"bot"`  // the bot that plays on
	Playouts int       `json:"playouts"`
	Seats    []string  `json:"seats"`
	Curve    []Point   `json:"curve"`
	Turns    []Turning `json:"turnings"`
}

// A Point is the chances of all seats after some turns.
type Point struct {
	Turns   int       `json:"turns"` // played
	Chances []float64 `json:"chances"`
	Errors  []float64 `json:"errors"` // standard errors
}

// A Turning is turns in which a seat lost much.
type Turning struct {
	Seat   int     `json:"seat"`
	From   int     `json:"from"`
	To     int     `json:"to"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Turn   int     `json:"turn,omitempty"` // the move that cost most, from 1; 0: none is known
	Made   *Option `json:"made,omitempty"`
	Better *Option `json:"better,omitempty"`
}

// An Option is a move, and the chance that it leaves.
type Option struct {
	Move   string  `json:"move"`
	Chance float64 `json:"chance"`
	Error  float64 `json:"error"`
}

// Values returns the estimates for programs.
func (g *Game) Values() Explanation {
	e := Explanation{Agon: 1, Bot: g.Estimator.Bot, Playouts: g.Estimator.Playouts, Turns: []Turning{}}
	for _, s := range g.Replay.Seats {
		e.Seats = append(e.Seats, s.Name)
	}
	for _, p := range g.Curve {
		point := Point{Turns: p.Turns}
		for _, c := range p.Chances {
			point.Chances, point.Errors = append(point.Chances, c.Mean), append(point.Errors, c.Err)
		}
		e.Curve = append(e.Curve, point)
	}
	for _, t := range g.Turnings {
		one := Turning{Seat: int(t.Seat), From: t.From + 1, To: t.To, Before: t.Before.Mean, After: t.After.Mean, Turn: t.Turn}
		if t.Better != nil {
			one.Made = &Option{t.Made.Word, t.Made.Mean, t.Made.Err}
			one.Better = &Option{t.Better.Word, t.Better.Mean, t.Better.Err}
		}
		e.Turns = append(e.Turns, one)
	}
	return e
}
