package gametest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing/fstest"

	"agon/game"
	"agon/game/draw"
)

const (
	fourWide = 7
	fourHigh = 6
	stone    = 3 // a disc of nobody
)

// drop is a move: the column, from 1.
type drop uint8

// four is a game in progress: discs fall into columns, and four in a line win.
type four struct {
	Grid  [fourHigh][fourWide]uint8 // row 0 is the uppermost: seat+1, 3 for a stone
	Next  uint8                     // the seat to move
	Last  uint8                     // the column of the last disc, 0 at the deal
	Discs uint8                     // dropped so far
	Won   uint8                     // seat+1
	Seed  int64
}

// fourRules are the laws, each of which a sabotage may replace.
type fourRules struct {
	column int // of the stone, from 1; 0: the dice choose it
	deal   func(r *fourRules, s *four, d *game.Dice)
	turn   func(s *four) game.Seats
	check  func(s *four, m drop) error
	step   func(s *four, m drop)
	lines  [][2]int // directions in which four win
}

func newFourRules() *fourRules {
	return &fourRules{deal: dealFour, turn: turnFour, check: checkFour, step: stepFour, lines: [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}}
}

// Deal drops a stone into one column.
func (r *fourRules) Deal(s *four, _ int, d *game.Dice) error { r.deal(r, s, d); return nil }

// Turn returns the seat to move, until four are in a line or the board is full.
func (r *fourRules) Turn(s *four) game.Seats { return r.turn(s) }

// Check refuses a full column.
func (r *fourRules) Check(s *four, _ game.Seat, m drop) error { return r.check(s, m) }

// Absent drops into the first column with room.
func (r *fourRules) Absent(s *four, _ game.Seat, _ game.Fault) drop {
	for m := drop(1); m < fourWide; m++ {
		if checkFour(s, m) == nil {
			return m
		}
	}
	return fourWide
}

// Step drops the disc of the seat to move.
func (r *fourRules) Step(s *four, moves []game.Move[drop], _ *game.Dice) {
	r.step(s, moves[s.Next].Value)
	if r.line(s) {
		s.Won = 2 - s.Next // the seat that has just moved, plus 1
	}
}

// Outcome ranks the winner first.
func (r *fourRules) Outcome(s *four, seat game.Seat) game.Outcome {
	switch int(s.Won) {
	case 0:
		return game.Outcome{Place: 1}
	case int(seat) + 1:
		return game.Outcome{Place: 1, Score: 1}
	}
	return game.Outcome{Place: 2}
}

func dealFour(r *fourRules, s *four, d *game.Dice) {
	column := d.Intn(fourWide)
	if r.column > 0 {
		column = r.column - 1
	}
	*s = four{Seed: d.Seed()}
	s.Grid[fourHigh-1][column] = stone
}

func turnFour(s *four) game.Seats {
	if s.Won != 0 || s.Discs == fourWide*fourHigh-1 {
		return game.Seats{}
	}
	return game.OneSeat(game.Seat(s.Next))
}

func checkFour(s *four, m drop) error {
	if m < 1 || m > fourWide {
		return fmt.Errorf("a move is a column from 1 to %d", fourWide)
	}
	if s.Grid[0][m-1] != 0 {
		return errors.New("the column is full")
	}
	return nil
}

func stepFour(s *four, m drop) {
	for y := fourHigh - 1; y >= 0; y-- {
		if s.Grid[y][m-1] == 0 {
			s.Grid[y][m-1] = s.Next + 1
			break
		}
	}
	s.Last, s.Next = uint8(m), 1-s.Next
	s.Discs++
}

// line reports whether four discs of a seat are in a line.
func (r *fourRules) line(s *four) bool {
	for y := range fourHigh {
		for x := range fourWide {
			for _, way := range r.lines {
				n := 0
				for n < 4 && s.owner(x+n*way[0], y+n*way[1]) == s.Grid[y][x] {
					n++
				}
				if n == 4 && s.Grid[y][x] != 0 && s.Grid[y][x] != stone {
					return true
				}
			}
		}
	}
	return false
}

func (s *four) owner(x, y int) uint8 {
	if x < 0 || y < 0 || x >= fourWide || y >= fourHigh {
		return 0
	}
	return s.Grid[y][x]
}

// fourWire sends a bot the last column alone: it keeps the board itself.
type fourWire struct {
	ask func(p *game.Prompt, s *four)
}

