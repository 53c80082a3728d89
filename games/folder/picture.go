package gamefolder

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"

	"agon/game"
	"agon/game/draw"
	"agon/games/folder/external/entities"
	"agon/internal/pattern"
)

// A sketch is a picture as rules return it. All of it may be left out.
type sketch struct {
	Grid   []json.RawMessage `json:"grid"`   // rows: a text of letters, or a list of cells
	Discs  [][]any           `json:"discs"`  // [x, y, seat], [x, y, seat, "text"]
	Bots   [][]any           `json:"bots"`   // the same
	Paths  []path            `json:"paths"`  // lines from tile to tile
	Words  [][]any           `json:"words"`  // [x, y, "text"]
	Status string            `json:"status"` // a phrase about the whole state
	Notes  []string          `json:"notes"`  // by seat: a word or two beside its score
	Out    []int             `json:"out"`    // seats that are out of the game
	Tables []table           `json:"tables"`
	Cards  []card            `json:"cards"` // in place of a grid: a card for each seat
	Score  string            `json:"score"` // between the cards
	Scene  *entities.Picture `json:"scene"` // in place of a grid, of engines that draw shapes
	Views  []string          `json:"views"` // what the game's own viewer is given
}

type path struct {
	Seat   *int         `json:"seat"`
	Points [][2]float64 `json:"points"`
	Dashed bool         `json:"dashed"`
}

type table struct {
	Title string  `json:"title"`
	Head  []any   `json:"head"`
	Rows  [][]any `json:"rows"`
	Seats []int   `json:"seats"`
}

type card struct {
	Word string `json:"word"`
	Why  string `json:"why"`
	Won  bool   `json:"won"`
}

// drawScene draws discs, paths, areas and words, on a board of blank tiles.
func drawScene(p *draw.Picture, c *entities.Picture) error {
	if c.Width < 1 || c.Height < 1 || c.Width > mostTiles || c.Height > mostTiles/c.Width {
		return fmt.Errorf("view: the scene has %d x %d tiles; %d are the most", c.Width, c.Height, mostTiles)
	}
	p.Board(c.Width, c.Height)
	for _, s := range c.Shapes {
		if len(s.Points) > 0 {
			s.X, s.Y = s.Points[0][0], s.Points[0][1] // for those who compare pictures
		}
		p.Add(draw.Shape{Form: s.Form, Seat: s.Seat, Tone: s.Tone, Colour: s.Colour, X: s.X, Y: s.Y, Radius: s.Radius, Width: s.Width,
			Points: s.Points, Text: s.Text, Faint: s.Faint})
	}
	return nil
}

// drawSketch draws what the rules have sketched. Rules that draw nothing are drawn by their fields: "grid", "x" and "y" (package film).
func drawSketch(p *draw.Picture, s *game.Scene) {
	text := s.Frame.Sketched()
	if text == "" {
		game.DrawPlain(p, s)
		return
	}
	if err := Picture(p, text, s.Seats); err != nil {
		p.Reset()
		p.Status = "the rules draw no picture: " + err.Error()
	}
	for i := range p.Shapes {
		if word := &p.Shapes[i]; word.Form == draw.Word && strings.Contains(word.Text, "{") {
			word.Text = named(word.Text, s.Seats, func(seat game.Seat) string { return s.Name(int(seat)) })
		}
	}
}

