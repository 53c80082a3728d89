package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"agon/draw"
	"agon/film"
	"agon/game"
)

// A drawing is the picture of a shot as it travels to a page: tiles as numbers, shapes with names by which they are found again, and all the
// rest as JSON. assets/drawing.js reads what is written here.
type drawing struct {
	*draw.Picture
	keys []string // of the shapes
	rest map[string]json.RawMessage
}

// A tile is one number: its tone, plus tones times the seat + 1, plus dotted where it has a dot.
const (
	tones  = 32
	dotted = 1 << 20
)

func newDrawing(p *draw.Picture) *drawing {
	d := &drawing{Picture: p, keys: make([]string, len(p.Shapes))}
	text := mustJSON(struct {
		*draw.Picture
		Tiles  any `json:"tiles,omitempty"`
		Sheets any `json:"sheets,omitempty"`
		Shapes any `json:"shapes,omitempty"`
	}{Picture: p})
	if err := json.Unmarshal(text, &d.rest); err != nil {
		panic(err) // it is an object
	}
	met := make(map[string]int)
	for i := range p.Shapes {
		s := &p.Shapes[i]
		round(s)
		key := s.ID
		if key == "" {
			key = string(s.Form) + strconv.Itoa(s.Seat) + s.Layer
		}
		met[key]++
		d.keys[i] = key + "#" + strconv.Itoa(met[key])
	}
	return d
}

// round makes coordinates hundredths of a tile.
func round(s *draw.Shape) {
	for _, v := range [...]*float64{&s.X, &s.Y, &s.Radius, &s.Width, &s.Height, &s.Hem, &s.Faint} {
		*v = math.Round(*v*100) / 100
	}
	points := slices.Clone(s.Points)
	for i, at := range points {
		points[i] = draw.Point{math.Round(at[0]*100) / 100, math.Round(at[1]*100) / 100}
	}
	s.Points = points
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // pictures are numbers and texts
	}
	return text
}

// appendDrawing appends what differs from the drawing before, all of it where that is nil.
func appendDrawing(dst []byte, before, now *drawing) []byte {
	if before == nil {
		before = &drawing{Picture: &draw.Picture{}}
	}
	changed := make(map[string]json.RawMessage)
	differ(changed, before.rest, now.rest)
	if list := appendShapes(nil, before, now); list != nil {
		changed["shapes"] = list
	}
	same := before.Width == now.Width && before.Height == now.Height
	if list := now.tiles(before.Picture.Tiles, now.Picture.Tiles, same); list != nil {
		changed["tiles"] = list
	}
	if list := now.texts(before.Picture.Tiles, now.Picture.Tiles); list != nil {
		changed["texts"] = list
	}
	same = same && slices.EqualFunc(before.Sheets, now.Sheets, func(a, b draw.Sheet) bool { return a.Layer == b.Layer && a.Seat == b.Seat })
	if list := now.sheets(before, same); list != nil {
		changed["sheets"] = list
	}
	return appendObject(dst, changed)
}

func appendObject(dst []byte, fields map[string]json.RawMessage) []byte {
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(strconv.AppendQuote(dst, name), ':'), fields[name]...)
	}
	return append(dst, '}')
}

// differ adds what differs in two objects: [value] in place of the old one, null for what is gone, and else what difference makes of it.
func differ(changed, old, now map[string]json.RawMessage) {
	for name, value := range now {
		if !bytes.Equal(old[name], value) {
			changed[name] = difference(old[name], value)
		}
	}
	for name := range old {
		if now[name] == nil {
			changed[name] = json.RawMessage("null")
		}
	}
}

// difference leads from one value to another: an object for objects and for lists of one length, by name or number; {"-": n, "+": list}
// for a list that lost its first n entries and got others at its end; else the value in brackets.
func difference(old, now json.RawMessage) json.RawMessage {
	whole := slices.Concat([]byte("["), now, []byte("]"))
	if len(old) == 0 || old[0] != now[0] {
		return whole
	}
	changed := make(map[string]json.RawMessage)
	switch now[0] {
	case '{':
		var a, b map[string]json.RawMessage
		mustRead(old, &a)
		mustRead(now, &b)
		differ(changed, a, b)
	case '[':
		var a, b []json.RawMessage
		mustRead(old, &a)
		mustRead(now, &b)
		if drop, ok := shifted(a, b); ok {
			return mustJSON(map[string]any{"-": drop, "+": b[len(a)-drop:]})
		}
		if len(a) != len(b) {
			return whole
		}
		for i := range a {
			if !bytes.Equal(a[i], b[i]) {
				changed[strconv.Itoa(i)] = difference(a[i], b[i])
			}
		}
	default:
		return whole
	}
	if text := appendObject(nil, changed); len(text) < len(whole) {
		return text
	}
	return whole
}

