package bomberman

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"agon/draw"
	"agon/game"
)

var layers = []draw.Layer{
	{Name: "reach", Title: "reach", Key: "r", About: "the cells that each bomb will burn"},
	{Name: "chains", Title: "chains", Key: "c", About: "bombs that will go off together, and what their walls are worth", Usual: true},
	{Name: "hidden", Title: "hidden", Key: "h", About: "power-ups that walls still hide"},
}

// crossRounds is how long the dead keep a cross on their cell.
const crossRounds = 8

// giftSigns are the power-ups in letters: bag, radius, super.
var giftSigns = [...]string{"", "b", "r", "s"}

// drawGame goes from the ground up: coverage of the picked player, walls, reach, blast, power-ups, chains, bombs, players.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Board(f.Size("walls"))
	walls(p, s)
	if s.On["reach"] {
		reach(p, f)
	}
	blast(p, s)
	for i, gift := range f.List("powerups") {
		if gift > 0 && gift < len(giftSigns) {
			drawGift(p, float64(i%p.Width)+0.5, float64(i/p.Width)+0.5, gift, giftSigns[gift])
		}
	}
	if s.On["chains"] {
		chains(p, f)
	}
	onBomb := make(map[int]bool) // seats
	for n := range f.List("bomb_x") {
		if seat := stands(f, n); seat >= 0 {
			onBomb[seat] = true
			continue
		}
		drawBomb(p, f, n, 0, 1)
	}
	for seat := range s.Seats {
		drawPlayer(p, f, seat, onBomb[seat])
		p.Seats[seat] = about(f, seat)
	}
	for n := range f.List("bomb_x") {
		if stands(f, n) >= 0 {
			drawBomb(p, f, n, 0.26, 0.66)
		}
	}
	p.Status = fmt.Sprintf("bounty %d", f.Number("bounty"))
	p.Table(earned(f, s.Seats))
	p.Table(chainTable(f))
}

// walls draws the ground and what walls hide.
func walls(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	for i, wall := range f.List("walls") {
		t := &p.Tiles[i]
		switch wall {
		case int(hard):
			t.Tone = draw.Ground
		case int(soft):
			t.Tone = draw.Soft
			if gift := f.Nth("hidden", i); s.On["hidden"] && gift > 0 && gift < len(giftSigns) {
				t.Text = "(" + giftSigns[gift]
			}
		default:
			t.Plain = " "
			if s.Pick >= 0 && f.Nth("touched", i)>>s.Pick&1 == 1 {
				t.Seat, t.Tone, t.Plain = s.Pick, draw.Tint, "."
			}
		}
	}
}

// reach tints what each bomb will burn: its arms end at walls of either kind and at other bombs.
func reach(p *draw.Picture, f *game.Frame) {
	for n := range f.List("bomb_x") {
		x, y := f.Nth("bomb_x", n), f.Nth("bomb_y", n)
		for _, d := range [...][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
			for far := 1; far <= f.Nth("bomb_radius", n); far++ {
				cx, cy := x+d[0]*far, y+d[1]*far
				wall := f.Nth("walls", cy*p.Width+cx)
				if cx < 0 || cy < 0 || cx >= p.Width || cy >= p.Height || wall == int(hard) || f.Nth("bombs", cy*p.Width+cx) > 0 {
					break
				}
				t := p.At(cx, cy)
				t.Seat, t.Tone, t.Plain = f.Nth("bomb_owner", n), draw.Tint, ",,"
				if wall == int(soft) {
					t.Plain = "+,"
					break
				}
			}
		}
	}
}

// blast draws what burns, darker where a wall stood before.
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

// drawGift draws a power-up: a disc with + for the bag and × for the radius, a star for both.
func drawGift(p *draw.Picture, x, y float64, gift int, sign string) {
	const arm = 0.17
	if gift == int(superGift) {
		p.Add(draw.Shape{Form: draw.Area, Seat: draw.Nobody, Tone: draw.Ink, X: x, Y: y, Points: star(x, y, 0.44), Sign: sign})
		p.Add(draw.Shape{Form: draw.Area, Seat: draw.Nobody, Tone: draw.Paper, Points: star(x, y, 0.28)})
		return
	}
	p.Add(draw.Shape{Form: draw.Disc, Seat: draw.Nobody, Tone: draw.Ink, X: x, Y: y, Radius: 0.36, Sign: sign})
	p.Disc(draw.Nobody, draw.Paper, x, y, 0.29)
	along, across := draw.Point{arm, 0}, draw.Point{0, arm}
	if gift != int(bagGift) {
		along, across = draw.Point{arm * math.Sqrt2 / 2, arm * math.Sqrt2 / 2}, draw.Point{arm * math.Sqrt2 / 2, -arm * math.Sqrt2 / 2}
	}
	for _, d := range [...]draw.Point{along, across} {
		p.Path(draw.Nobody, draw.Ink, 0.09, draw.Point{x - d[0], y - d[1]}, draw.Point{x + d[0], y + d[1]})
	}
}

func star(x, y, r float64) (corners []draw.Point) {
	for i := range 10 {
		turn, far := (float64(i)/5-0.5)*math.Pi, r
		if i%2 == 1 {
			far = r * 0.46
		}
		corners = append(corners, draw.Point{x + math.Cos(turn)*far, y + math.Sin(turn)*far})
	}
	return corners
}

