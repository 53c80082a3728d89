package web

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"agon/film"
	"agon/game"
	"agon/internal/jsontext"
)

// A reel is a film as text, one JSON object a line: the head, the deal, one line for each further shot, and the end. The live
// stream and the exported file carry the same lines, and assets/reel.js reads them. README.md documents every field.
//
// A shot says what differs from the shot before, so that a line costs little and any line can be made again from two shots:
// lists of numbers as differences, grids as changed cells, everything else whole.

// version of the lines; a page that finds another one says so instead of drawing nonsense.
const version = 1

// grain is how many steps a score has per point: scores travel as whole numbers, whose differences pack well.
const grain = 1e6

type headLine struct {
	Agon    int        `json:"agon"`
	Kind    string     `json:"kind"`
	Game    string     `json:"game"` // the kind's title
	Title   string     `json:"title"`
	Seed    string     `json:"seed"` // as text: a page's numbers have 53 bits
	Options []string   `json:"options"`
	Unit    string     `json:"unit"`
	Rounds  int        `json:"rounds"`
	Average int64      `json:"average"`
	Move    int64      `json:"move"`
	Grain   float64    `json:"grain"`
	Seats   []headSeat `json:"seats"`
}

type headSeat struct {
	Name   string `json:"name"`
	Author string `json:"author"`
	Slot   int    `json:"slot"`
	Mark   string `json:"mark"`
	Params string `json:"params,omitempty"` // of a built-in bot, those that it was given: "mine=3&theirs=-1"
}

// appendHead appends the line that comes before the deal.
func appendHead(dst []byte, info *film.Info) []byte {
	h := headLine{
		Agon: version, Kind: info.Kind.Name, Game: info.Kind.Title, Title: info.Title,
		Seed: strconv.FormatInt(info.Seed, 10), Options: info.Options, Unit: info.Unit, Rounds: info.Rounds,
		Average: int64(info.Average), Move: int64(info.Move), Grain: grain,
	}
	if info.Veiled {
		h.Seed = ""
	}
	marks := info.Marks()
	for i, slot := range info.Looks() {
		s := info.Seats[i]
		h.Seats = append(h.Seats, headSeat{s.Name, s.Author, slot, marks[i], s.Params})
	}
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // texts and numbers always have JSON
	}
	return append(append(dst, text...), '\n')
}

// appendShot appends the line of a shot; before is the shot in front of it, nil for the deal. Times are left out where the
// reel is to be small.
func appendShot(dst []byte, before, now *film.Shot, times bool) []byte {
	dst = append(dst, `{"f":`...)
	dst = appendFrame(dst, before, now)
	var scores, places []int
	if before != nil {
		scores, places = whole(before.Scores), before.Places
	}
	dst = appendDifferences(dst, "s", scores, whole(now.Scores))
	dst = appendDifferences(dst, "p", places, now.Places)
	if times && now.Took != nil {
		dst = append(dst, `,"us":`...)
		dst = appendList(dst, now.Took)
	}
	dst = appendFaults(dst, now.Faults)
	dst = appendRemarks(dst, now.Remarks)
	return append(dst, '}', '\n')
}

// appendEnd appends the last line: how the game ended, in words, and its digest.
func appendEnd(dst []byte, f *film.Film) []byte {
	words, digest := f.Ending()
	dst = append(dst, `{"end":`...)
	dst = jsontext.AppendString(dst, words)
	dst = append(dst, `,"digest":"`...)
	for shift := 60; shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[digest>>shift&15])
	}
	return append(dst, '"', '}', '\n')
}

func appendFrame(dst []byte, before, now *film.Shot) []byte {
	if before == nil {
		return now.Frame.AppendJSON(dst)
	}
	var changed map[string]json.RawMessage
	if err := json.Unmarshal(now.Frame.AppendDelta(nil, before.Frame), &changed); err != nil {
		panic(err) // a frame writes JSON
	}
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(changed)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(dst, name)
		dst = append(dst, ':')
		dst = appendField(dst, before.Frame, now.Frame, name, changed[name])
	}
	return append(dst, '}')
}

func appendField(dst []byte, before, now *game.Frame, name string, delta json.RawMessage) []byte {
	old, list := before.List(name), now.List(name)
	if len(list) == 0 || len(old) != len(list) {
		return append(dst, delta...)
	}
	if now.Width(name) == 0 {
		return appendList(dst, differences(old, list))
	}
	var cells [][]int
	if err := json.Unmarshal(delta, &cells); err != nil {
		panic(err) // the delta of a grid is a list of [x, y, value]
	}
	return appendCells(dst, now.List("x"), now.List("y"), cells)
}

// appendCells appends changed cells as [x, y, value]; where a seat stands on the cell, by the frame's lists x and y, as
// [seat, value]. Bots mostly change what is under them, so this halves the file.
func appendCells(dst []byte, xs, ys []int, cells [][]int) []byte {
	dst = append(dst, '[')
	for i, c := range cells {
		if i > 0 {
			dst = append(dst, ',')
		}
		if seat := standing(xs, ys, c[0], c[1]); seat >= 0 {
			c = []int{seat, c[2]}
		}
		dst = appendList(dst, c)
	}
	return append(dst, ']')
}

// standing is the first seat on a cell, -1 when nobody is.
func standing(xs, ys []int, x, y int) int {
	for seat := range min(len(xs), len(ys)) {
		if xs[seat] == x && ys[seat] == y {
			return seat
		}
	}
	return -1
}

// appendDifferences appends a field with a list of differences, and nothing where all are 0.
func appendDifferences(dst []byte, name string, old, list []int) []byte {
	if len(old) == len(list) {
		list = differences(old, list)
		if zero(list) {
			return dst
		}
	}
	dst = append(dst, ',', '"')
	dst = append(dst, name...)
	dst = append(dst, '"', ':')
	return appendList(dst, list)
}

func appendFaults(dst []byte, faults []game.FaultAt) []byte {
	if len(faults) == 0 {
		return dst
	}
	dst = append(dst, `,"x":[`...)
	for i, f := range faults {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = strconv.AppendInt(dst, int64(f.Seat), 10)
		dst = append(dst, ',')
		dst = jsontext.AppendString(dst, f.Why.String())
		dst = append(dst, ',')
		dst = jsontext.AppendString(dst, f.Note)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendRemarks(dst []byte, remarks []game.RemarkAt) []byte {
	if len(remarks) == 0 {
		return dst
	}
	dst = append(dst, `,"m":[`...)
	for i, r := range remarks {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = strconv.AppendInt(dst, int64(r.Seat), 10)
		dst = append(dst, ',')
		dst = jsontext.AppendString(dst, string(r.Text))
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendList[N ~int | ~int64](dst []byte, list []N) []byte {
	dst = append(dst, '[')
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, ']')
}

// whole is scores in grains.
func whole(scores []float64) []int {
	list := make([]int, len(scores))
	for i, s := range scores {
		list[i] = int(math.Round(s * grain))
	}
	return list
}

func differences(old, list []int) []int {
	d := make([]int, len(list))
	for i := range list {
		d[i] = list[i] - old[i]
	}
	return d
}

func zero(list []int) bool {
	for _, n := range list {
		if n != 0 {
			return false
		}
	}
	return true
}
