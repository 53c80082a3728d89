package rps

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/game"
	"agon/game/draw"
)

var layers = []draw.Layer{{Name: "art", Title: "art only", Key: "a", About: "the art as large as it can be"}}

var (
	handWords   = [...]string{"FORFEIT", "ROCK", "PAPER", "SCISSORS"}
	handLetters = [...]string{"-", "R", "P", "S"}
)

// drawGame draws two cards with hand and art, the score, the reason of the last result, and the rounds as letters.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Duel = &draw.Duel{
		Score:  fmt.Sprintf("%d : %d", f.Nth("score", 0), f.Nth("score", 1)),
		Words:  strings.NewReplacer("player 1", "{0}", "player 2", "{1}").Replace(f.Word("because")),
		Rounds: f.Number("rounds"),
	}
	for seat := range min(s.Seats, 2) {
		p.Duel.Cards = append(p.Duel.Cards, card(s, seat))
	}
	p.Status = strings.NewReplacer("player 1", s.Name(0), "player 2", s.Name(1)).Replace(f.Word("because"))
}

func card(s *game.Scene, seat int) draw.Card {
	f := s.Frame
	hands, winners := f.List([...]string{"hands_1", "hands_2"}[seat]), f.List("winners")
	c := draw.Card{Art: sentArt(s.Remarks, seat)}
	for round, hand := range hands[:min(len(hands), len(winners))] {
		hand = min(max(hand, 0), len(handWords)-1)
		c.Won = winners[round] == seat+1
		c.Rounds = append(c.Rounds, draw.Round{Letter: handLetters[hand], Won: c.Won})
		c.Word, c.Why = handWords[hand], ""
		if hand == 0 {
			faults := f.Words([...]string{"faults_1", "faults_2"}[seat])
			c.Why = faults[min(round, len(faults)-1)]
		}
		c.Shapes = nil
		if round == len(hands)-1 && hand > 0 {
			c.Shapes = lost[hand]
			if c.Won {
				c.Shapes = won[seat][hand]
			}
		}
	}
	return c
}

// sentArt returns the picture that a seat sent with its last move: a remark that is a JSON list of rows.
func sentArt(remarks []game.RemarkAt, seat int) []string {
	for _, remark := range remarks {
		var rows []string
		if int(remark.Seat) == seat && json.Unmarshal(remark.Text, &rows) == nil {
			return rows
		}
	}
	return nil
}

// handDrawings draw the hands, in the seat and tone of a shape. Each outline is filled twice: larger in ink, smaller in colour, which
// leaves an outline.
var handDrawings = [...]func(fill draw.Shape) []draw.Shape{None: nil, Rock: drawRock, Paper: drawPaper, Scissors: drawScissors}

// Drawings of losing hands, and by seat of winning ones.
var (
	lost = handsIn(draw.Shape{Seat: draw.Nobody, Tone: draw.Grey})
	won  = [2][len(handDrawings)][]draw.Shape{handsIn(draw.Shape{Seat: 0, Tone: draw.Full}), handsIn(draw.Shape{Seat: 1, Tone: draw.Full})}
)

func handsIn(fill draw.Shape) (hands [len(handDrawings)][]draw.Shape) {
	for hand, drawHand := range handDrawings {
		if drawHand != nil {
			hands[hand] = drawHand(fill)
		}
	}
	return hands
}

func ink(shape draw.Shape) draw.Shape {
	shape.Seat, shape.Tone = draw.Nobody, draw.Ink
	return shape
}

func line(points ...draw.Point) draw.Shape {
	return ink(draw.Shape{Form: draw.Path, Width: 0.06, Points: points})
}

func outline(fill draw.Shape, wide, high float64, points ...draw.Point) []draw.Shape {
	fill.Form, fill.Points = draw.Area, points
	return append([]draw.Shape{ink(fill)}, draw.Around(0, 0, wide, high, []draw.Shape{fill})...)
}

func drawRock(fill draw.Shape) []draw.Shape {
	stone := outline(fill, 0.92, 0.92, draw.Point{-0.95, 0.3}, draw.Point{-0.85, -0.2}, draw.Point{-0.6, -0.55}, draw.Point{-0.15, -0.8},
		draw.Point{0.45, -0.72},
		draw.Point{0.85, -0.25}, draw.Point{0.95, 0.1}, draw.Point{0.8, 0.55}, draw.Point{0.25, 0.8}, draw.Point{-0.6, 0.75})
	return append(stone, line(draw.Point{-0.15, -0.78}, draw.Point{-0.05, -0.2}, draw.Point{0.45, 0.1}),
		line(draw.Point{-0.05, -0.2}, draw.Point{-0.5, 0.15}))
}

func drawPaper(fill draw.Shape) []draw.Shape {
	sheet := outline(fill, 0.9, 0.92, draw.Point{-0.68, -0.9}, draw.Point{0.32, -0.9}, draw.Point{0.68, -0.54}, draw.Point{0.68, 0.9},
		draw.Point{-0.68, 0.9})
	sheet = append(sheet, line(draw.Point{0.32, -0.88}, draw.Point{0.32, -0.54}, draw.Point{0.66, -0.54}))
	for _, at := range [][2]float64{{-0.15, 0.4}, {0.15, 0.4}, {0.45, 0.1}} {
		sheet = append(sheet, line(draw.Point{-0.4, at[0]}, draw.Point{at[1], at[0]}))
	}
	return sheet
}

func drawScissors(fill draw.Shape) (both []draw.Shape) {
	blade := []draw.Point{{-0.6, -0.95}, {-0.42, -0.97}, {0.2, 0.22}, {0.02, 0.32}}
	for _, side := range []float64{-1, 1} {
		edge, area := line(append(blade, blade[0])...), fill
		edge.Width = 0.11
		area.Form, area.Points = draw.Area, blade
		half := []draw.Shape{edge, area}
		for _, ring := range []struct {
			radius float64
			paint  draw.Shape
		}{{0.36, ink(fill)}, {0.3, fill}, {0.2, ink(fill)}, {0.14, draw.Shape{Seat: draw.Nobody, Tone: draw.Paper}}} {
			ring.paint.Form, ring.paint.X, ring.paint.Y, ring.paint.Radius = draw.Disc, 0.36, 0.6, ring.radius
			half = append(half, ring.paint)
		}
		both = append(both, draw.Around(0, 0, side, 1, half)...)
	}
	return append(both, ink(draw.Shape{Form: draw.Disc, Y: 0.12, Radius: 0.08}))
}
