//go:build ignore

// What agon asks of rules, as a WebAssembly module. This file knows no game; you need not change it.

package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

// A Game is the rules of a game. S is its state: a flat value, without pointers, slices, maps and strings.
type Game[S any] struct {
	Deal    func(s *S, seats int, d Dice, o Options)   // begins a game
	Turn    func(s *S) []int                           // the seats that owe a move; none when the game is over
	Moves   func(s *S, seat int) []string              // those that a seat may make; the first is played for a bot that gives none
	Step    func(s *S, moves map[int]string, d Dice)   // plays a turn
	Outcome func(s *S, seat int) float64               // more is better
	Observe func(s *S, seat int) Fields                // what a seat may see, the audience for -1
	View    func(s *S, eye int) string                 // a picture as JSON; nil: the first grid is the board
	Ending  func(s *S) string                          // how the game ended, with {0} for the name of seat 0; nil: nothing
	Request func(s *S, seat int, facts Options) string // what a bot that is an HTTP server is sent, as JSON; nil: nothing

	// what a bot that is a function is called with, a list in JSON; nil, or empty: what the seat sees, and the options
	Arguments func(s *S, seat int) string
	// the move of a bot whose function returned this, in JSON; nil, or empty: the text of it
	Answer func(s *S, seat int, returned string) string
}

// Dice are the only source of chance.
type Dice struct{}

//go:wasmimport agon dice
func dice(n int32) int32

//go:wasmimport agon fail
func fail(text unsafe.Pointer, size int32)

// tell ends a call that panics with the reason and its place.
func tell() {
	why := recover()
	if why == nil {
		return
	}
	text := fmt.Sprint(why)
	var at [32]uintptr
	for frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])]); ; {
		frame, more := frames.Next()
		if name := filepath.Base(frame.File); strings.HasPrefix(frame.Function, "main.") && name != "agon.go" {
			text += fmt.Sprintf(", %s:%d", name, frame.Line)
			break
		}
		if !more {
			break
		}
	}
	fail(unsafe.Pointer(unsafe.StringData(text)), int32(len(text)))
}

// Below returns a number from 0 to n - 1.
func (Dice) Below(n int) int { return int(dice(int32(n))) }

// Options are those of the game, by name.
type Options map[string]string

// optionsOf reads a line NAME=VALUE for each.
func optionsOf(text string) Options {
	o := Options{}
	for line := range strings.SplitSeq(text, "\n") {
		if name, value, ok := strings.Cut(line, "="); ok {
			o[name] = value
		}
	}
	return o
}

// Int returns an option that is a whole number.
func (o Options) Int(name string) int {
	n, _ := strconv.Atoi(o[name])
	return n
}

// Fields are what a bot sees: Fields{}.Int("left", 3).Ints("points", 1, 2).Grid("board", rows).
type Fields struct{ text string }

func (f Fields) with(name, value string) Fields {
	comma := ""
	if f.text != "" {
		comma = ","
	}
	return Fields{f.text + comma + strconv.Quote(name) + ":" + value}
}

// Int adds a number.
func (f Fields) Int(name string, n int) Fields { return f.with(name, strconv.Itoa(n)) }

// Text adds a text.
func (f Fields) Text(name, text string) Fields { return f.with(name, quoted(text)) }

// Ints adds a list of numbers.
func (f Fields) Ints(name string, list ...int) Fields {
	return f.with(name, "["+joined(list)+"]")
}

// Grid adds a list of rows.
func (f Fields) Grid(name string, rows [][]int) Fields {
	var texts []string
	for _, row := range rows {
		texts = append(texts, "["+joined(row)+"]")
	}
	return f.with(name, "["+strings.Join(texts, ",")+"]")
}

func joined(list []int) string {
	var text []byte
	for i, n := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

// quoted returns a text as JSON.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		if r == '"' || r == '\\' || r < ' ' {
			fmt.Fprintf(&out, "\\u%04x", r)
		} else {
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// served are the rules of this module, without their type.
type served interface {
	deal(seats int, o Options)
	load(packed []byte)
	step(moves map[int]string)
	packed() []byte
	told() string
	ask(what, seat int, text string) string
}

var served_ served

// Serve has agon ask these rules. Call it in func init.
func Serve[S any](g Game[S]) {
	var s S
	if why := pointed(reflect.TypeOf(s)); why != "" {
		panic("the state must be flat, and has " + why)
	}
	served_ = &rules[S]{game: g}
}

// pointed names what in a type is not flat.
func pointed(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if why := pointed(t.Field(i).Type); why != "" {
				return why
			}
		}
		return ""
	case reflect.Array:
		return pointed(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.String, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return t.String()
	}
	return ""
}

// head is what a packed state begins with.
type head struct{ seats int32 }

type rules[S any] struct {
	game  Game[S]
	state struct {
		head
		s S
	}
	out []byte
}

func (r *rules[S]) deal(seats int, o Options) {
	var zero S
	r.state.s, r.state.seats = zero, int32(seats)
	r.game.Deal(&r.state.s, seats, Dice{}, o)
}