func (w fourWire) Ask(p *game.Prompt, s *four, _ game.Seat) { w.ask(p, s) }
func (w fourWire) Open(p *game.Prompt, s *four, seat game.Seat) {
	p.Stdin = fmt.Appendf(p.Stdin, "you are %d\n", seat)
}
func (w fourWire) Read(_ *four, _ game.Seat, r *game.Reply) (drop, error) {
	return w.Parse(strings.TrimSpace(string(r.Out)))
}
func (w fourWire) Format(m drop) string { return strconv.Itoa(int(m)) }
func (w fourWire) Parse(text string) (drop, error) {
	if len(text) == 1 && text[0] >= '1' && text[0] <= '0'+fourWide {
		return drop(text[0] - '0'), nil
	}
	return 0, fmt.Errorf("%q is not a column", text)
}

func askFour(p *game.Prompt, s *four) { p.Stdin = fmt.Appendln(p.Stdin, s.Discs, s.Last) }

func viewFour(f *game.Frame, s *four, viewer game.Seat) {
	if viewer >= 0 {
		f.Int("me", int(viewer))
	}
	f.Grid("grid", fourWide, fourHigh, func(x, y int) int { return int(s.Grid[y][x]) })
	f.Int("next", int(s.Next))
	f.Int("last", int(s.Last))
}

// drawFour draws a disc for each disc, in the colour of its seat; a stone is nobody's.
func drawFour(p *draw.Picture, s *game.Scene) {
	p.Board(s.Frame.Size("grid"))
	for i, n := range s.Frame.List("grid") {
		x, y := float64(i%p.Width)+0.5, float64(i/p.Width)+0.5
		switch n {
		case 1, 2:
			p.Disc(n-1, draw.Full, x, y, 0.4)
		case stone:
			p.Disc(draw.Nobody, draw.Ink, x, y, 0.4)
		}
	}
}

func hashFour(h *game.Hash, s *four) {
	for y := range s.Grid {
		h.Bytes(s.Grid[y][:])
	}
	h.Int(int(s.Next) | int(s.Last)<<8 | int(s.Discs)<<16 | int(s.Won)<<24)
	h.Uint64(uint64(s.Seed))
}

// fourSpec returns the kind, with rules that a sabotage may change.
func fourSpec(rules *fourRules) *game.Spec[four, drop] {
	return &game.Spec[four, drop]{
		Name: "four", Title: "Four", Version: "1", About: "Four discs in a line win.", Source: "these tests", Format: "round-robin",
		MinSeats: 2, MaxSeats: 2, UsualSeats: 2,
		Deals: "the column of the stone, from 1 to 7: 4",
		Rules: func(o game.Settings) (game.Rules[four, drop], error) {
			r := *rules
			if text := o.Text("deal"); text != "" {
				column, err := strconv.Atoi(text)
				if err != nil || column < 1 || column > fourWide {
					return nil, fmt.Errorf("option deal must be a column from 1 to %d, not %q", fourWide, text)
				}
				r.column = column
			}
			return &r, nil
		},
		Wire:  func(game.Settings) game.Wire[four, drop] { return fourWire{askFour} },
		Moves: []drop{1, 2, 3, 4, 5, 6, 7},
		Round: func(s *four) int { return int(s.Discs) / 2 },
		View:  viewFour,
		Draw:  drawFour,
		Hash:  hashFour,
		Done: func(s *four, name func(game.Seat) string) string {
			if s.Won == 0 {
				return "the board is full"
			}
			return name(game.Seat(s.Won-1)) + " has four in a line"
		},
		Range:  func(game.Settings) (least, most float64) { return 0, 1 },
		Marks:  []string{"1", "2"},
		Launch: game.Launch{Form: game.Lines},
		Builtins: []game.Builtin[four, drop]{{Name: "random", About: "any column with room",
			New: func(_ game.Settings, d *game.Dice) game.BuiltinFunc[four, drop] {
				return func(s *four, _ game.Seat, _ *game.Reply) drop {
					m := drop(1 + d.Intn(fourWide))
					for range fourWide {
						if checkFour(s, m) == nil {
							break
						}
						m = m%fourWide + 1
					}
					return m
				}
			}}},
		Files: fstest.MapFS{"README.md": {Data: []byte("# Four\n")}},
	}
}
