package training_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"agon/game"
	"agon/games/all"
	"agon/lab/training"
)

// A learner has a batch and its block.
type learner struct {
	*training.Batch
	memory []byte
}

// newLearner returns a batch of a kind; settings are as in game.Kind.Settings.
func newLearner(t testing.TB, kind string, o training.Options, settings map[string]any) learner {
	t.Helper()
	k, err := all.Find(kind)
	if err != nil {
		t.Fatal(err)
	}
	s, err := k.Settings(settings)
	if err != nil {
		t.Fatal(err)
	}
	o.Items = max(o.Items, 64)
	b, err := training.New(k, s, o)
	if err != nil {
		t.Fatal(err)
	}
	l := learner{b, aligned(b.Size())}
	if err := b.Use(l.memory); err != nil {
		t.Fatal(err)
	}
	return l
}

// aligned returns memory from a multiple of 64 bytes.
func aligned(size int) []byte {
	all := make([]byte, size+63)
	from := -int(uintptr(unsafe.Pointer(&all[0]))) & 63
	return all[from : from+size]
}

// array returns the numbers of an array; group is "" for those that are no view.
func array[T any](t testing.TB, l learner, group training.Group, name string) ([]T, []int) {
	t.Helper()
	for _, a := range l.Describe().Arrays {
		if a.Name == name && (a.Group == training.View) == (group == training.View) {
			n := 1
			for _, of := range a.Shape {
				n *= of
			}
			return unsafe.Slice((*T)(unsafe.Pointer(&l.memory[a.Offset])), n), a.Shape
		}
	}
	t.Fatalf("there is no array %s", name)
	return nil, nil
}

// move writes actions by lot for the seats that owe a move, mostly ones that the rules let them play.
func (l learner) move(t testing.TB, dice *rand.Rand) {
	t.Helper()
	actions, _ := array[int16](t, l, "", "actions")
	owes, _ := array[uint8](t, l, "", "owes")
	legal, shape := array[uint8](t, l, "", "legal")
	if err := l.Observe([]string{"legal"}); err != nil {
		t.Fatal(err)
	}
	moves := shape[2]
	for i := range actions {
		actions[i] = int16(dice.IntN(moves+1)) - 1 // also none
		if owes[i] == 0 {
			actions[i] = 999 // not looked at
			continue
		}
		for n := 0; actions[i] >= 0 && legal[i*moves+int(actions[i])] == 0 && n < moves && dice.IntN(20) > 0; n++ {
			actions[i] = (actions[i] + 1) % int16(moves)
		}
	}
}

// TestGamesAreThoseOfTheReferee: a game of a batch equals, to its digest, the game that a table of its own plays with the same seed and the
// moves as text.
func TestGamesAreThoseOfTheReferee(t *testing.T) {
	for _, k := range all.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			for _, against := range []bool{false, true} {
				o := training.Options{Games: 3, Seats: max(k.MinSeats, 2), Seed: 40}
				if against {
					bot, err := k.Builtin(k.Builtins[0].Name, nil)
					if err != nil {
						t.Fatal(err)
					}
					o.Bots = map[game.Seat]game.BuiltinBot{1: bot}
				}
				l := newLearner(t, k.Name, o, nil)
				follow(t, k, l, o)
			}
		})
	}
}

// follow plays each game of a batch beside a table until a few games have ended.
func follow(t *testing.T, k *game.Kind, l learner, o training.Options) {
	t.Helper()
	seeds, _ := array[int64](t, l, "", "seeds")
	done, _ := array[uint8](t, l, "", "done")
	lastSeeds, _ := array[int64](t, l, "", "last_seeds")
	digests, _ := array[uint64](t, l, "", "last_digests")
	turns, _ := array[int32](t, l, "", "last_turns")
	places, _ := array[int32](t, l, "", "last_places")
	faults, _ := array[uint8](t, l, "", "faults")
	rewards, _ := array[float32](t, l, "", "rewards")
	actions, _ := array[int16](t, l, "", "actions")
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	beside := make([]*game.Table, o.Games)
	deal := func(g int) {
		table, err := k.Table(settings)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Deal(seeds[g], o.Seats); err != nil {
			t.Fatal(err)
		}
		for seat, bot := range o.Bots {
			table.Sit(seat, bot)
		}
		beside[g] = table
	}
	var r game.Reply
	// play plays a turn beside; learner reports whether actions are those of this turn.
	play := func(g int, learner bool) (asked bool) {
		table := beside[g]
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			if _, plays := o.Bots[seat]; !plays {
				asked = true
			}
		}
		if asked && !learner {
			return true
		}
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			at := g*o.Seats + int(seat)
			if _, plays := o.Bots[seat]; plays {
				table.Think(seat, &r)
				continue
			}
			var why game.Fault
			if actions[at] == training.None {
				r.Fault = game.Late
				why = table.Take(seat, &r)
			} else {
				why = table.Play(seat, l.Describe().Moves[actions[at]], &r)
			}
			if faults[at] != uint8(why) {
				t.Fatalf("game %d, turn %d, seat %d: fault %d, want %d", g, table.Turns(), seat, faults[at], why)
			}
		}
		table.Step()
		return asked
	}
	skip := func(g int) {
		for !beside[g].Over() && !play(g, false) {
		}
	}
	for g := range beside {
		deal(g)
		skip(g)
	}
	dice := rand.New(rand.NewPCG(1, 2))
	for ended := 0; ended < 2*o.Games; {
		l.move(t, dice)
		if err := l.Step(); err != nil {
			t.Fatal(err)
		}
		for g, table := range beside {
			play(g, true)
			skip(g)
			if table.Over() != (done[g] == 1) {
				t.Fatalf("game %d is done %d after %d turns", g, done[g], table.Turns())
			}
			if !table.Over() {
				continue
			}
			ended++
			if lastSeeds[g] != table.Seed() || digests[g] != table.Digest() || int(turns[g]) != table.Turns() {
				t.Fatalf("game %d of seed %d has the digest %x after %d turns, want %x after %d", g, lastSeeds[g], digests[g], turns[g],
					table.Digest(), table.Turns())
			}
			sum := float32(0)
			for seat := range o.Seats {
				if places[g*o.Seats+seat] != int32(table.Outcome(game.Seat(seat)).Place) {
					t.Errorf("seat %d has place %d", seat, places[g*o.Seats+seat])
				}
				sum += rewards[g*o.Seats+seat]
			}
			if sum != 0 {
				t.Errorf("the rewards of game %d add up to %v", g, sum)
			}
			deal(g)
			skip(g)
		}
	}
}