func (r *rules[S]) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&r.state)), unsafe.Sizeof(r.state))
}

func (r *rules[S]) load(packed []byte) { copy(r.bytes(), packed) }

func (r *rules[S]) packed() []byte { return r.bytes() }

func (r *rules[S]) step(moves map[int]string) { r.game.Step(&r.state.s, moves, Dice{}) }

// told tells of the position in lines: who owes a move, no round, and the moves or the ranks.
func (r *rules[S]) told() string {
	r.out = r.out[:0]
	owes := r.game.Turn(&r.state.s)
	for i, seat := range owes {
		if i > 0 {
			r.out = append(r.out, ' ')
		}
		r.out = strconv.AppendInt(r.out, int64(seat), 10)
	}
	r.out = append(r.out, '\n', '\n')
	if len(owes) == 0 {
		r.out = r.ranks(r.out, '[', "")
		return string(r.out)
	}
	for i, seat := range owes {
		if i > 0 {
			r.out = append(r.out, '\n')
		}
		for j, move := range r.game.Moves(&r.state.s, seat) {
			if j > 0 {
				r.out = append(r.out, '\t')
			}
			r.out = append(r.out, pack.Replace(move)...)
		}
	}
	return string(r.out)
}

// ranks appends the place and the score of each seat: "1:2 2:0", or as JSON.
func (r *rules[S]) ranks(out []byte, _ byte, form string) []byte {
	var scores []float64
	for seat := range int(r.state.seats) {
		scores = append(scores, r.game.Outcome(&r.state.s, seat))
	}
	for seat, score := range scores {
		place := 1
		for _, other := range scores {
			if other > score {
				place++
			}
		}
		if form == "json" {
			if seat > 0 {
				out = append(out, ',')
			}
			out = fmt.Appendf(out, "[%d,%v]", place, score)
			continue
		}
		if seat > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendInt(out, int64(place), 10)
		out = strconv.AppendFloat(append(out, ':'), score, 'f', -1, 64)
	}
	return out
}

// A move has its own line breaks and tabs as other bytes where it stands beside others.
var (
	pack   = strings.NewReplacer("\n", "\x1e", "\t", "\x1f")
	unpack = strings.NewReplacer("\x1e", "\n", "\x1f", "\t")
)

// What agon asks.
const (
	askRanks = iota
	askObserve
	askView
	askEnding
	askCheck
	askAbsent
	askRequest
	askArguments
	askAnswer
)

func (r *rules[S]) ask(what, seat int, text string) string {
	s := &r.state.s
	switch what {
	case askRanks:
		return string(append(r.ranks([]byte{'['}, 0, "json"), ']'))
	case askObserve:
		return "{" + r.game.Observe(s, seat).text + "}"
	case askView:
		if r.game.View != nil {
			return r.game.View(s, seat)
		}
	case askEnding:
		if r.game.Ending != nil {
			return r.game.Ending(s)
		}
	case askAbsent:
		return r.game.Moves(s, seat)[0]
	case askRequest:
		if r.game.Request != nil {
			return r.game.Request(s, seat, optionsOf(text))
		}
	case askArguments:
		if r.game.Arguments != nil {
			return r.game.Arguments(s, seat)
		}
	case askAnswer:
		if r.game.Answer != nil {
			return r.game.Answer(s, seat, text)
		}
	}
	return ""
}

var input, output []byte

//go:wasmexport agon_buffer
func buffer(size int32) unsafe.Pointer {
	if int(size) > len(input) {
		input = make([]byte, size)
	}
	return unsafe.Pointer(unsafe.SliceData(input))
}

// answer returns where the output is.
func answer() int64 {
	return int64(uintptr(unsafe.Pointer(unsafe.SliceData(output))))<<32 | int64(len(output))
}

func position() int64 {
	packed := served_.packed()
	output = append(output[:0], byte(len(packed)), byte(len(packed)>>8), byte(len(packed)>>16), byte(len(packed)>>24))
	output = append(append(output, packed...), served_.told()...)
	return answer()
}

//go:wasmexport agon_deal
func deal(seats, options int32) int64 {
	defer tell()
	served_.deal(int(seats), optionsOf(string(input[:options])))
	return position()
}

//go:wasmexport agon_step
func step(state, moves int32) int64 {
	defer tell()
	served_.load(input[:state])
	all := map[int]string{}
	for line := range strings.SplitSeq(string(input[state:state+moves]), "\n") {
		if seat, move, ok := strings.Cut(line, "="); ok {
			n, _ := strconv.Atoi(seat)
			all[n] = unpack.Replace(move)
		}
	}
	served_.step(all)
	return position()
}

//go:wasmexport agon_ask
func ask(what, seat, state, text int32) int64 {
	defer tell()
	served_.load(input[:state])
	output = append(output[:0], served_.ask(int(what), int(seat), string(input[state:state+text]))...)
	return answer()
}

func main() {}