// shifted finds a list that goes on where another ends, and how many of the other's first entries it has lost, 2 at most.
func shifted(a, b []json.RawMessage) (drop int, ok bool) {
	for drop = range 3 {
		if keep := len(a) - drop; keep > 0 && keep < len(b) && slices.EqualFunc(a[drop:], b[:keep], func(x, y json.RawMessage) bool { return bytes.Equal(x, y) }) {
			return drop, true
		}
	}
	return 0, false
}

func mustRead(text json.RawMessage, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(err) // it is JSON of this package
	}
}

// sheets are those that changed, by number; all in brackets where there are others than before.
func (d *drawing) sheets(before *drawing, same bool) json.RawMessage {
	changed := make(map[string]json.RawMessage)
	for i := range d.Sheets {
		sheet, old := make(map[string]json.RawMessage), []draw.Tile(nil)
		if same {
			old = before.Sheets[i].Tiles
		} else {
			sheet["seat"] = mustJSON(d.Sheets[i].Seat)
			sheet["layer"] = mustJSON(d.Sheets[i].Layer)
		}
		if list := d.tiles(old, d.Sheets[i].Tiles, same); list != nil {
			sheet["tiles"] = list
		}
		if list := d.texts(old, d.Sheets[i].Tiles); list != nil {
			sheet["texts"] = list
		}
		if len(sheet) > 0 {
			changed[strconv.Itoa(i)] = appendObject(nil, sheet)
		}
	}
	if !same {
		changed["-"] = json.RawMessage("0") // forget those before
	}
	if len(changed) == 0 {
		return nil
	}
	return appendObject(nil, changed)
}

// tiles are what changed as pairs of place and number, -1 - seat for the place of a tile under a seat's bot; where there are no tiles
// of that board before, all.
func (d *drawing) tiles(old, now []draw.Tile, same bool) json.RawMessage {
	code := func(t *draw.Tile) int {
		n := int(t.Tone) + tones*(t.Seat+1)
		if t.Dot {
			n += dotted
		}
		return n
	}
	var list []int
	if !same || len(old) != len(now) {
		for i := range now {
			list = append(list, code(&now[i]))
		}
		if list == nil {
			return nil
		}
		return append(append([]byte("["), appendList(nil, list)...), ']')
	}
	under := make(map[int]int)
	for i := range d.Shapes {
		if s := &d.Shapes[i]; s.Form == draw.Bot {
			under[int(s.Y)*d.Width+int(s.X)] = -1 - s.Seat
		}
	}
	for i := range now {
		if n := code(&now[i]); n != code(&old[i]) {
			at, ok := under[i]
			if !ok {
				at = i
			}
			list = append(list, at, n)
		}
	}
	if list == nil {
		return nil
	}
	return appendList(nil, list)
}

// texts are those that changed: of tiles with numbers, and with nothing, how much they grew, tile after tile, nothing being -1; of others
// the text by the number of the tile.
func (d *drawing) texts(old, now []draw.Tile) json.RawMessage {
	text := func(tiles []draw.Tile, i int) string {
		if i < len(tiles) {
			return tiles[i].Text
		}
		return ""
	}
	grown, words, any := make([]int, len(now)), make(map[string]json.RawMessage), false
	for i := range now {
		a, b := text(old, i), text(now, i)
		if a == b {
			continue
		}
		was, one := numeric(a)
		is, two := numeric(b)
		if one && two {
			grown[i], any = is-was, true
			continue
		}
		words[strconv.Itoa(i)] = mustJSON(b)
	}
	switch {
	case len(words) > 0:
		for i, n := range grown {
			if n != 0 {
				words[strconv.Itoa(i)] = mustJSON(now[i].Text)
			}
		}
		return appendObject(nil, words)
	case any:
		return appendList(nil, grown)
	}
	return nil
}

