package gametest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"agon/game"
	"agon/game/draw"
)

type fourScene = Scene[four]

// fourScenes are the laws of the kind that no general property knows.
var fourScenes = []fourScene{
	{Name: "four in a column win", Before: "7", Moves: "1 2 1 2 1 2 1", Places: []int{1, 2}, Ending: "seat 0 has four", After: `
		.......
		.......
		1......
		12.....
		12.....
		12....3`},
	{Name: "four in a row win", Before: "7", Moves: "1 1 2 2 3 3 4", Places: []int{1, 2}},
	{Name: "four in a diagonal win", Before: "7", Moves: "1 2 2 3 3 4 3 4 4 6 4", Places: []int{1, 2}, After: `
		.......
		.......
		...1...
		..11...
		.112...
		1222.23`},
	{Name: "three and a stone are no four", Before: "4", Moves: "1 1 2 2 3 3", Open: true, Shows: map[string]any{"next": 0, "last": 3}},
	{Name: "a full column is refused", Before: "7", Moves: "1 1 1 1 1 1 | 1! 2", Open: true},
	{Name: "a late bot drops into the first column with room", Before: "7", Moves: "!late", Shows: map[string]any{"last": 1}},
	{Name: "a full board is a draw", Before: "1", Start: func(s *four) { s.Discs = fourWide*fourHigh - 2 }, Moves: "2", Places: []int{1, 1},
		Ending: "the board is full"},
}

func TestFour(t *testing.T) {
	Run(t, *fourSpec(newFourRules()), Deal("4"))
	Scenes(t, *fourSpec(newFourRules()), fourScenes...)
}

// broken returns the names of the scenes that fail, with what they say.
func broken(t *testing.T, spec game.Spec[four, drop]) (failed []string) {
	for _, sc := range fourScenes {
		for _, text := range failuresOf(t, func(r testing.TB) { playScene(r, spec, sc) }) {
			failed = append(failed, sc.Name+": "+text)
		}
	}
	return failed
}

