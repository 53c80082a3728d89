package gametest

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"agon/game"
	"agon/game/draw"
)

// pick is the move of the test kind: a number from 1 to 3.
type pick uint8

// tally is its state: a seat scores by picking a number that no other seat picks.
type tally struct {
	Points [4]int16
	Streak [4]uint8 // consecutive picks that scored; from the third on each scores 1 more
	Seats  uint8
	Round  uint8
}

const roundsOfTally = 30

// laws are the rules of the kind, each of which a sabotage may replace.
type laws struct {
	deal    func(s *tally, seats int, d *game.Dice)
	turn    func(s *tally) game.Seats
	step    func(s *tally, moves []game.Move[pick], d *game.Dice)
	outcome func(s *tally, seat game.Seat) game.Outcome
}

func (l *laws) Deal(s *tally, seats int, d *game.Dice) error { l.deal(s, seats, d); return nil }
func (l *laws) Turn(s *tally) game.Seats                     { return l.turn(s) }
func (l *laws) Check(_ *tally, _ game.Seat, m pick) error {
	if m < 1 || m > 3 {
		return errors.New("a move is 1, 2 or 3")
	}
	return nil
}
func (l *laws) Absent(*tally, game.Seat, game.Fault) pick            { return 0 }
func (l *laws) Step(s *tally, moves []game.Move[pick], d *game.Dice) { l.step(s, moves, d) }
func (l *laws) Outcome(s *tally, seat game.Seat) game.Outcome        { return l.outcome(s, seat) }
func (l *laws) replace(with func(l *laws)) *laws                     { with(l); return l }
func rulesOf(l *laws) func(game.Settings) (game.Rules[tally, pick], error) {
	return func(game.Settings) (game.Rules[tally, pick], error) { return l, nil }
}

func newLaws() *laws {
	return &laws{
		deal: func(s *tally, seats int, _ *game.Dice) { *s = tally{Seats: uint8(seats)} },
		turn: func(s *tally) game.Seats {
			if s.Round == roundsOfTally {
				return game.Seats{}
			}
			return game.FirstSeats(int(s.Seats))
		},
		step: stepTally,
		outcome: func(s *tally, seat game.Seat) game.Outcome {
			o := game.Outcome{Place: 1, Score: float64(s.Points[seat])}
			for _, points := range s.Points[:s.Seats] {
				if points > s.Points[seat] {
					o.Place++
				}
			}
			return o
		},
	}
}

func stepTally(s *tally, moves []game.Move[pick], _ *game.Dice) {
	var picked [4]int
	for _, m := range moves[:s.Seats] {
		picked[m.Value]++
	}
	for seat, m := range moves[:s.Seats] {
		if m.Value == 0 || picked[m.Value] > 1 {
			s.Streak[seat] = 0
			continue
		}
		s.Streak[seat]++
		s.Points[seat] += int16(m.Value)
		if s.Streak[seat] > 2 {
			s.Points[seat]++
		}
	}
	s.Round++
}

// tallyWire sends the points and reads a number.
type tallyWire struct {
	ask func(p *game.Prompt, s *tally, seat game.Seat)
}

func (w tallyWire) Ask(p *game.Prompt, s *tally, seat game.Seat) { w.ask(p, s, seat) }
func (w tallyWire) Read(_ *tally, _ game.Seat, r *game.Reply) (pick, error) {
	return w.Parse(string(r.Out))
}
func (w tallyWire) Format(m pick) string { return strconv.Itoa(int(m)) }
func (w tallyWire) Parse(text string) (pick, error) {
	if len(text) == 1 && text[0] >= '1' && text[0] <= '3' {
		return pick(text[0] - '0'), nil
	}
	return 0, fmt.Errorf("%q is not 1, 2 or 3", text)
}

func wireOf(ask func(p *game.Prompt, s *tally, seat game.Seat)) func(game.Settings) game.Wire[tally, pick] {
	return func(game.Settings) game.Wire[tally, pick] { return tallyWire{ask} }
}

