package bomberman

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"agon/game"
	"agon/game/draw"
)

var layers = []draw.Layer{
	{Name: "reach", Title: "reach", Key: "r", About: "the cells that each bomb will burn"},
	{Name: "chains", Title: "chains", Key: "c", About: "bombs that will explode together, and what their walls are worth", Usual: true},
	{Name: "hidden", Title: "hidden", Key: "h", About: "power-ups that walls still hide", Secret: true},
}

// crossRounds is how many rounds a dead player is shown as a cross.
const crossRounds = 8

// riseRounds is how many rounds earned points are shown.
const riseRounds = 4

// giftSigns are letters for the power-ups: bag, radius, super.
var giftSigns = [...]string{"", "b", "r", "s"}

var giftTexts = [...]string{"", "+", "×", "*"}

// drawGame draws from bottom to top: walls, blast, visited cells, power-ups, chains, bombs, players, and earned points.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Board(f.Size("walls"))
	walls(p, f)
	blast(p, s)
	for _, seats := range f.List("touched") {
		p.Been = append(p.Been, uint32(seats))
	}
	gifts(p, f.List("hidden"), f.List("walls"), true)
	gifts(p, f.List("powerups"), nil, false)
	bombs := bombsOf(f)
	chains(p, bombs)
	onBomb := make([]bool, s.Seats)
	for _, b := range bombs {
		if b.under >= 0 {
			onBomb[b.under] = true
			continue
		}
		b.draw(p, 0, 1)
	}
	for seat := range s.Seats {
		drawPlayer(p, f, seat, onBomb[seat])
		p.Seats[seat] = about(f, seat, seat == s.Pick)
	}
	for _, b := range bombs {
		if b.under >= 0 {
			b.draw(p, 0.26, 0.66)
		}
	}
	worths(p, bombs)
	risen(p, s)
	if p.Status = fmt.Sprintf("bounty %d", f.Number("bounty")); !s.NoTables {
		p.Table(earned(f, s.Seats))
		p.Table(chainTable(bombs))
	}
}

// walls draws the ground.
func walls(p *draw.Picture, f *game.Frame) {
	for i, wall := range f.List("walls") {
		t := &p.Tiles[i]
		switch wall {
		case int(hard):
			t.Tone = draw.Ground
		case int(soft):
			t.Tone = draw.Soft
		default:
			t.Plain = " "
		}
	}
}

// gifts draws power-ups: a + for the bag, an × for the radius, a star for both. Hidden ones, if known, are dashed.
func gifts(p *draw.Picture, list, walls []int, hidden bool) {
	for i, gift := range list {
		if gift <= 0 || gift >= len(giftSigns) || hidden && walls[i] != int(soft) {
			continue
		}
		token := draw.Shape{
			Form: draw.Token, Seat: draw.Nobody, Tone: draw.Ink, X: float64(i%p.Width) + 0.5, Y: float64(i/p.Width) + 0.5, Radius: 0.36,
			Text: giftTexts[gift], Sign: giftSigns[gift],
		}
		if hidden {
			token.Layer, token.Dashed, token.Sign = "hidden", true, "("+token.Sign
		}
		p.Add(token)
	}
}

// blast draws burning cells, darker where a wall has been.
func blast(p *draw.Picture, s *game.Scene) {
	before := s.Earlier(1)
	for i, burns := range s.Frame.List("burning") {
		if burns == 0 {
			continue
		}
		p.Tiles[i] = draw.Tile{Seat: draw.Nobody, Tone: draw.Flame}
		if before != nil && before.Nth("walls", i) == int(soft) {
			p.Tiles[i].Tone = draw.Ember
		}
	}
}

// A bomb is a bomb in a frame.
type bomb struct {
	x, y, owner, timer, radius, chain, worth int
	under                                    int // the living player who stands on it, -1 for nobody
}

func bombsOf(f *game.Frame) []bomb {
	xs, ys, owners, timers := f.List("bomb_x"), f.List("bomb_y"), f.List("bomb_owner"), f.List("bomb_timer")
	radii, chains, worths := f.List("bomb_radius"), f.List("bomb_chain"), f.List("bomb_worth")
	atX, atY, alive := f.List("x"), f.List("y"), f.List("alive")
	bombs := make([]bomb, len(xs))
	for n := range bombs {
		bombs[n] = bomb{xs[n], ys[n], owners[n], timers[n], radii[n], chains[n], worths[n], -1}
		for seat := range atX {
			if atX[seat] == xs[n] && atY[seat] == ys[n] && alive[seat] == 1 {
				bombs[n].under = seat
				break
			}
		}
	}
	return bombs
}

// chains connects bombs in a row or a column that will explode together.
func chains(p *draw.Picture, bombs []bomb) {
	for _, b := range bombs {
		var right, below *bomb
		for m := range bombs {
			other := &bombs[m]
			if b.chain != other.chain {
				continue
			}
			if b.y == other.y && other.x > b.x && (right == nil || other.x < right.x) {
				right = other
			}
			if b.x == other.x && other.y > b.y && (below == nil || other.y < below.y) {
				below = other
			}
		}
		for _, to := range [...]*bomb{right, below} {
			if to != nil {
				points := []draw.Point{{float64(b.x) + 0.5, float64(b.y) + 0.5}, {float64(to.x) + 0.5, float64(to.y) + 0.5}}
				p.Add(draw.Shape{Form: draw.Path, Seat: draw.Nobody, Layer: "chains", Tone: draw.Ink, Width: 0.1, Dashed: true,
					Points: points})
			}
		}
	}
}