// TestSabotageOfANewKind makes the mistakes of a stranger. The suite must report each with its sentence, but for those that no general
// property can find: of them it says nothing, and a scene fails.
func TestSabotageOfANewKind(t *testing.T) {
	for _, tt := range []struct {
		name  string
		do    func(spec *game.Spec[four, drop], r *fourRules)
		want  string // the suite's sentence
		scene string // no general property finds it: the scene that does
	}{
		{"a move into a full column is accepted", func(_ *game.Spec[four, drop], r *fourRules) {
			r.check = func(_ *four, m drop) error {
				if m < 1 || m > fourWide {
					return fmt.Errorf("no column")
				}
				return nil
			}
		}, "which is accepted, and no grid or list that Spec.View shows changes", ""},
		{"a move into a full column is accepted and not counted", func(_ *game.Spec[four, drop], r *fourRules) {
			r.check = func(*four, drop) error { return nil }
			r.step = func(s *four, m drop) {
				if s.Grid[0][m-1] == 0 {
					stepFour(s, m)
				}
			}
		}, "which Rules.Check accepts, and the state stays as it was", ""},
		{"a move into a full column hands the turn on", func(_ *game.Spec[four, drop], r *fourRules) {
			r.check = func(*four, drop) error { return nil }
			r.step = func(s *four, m drop) {
				if s.Grid[0][m-1] == 0 {
					stepFour(s, m)
					return
				}
				s.Next = 1 - s.Next
			}
		}, "again: bots that repeat their moves would play forever", ""},
		{"a win in a diagonal is not seen", func(_ *game.Spec[four, drop], r *fourRules) { r.lines = r.lines[:3] }, "",
			"four in a diagonal win"},
		{"a stone counts as a disc of seat 0", func(_ *game.Spec[four, drop], r *fourRules) {
			r.step = func(s *four, m drop) {
				stepFour(s, m)
				seen := *s
				for y := range seen.Grid {
					for x := range seen.Grid[y] {
						if seen.Grid[y][x] == stone {
							seen.Grid[y][x] = 1
						}
					}
				}
				if r.line(&seen) {
					s.Won = 2 - s.Next
				}
			}
		}, "", "three and a stone are no four"},
		{"the digest lacks a field", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Hash = func(h *game.Hash, s *four) { copied := *s; copied.Last = 0; hashFour(h, &copied) }
		}, "Spec.Hash does not read Last, which changed", ""},
		{"View shows the seed", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.View = func(f *game.Frame, s *four, viewer game.Seat) { viewFour(f, s, viewer); f.Int("id", int(s.Seed)) }
		}, "Spec.View shows the audience in turn 0, in decimal, the seed of the game in progress", ""},
		{"View shows the seed as a text", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.View = func(f *game.Frame, s *four, viewer game.Seat) {
				viewFour(f, s, viewer)
				f.Text("id", fmt.Sprintf("game-%X", s.Seed))
			}
		}, "Spec.View shows the audience in turn 0, in hexadecimal, the seed", ""},
		{"a prompt shows the seed", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Wire = func(game.Settings) game.Wire[four, drop] {
				return fourWire{func(p *game.Prompt, s *four) {
					askFour(p, s)
					p.Stdin = binary.LittleEndian.AppendUint64(p.Stdin, uint64(s.Seed))
				}}
			}
		}, "Wire sends seat 0 in turn 0, as 8 bytes, the seed", ""},
		{"Draw swaps owners", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) {
				drawFour(p, s)
				for i := range p.Shapes {
					if seat := &p.Shapes[i].Seat; *seat >= 0 {
						*seat = 1 - *seat
					}
				}
			}
		}, "by the frame it belongs to seat 0", ""},
		{"Draw gives a tile that is free to a seat", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Draw = func(p *draw.Picture, s *game.Scene) { drawFour(p, s); p.At(0, 0).Seat = 1 }
		}, "tile 0,0 is drawn as that of seat 1, but by the frame it belongs to nobody", ""},
		{"a prompt lacks the last move", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Wire = func(game.Settings) game.Wire[four, drop] {
				return fourWire{func(p *game.Prompt, s *four) { p.Stdin = fmt.Appendln(p.Stdin, s.Discs) }}
			}
		}, "the prompt lacks the last move of the others", ""},
		{"the order of turns skips a seat", func(_ *game.Spec[four, drop], r *fourRules) {
			r.step = func(s *four, m drop) { stepFour(s, m); s.Next = 0 }
		}, "Rules.Turn never asks seat 1 of 2", ""},
		{"a seat moves twice after a rare move", func(_ *game.Spec[four, drop], r *fourRules) {
			r.step = func(s *four, m drop) {
				if stepFour(s, m); s.Last == 3 {
					s.Next = 1 - s.Next
				}
			}
		}, "", "four in a diagonal win"},
		{"copies of a state share a slice of the rules", func(_ *game.Spec[four, drop], r *fourRules) {
			heights := make([]int, fourWide)
			r.step = func(s *four, m drop) {
				heights[m-1]++
				stepFour(s, m)
				s.Last = uint8(heights[m-1])
			}
		}, "played twice from the same state with the same moves and dice, gives two states", ""},
		{"the deal ignores the dice", func(_ *game.Spec[four, drop], r *fourRules) {
			r.deal = func(r *fourRules, s *four, d *game.Dice) {
				dealFour(r, s, d)
				s.Grid[fourHigh-1] = [fourWide]uint8{3: stone}
			}
		}, "Rules.Deal: 20 seeds give one start: the deal ignores its dice", ""},
		{"the option deal changes nothing", func(_ *game.Spec[four, drop], r *fourRules) {
			r.deal = func(_ *fourRules, s *four, d *game.Dice) { dealFour(&fourRules{}, s, d) }
		}, "the option deal=4 changes nothing", ""},
		{"the option deal takes anything", func(spec *game.Spec[four, drop], r *fourRules) {
			spec.Rules = func(game.Settings) (game.Rules[four, drop], error) { return r, nil }
		}, `the option deal takes "zzz"`, ""},
		{"the end is never reached", func(_ *game.Spec[four, drop], r *fourRules) {
			r.turn = func(s *four) game.Seats { return game.OneSeat(game.Seat(s.Next)) }
		}, "owes a move, but Rules.Check refuses each of the 7 moves", ""},
		{"a panic in a rare state", func(_ *game.Spec[four, drop], r *fourRules) {
			r.step = func(s *four, m drop) {
				if stepFour(s, m); s.Grid[0][0] != 0 && s.Grid[0][6] != 0 {
					s.Grid[s.Discs] = s.Grid[0]
				}
			}
		}, "Rules.Step panics in turn", ""},
		{"Round does not advance", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Round = func(*four) int { return 1 }
		}, "it does not advance", ""},
		{"a kind whose seats move in turn is called simultaneous", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Simultaneous = true
		}, "Spec.Simultaneous is true, but in none of", ""},
		{"nothing is hidden in a kind that says so", func(spec *game.Spec[four, drop], _ *fourRules) { spec.Hidden = true },
			"Spec.Hidden is true, but in all states", ""},
		{"texts of the skeleton are left", func(spec *game.Spec[four, drop], _ *fourRules) { spec.About = "TODO: one sentence" },
			`Spec.About still has "TODO: one sentence"`, ""},
		{"the source is the walk-through", func(spec *game.Spec[four, drop], _ *fourRules) {
			spec.Source = "the walk-through of docs/new-kind.md"
		}, `Spec.Source still has "docs/new-kind.md" of the walk-through`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newFourRules()
			spec := fourSpec(r)
			tt.do(spec, r)
			failed := failures(t, *spec, Deal("4"))
			if tt.scene != "" {
				if len(failed) > 0 {
					t.Errorf("the suite finds it, and need not leave it to a scene:\n%s", strings.Join(failed, "\n"))
				}
				failed, tt.want = broken(t, *spec), tt.scene+": "
			}
			for _, text := range failed {
				if strings.Contains(text, tt.want) && !strings.Contains(text, ": panic: ") {
					return
				}
			}
			t.Errorf("no failure contains %q; the failures:\n%s", tt.want, strings.Join(failed, "\n"))
		})
	}
}