func hashTally(h *game.Hash, s *tally) {
	for seat := range s.Points {
		h.Int(int(s.Points[seat]))
		h.Int(int(s.Streak[seat]))
	}
	h.Int(int(s.Round))
}

// drawTally draws the points of a seat as a column of 4 tiles.
func drawTally(p *draw.Picture, s *game.Scene) {
	p.Board(4, 4)
	for seat, points := range s.Frame.List("points") {
		p.Add(draw.Shape{Form: draw.Bot, Seat: seat, X: float64(seat) + 0.5, Y: 3.5, Radius: 0.4})
		for y := range min(points/10, 4) {
			*p.At(seat, 3-y) = draw.Tile{Seat: seat, Tone: draw.Pale}
		}
	}
}

const soundView = "export const columns = [];\nexport function size() { return { width: 1, height: 1 }; }\nexport function draw(g) { " +
	"g.fillRect(0, 0, 1, 1); }\n"

// sound returns a kind without a mistake.
func sound() *game.Spec[tally, pick] {
	return &game.Spec[tally, pick]{
		Name: "tally", Title: "Tally", Version: "1", About: "Pick a number that nobody else picks.", Source: "these tests",
		Format:   "round-robin",
		MinSeats: 2, MaxSeats: 4, UsualSeats: 4,
		Rules: rulesOf(newLaws()),
		Wire: wireOf(func(p *game.Prompt, s *tally, seat game.Seat) {
			p.Stdin = fmt.Appendln(p.Stdin, seat, s.Round, s.Points)
		}),
		Moves: []pick{1, 2, 3},
		Round: func(s *tally) int { return int(s.Round) },
		View: func(f *game.Frame, s *tally, viewer game.Seat) {
			if viewer >= 0 {
				f.Int("me", int(viewer))
			}
			f.Ints("points", int(s.Seats), func(i int) int { return int(s.Points[i]) })
		},
		Draw:         drawTally,
		Layers:       []draw.Layer{{Name: "points", Title: "points", Key: "o", About: "the points of each seat"}},
		Hash:         hashTally,
		Simultaneous: true,
		Launch:       game.Launch{Form: game.Lines},
		Builtins: []game.Builtin[tally, pick]{{Name: "random", About: "any number",
			New: func(_ game.Settings, d *game.Dice) game.BuiltinFunc[tally, pick] {
				return func(*tally, game.Seat, *game.Reply) pick { return pick(1 + d.Intn(3)) }
			}}},
		Files: fstest.MapFS{"README.md": {Data: []byte("# Tally\n")}, "view.js": {Data: []byte(soundView)}},
	}
}

// A recorder is a testing.TB that records failures.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	reported []string
	failed   bool
}

func (r *recorder) Helper()           {}
func (r *recorder) Failed() bool      { r.mu.Lock(); defer r.mu.Unlock(); return r.failed }
func (r *recorder) Error(args ...any) { r.fail(fmt.Sprint(args...)) }
func (r *recorder) Fatal(args ...any) { r.fail(fmt.Sprint(args...)); runtime.Goexit() }
func (r *recorder) Skip(...any)       { runtime.Goexit() }
func (r *recorder) Errorf(format string, args ...any) {
	r.fail(fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.fail(fmt.Sprintf(format, args...))
	runtime.Goexit()
}
func (r *recorder) fail(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reported, r.failed = append(r.reported, text), true
}

// failures returns all failures of a kind.
func failures[S, M comparable](t *testing.T, spec game.Spec[S, M], declarations ...Declaration) (reported []string) {
	for _, c := range checks(spec, declarations...) {
		if strings.HasSuffix(c.name, "steps allocate nothing") {
			continue // testing.AllocsPerRun must not run in parallel
		}
		for _, text := range failuresOf(t, c.run) {
			reported = append(reported, c.name+": "+text)
		}
	}
	return reported
}

// failuresOf returns the failures of a test.
func failuresOf(t *testing.T, test func(t testing.TB)) []string {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				r.fail(fmt.Sprint("panic: ", p))
			}
		}()
		test(r)
	}()
	<-done
	return r.reported
}

