/*
Package gametest is the conformance suite that every kind passes: one call in the kind's own test.

	func TestConformance(t *testing.T) { gametest.Run(t, tron.Spec) }

It plays the kind's built-in bots and random moves, and holds the kind to the promises of package game: flat states, equal
seeds and equal games, steps that allocate nothing, prompts and frames that can be read, every fault playable, and views that
do not change with what an eye may not see.
*/
package gametest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"agon/game"
)

// Run holds a kind to the promises of package game.
func Run[S, M comparable](t *testing.T, spec game.Spec[S, M]) {
	t.Helper()
	kind := game.New(spec)
	t.Run("flat", func(t *testing.T) { flat(t, reflect.TypeFor[S]()); flat(t, reflect.TypeFor[M]()) })
	t.Run("facts", func(t *testing.T) { facts(t, kind) })
	t.Run("moves have texts", func(t *testing.T) { moveTexts(t, spec) })
	for _, seats := range seatCounts(kind) {
		t.Run(fmt.Sprintf("%d seats", seats), func(t *testing.T) {
			t.Run("equal seeds, equal games", func(t *testing.T) { equalGames(t, kind, seats) })
			t.Run("lived again", func(t *testing.T) { livedAgain(t, kind, seats) })
			t.Run("every fault can be played", func(t *testing.T) { faults(t, kind, seats) })
			t.Run("steps allocate nothing", func(t *testing.T) { allocations(t, spec, seats) })
			t.Run("prompts and frames", func(t *testing.T) { frames(t, kind, seats) })
			t.Run("rubbish is refused", func(t *testing.T) { rubbish(t, kind, seats) })
			t.Run("files of its own", func(t *testing.T) { papers(t, kind, seats) })
		})
	}
}

// Play plays one game of a kind between built-in bots, each seat taking the next one of the list, and gives the table.
// Kinds call it in tests of their own.
func Play(t testing.TB, kind *game.Kind, seats int, seed int64, chosen map[string]any) *game.Table {
	t.Helper()
	table := open(t, kind, chosen)
	if err := table.Deal(seed, seats); err != nil {
		t.Fatal(err)
	}
	sit(t, table, seats)
	finish(table, nil)
	return table
}

func open(t testing.TB, kind *game.Kind, chosen map[string]any) *game.Table {
	t.Helper()
	settings, err := kind.Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func sit(t testing.TB, table *game.Table, seats int) {
	t.Helper()
	builtins := table.Kind.Builtins
	for seat := 0; seat < seats; seat++ {
		native, err := table.Kind.Native(builtins[seat%len(builtins)].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), native)
	}
}

// finish lets everybody think until the game is over or watch says stop.
func finish(table *game.Table, watch func() bool) {
	var reply game.Reply
	for !table.Over() {
		if watch != nil && !watch() {
			return
		}
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			table.Think(seat, &reply)
		}
		table.Step()
	}
}

// flat tells whether a value of the type can be copied and compared whole.
func flat(t *testing.T, typ reflect.Type) {
	t.Helper()
	switch typ.Kind() {
	case reflect.Struct:
		for i := 0; i < typ.NumField(); i++ {
			flat(t, typ.Field(i).Type)
		}
	case reflect.Array:
		flat(t, typ.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.String, reflect.UnsafePointer:
		t.Errorf("a state or move holds a %v: it is not flat", typ)
	}
}

func facts(t *testing.T, kind *game.Kind) {
	for what, text := range map[string]string{"Name": kind.Name, "Title": kind.Title, "Version": kind.Version, "About": kind.About, "Source": kind.Source, "Format": kind.Format} {
		if text == "" {
			t.Errorf("the Spec has no %s", what)
		}
	}
	if kind.MinSeats < 1 || kind.MaxSeats < kind.MinSeats || kind.MaxSeats > game.MaxSeats || kind.SeatsFit(kind.UsualSeats) != nil {
		t.Errorf("seats %d to %d, usually %d", kind.MinSeats, kind.MaxSeats, kind.UsualSeats)
	}
	if len(kind.Builtins) == 0 {
		t.Error("the kind has no built-in bot")
	}
	for _, o := range kind.Options {
		if o.About == "" {
			t.Errorf("option %s says nothing about itself", o.Name)
		}
		if _, err := kind.Settings(map[string]any{o.Name: fmt.Sprint(o.Default)}); err != nil {
			t.Errorf("the default of option %s is refused: %v", o.Name, err)
		}
	}
}

func moveTexts[S, M comparable](t *testing.T, spec game.Spec[S, M]) {
	settings, err := game.New(spec).Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	wire := spec.Wire(settings)
	for _, m := range spec.Moves {
		back, err := wire.Parse(wire.Format(m))
		if err != nil || back != m {
			t.Errorf("move %v is %q as text, which is read as %v, %v", m, wire.Format(m), back, err)
		}
	}
}

// seatCounts are the smallest, the usual and a large number of seats.
func seatCounts(kind *game.Kind) []int {
	counts := []int{kind.MinSeats}
	for _, n := range []int{kind.UsualSeats, min(kind.MaxSeats, 12)} {
		if n > counts[len(counts)-1] {
			counts = append(counts, n)
		}
	}
	return counts
}

func equalGames(t *testing.T, kind *game.Kind, seats int) {
	one, two := Play(t, kind, seats, 7, nil), Play(t, kind, seats, 7, nil)
	if one.Digest() != two.Digest() || one.Turns() != two.Turns() {
		t.Errorf("one seed, two games: %016x after %d turns and %016x after %d", one.Digest(), one.Turns(), two.Digest(), two.Turns())
	}
	// A table that has played before plays as a new one does.
	if err := two.Deal(7, seats); err != nil {
		t.Fatal(err)
	}
	sit(t, two, seats)
	finish(two, nil)
	if one.Digest() != two.Digest() {
		t.Error("a table plays another game the second time")
	}
	places := 0
	for seat := 0; seat < seats; seat++ {
		o := one.Outcome(game.Seat(seat))
		if o.Place < 1 || o.Place > seats {
			t.Errorf("seat %d has place %d of %d", seat, o.Place, seats)
		}
		if o.Place == 1 {
			places++
		}
	}
	if places == 0 {
		t.Error("nobody has the first place")
	}
}

func livedAgain(t *testing.T, kind *game.Kind, seats int) {
	table := Play(t, kind, seats, 11, nil)
	rerun, err := kind.Rerun(table.Record())
	if err != nil {
		t.Fatal(err)
	}
	if err := rerun.Finish(); err != nil {
		t.Fatal(err)
	}
}

// faults plays a game in which one seat gives every fault in turn, then a game in which everybody faults all the time.
func faults(t *testing.T, kind *game.Kind, seats int) {
	all := game.Faults()
	for _, everybody := range []bool{false, true} {
		table := open(t, kind, nil)
		if err := table.Deal(3, seats); err != nil {
			t.Fatal(err)
		}
		sit(t, table, seats)
		var reply game.Reply
		for nth := 0; !table.Over(); nth++ {
			owes := table.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				reply.Reset()
				if seat == 0 || everybody {
					reply.Fault = all[nth%len(all)]
					if got := table.Take(seat, &reply); got != all[nth%len(all)] {
						t.Fatalf("a %v reply was taken as %v", all[nth%len(all)], got)
					}
					continue
				}
				table.Think(seat, &reply)
			}
			table.Step()
		}
		rerun, err := kind.Rerun(table.Record())
		if err != nil {
			t.Fatal(err)
		}
		if err := rerun.Finish(); err != nil {
			t.Fatal(err)
		}
	}
}