// A declaration needs a reason, and something that it allows.
func TestDeclarations(t *testing.T) {
	spec := *fourSpec(newFourRules())
	for _, tt := range []struct {
		name string
		d    Declaration
		want string
	}{
		{"one start without a reason", OneStart(" "), "gametest.OneStart gives no reason"},
		{"one start where there are many", OneStart("it is so"), `gametest.OneStart says "it is so", but nothing like that was found`},
		{"a seed that nobody is shown", ShowsSeed("it is so"), `gametest.ShowsSeed says "it is so", but nothing`},
		{"a move that is told", Untold("it is so"), `gametest.Untold says "it is so", but nothing`},
		{"a pass that is no move", Passes{"8": "it is so"}, `gametest.Passes names "8", which is not a move`},
		{"a pass without a reason", Passes{"7": ""}, `gametest.Passes gives no reason for "7"`},
		{"a deal that is refused", Deal("9"), `gametest.Deal: the option deal=9 is refused`},
		{"owners that the picture does not follow", Owners(func(*game.Frame, int, int) int { return draw.Nobody }),
			"by the frame it belongs to nobody"},
	} {
		failed := strings.Join(failures(t, spec, Deal("4"), tt.d), "\n")
		if !strings.Contains(failed, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, failed, tt.want)
		}
	}
	if failed := strings.Join(failures(t, spec), "\n"); !strings.Contains(failed, "give an example in gametest.Deal") {
		t.Errorf("a deal without an example: %q", failed)
	}
	spec.Deals = ""
	spec.Rules = func(game.Settings) (game.Rules[four, drop], error) { return newFourRules(), nil }
	if _, err := game.New(spec).Settings(map[string]any{"deal": "zzz"}); err == nil ||
		err.Error() != `four: unknown option "deal"; there are draws` {
		t.Errorf("deal=zzz in a kind without deals: %v", err)
	}
	if _, err := game.New(spec).Settings(map[string]any{"deal": ""}); err != nil {
		t.Errorf("an empty deal, as in older records of a kind without deals: %v", err)
	}
}