// chains joins bombs that follow each other in a row or a column and will go off together.
func chains(p *draw.Picture, f *game.Frame) {
	xs, ys, chain := f.List("bomb_x"), f.List("bomb_y"), f.List("bomb_chain")
	for n := range chain {
		right, below := -1, -1
		for m := range chain {
			if chain[n] != chain[m] {
				continue
			}
			if ys[n] == ys[m] && xs[m] > xs[n] && (right < 0 || xs[m] < xs[right]) {
				right = m
			}
			if xs[n] == xs[m] && ys[m] > ys[n] && (below < 0 || ys[m] < ys[below]) {
				below = m
			}
		}
		for _, m := range [...]int{right, below} {
			if m >= 0 {
				from, to := draw.Point{float64(xs[n]) + 0.5, float64(ys[n]) + 0.5}, draw.Point{float64(xs[m]) + 0.5, float64(ys[m]) + 0.5}
				p.Add(draw.Shape{Form: draw.Path, Seat: draw.Nobody, Tone: draw.Ink, Width: 0.1, Dashed: true, Points: []draw.Point{from, to}})
			}
		}
	}
}

// stands is the living player who stands on a bomb, -1 for nobody.
func stands(f *game.Frame, n int) int {
	for seat, x := range f.List("x") {
		if x == f.Nth("bomb_x", n) && f.Nth("y", seat) == f.Nth("bomb_y", n) && f.Nth("alive", seat) == 1 {
			return seat
		}
	}
	return -1
}

// drawBomb draws a bomb: dark, with a ring in its owner's colour and the rounds until it goes off. It lies aside and is smaller, and has no
// sign, where somebody stands on it.
func drawBomb(p *draw.Picture, f *game.Frame, n int, aside, part float64) {
	owner, fuse, sign := f.Nth("bomb_owner", n), "!", "!"
	if timer := f.Nth("bomb_timer", n); timer > 1 {
		fuse, sign = strconv.Itoa(timer), strconv.Itoa(timer%10)
	}
	if sign += string(key(owner)); aside > 0 {
		sign = ""
	}
	x, y := float64(f.Nth("bomb_x", n))+0.5+aside, float64(f.Nth("bomb_y", n))+0.5+aside
	p.Disc(draw.Nobody, draw.Floor, x, y, 0.44*part)
	p.Add(draw.Shape{Form: draw.Disc, Seat: owner, Tone: draw.Full, X: x, Y: y, Radius: 0.4 * part, Sign: sign})
	p.Add(draw.Shape{Form: draw.Disc, Seat: draw.Nobody, Tone: draw.Dark, X: x, Y: y, Radius: 0.29 * part, Text: fuse})
}

// drawPlayer draws a living player with what it has just earned, or for some rounds the cross where it died.
func drawPlayer(p *draw.Picture, f *game.Frame, seat int, onBomb bool) {
	shape := draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: float64(f.Nth("x", seat)) + 0.5, Y: float64(f.Nth("y", seat)) + 0.5, Radius: 0.45}
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
	if n := f.Nth("gained_walls", seat) + f.Nth("gained_kills", seat) + f.Nth("gained_lost", seat) + f.Nth("gained_bonus", seat); n != 0 {
		p.Add(draw.Shape{Form: draw.Word, Seat: draw.Nobody, Tone: draw.Ink, X: shape.X, Y: shape.Y - 0.85, Text: fmt.Sprintf("%+d", n)})
	}
}

// about is a player's bag and radius, its points by what they were earned for, and its last command.
func about(f *game.Frame, seat int) draw.Seat {
	told := draw.Seat{Out: f.Nth("alive", seat) == 0, Note: fmt.Sprintf("bag %d r %d", f.Nth("bag", seat), f.Nth("radius", seat))}
	if told.Out {
		told.Note = fmt.Sprintf("dead, round %d", f.Nth("died", seat))
	}
	var parts []string
	for _, what := range [...]string{"walls", "kills", "lost", "bonus", "coverage"} {
		parts = append(parts, fmt.Sprintf("%s %d", what, f.Nth("earned_"+what, seat)))
	}
	told.About = []string{strings.Join(parts, ", ")}
	if did := f.Words("did"); seat < len(did) {
		words := "did " + did[seat]
		if fate := f.Words("fate"); seat < len(fate) && fate[seat] != "" {
			words += ": " + fate[seat]
		}
		told.About = append(told.About, words)
	}
	if strikes := f.Nth("strikes", seat); strikes > 0 {
		told.About = append(told.About, fmt.Sprintf("strikes %d", strikes))
	}
	return told
}

// earned is what each player earned in the last round.
func earned(f *game.Frame, seats int) draw.Table {
	t := draw.Table{Title: fmt.Sprintf("bounty %d, this round", f.Number("bounty"))}
	for seat := range seats {
		for _, what := range [...]string{"walls", "kills", "lost", "bonus", "coverage"} {
			if n := f.Nth("gained_"+what, seat); n != 0 {
				t.Rows = append(t.Rows, []string{string(key(seat)) + " " + what, fmt.Sprintf("%+d", n)})
			}
		}
	}
	return t
}

// chainTable is the bombs that will go off together, and what their walls are worth.
func chainTable(f *game.Frame) draw.Table {
	t, size := draw.Table{Title: "chains", Head: []string{"", "bombs", "worth"}}, make(map[int]int)
	for _, chain := range f.List("bomb_chain") {
		size[chain]++
	}
	for n, chain := range f.List("bomb_chain") {
		if size[chain] > 1 {
			t.Rows = append(t.Rows, []string{string(key(f.Nth("bomb_owner", n))), strconv.Itoa(size[chain]), strconv.Itoa(f.Nth("bomb_worth", n))})
			size[chain] = 0
		}
	}
	return t
}