func allocations[S, M comparable](t *testing.T, spec game.Spec[S, M], seats int) {
	settings, err := game.New(spec).Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := spec.Rules(settings)
	if err != nil {
		t.Fatal(err)
	}
	var state S
	dice := game.NewDice(5, nil)
	if err := rules.Deal(&state, seats, &dice); err != nil {
		t.Fatal(err)
	}
	start, moves := state, make([]game.Move[M], spec.MaxSeats)
	turn := func() {
		owes := rules.Turn(&state)
		if owes.Empty() {
			state = start
			owes = rules.Turn(&state)
		}
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			moves[seat].Value = rules.Absent(&state, seat, game.Garbled)
			for try := 0; try < 8 && len(spec.Moves) > 0; try++ {
				m := spec.Moves[dice.Intn(len(spec.Moves))]
				if rules.Check(&state, seat, m) == nil {
					moves[seat].Value = m
					break
				}
			}
		}
		rules.Step(&state, moves, &dice)
	}
	for range 50 {
		turn()
	}
	if n := testing.AllocsPerRun(500, turn); n >= 1 {
		t.Errorf("a turn allocates %.1f times", n)
	}
}

// frames looks at every prompt and every frame of a game through every eye.
func frames(t *testing.T, kind *game.Kind, seats int) {
	table := open(t, kind, nil)
	if err := table.Deal(9, seats); err != nil {
		t.Fatal(err)
	}
	sit(t, table, seats)
	var prompt game.Prompt
	var now, before game.Frame
	var text []byte
	eyes := []game.Seat{game.Audience, 0}
	n := 0
	finish(table, func() bool {
		table.Common()
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			prompt.Reset()
			table.Ask(&prompt, seat)
		}
		for _, eye := range eyes {
			table.View(&now, eye)
			if text = now.AppendJSON(text[:0]); !json.Valid(text) {
				t.Fatalf("a frame is no JSON: %s", text)
			}
			if eye == game.Audience {
				if text = now.AppendDelta(text[:0], &before); !json.Valid(text) {
					t.Fatalf("a delta is no JSON: %s", text)
				}
				now.CopyTo(&before)
			}
		}
		n++
		return n < 300
	})
}

// rubbish gives every seat answers that no contest could want; they must become faults, not panics.
func rubbish(t *testing.T, kind *game.Kind, seats int) {
	table := open(t, kind, nil)
	if err := table.Deal(13, seats); err != nil {
		t.Fatal(err)
	}
	answers := []string{"", "\n", "\x00\xff", "UP UP", "nonsense", "{\"move\":", "999999999999999999999999", "null", "[]", "\u202e"}
	var reply game.Reply
	for nth := 0; nth < 200 && !table.Over(); nth++ {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			text := answers[nth%len(answers)]
			reply.Out = append(reply.Out, text...)
			for _, name := range kind.Launch.Replies {
				reply.Files = append(reply.Files, game.File{Name: name, Data: []byte(text)})
			}
			if nth%2 == 0 {
				table.Take(seat, &reply)
				continue
			}
			table.Play(seat, text, &reply)
		}
		table.Step()
	}
}
