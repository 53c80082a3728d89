package gametest

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"agon/game"
)

// Play plays one game of a kind between built-in bots, taken from the list in turn, and returns the table. Kinds call it in tests of their
// own.
func Play(t testing.TB, kind *game.Kind, seats int, seed int64, chosen map[string]any) *game.Table {
	t.Helper()
	table := Dealt(t, kind, chosen, seed, seats)
	sit(t, table, seats)
	finish(t, table, nil)
	return table
}

// Dealt returns a table of a kind with options, on which a game is dealt.
func Dealt(t testing.TB, kind *game.Kind, chosen map[string]any, seed int64, seats int) *game.Table {
	t.Helper()
	table := open(t, kind, chosen)
	deal(t, table, seed, seats)
	return table
}

// Recorded reads what was recorded of an original program, as JSON packed by gzip.
func Recorded[T any](t testing.TB, path string) (recorded T) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(packed).Decode(&recorded); err != nil {
		t.Fatal(err)
	}
	return recorded
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

func deal(t testing.TB, table *game.Table, seed int64, seats int) {
	t.Helper()
	if err := table.Deal(seed, seats); err != nil {
		t.Fatal(err)
	}
}

func sit(t testing.TB, table *game.Table, seats int) {
	t.Helper()
	builtins := table.Kind.Builtins
	if len(builtins) == 0 {
		t.Fatal("Spec.Builtins is empty: there are no bots to play")
	}
	for seat := 0; seat < seats; seat++ {
		builtin, err := table.Kind.Builtin(builtins[seat%len(builtins)].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), builtin)
	}
}

// finish has all bots move until the game is over or watch returns false.
func finish(t testing.TB, table *game.Table, watch func() bool) {
	t.Helper()
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
		step(t, table)
	}
}

// step plays a turn of a game that must end.
func step(t testing.TB, table *game.Table) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("Rules.Step panics in turn %d of the game of seed %d with %d seats: %v", table.Turns()-1, table.Seed(), table.Seats(),
				p)
		}
	}()
	if table.Step(); table.Turns() == tourTurns {
		t.Fatalf("Rules.Turn: the game is not over after %d turns", tourTurns)
	}
}

func equalGames(t testing.TB, kind *game.Kind, seats int) {
	one, two := Play(t, kind, seats, 7, nil), Play(t, kind, seats, 7, nil)
	if one.Digest() != two.Digest() || one.Turns() != two.Turns() {
		t.Errorf("two games of one seed differ: digest %016x after %d turns, and %016x after %d. Rules or built-in bots read something "+
			"other than the state and their dice", one.Digest(), one.Turns(), two.Digest(), two.Turns())
	}
	// A table that has played before plays as a new one does.
	deal(t, two, 8, seats)
	sit(t, two, seats)
	finish(t, two, nil)
	deal(t, two, 7, seats)
	sit(t, two, seats)
	finish(t, two, nil)
	if one.Digest() != two.Digest() {
		t.Error("a used table plays a game differently than a new one with the same seed: Rules.Deal leaves something of the game " +
			"before, or Rules keep it")
	}
}

func playedAgain(t testing.TB, kind *game.Kind, seats int) {
	rerun, err := kind.Rerun(Play(t, kind, seats, 11, nil).Record())
	if err != nil {
		t.Fatal(err)
	}
	if err := rerun.Finish(); err != nil {
		t.Fatalf("a game cannot be re-simulated from its record: %v. Something other than options, seed and moves decides it", err)
	}
}

// faults plays a game in which one seat gives every fault in turn, then a game in which every seat always faults.
func faults(t testing.TB, kind *game.Kind, seats int) {
	all := game.Faults()
	for _, everybody := range []bool{false, true} {
		table := open(t, kind, nil)
		deal(t, table, 3, seats)
		sit(t, table, seats)
		var reply game.Reply
		for nth := 0; !table.Over(); nth++ {
			owes := table.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				reply.Reset()
				if seat == 0 || everybody {
					reply.Fault = all[nth%len(all)]
					if got := table.Take(seat, &reply); got != all[nth%len(all)] {
						t.Fatalf("a %v reply became %v", all[nth%len(all)], got)
					}
					continue
				}
				table.Think(seat, &reply)
			}
			step(t, table)
		}
		rerun, err := kind.Rerun(table.Record())
		if err != nil {
			t.Fatal(err)
		}
		if err := rerun.Finish(); err != nil {
			t.Fatalf("a game with faults cannot be re-simulated from its record: %v", err)
		}
	}
}

// rubbishTexts are no moves of any kind.
var rubbishTexts = []string{"", "\n", "\x00\xff", "UP UP", "nonsense", "{\"move\":", "999999999999999999999999", "null", "[]", "\u202e"}

// rubbish gives every seat invalid answers, which must become faults instead of panics.
func rubbish(t testing.TB, kind *game.Kind, seats int) {
	table := open(t, kind, nil)
	deal(t, table, 13, seats)
	var reply game.Reply
	for nth := 0; nth < 200 && !table.Over(); nth++ {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			text := rubbishTexts[nth%len(rubbishTexts)]
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
		step(t, table)
	}
}