// numeric is the number that a text is, -1 for no text.
func numeric(text string) (int, bool) {
	if text == "" {
		return -1, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && strconv.Itoa(n) == text
}

// appendShapes appends the shapes as an object, without the parts that have nothing to say; nil where nothing differs:
//
//	o  pairs: the number of the first of a run among the shapes before, or -1 for new ones, and how many
//	n  the new ones
//	x  y  how far each moved, in hundredths of a tile
//	c  what else changed, by number
//	t  pairs: a path that goes on to its seat's bot, and how many points it loses at its start
func appendShapes(dst []byte, before, now *drawing) []byte {
	was := make(map[string]int, len(before.keys))
	for i, key := range before.keys {
		was[key] = i
	}
	var origin, dx, dy, trails []int
	var fresh []draw.Shape
	changed, moved := make(map[string]json.RawMessage), false
	for i := range now.Shapes {
		s, from := &now.Shapes[i], -1
		if n, ok := was[now.keys[i]]; ok && before.Shapes[n].Form == s.Form {
			from = n
		}
		origin = appendRun(origin, from)
		if dx, dy = append(dx, 0), append(dy, 0); from < 0 {
			fresh = append(fresh, *s)
			continue
		}
		old := before.Shapes[from]
		dx[i], dy[i] = int(math.Round((s.X-old.X)*100)), int(math.Round((s.Y-old.Y)*100))
		moved = moved || dx[i] != 0 || dy[i] != 0
		if drop, ok := now.trails(&old, s); ok {
			trails = append(trails, i, drop)
			old.Points = s.Points
		}
		if old.X, old.Y = s.X, s.Y; !alike(&old, s) {
			changed[strconv.Itoa(i)] = difference(mustJSON(old), mustJSON(s))
		}
	}
	parts := make(map[string]json.RawMessage)
	if !(len(before.keys) == len(now.keys) && (len(origin) == 0 || len(origin) == 2 && origin[0] == 0)) {
		parts["o"] = appendList(nil, origin)
	}
	if fresh != nil {
		parts["n"] = mustJSON(fresh)
	}
	if len(changed) > 0 {
		parts["c"] = appendObject(nil, changed)
	}
	if trails != nil {
		parts["t"] = appendList(nil, trails)
	}
	if moved {
		parts["x"], parts["y"] = appendList(nil, dx), appendList(nil, dy)
	}
	if len(parts) == 0 {
		return nil
	}
	return appendObject(dst, parts)
}

// trails reports whether a path is the one before and goes on to the bot of its seat, and how many points it has lost, 1 at most.
func (d *drawing) trails(old, now *draw.Shape) (drop int, ok bool) {
	n := len(now.Points)
	bot := slices.IndexFunc(d.Shapes, func(s draw.Shape) bool { return s.Form == draw.Bot && s.Seat == now.Seat })
	if n < 2 || bot < 0 || now.Points[n-1] != (draw.Point{d.Shapes[bot].X, d.Shapes[bot].Y}) {
		return 0, false
	}
	drop = len(old.Points) - n + 1
	return drop, (drop == 0 || drop == 1) && slices.Equal(old.Points[drop:], now.Points[:n-1])
}

// appendRun appends where one more shape comes from.
func appendRun(runs []int, from int) []int {
	if n := len(runs); n > 0 && (from < 0 && runs[n-2] < 0 || from >= 0 && runs[n-2] >= 0 && runs[n-2]+runs[n-1] == from) {
		runs[n-1]++
		return runs
	}
	return append(runs, from, 1)
}

func alike(a, b *draw.Shape) bool {
	return a.Form == b.Form && a.Seat == b.Seat && a.Tone == b.Tone && a.Radius == b.Radius && a.Width == b.Width && a.Height == b.Height && a.Hem == b.Hem &&
		a.Dashed == b.Dashed && a.Faint == b.Faint && a.Text == b.Text && a.Layer == b.Layer && a.ID == b.ID && slices.Equal(a.Points, b.Points)
}

var (
	readFields = regexp.MustCompile(`(?m)^export const fields = (\[.*\]);$`)
	fieldsRead sync.Map // by [*game.Kind]: the fields that its page reads, nil for all
)

// A picturedShot is a shot as a page needs it.
type picturedShot struct {
	film.Shot
	drawing *drawing
}

// shotOf is a shot of a film with its drawing: of the frame those fields that the kind's view.js reads, which it says in
// its fields. A kind without a view.js needs none, one without fields all.
func shotOf(f *film.Film, i int) picturedShot {
	shot, picture := f.Shot(i), f.View(i).Drawing()
	for i := range picture.Tiles {
		picture.Tiles[i].Plain = ""
	}
	for i := range picture.Shapes {
		picture.Shapes[i].Sign, picture.Shapes[i].Plain = "", ""
	}
	if names := fieldsOf(f.Info.Kind); names != nil {
		frame := &game.Frame{}
		shot.Frame.CopyFields(frame, names)
		shot.Frame = frame
	}
	return picturedShot{shot, newDrawing(picture)}
}

// fieldsOf is the fields of a frame that a kind's page reads; nil for all.
func fieldsOf(kind *game.Kind) []string {
	if known, ok := fieldsRead.Load(kind); ok {
		return known.([]string)
	}
	names := []string{}
	if text := viewOf(kind); strings.TrimSpace(text) != "" {
		found := readFields.FindStringSubmatch(text)
		if found == nil || json.Unmarshal([]byte(found[1]), &names) != nil {
			names = nil
		}
	}
	fieldsRead.Store(kind, names)
	return names
}
