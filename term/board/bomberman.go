package board

import (
	"fmt"
	"strconv"

	"agon/game"
)

// Bomberman draws "bomberman": "##" stays, "++" breaks, "**" burns, a bomb is its fuse and its owner, players are their keys.
type Bomberman struct{ silent }

// The walls and the power-ups of a frame, by number.
const (
	hardWall = 1
	softWall = 2
)

var gifts = [...]string{"", "b", "r", "s"} // bag, radius, super

// Size is the size of the map.
func (Bomberman) Size(f *game.Frame) (width, height int) { return gridSize(f, "walls") }

// Draw goes from the ground up: coverage of the picked player, walls, power-ups, reach, blast, bombs, players.
func (b Bomberman) Draw(t *Tiles, v View) {
	f := v.Frame()
	if v.Pick != None {
		b.coverage(t, v)
	}
	for i, wall := range f.List("walls") {
		b.ground(&t.Cells[i], v, i, wall)
	}
	if v.On["r"] {
		b.reach(t, v)
	}
	for i, burns := range f.List("burning") {
		if burns == 1 {
			t.Cells[i] = Tile{Slot: None, Tone: Flame, Text: "**", Bare: "**"}
		}
	}
	b.bombs(t, v)
	if v.On["c"] {
		b.chains(t, v)
	}
	for seat := range v.Seats {
		b.player(t, v, seat)
	}
}

func (Bomberman) coverage(t *Tiles, v View) {
	for i, seats := range v.Frame().List("touched") {
		if seats>>v.Pick&1 == 1 {
			t.Cells[i].Slot, t.Cells[i].Tone = v.Slot(v.Pick), Tint
			t.Cells[i].Bare = "."
		}
	}
}

func (Bomberman) ground(c *Tile, v View, i, wall int) {
	f := v.Frame()
	switch wall {
	case hardWall:
		*c = Tile{Slot: None, Tone: Ground, Bare: "##"}
	case softWall:
		*c = Tile{Slot: None, Tone: Soft, Text: "++", Bare: "++"}
		if hidden := at(f.List("hidden"), i); v.On["h"] && hidden > 0 && hidden < len(gifts) {
			c.Text = "(" + gifts[hidden]
			c.Bare = c.Text
		}
	default:
		if gift := at(f.List("powerups"), i); gift > 0 && gift < len(gifts) {
			c.Text, c.Bare, c.Bold = gifts[gift], gifts[gift], true
		} else if c.Bare == "" {
			c.Bare = " "
		}
	}
}

// bombCount is how many bombs the lists of a frame tell of.
func bombCount(f *game.Frame) int {
	return min(len(f.List("bomb_x")), len(f.List("bomb_y")), len(f.List("bomb_owner")), len(f.List("bomb_timer")))
}

func (Bomberman) bombs(t *Tiles, v View) {
	f := v.Frame()
	for n := range bombCount(f) {
		owner, fuse := f.List("bomb_owner")[n], "!"
		if timer := f.List("bomb_timer")[n]; timer > 1 {
			fuse = strconv.Itoa(timer % 10)
		}
		text := fuse + seatKey(owner)
		*t.At(f.List("bomb_x")[n], f.List("bomb_y")[n]) = Tile{Slot: v.Slot(owner), Tone: Thing, Text: text, Bare: text}
	}
}

// reach tints what each bomb will burn: its arms end at walls of either kind and at other bombs.
func (b Bomberman) reach(t *Tiles, v View) {
	f := v.Frame()
	bombs, walls := f.List("bombs"), f.List("walls")
	for n := range bombCount(f) {
		x, y := f.List("bomb_x")[n], f.List("bomb_y")[n]
		for _, d := range neighbours {
			for far := 1; far <= at(f.List("bomb_radius"), n); far++ {
				cx, cy := x+d[0]*far, y+d[1]*far
				if cx < 0 || cy < 0 || cx >= t.Width || cy >= t.Height {
					break
				}
				cell := cy*t.Width + cx
				if at(walls, cell) == hardWall || at(bombs, cell) > 0 {
					break
				}
				c := &t.Cells[cell]
				c.Slot, c.Tone, c.Bare = v.Slot(f.List("bomb_owner")[n]), Tint, ",,"
				if at(walls, cell) == softWall {
					c.Bare = "+,"
					break
				}
			}
		}
	}
}