// worths writes the worth of each chain's walls beside its rightmost bomb.
func worths(p *draw.Picture, bombs []bomb) {
	for n, b := range bombs {
		size, last := 0, n
		for m, other := range bombs {
			if other.chain == b.chain {
				if size++; other.x > bombs[last].x || other.x == bombs[last].x && m < last {
					last = m
				}
			}
		}
		if size > 1 && last == n && b.worth > 0 {
			x := math.Min(float64(b.x)+1.05, float64(p.Width))
			p.Add(draw.Shape{Form: draw.Word, Layer: "chains", Seat: draw.Nobody, Tone: draw.Ink, X: x, Y: float64(b.y), Radius: 0.25,
				Text: strconv.Itoa(b.worth)})
		}
	}
}

// draw draws a bomb with the rounds until it explodes. If a player stands on it, it is smaller, offset and without a sign.
func (b *bomb) draw(p *draw.Picture, aside, part float64) {
	shape := draw.Shape{
		Form: draw.Timer, Seat: b.owner, Tone: draw.Full, X: float64(b.x) + 0.5 + aside, Y: float64(b.y) + 0.5 + aside, Radius: 0.44 * part,
		Ticks: b.timer, Arms: b.radius, Reach: "reach", Sign: string(key(b.owner)),
	}
	if aside > 0 {
		shape.Sign = ""
	}
	p.Add(shape)
}

// drawPlayer draws a living player, or for some rounds a cross where it died.
func drawPlayer(p *draw.Picture, f *game.Frame, seat int, onBomb bool) {
	shape := draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: float64(f.Nth("x", seat)) + 0.5, Y: float64(f.Nth("y", seat)) + 0.5,
		Radius: 0.45}
	if f.Nth("alive", seat) == 0 {
		if f.Number("round")-f.Nth("died", seat) <= crossRounds {
			shape.Form, shape.Radius = draw.Cross, 0.24
			p.Add(shape)
		}
		return
	}
	if onBomb {
		shape.Sign = string(key(seat)) + "o"
	}
	p.Add(shape)
}

// risen draws the points earned in the last rounds, which rise from where they were earned.
func risen(p *draw.Picture, s *game.Scene) {
	for back := riseRounds - 1; back >= 0; back-- {
		f := s.Earlier(back)
		if f == nil {
			continue
		}
		for seat := range s.Seats {
			n := f.Nth("gained_walls", seat) + f.Nth("gained_kills", seat) + f.Nth("gained_lost", seat) + f.Nth("gained_bonus", seat)
			if n == 0 {
				continue
			}
			word := draw.Shape{
				Form: draw.Word, Seat: draw.Nobody, Tone: draw.Good, Text: fmt.Sprintf("%+d", n), X: float64(f.Nth("x", seat)) + 0.5,
				Y: max(0, float64(f.Nth("y", seat))-0.35), Lasts: riseRounds, Age: back, Rise: 0.3,
			}
			if n < 0 {
				word.Tone = draw.Bad
			}
			p.Add(word)
		}
	}
}

// about describes a player: bag and radius, points by reason, and the last command.
func about(f *game.Frame, seat int, all bool) draw.Seat {
	shown := draw.Seat{Out: f.Nth("alive", seat) == 0, Note: fmt.Sprintf("bag %d r %d", f.Nth("bag", seat), f.Nth("radius", seat))}
	if shown.Out {
		shown.Note = fmt.Sprintf("dead, round %d", f.Nth("died", seat))
	}
	if !all {
		return shown
	}
	var parts []string
	for _, what := range [...]string{"walls", "kills", "lost", "bonus", "coverage"} {
		parts = append(parts, fmt.Sprintf("%s %d", what, f.Nth("earned_"+what, seat)))
	}
	shown.About = []string{strings.Join(parts, ", ")}
	if did := f.Words("did"); seat < len(did) {
		words := "did " + did[seat]
		if fate := f.Words("fate"); seat < len(fate) && fate[seat] != "" {
			words += ": " + fate[seat]
		}
		shown.About = append(shown.About, words)
	}
	if strikes := f.Nth("strikes", seat); strikes > 0 {
		shown.About = append(shown.About, fmt.Sprintf("strikes %d", strikes))
	}
	return shown
}

// earned returns a table of what each player earned in the last round.
func earned(f *game.Frame, seats int) draw.Table {
	t := draw.Table{Title: "earned this round"}
	for seat := range seats {
		for _, what := range [...]string{"walls", "kills", "lost", "bonus", "coverage"} {
			if n := f.Nth("gained_"+what, seat); n != 0 {
				t.Rows, t.Seats = append(t.Rows, []string{what, fmt.Sprintf("%+d", n)}), append(t.Seats, seat)
			}
		}
	}
	return t
}

// chainTable returns a table of the bombs that will explode together, and what their walls are worth.
func chainTable(bombs []bomb) draw.Table {
	t := draw.Table{Title: "chains"}
	for n, b := range bombs {
		size, others := 0, ""
		for m, other := range bombs {
			if other.chain != b.chain {
				continue
			}
			if size++; m < n {
				size = 0
				break
			}
			if also := string(key(other.owner)); other.owner != b.owner && !strings.Contains(others, also) {
				others += " " + also
			}
		}
		if size > 1 {
			if others != "" {
				others = "with" + others
			}
			t.Rows, t.Seats = append(t.Rows, []string{others, fmt.Sprintf("%d bombs", size), fmt.Sprintf("worth %d", b.worth)}),
				append(t.Seats, b.owner)
		}
	}
	return t
}