// TestCoresChangeNothing, and neither does what is observed: equal seeds and actions give equal blocks.
func TestCoresChangeNothing(t *testing.T) {
	play := func(cores int, observe ...string) []byte {
		l := newLearner(t, "tron", training.Options{Games: 40, Seats: 3, Seed: 7, Cores: cores, Shaped: true}, nil)
		dice := rand.New(rand.NewPCG(3, 4))
		for range 120 {
			l.move(t, dice)
			if err := l.Step(); err != nil {
				t.Fatal(err)
			}
			if err := l.Observe(observe); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Observe([]string{"view.grid", "legal", "scores"}); err != nil {
			t.Fatal(err)
		}
		return slices.Clone(l.memory)
	}
	if !slices.Equal(play(1), play(4)) || !slices.Equal(play(1, "view.grid", "scores"), play(4)) {
		t.Error("cores or looks change what is played")
	}
}

// TestViewsAreWhatSeatsSee: each field of numbers is in its array, with -1 behind lists that vary, and a kind that hides something shows
// each seat its own.
func TestViewsAreWhatSeatsSee(t *testing.T) {
	for _, k := range all.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			seats := max(k.MinSeats, 2)
			l := newLearner(t, k.Name, training.Options{Games: 2, Seats: seats, Seed: 5}, nil)
			settings, _ := k.Settings(nil)
			table, err := k.Table(settings)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Deal(6, seats); err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, a := range l.Describe().Arrays {
				if a.Group == training.View {
					names = append(names, "view."+a.Name)
				}
			}
			actions, _ := array[int16](t, l, "", "actions")
			var f game.Frame
			var r game.Reply
			for turn := range 12 {
				if err := l.Observe(names); err != nil {
					t.Fatal(err)
				}
				for seat := range game.Seat(seats) {
					table.View(&f, seat)
					f.Numbers(func(name string, list []int, _ int, _ bool) {
						if name == "me" {
							return
						}
						got, shape := array[int32](t, l, training.View, name)
						row := 1 // of the second game
						rows := 2
						if k.Hidden {
							row, rows = seats+int(seat), 2*seats
						}
						width := len(got) / rows
						got = got[row*width : (row+1)*width]
						for i := range got {
							want := int32(-1)
							if i < len(list) {
								want = int32(list[i])
							}
							if got[i] != want {
								t.Fatalf("turn %d, seat %d: %s %v is %v, want %v", turn, seat, name, shape, got, list)
							}
						}
					})
				}
				owes := table.Owes()
				for i := range actions {
					actions[i] = int16((turn + i) % len(l.Describe().Moves))
				}
				for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
					r.Reset()
					table.Play(seat, l.Describe().Moves[actions[seats+int(seat)]], &r)
				}
				table.Step()
				if err := l.Step(); err != nil {
					t.Fatal(err)
				}
				if table.Over() {
					return
				}
			}
		})
	}
}

