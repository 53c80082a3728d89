package web

import (
	"fmt"
	"math"
	"testing"

	"agon/game"
	"agon/game/gametest"
	"agon/games/colourbattle"
	"agon/show/film"
)

// cast are the players in the films of these tests. One name contains markup.
var cast = [...][2]string{
	{"Tidy Mole", "A. Berg"}, {"Half Empty", "K. Ito"}, {"Gutter Press", "N. Osei"}, {"Two Left Feet", "N. Osei"}, {"Marmalade", "S. Lind"},
	{"Plan B", "R. Costa"}, {"Wide Brush", "house bot"}, {"Old Paint", "M. Haas"}, {"<b>Bold</b> & \"Quoted\"", "E. Roy"},
	{"Corner Shop", "P. Diaz"},
	{"Slow Drip", "T. Weiss"}, {"Rambo the Rando", "house bot"}, {"Short Sighted Steve", "house bot"}, {"Lattice", "L. Moreau"},
	{"Undercoat", "J. Park"},
	{"Second Thoughts", "C. Adeyemi"}, {"Spill", "F. Nagy"},
	{"A Name That Goes On For Longer Than Any Column", "Somebody With a Long Name As Well"}, {"Ochre", "D. Ruiz"}, {"Knot", "H. Voss"},
	{"Last Call", "B. Shaw"},
}

// makeFilm plays a game of built-in bots and adds times and faults, as external bots would have.
func makeFilm(t testing.TB, seats, rounds int) *film.Film {
	t.Helper()
	name := fmt.Sprintf("%d bots, %d rounds", seats, rounds)
	if played[name] == nil {
		played[name] = newFilm(t, seats, rounds)
	}
	return played[name]
}

func newFilm(t testing.TB, seats, rounds int) *film.Film {
	t.Helper()
	kind := game.New(colourbattle.Spec)
	record := gametest.Play(t, kind, seats, 8841207, map[string]any{"rounds": rounds}).Record()
	dice := game.NewDice(3, nil)
	record.Times = make([][]game.Micros, seats)
	for seat := range seats {
		usual := math.Pow(10, 0.5+4*float64(dice.Intn(1000))/1000)
		for range rounds {
			record.Times[seat] = append(record.Times[seat], noisy(usual, &dice))
		}
	}
	whys := []struct {
		why  game.Fault
		note string
	}{{game.Late, "24.1 ms, limit 20 ms"}, {game.Crashed, "KeyError: 7"}, {game.Illegal, ""},
		{game.Garbled, `"<script>" is no member of Move`}, {game.Memory, ""}}
	for turn := 17; turn < rounds; turn += 23 + dice.Intn(60) {
		w := whys[dice.Intn(len(whys))]
		record.Faults = append(record.Faults, game.FaultAt{Turn: turn, Seat: game.Seat(dice.Intn(seats)), Why: w.why, Note: w.note})
	}
	return liveAgain(t, kind, record, rounds)
}

// noisy returns a time near the usual one, sometimes much longer.
func noisy(usual float64, dice *game.Dice) game.Micros {
	v := usual * (0.8 + float64(dice.Intn(400))/1000)
	if dice.Intn(50) == 0 {
		v *= 3
	}
	return game.Micros(v)
}

func liveAgain(t testing.TB, kind *game.Kind, record *game.Record, rounds int) *film.Film {
	t.Helper()
	info := film.Info{Kind: kind, Title: kind.Title, Seed: record.Seed, Unit: "%", Rounds: rounds, Average: 20000,
		Options: []string{fmt.Sprintf("rounds=%d", rounds)}}
	for seat := range record.Seats {
		info.Seats = append(info.Seats, film.Seat{Name: cast[seat%len(cast)][0], Author: cast[seat%len(cast)][1], Slot: seat})
	}
	f, err := film.FromRecord(info, record)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
