package bomberman

import (
	"testing"

	"agon/game"
)

// duel plays two built-ins against each other, seats changing with the seed, and counts the first one's wins.
func duel(t testing.TB, one, two string, games int) (wins int) {
	t.Helper()
	kind := game.New(Spec)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	var reply game.Reply
	for n := range games {
		if err := table.Deal(int64(1000+n), 2); err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{one, two} {
			builtin, err := kind.Builtin(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			table.Sit(game.Seat((i+n)%2), builtin)
		}
		for !table.Over() {
			owes := table.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				reply.Reset()
				table.Think(seat, &reply)
			}
			table.Step()
		}
		if table.Outcome(game.Seat(n%2)).Place == 1 {
			wins++
		}
	}
	return wins
}

func TestBotsInOrderOfStrength(t *testing.T) {
	for _, tt := range []struct {
		name     string
		one, two string
		games    int
		least    int
	}{
		{"the hunter wins four games of five against the reference bot", "hunter", "reference", 40, 32},
		{"the reference bot wins four games of five against random commands", "reference", "random", 40, 32},
	} {
		if wins := duel(t, tt.one, tt.two, tt.games); wins < tt.least {
			t.Errorf("%s: %d of %d", tt.name, wins, tt.games)
		} else {
			t.Logf("%s against %s: %d of %d", tt.one, tt.two, wins, tt.games)
		}
	}
}