// chains joins bombs that lie in one line and will go off together.
func (Bomberman) chains(t *Tiles, v View) {
	f := v.Frame()
	chain := f.List("bomb_chain")
	for n := range min(bombCount(f), len(chain)) {
		for m := n + 1; m < min(bombCount(f), len(chain)); m++ {
			if chain[n] == chain[m] {
				link(t, f.List("bomb_x")[n], f.List("bomb_y")[n], f.List("bomb_x")[m], f.List("bomb_y")[m])
			}
		}
	}
}

func link(t *Tiles, x1, y1, x2, y2 int) {
	switch {
	case y1 == y2:
		for x := min(x1, x2) + 1; x < max(x1, x2); x++ {
			line(t.At(x, y1), "--")
		}
	case x1 == x2:
		for y := min(y1, y2) + 1; y < max(y1, y2); y++ {
			line(t.At(x1, y), "|")
		}
	}
}

func line(c *Tile, text string) {
	if c.Tone == Blank || c.Tone == Tint {
		c.Text, c.Bare = text, text
	}
}

// crossFor is how many rounds the dead keep a cross on their cell.
const crossFor = 8

func (Bomberman) player(t *Tiles, v View, seat int) {
	f := v.Frame()
	c := t.At(at(f.List("x"), seat), at(f.List("y"), seat))
	if at(f.List("alive"), seat) == 1 {
		text := seatKey(seat)
		if c.Tone == Thing {
			text += "o" // it stands on its bomb
		}
		*c = Tile{Slot: v.Slot(seat), Tone: Full, Text: text, Bare: text, Head: true}
		return
	}
	if c.Tone == Blank && f.Number("round")-at(f.List("died"), seat) <= crossFor {
		*c = Tile{Slot: None, Text: "x", Bare: "x"}
	}
}

// seatKey is the key of a player, as the contest names them.
func seatKey(seat int) string {
	if seat < 0 || seat > 25 {
		return "?"
	}
	return string(rune('A' + seat))
}

// Mark is the player's key.
func (Bomberman) Mark(_ View, seat int) string { return seatKey(seat) }

// Note is the bag and the radius.
func (Bomberman) Note(v View, seat int) string {
	f := v.Frame()
	note := fmt.Sprintf("bag %d r %d", at(f.List("bag"), seat), at(f.List("radius"), seat))
	if died := at(f.List("died"), seat); at(f.List("alive"), seat) == 0 {
		note = fmt.Sprintf("dead, round %d", died)
	}
	return note
}

// Out tells the dead.
func (Bomberman) Out(v View, seat int) bool {
	alive := v.Frame().List("alive")
	return seat < len(alive) && alive[seat] == 0
}

// Status is the bounty.
func (Bomberman) Status(v View) string { return fmt.Sprintf("bounty %d", v.Frame().Number("bounty")) }

// About splits the points of a player and tells its last command.
func (Bomberman) About(v View, seat int) []string {
	f := v.Frame()
	part := func(name string) int { return at(f.List("earned_"+name), seat) }
	lines := []string{fmt.Sprintf("walls %d, kills %d, lost %d, bonus %d, coverage %d", part("walls"), part("kills"), part("lost"), part("bonus"), part("coverage"))}
	if did := f.Words("did"); seat < len(did) {
		words := did[seat]
		if fate := f.Words("fate"); seat < len(fate) && fate[seat] != "" {
			words += ": " + fate[seat]
		}
		lines = append(lines, "did "+words)
	}
	if strikes := at(f.List("strikes"), seat); strikes > 0 {
		lines = append(lines, fmt.Sprintf("strikes %d", strikes))
	}
	return lines
}

// Aside tells who gained what in the last round, and what the chains are worth.
func (Bomberman) Aside(v View) []string {
	f := v.Frame()
	var lines []string
	for seat := range v.Seats {
		for _, what := range [...]string{"walls", "kills", "bonus", "coverage", "lost"} {
			if n := at(f.List("gained_"+what), seat); n != 0 {
				lines = append(lines, fmt.Sprintf("%s %s %+d", seatKey(seat), what, n))
			}
		}
	}
	size, worth, owner := make(map[int]int), f.List("bomb_worth"), f.List("bomb_owner")
	for _, chain := range f.List("bomb_chain") {
		size[chain]++
	}
	for n, chain := range f.List("bomb_chain") {
		if size[chain] > 1 {
			lines = append(lines, fmt.Sprintf("chain %s: %d bombs, worth %d", seatKey(at(owner, n)), size[chain], at(worth, n)))
			size[chain] = 0
		}
	}
	return lines
}

// Switches are the reach of bombs, their chains, and what walls hide.
func (Bomberman) Switches() []Switch {
	return []Switch{{"r", "reach"}, {"c", "chains"}, {"h", "hidden"}}
}
