package web

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"agon/game"
	"agon/internal/jsontext"
	"agon/internal/numerals"
	"agon/show/film"
)

// A reel is a film as text, one JSON object per line: the head, the deal, one line for each further shot, and the end. The live
// stream and the exported file have the same lines, and assets/reel.js reads them. README.md documents every field.
//
// To keep lines short, a shot has only what differs from the previous shot: lists of numbers as differences, grids as changed cells,
// everything else whole, and of its picture only what does not follow from the previous picture.

// version of the lines; a page reports an error for any other version.
const version = 1

// grain is the number of steps per point of a score: scores are sent as whole numbers, whose differences compress well.
const grain = 1e6

type headLine struct {
	Agon    int          `json:"agon"`
	Kind    string       `json:"kind"`
	Game    string       `json:"game"` // the kind's title
	Title   string       `json:"title"`
	Seed    string       `json:"seed"` // as text, because a page's numbers have 53 bits
	Options []string     `json:"options"`
	Unit    string       `json:"unit"`
	Rounds  int          `json:"rounds"`
	Step    string       `json:"step"`  // what the rules call a round
	Steps   string       `json:"steps"` // and several
	Average int64        `json:"average"`
	Move    int64        `json:"move"`
	Grain   float64      `json:"grain"`
	Seats   []headSeat   `json:"seats"`
	Chances *headChances `json:"chances,omitempty"`
}

// headChances are the estimates of a game that has been played; see [film.Chances].
type headChances struct {
	Bot      string        `json:"bot"`
	Playouts int           `json:"playouts"`
	Curve    []curvePoint  `json:"curve"`
	Turnings []headTurning `json:"turnings"`
}

type curvePoint struct {
	Turns  int       `json:"turns"`
	Means  []float64 `json:"means"`
	Errors []float64 `json:"errors"`
}

type headTurning struct {
	Seat   int     `json:"seat"`
	From   int     `json:"from"`
	To     int     `json:"to"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Turn   int     `json:"turn,omitempty"` // from 1; 0: no single move is known to have been wrong
	Made   string  `json:"made,omitempty"`
	Left   float64 `json:"left"`
	Better string  `json:"better,omitempty"`
	Would  float64 `json:"would"`
}

// newHeadChances returns the estimates as the head has them; nil for none.
func newHeadChances(c *film.Chances) *headChances {
	if c == nil {
		return nil
	}
	h := &headChances{Bot: c.Bot, Playouts: c.Playouts, Turnings: []headTurning{}}
	for _, p := range c.Curve {
		h.Curve = append(h.Curve, curvePoint(p))
	}
	for _, t := range c.Turnings {
		h.Turnings = append(h.Turnings, headTurning{int(t.Seat), t.From, t.To, t.Before, t.After, t.Turn, t.Made, t.Left, t.Better,
			t.Would})
	}
	return h
}

type headSeat struct {
	Name   string `json:"name"`
	Author string `json:"author"`
	Slot   int    `json:"slot"`
	Mark   string `json:"mark"`
	Params string `json:"params,omitempty"` // of a built-in bot: "mine=3&theirs=-1"
}

// appendHead appends the line before the deal.
func appendHead(dst []byte, info *film.Info) []byte {
	h := headLine{
		Agon: version, Kind: info.Kind.Name, Game: info.Kind.Title, Title: info.Title,
		Seed: strconv.FormatInt(info.Seed, 10), Options: info.Options, Unit: info.Unit, Rounds: info.Rounds,
		Step: info.Step(), Steps: numerals.Plural(info.Step()),
		Average: int64(info.Average), Move: int64(info.Move), Grain: grain, Chances: newHeadChances(info.Chances),
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
		panic(err) // texts and numbers can always be encoded
	}
	return append(append(dst, text...), '\n')
}

// A reelWriter writes the lines of a film's shots in order.
type reelWriter struct {
	film     *film.Film
	pictures *pictures
	before   film.Shot
	times    bool // whether to write times, which make the reel larger
	next     int  // shot
}

func newReelWriter(f *film.Film, times bool) *reelWriter {
	return &reelWriter{film: f, pictures: newPictures(f), times: times}
}

// append appends the line of the next shot.
func (w *reelWriter) append(dst []byte) []byte {
	now, fields := w.film.Shot(w.next), w.pictures.kind.fields
	dst = append(dst, `{"f":`...)
	var scores, places []int
	if w.next == 0 {
		dst = now.Frame.AppendFields(dst, fields)
	} else {
		dst = now.Frame.AppendChanges(dst, w.before.Frame, fields)
		scores, places = whole(w.before.Scores), w.before.Places
	}
	dst = append(dst, `,"d":`...)
	at := len(dst)
	if dst = w.pictures.append(dst, w.next); len(dst) == at {
		dst = dst[:at-len(`,"d":`)]
	}
	dst = appendDifferences(dst, "s", scores, whole(now.Scores))
	dst = appendDifferences(dst, "p", places, now.Places)
	if w.times && now.Took != nil {
		dst = append(dst, `,"us":`...)
		dst = appendList(dst, now.Took)
	}
	dst = appendSeated(dst, "x", now.Faults,
		func(f *game.FaultAt) (game.Seat, []string) { return f.Seat, []string{f.Why.String(), f.Note} })
	dst = appendRemarks(dst, now.Remarks)
	w.before = now
	w.next++
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

// appendDifferences appends a field with a list of differences, or nothing if all are 0. A number that was hidden comes as it is.
func appendDifferences(dst []byte, name string, old, list []int) []byte {
	if len(old) == len(list) {
		shown := !slices.Contains(old, hidden)
		if list = differences(old, list); shown && zero(list) {
			return dst
		}
	}
	dst = append(dst, ',', '"')
	dst = append(dst, name...)
	dst = append(dst, '"', ':')
	return appendList(dst, list)
}

// appendSeated appends a field with lists of a seat and its texts, or nothing if there are none.
func appendSeated[T any](dst []byte, name string, list []T, texts func(*T) (game.Seat, []string)) []byte {
	if len(list) == 0 {
		return dst
	}
	dst = append(append(append(dst, `,"`...), name...), `":[`...)
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		seat, all := texts(&list[i])
		dst = strconv.AppendInt(append(dst, '['), int64(seat), 10)
		for _, text := range all {
			dst = jsontext.AppendString(append(dst, ','), text)
		}
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendRemarks(dst []byte, remarks []game.RemarkAt) []byte {
	return appendSeated(dst, "m", remarks, func(r *game.RemarkAt) (game.Seat, []string) { return r.Seat, []string{string(r.Text)} })
}

func appendList[N ~int | ~int64](dst []byte, list []N) []byte {
	dst = append(dst, '[')
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if int64(n) == hidden {
			dst = append(dst, "null"...)
			continue
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, ']')
}

// hidden stands for a score that the viewer may not know, null in the line.
const hidden = math.MinInt

// whole returns scores in grains.
func whole(scores []float64) []int {
	list := make([]int, len(scores))
	for i, s := range scores {
		if list[i] = hidden; !math.IsNaN(s) {
			list[i] = int(math.Round(s * grain))
		}
	}
	return list
}

func differences(old, list []int) []int {
	d := make([]int, len(list))
	for i := range list {
		switch {
		case list[i] == hidden, old[i] == hidden:
			d[i] = list[i]
		default:
			d[i] = list[i] - old[i]
		}
	}
	return d
}

func zero(list []int) bool { return !slices.ContainsFunc(list, func(n int) bool { return n != 0 }) }