// TestShapedRewards add up to the score of a game.
func TestShapedRewards(t *testing.T) {
	l := newLearner(t, "colour-battle", training.Options{Games: 1, Seats: 3, Seed: 9, Shaped: true, Once: true},
		map[string]any{"rounds": 60})
	rewards, _ := array[float32](t, l, "", "rewards")
	scores, _ := array[float64](t, l, "", "last_scores")
	owes, _ := array[uint8](t, l, "", "owes")
	if err := l.Observe([]string{"scores"}); err != nil {
		t.Fatal(err)
	}
	sums := make([]float64, 3)
	first, _ := array[float64](t, l, "", "scores")
	copy(sums, first)
	dice := rand.New(rand.NewPCG(5, 6))
	for range 70 {
		l.move(t, dice)
		if err := l.Step(); err != nil {
			t.Fatal(err)
		}
		for i := range sums {
			sums[i] += float64(rewards[i])
		}
	}
	for i := range sums {
		if d := sums[i] - scores[i]; d > 1e-3 || d < -1e-3 || owes[i] != 0 {
			t.Errorf("seat %d: rewards add up to %v, the score is %v; it owes %d", i, sums[i], scores[i], owes[i])
		}
	}
}

// TestRequests: every request has one answer, and a mistake is named.
func TestRequests(t *testing.T) {
	l := newLearner(t, "tron", training.Options{Games: 2, Seats: 2, Seed: 1}, nil)
	actions, _ := array[int16](t, l, "", "actions")
	actions[3] = 4
	for _, tt := range []struct{ in, want string }{
		{`{"do":"observe","observe":["legal","view.grid"]}`, `{}`},
		{`{"do":"observe","observe":["grid"]}`, `{"error":"seats see no \"grid\"; did you mean \"view.grid\"?"}`},
		{`{"do":"reset","seed":-1}`, `{"error":"seed -1: it is from 0 to 2^53"}`},
		{`{"do":"stepp"}`, `{"error":"there is no request \"stepp\"; did you mean \"step\"?"}`},
		{`{"do":"print","game":9}`, `{"error":"there is no game 9 with a seat 0: the batch has 2 games of 2 seats"}`},
		{`step`, `{"error":"invalid character 's' looking for beginning of value"}`},
		{`{"do":"reset","seed":1}`, `{}`},
		{`{"do":"step"}`, `{}`},
		{`{"do":"step"}`, `{"error":"game 1, seed 2, turn 2: the action of seat 1 is 4, want 0 to 3, or -1 for no move"}`},
	} {
		var out strings.Builder
		if err := l.Serve(strings.NewReader(tt.in+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(out.String(), "\n"); got != tt.want {
			t.Errorf("%s is answered with %s, want %s", tt.in, got, tt.want)
		}
	}
	if err := l.Serve(strings.NewReader(strings.Repeat("x", 1<<17)), &strings.Builder{}); err == nil ||
		!strings.Contains(err.Error(), "longer than 65536 bytes") {
		t.Errorf("an endless line: %v", err)
	}
}

// TestMistakes: what makes no batch is reported.
func TestMistakes(t *testing.T) {
	k, err := all.Find("tron")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := k.Settings(nil)
	bot, _ := k.Builtin("random", nil)
	for _, tt := range []struct {
		o    training.Options
		want string
	}{
		{training.Options{Games: 0, Seats: 2, Items: 1}, "0 games: a batch has from 1 to 65536"},
		{training.Options{Games: 1, Seats: 9, Items: 1}, "tron is played by 2 to 4, not by 9"},
		{training.Options{Games: 1, Seats: 2, Seed: -4, Items: 1}, "seed -4: it is from 0 to 2^53"},
		{training.Options{Games: 1, Seats: 2}, "room for 0 items"},
		{training.Options{Games: 1, Seats: 2, Items: 1, Bots: map[game.Seat]game.BuiltinBot{2: bot}},
			"there is no seat 2: the games have the seats 0 to 1"},
		{training.Options{Games: 1, Seats: 2, Items: 1, Bots: map[game.Seat]game.BuiltinBot{0: bot, 1: bot}}, "leave one to the learner"},
	} {
		if _, err := training.New(k, s, tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.o, err, tt.want)
		}
	}
	b, err := training.New(k, s, training.Options{Games: 1, Seats: 2, Items: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Use(aligned(b.Size() - 1)); err == nil {
		t.Error("a block that is too small was taken")
	}
	if err := b.Use(aligned(b.Size() + 1)[1:]); err == nil {
		t.Error("a block from an odd address was taken")
	}
	l := newLearner(t, "bomberman", training.Options{Games: 1, Seats: 2, Seed: 1}, nil)
	if text, err := l.Print(0, 1); err != nil || !strings.Contains(text, "#") {
		t.Errorf("%q, %v", text, err)
	}
}

// BenchmarkTron measures steps of 1024 games of Tron with moves by lot, on one core.
func BenchmarkTron(b *testing.B) {
	for _, looks := range [][]string{nil, {"legal"}, {"view.x", "view.y"}, {"view.grid"}} {
		b.Run(fmt.Sprint(looks), func(b *testing.B) {
			l := newLearner(b, "tron", training.Options{Games: 1024, Seats: 4, Seed: 1}, nil)
			actions, _ := array[int16](b, l, "", "actions")
			dice := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				for i := 0; i < len(actions); i += 16 {
					bits := dice.Uint64()
					for j := range 16 {
						actions[i+j] = int16(bits & 3)
						bits >>= 2
					}
				}
				if err := l.Step(); err != nil {
					b.Fatal(err)
				}
				if err := l.Observe(looks); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*1024/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