// Picture draws a sketch, the JSON that rules return. The error says what in it is wrong.
func Picture(p *draw.Picture, text string, seats int) error {
	var k sketch
	d := json.NewDecoder(strings.NewReader(printable(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&k); err != nil {
		return fmt.Errorf("view: %w", err)
	}
	if k.Scene != nil {
		if err := drawScene(p, k.Scene); err != nil {
			return err
		}
	} else if err := k.board(p, seats); err != nil {
		return err
	}
	if err := k.shapes(p, seats); err != nil {
		return err
	}
	k.annotate(p)
	return p.Check(nil)
}

// shapes adds what lies over the board.
func (k *sketch) shapes(p *draw.Picture, seats int) error {
	if err := k.discs(p, seats); err != nil {
		return err
	}
	if err := k.bots(p, seats); err != nil {
		return err
	}
	k.paths(p)
	return k.words(p, seats)
}

func (k *sketch) discs(p *draw.Picture, seats int) error {
	for i, item := range k.Discs {
		x, y, seat, text, err := place(item, seats)
		if err != nil {
			return fmt.Errorf("view: disc %d: %w", i, err)
		}
		shape := draw.Shape{Form: draw.Disc, Seat: seat, Tone: draw.Full, X: x + 0.5, Y: y + 0.5, Radius: 0.42, Text: text, Sign: text}
		if text == "" { // text displays have no room for a disc
			shape.Sign, shape.Plain = "()", "o"
		}
		if seat == draw.Nobody {
			shape.Tone = draw.Grey
		} else if text == "" {
			shape.Plain = string(rune('A' + seat%26))
		}
		p.Add(shape)
	}
	return nil
}

func (k *sketch) bots(p *draw.Picture, seats int) error {
	for i, item := range k.Bots {
		x, y, seat, text, err := place(item, seats)
		if err == nil && seat == draw.Nobody {
			err = fmt.Errorf("it needs a seat: [x, y, seat]")
		}
		if err != nil {
			return fmt.Errorf("view: bot %d: %w", i, err)
		}
		p.Add(draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: x + 0.5, Y: y + 0.5, Radius: 0.46, Beside: true, Text: text})
	}
	return nil
}

func (k *sketch) paths(p *draw.Picture) {
	for _, line := range k.Paths {
		shape := draw.Shape{Form: draw.Path, Seat: draw.Nobody, Tone: draw.Ink, Width: 0.2, Dashed: line.Dashed}
		if line.Seat != nil {
			shape.Seat, shape.Tone = *line.Seat, draw.Full
		}
		for _, at := range line.Points {
			shape.Points = append(shape.Points, draw.Point{at[0] + 0.5, at[1] + 0.5})
		}
		p.Add(shape)
	}
}

func (k *sketch) words(p *draw.Picture, seats int) error {
	for i, item := range k.Words {
		if len(item) != 3 {
			return fmt.Errorf("view: word %d must be [x, y, \"text\"]", i)
		}
		text := fmt.Sprint(item[2])
		x, y, _, _, err := place(item[:2], seats)
		if err != nil {
			return fmt.Errorf("view: word %d: %w", i, err)
		}
		p.Add(draw.Shape{Form: draw.Word, Seat: draw.Nobody, Tone: draw.Ink, X: x + 0.5, Y: y + 0.5, Text: text, Sign: text})
	}
	return nil
}

// annotate adds what stands beside the board.
func (k *sketch) annotate(p *draw.Picture) {
	p.Status = k.Status
	for seat, note := range k.Notes {
		if seat < len(p.Seats) {
			p.Seats[seat].Note = note
		}
	}
	for _, seat := range k.Out {
		if seat >= 0 && seat < len(p.Seats) {
			p.Seats[seat].Out = true
		}
	}
	for _, t := range k.Tables {
		p.Table(draw.Table{Title: t.Title, Head: texts(t.Head), Rows: rowsOf(t.Rows), Seats: t.Seats})
	}
	if k.Cards != nil {
		p.Duel = &draw.Duel{Score: k.Score, Cards: make([]draw.Card, len(p.Seats))}
		for seat, c := range k.Cards {
			if seat < len(p.Duel.Cards) {
				p.Duel.Cards[seat] = draw.Card{Word: c.Word, Why: c.Why, Won: c.Won}
			}
		}
	}
}

// printable takes out the letters of JSON texts that terminals would obey.
func printable(text string) string {
	if !control().MatchString(text) {
		return text
	}
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	plain, err := json.Marshal(withoutControls(value))
	if err != nil {
		return text
	}
	return string(plain)
}

// control finds texts in which there may be such letters; as they are, they are not JSON.
var control = pattern.Of(`\\[ubfnrt]|[\x{80}-\x{9f}]`)

func withoutControls(value any) any {
	switch v := value.(type) {
	case string:
		return noControls(v)
	case []any:
		for i := range v {
			v[i] = withoutControls(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = withoutControls(v[key])
		}
	}
	return value
}

// noControls replaces letters that terminals would obey by blanks.
func noControls(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// mostTiles bounds a board.
const mostTiles = 250_000

// place reads [x, y, seat] with a text that may follow; a seat of null or -1 is nobody.
func place(item []any, seats int) (x, y float64, seat int, text string, err error) {
	seat = draw.Nobody
	if len(item) < 2 {
		return 0, 0, 0, "", fmt.Errorf("it must be [x, y, seat], and is %v", item)
	}
	x, okX := item[0].(float64)
	y, okY := item[1].(float64)
	if !okX || !okY {
		return 0, 0, 0, "", fmt.Errorf("x and y must be numbers, and are %v and %v", item[0], item[1])
	}
	if len(item) > 2 && item[2] != nil {
		n, ok := item[2].(float64)
		if !ok || int(n) >= seats {
			return 0, 0, 0, "", fmt.Errorf("%v is no seat: they are from 0 to %d", item[2], seats-1)
		}
		seat = max(int(n), draw.Nobody)
	}
	if len(item) > 3 {
		text = fmt.Sprint(item[3])
	}
	return x, y, seat, text, nil
}

// board places the tiles.
func (k *sketch) board(p *draw.Picture, seats int) error {
	var rows [][]any
	for y, raw := range k.Grid {
		var letters string
		var cells []any
		if json.Unmarshal(raw, &letters) == nil {
			for _, r := range letters {
				cells = append(cells, string(r))
			}
		} else if err := json.Unmarshal(raw, &cells); err != nil {
			return fmt.Errorf("view: row %d of the grid is neither a text nor a list", y)
		}
		if y > 0 && len(cells) != len(rows[0]) {
			return fmt.Errorf("view: row %d of the grid has %d cells, and the first one %d", y, len(cells), len(rows[0]))
		}
		rows = append(rows, cells)
	}
	if len(rows) == 0 {
		k.room(p)
		return nil
	}
	if len(rows)*len(rows[0]) > mostTiles {
		return fmt.Errorf("view: the grid has %d x %d cells; %d are the most", len(rows[0]), len(rows), mostTiles)
	}
	p.Board(len(rows[0]), len(rows))
	for y, row := range rows {
		for x, cell := range row {
			tile, err := tileOf(cell, seats)
			if err != nil {
				return fmt.Errorf("view: cell %d of row %d: %w", x, y, err)
			}
			*p.At(x, y) = tile
		}
	}
	return nil
}

// room adds a board of blank tiles for shapes without a grid, as large as they need.
func (k *sketch) room(p *draw.Picture) {
	width, height := 0.0, 0.0
	reach := func(x, y float64) { width, height = max(width, x+1), max(height, y+1) }
	for _, list := range [][][]any{k.Discs, k.Bots, k.Words} {
		for _, item := range list {
			if x, y, _, _, err := place(item[:min(len(item), 2)], 0); err == nil {
				reach(x, y)
			}
		}
	}
	for _, line := range k.Paths {
		for _, at := range line.Points {
			reach(at[0], at[1])
		}
	}
	if width > 0 && height > 0 && width*height <= mostTiles {
		p.Board(int(math.Ceil(width)), int(math.Ceil(height)))
	}
}

// tileOf returns a cell: null, "." and " " are blank, a number is a seat's tile or blank below 0, "#" a wall, and other texts are written
// on the tile.
func tileOf(cell any, seats int) (draw.Tile, error) {
	switch c := cell.(type) {
	case nil:
	case float64:
		if int(c) >= seats {
			return draw.Tile{}, fmt.Errorf("%v is no seat: they are from 0 to %d, and below 0 for nobody", c, seats-1)
		}
		if c >= 0 {
			return draw.Tile{Seat: int(c), Tone: draw.Pale}, nil
		}
	case string:
		switch c {
		case ".", " ", "":
		case "#":
			return draw.Tile{Seat: draw.Nobody, Tone: draw.Ground}, nil
		default:
			if len([]rune(c)) > 2 {
				return draw.Tile{}, fmt.Errorf("%q is longer than two letters", c)
			}
			return draw.Tile{Seat: draw.Nobody, Tone: draw.Floor, Text: c, Plain: c}, nil
		}
	case map[string]any:
		text, err := json.Marshal(c)
		if err != nil {
			return draw.Tile{}, err
		}
		tile := draw.Tile{Seat: draw.Nobody}
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.DisallowUnknownFields()
		return tile, d.Decode(&tile)
	default:
		return draw.Tile{}, fmt.Errorf("%v is neither a seat nor a text", c)
	}
	return draw.Tile{Seat: draw.Nobody}, nil
}

func texts(cells []any) []string {
	var list []string
	for _, c := range cells {
		if c == nil {
			c = ""
		}
		list = append(list, fmt.Sprint(c))
	}
	return list
}

func rowsOf(rows [][]any) [][]string {
	var list [][]string
	for _, row := range rows {
		list = append(list, texts(row))
	}
	return list
}
