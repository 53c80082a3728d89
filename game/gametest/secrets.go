package gametest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"agon/game"
)

// Seeds that are long enough not to occur by accident in what a game shows. A kind may keep 32 bits of a seed.
const (
	secretSeed = 0x5a17c3e96b42d80f
	smallSeed  = 0x5a17c3e9
)

// secrets checks that something is hidden in a kind that says so, and that nobody is shown the seed of a game in progress, from which bots
// could compute what the dice will give.
func secrets[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M], seats int, d *particulars) {
	if spec.Hidden && !hides(t, spec, tours) {
		t.Errorf("Spec.Hidden is true, but in all states of %d games Spec.View shows every seat all that it shows the audience: set "+
			"Hidden to false, or have View leave something out for a viewer that is not game.Audience", len(tours))
	}
	where := showsSeed(t, spec, seats, secretSeed)
	if where == "" {
		where = showsSeed(t, spec, seats, smallSeed)
	}
	if !allowed(t, "ShowsSeed", d.showsSeed, where != "") && where != "" {
		t.Errorf("%s the seed of the game in progress, from which bots can compute what the dice will give. Leave it out, or give the "+
			"reason in gametest.ShowsSeed", where)
	}
}

// hides reports whether some seat sees less than the audience in some state.
func hides[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) bool {
	for _, p := range tours {
		for n := 0; n < len(p.turns); n += 8 {
			all := picture(t, spec, &p.turns[n].before, game.Audience)
			for seat := range game.Seat(p.seats) {
				own := picture(t, spec, &p.turns[n].before, seat)
				for name, value := range all {
					if name != "me" && string(own[name]) != string(value) {
						return true
					}
				}
			}
		}
	}
	return false
}

// showsSeed plays the beginning of a game, and returns which function shows whom the seed; empty if none does.
func showsSeed[S, M comparable](t testing.TB, spec game.Spec[S, M], seats int, seed int64) string {
	const turns = 12
	where := ""
	begin(t, spec, seats, seed, turns, func(turn int, wire game.Wire[S, M], s *S, owes game.Seats) {
		if where != "" {
			return
		}
		for _, viewer := range []game.Seat{game.Audience, game.Public, 0, game.Seat(seats) - 1} {
			var f game.Frame
			spec.View(&f, s, viewer)
			if form := seedIn(string(f.AppendJSON(nil)), uint64(seed)); form != "" {
				where = fmt.Sprintf("Spec.View shows %s in turn %d, %s,", eyeName(viewer), turn, form)
				return
			}
		}
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			prompt := commonOf(wire, s)
			text := spoken(&prompt)
			prompt.Reset()
			wire.Ask(&prompt, s, seat)
			text += spoken(&prompt)
			if o, ok := wire.(game.Opener[S]); ok && turn == 0 {
				prompt.Reset()
				o.Open(&prompt, s, seat)
				text += spoken(&prompt)
			}
			if form := seedIn(text, uint64(seed)); form != "" {
				where = fmt.Sprintf("Wire sends seat %d in turn %d, %s,", seat, turn, form)
				return
			}
		}
	})
	return where
}

// seedIn returns the form in which a text contains a seed; empty if it does not.
func seedIn(text string, seed uint64) string {
	lower := strings.ToLower(text)
	for _, form := range []struct{ name, text string }{
		{"in decimal", strconv.FormatUint(seed, 10)},
		{"in hexadecimal", strconv.FormatUint(seed, 16)},
		{"as 8 bytes", string(binary.BigEndian.AppendUint64(nil, seed))},
		{"as 8 bytes", string(binary.LittleEndian.AppendUint64(nil, seed))},
	} {
		if strings.Contains(text, form.text) || strings.Contains(lower, form.text) {
			return form.name
		}
	}
	return ""
}

// begin plays the first turns of a game with random moves, and shows each state before its turn.
func begin[S, M comparable](t testing.TB, spec game.Spec[S, M], seats int, seed int64, turns int,
	look func(turn int, wire game.Wire[S, M], s *S, owes game.Seats)) {
	t.Helper()
	var s S
	_, rules, wire := prepare(t, spec)
	d := game.NewDice(seed, nil)
	d.Turn(0)
	if err := rules.Deal(&s, seats, &d); err != nil {
		t.Fatalf("Rules.Deal refuses the default options with %d seats: %v", seats, err)
	}
	moves := make([]game.Move[M], spec.MaxSeats)
	for turn := range turns {
		owes := rules.Turn(&s)
		if look(turn, wire, &s, owes); owes.Empty() {
			return
		}
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			moves[seat].Value = rules.Absent(&s, seat, game.Garbled)
			for n := range spec.Moves {
				if m := spec.Moves[(n+turn)%len(spec.Moves)]; rules.Check(&s, seat, m) == nil {
					moves[seat].Value = m
					break
				}
			}
		}
		d.Turn(turn + 1)
		rules.Step(&s, moves, &d)
	}
}

// start returns what the audience sees of a deal, without the seed itself.
func start(t testing.TB, table *game.Table, seed int64, seats int) (string, error) {
	t.Helper()
	if err := table.Deal(seed, seats); err != nil {
		return "", err
	}
	var f game.Frame
	table.View(&f, game.Audience)
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(f.AppendJSON(nil), &fields); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if text := string(fields[name]); text != strconv.FormatInt(seed, 10) {
			fmt.Fprintf(&b, "%s=%s\n", name, text)
		}
	}
	return b.String(), nil
}