// What is particular to the kind: columns of the picture are as high as the points of their seats.
var tallyDeclares = []Declaration{
	OneStart("nobody has points"),
	Owners(func(f *game.Frame, x, y int) int {
		if y >= 4-f.Nth("points", x)/10 {
			return x
		}
		return draw.Nobody
	}),
}

func TestSoundKindPasses(t *testing.T) {
	for _, reported := range failures(t, *sound(), tallyDeclares...) {
		t.Error(reported)
	}
	derived := sound()
	derived.Hash = nil
	for _, reported := range failures(t, *derived, tallyDeclares...) {
		t.Errorf("with the whole state hashed: %s", reported)
	}
}

// TestSabotage makes one mistake at a time in a correct kind, and checks the failure message.
func TestSabotage(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(spec *game.Spec[tally, pick], l *laws)
		want string
	}{
		{"an empty Hash", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Hash = func(*game.Hash, *tally) {}
		}, "it reads nothing that changes, so agon verify would prove nothing"},
		{"a Hash that forgets a field", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Hash = func(h *game.Hash, s *tally) {
				copied := *s
				copied.Streak = [4]uint8{}
				hashTally(h, &copied)
			}
		}, "Spec.Hash does not read Streak[0], which changed"},
		{"a Hash that forgets the last seat", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Hash = func(h *game.Hash, s *tally) {
				copied := *s
				copied.Points[3] = 0
				hashTally(h, &copied)
			}
		}, "Spec.Hash does not read Points[3], which changed"},
		{"a Hash that counts its calls", func(spec *game.Spec[tally, pick], _ *laws) {
			calls := 0
			spec.Hash = func(h *game.Hash, s *tally) { calls++; h.Int(calls); hashTally(h, s) }
		}, "Spec.Hash gives two values for one state"},
		{"an Ask that writes nothing", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Wire = wireOf(func(*game.Prompt, *tally, game.Seat) {})
		}, "Wire.Ask writes nothing for seat 0 in turn 0"},
		{"an Ask that always writes the same", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Wire = wireOf(func(p *game.Prompt, _ *tally, _ game.Seat) { p.Stdin = append(p.Stdin, "go\n"...) })
		}, "Wire.Ask writes the same for seat 0 in all of its 30 turns"},
		{"everybody first", func(_ *game.Spec[tally, pick], l *laws) {
			l.outcome = func(s *tally, seat game.Seat) game.Outcome {
				return game.Outcome{Place: 1, Score: float64(s.Points[seat])}
			}
		}, "Rules.Outcome gives every seat place 1 in all of 6 games"},
		{"places counted from 0", func(_ *game.Spec[tally, pick], l *laws) {
			right := l.outcome
			l.outcome = func(s *tally, seat game.Seat) game.Outcome { o := right(s, seat); o.Place--; return o }
		}, "a seat's place is 1 more than the number of seats ahead of it"},
		{"points that do not fit the places", func(_ *game.Spec[tally, pick], l *laws) {
			right := l.outcome
			l.outcome = func(s *tally, seat game.Seat) game.Outcome { o := right(s, seat); o.Score = -o.Score; return o }
		}, "scores do not fit the places"},
		{"a score that is no number", func(_ *game.Spec[tally, pick], l *laws) {
			right := l.outcome
			l.outcome = func(s *tally, seat game.Seat) game.Outcome {
				o := right(s, seat)
				o.Score = math.NaN()
				return o
			}
		}, "Rules.Outcome: the score of seat 0 in the game of seed 1 is"},
		{"a score outside the declared range", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Range = func(game.Settings) (least, most float64) { return 0, 0.5 }
		}, "Spec.Range: the score of seat"},
		{"an outcome that changes after the end", func(_ *game.Spec[tally, pick], l *laws) {
			right, calls := l.outcome, 0.0
			l.outcome = func(s *tally, seat game.Seat) game.Outcome { o := right(s, seat); calls++; o.Score += calls; return o }
		}, "Rules.Outcome of seat 0 changes after the end of the game"},
		{"an empty View", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.View = func(*game.Frame, *tally, game.Seat) {}
		}, "Spec.View shows the audience nothing of a game"},
		{"a View that never changes", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.View = func(f *game.Frame, s *tally, _ game.Seat) { f.Int("seats", int(s.Seats)) }
		}, "Spec.View shows the audience the same in all 30 turns"},
		{"a View that loses a field", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.View = func(f *game.Frame, s *tally, _ game.Seat) {
				f.Ints("points", int(s.Seats), func(i int) int { return int(s.Points[i]) })
				if s.Round < 5 {
					f.Int("early", 1)
				}
			}
		}, `no field "early", which was there before`},
		{"a View that keeps a secret and does not say so", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.View = func(f *game.Frame, s *tally, viewer game.Seat) { f.Int("own", int(s.Points[max(viewer, 0)])) }
		}, `Spec.View shows seat 1 another "own" than seat 0`},
		{"a View that changes the state", func(spec *game.Spec[tally, pick], _ *laws) {
			right := spec.View
			spec.View = func(f *game.Frame, s *tally, viewer game.Seat) { right(f, s, viewer); s.Points[1]++ }
		}, "Spec.View changes the state that it reads: after turn 0 Points[1] differs"},
		{"a README that is not embedded", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Files = fstest.MapFS{"view.js": {Data: []byte(soundView)}}
		}, "Spec.Files has no README.md"},
		{"no files at all", func(spec *game.Spec[tally, pick], _ *laws) { spec.Files = fs.FS(nil) }, "Spec.Files is nil"},
		{"a view.js with a syntax error", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Files = withView("export function size() { return { width: 1 height: 1 }; }\n")
		}, "view.js cannot be parsed: unexpected height in object literal on line 1 and column 44"},
		{"a view.js with an import", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Files = withView("import { brush } from './brush.js';\n" + soundView)
		}, "view.js imports './brush.js'; it must not import anything"},
		{"a view.js with a default export", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Files = withView("export default function draw() {}\n")
		}, "view.js has an export that pages cannot find"},
		{"a Draw that panics", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(_ *draw.Picture, s *game.Scene) { _ = s.Frame.List("pints")[0] }
		}, "Spec.Draw: the picture of turn 0, as the audience sees it: it panics: runtime error: index out of range"},
		{"a Draw that draws a tile outside its board", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) { drawTally(p, s); p.At(4, 1).Tone = draw.Ink }
		}, "it draws on tile 4,1, and its board has 4 x 4 tiles"},
		{"a Draw that forgets a seat", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				p.Board(4, 4)
				p.Add(draw.Shape{Form: draw.Bot, X: 0.5, Y: 0.5, Radius: 0.4})
			}
		}, "Spec.Draw: seat 1 appears in no picture of a game"},
		{"a Draw that adds to the picture before", func(spec *game.Spec[tally, pick], _ *laws) {
			var kept []draw.Shape
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				drawTally(p, s)
				kept = append(kept, p.Shapes...)
				p.Shapes = kept
			}
		}, "drawn again it differs"},
		{"a Draw whose JSON cannot be read", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				drawTally(p, s)
				p.Add(draw.Shape{Form: draw.Disc, X: 1, Y: 1, Radius: math.NaN()})
			}
		}, "unsupported value: NaN"},
		{"a Draw whose table has a seat too few", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				drawTally(p, s)
				p.Table(draw.Table{Title: "points", Rows: [][]string{{"a"}, {"b"}}, Seats: []int{0}})
			}
		}, `table "points" has 2 rows, but 1 seats`},
		{"a Draw that draws a bot outside its board", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				drawTally(p, s)
				p.Add(draw.Shape{Form: draw.Bot, X: 4.5, Y: 0.5, Radius: 0.4})
			}
		}, "(bot): it lies at 4.5,0.5, and its board has 4 x 4 tiles"},
		{"a Draw with an unknown tone", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) { drawTally(p, s); p.At(1, 2).Tone = 99 }
		}, "tile 1,2: unknown tone 99"},
		{"a Draw with an owner outside the seats", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) { drawTally(p, s); p.At(0, 0).Seat = s.Seats }
		}, "tile 0,0: seat 2 is not one of the 2 seats"},
		{"a Draw with an undeclared layer", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) { drawTally(p, s); p.Race = &draw.Race{Tinted: "pints"} }
		}, `race: layer "pints" is not among the Layers of the Spec`},
		{"a Draw that counts its calls", func(spec *game.Spec[tally, pick], _ *laws) {
			calls := 0
			spec.Draw = func(p *draw.Picture, s *game.Scene) { drawTally(p, s); calls++; p.Status = strconv.Itoa(calls) }
		}, "drawn again it differs"},
		{"a Draw that reads the order of a map", func(spec *game.Spec[tally, pick], _ *laws) {
			words := map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": true, "f": true}
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				drawTally(p, s)
				for word := range words {
					p.Table(draw.Table{Rows: [][]string{{word}}})
				}
			}
		}, "drawn again it differs"},
		{"two layers with one key", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Layers = append(spec.Layers, draw.Layer{Name: "more", Title: "more", Key: "o", About: "more"})
		}, `Spec.Layers: layer "more" with the key "o"`},
		{"a Step that reads the clock", func(_ *game.Spec[tally, pick], l *laws) {
			l.step = func(s *tally, moves []game.Move[pick], d *game.Dice) {
				stepTally(s, moves, d)
				s.Points[0] += int16(time.Now().UnixNano() % 1009)
			}
		}, "Rules.Step: turn 0, played twice from the same state with the same moves and dice, gives two states: Points[0] differs"},
		{"a Step that reads the order of a map", func(_ *game.Spec[tally, pick], l *laws) {
			seats := map[int]bool{0: true, 1: true, 2: true, 3: true}
			l.step = func(s *tally, moves []game.Move[pick], d *game.Dice) {
				stepTally(s, moves, d)
				for seat := range seats {
					s.Points[0] += int16(seat)
					break
				}
			}
		}, "Points[0] differs"},
		{"a Step that rolls dice without declaring it", func(_ *game.Spec[tally, pick], l *laws) {
			l.step = func(s *tally, moves []game.Move[pick], d *game.Dice) {
				stepTally(s, moves, d)
				s.Points[0] += int16(d.Intn(50))
			}
		}, "Rules.Step rolls dice in turn 0 (Points[0] differs), but Spec.Chance is false"},
		{"a Step that reads times without declaring it", func(_ *game.Spec[tally, pick], l *laws) {
			l.step = func(s *tally, moves []game.Move[pick], d *game.Dice) {
				stepTally(s, moves, d)
				s.Points[0] += int16(moves[0].Took % 100)
			}
		}, "Rules.Step reads Move.Took in turn 0"},
		{"rules that remember a game", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Rules = func(game.Settings) (game.Rules[tally, pick], error) {
				played := int16(0)
				return newLaws().replace(func(l *laws) {
					l.step = func(s *tally, moves []game.Move[pick], d *game.Dice) {
						stepTally(s, moves, d)
						played++
						s.Points[0] += played
					}
				}), nil
			}
		}, "Rules.Step: turn 0, played twice"},
		{"settings that are not in the record", func(spec *game.Spec[tally, pick], _ *laws) {
			tables := int16(0)
			spec.Rules = func(game.Settings) (game.Rules[tally, pick], error) {
				tables++
				bonus := tables
				return newLaws().replace(func(l *laws) {
					l.step = func(s *tally, moves []game.Move[pick], d *game.Dice) { stepTally(s, moves, d); s.Points[0] += bonus }
				}), nil
			}
		}, "a game cannot be re-simulated from its record"},
		{"an option of an unsupported type", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Options = []game.Option{{Name: "limit", Default: int64(5), About: "a number of the wrong type"}}
		}, "the default of option limit is a int64"},
		{"a deal that keeps state of the game before", func(_ *game.Spec[tally, pick], l *laws) {
			l.deal = func(s *tally, seats int, _ *game.Dice) { s.Seats, s.Round = uint8(seats), 0 }
		}, "Rules.Deal: dealt over the state of an earlier game, the state differs from a new deal: Points["},
		{"a seat that is not in the game", func(_ *game.Spec[tally, pick], l *laws) {
			right := l.turn
			l.turn = func(s *tally) game.Seats {
				owes := right(s)
				if !owes.Empty() {
					owes.Add(game.Seat(s.Seats))
				}
				return owes
			}
		}, "seat 2 owes a move, and the game has only 2"},
		{"a bot that changes the state", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Builtins[0].New = func(game.Settings, *game.Dice) game.BuiltinFunc[tally, pick] {
				return func(s *tally, seat game.Seat, _ *game.Reply) pick { s.Points[seat]++; return 1 }
			}
		}, "a built-in bot changes the state that it is shown"},
		{"a bot that plays illegal moves", func(spec *game.Spec[tally, pick], _ *laws) {
			spec.Builtins[0].New = func(game.Settings, *game.Dice) game.BuiltinFunc[tally, pick] {
				return func(*tally, game.Seat, *game.Reply) pick { return 9 }
			}
		}, "which Rules.Check refuses: a move is 1, 2 or 3"},
		{"two moves with one text", func(spec *game.Spec[tally, pick], _ *laws) { spec.Moves = []pick{1, 2, 3, 2} },
			"are both \"2\" as text"},
		{"no built-in bot", func(spec *game.Spec[tally, pick], _ *laws) { spec.Builtins = nil }, "Spec.Builtins is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec, l := sound(), newLaws()
			spec.Rules = rulesOf(l)
			tt.do(spec, l)
			reported := failures(t, *spec, tallyDeclares...)
			for _, text := range reported {
				if strings.Contains(text, tt.want) {
					return
				}
			}
			t.Errorf("no failure contains %q; the failures:\n%s", tt.want, strings.Join(reported, "\n"))
		})
	}
}

func withView(script string) fs.FS {
	return fstest.MapFS{"README.md": {Data: []byte("# Tally\n")}, "view.js": {Data: []byte(script)}}
}

// A state with a pointer is refused before anything is played.
func TestStateThatSharesMemory(t *testing.T) {
	type pile struct {
		Cards [4]*int
		Names [2]string
	}
	r := &recorder{TB: t}
	flat[pile, pick](r)
	for i, want := range []string{"the state's Cards holds a *int, which is not flat: its copies share memory",
		"the state's Names holds a string"} {
		if len(r.reported) != 2 || !strings.Contains(r.reported[i], want) {
			t.Errorf("want %q in %q", want, r.reported)
		}
	}
}

// Unhashed fields need a reason, and useless excuses are refused.
func TestUnhashed(t *testing.T) {
	spec := *sound()
	spec.Hash = func(h *game.Hash, s *tally) {
		copied := *s
		copied.Streak = [4]uint8{}
		hashTally(h, &copied)
	}
	tours := playTours(t, spec, 4)
	for _, tt := range []struct {
		name     string
		unhashed Unhashed
		want     string
	}{
		{"with its reason", Unhashed{"Streak": "only views read it"}, ""},
		{"without one", Unhashed{"Streak": ""}, `gives no reason for "Streak"`},
		{"a field that is hashed", Unhashed{"Streak": "only views read it", "Points": "counted"},
			`names "Points", but Spec.Hash reads Points[0]`},
		{"a field that is not there", Unhashed{"Streak": "only views read it", "Strike": "?"},
			`names "Strike", which is not a field of the state`},
	} {
		r := &recorder{TB: t}
		hashes(r, spec, tours, tt.unhashed)
		if reported := strings.Join(r.reported, "\n"); tt.want == "" && reported != "" || !strings.Contains(reported, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, reported, tt.want)
		}
	}
}
