package marks

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/game"
)

// keys returns the keys of a stage with some yardsticks, for 50, 60 and 75 %.
func keys(yardsticks, games int, ranked bool) map[string]any {
	var rules []Rule
	for i := range yardsticks {
		rules = append(rules, Rule{Against: fmt.Sprintf("bot %d", i), AtLeast: []Threshold{{50, 4}, {60, 7}, {75, 10}}, Confidence: 95,
			MostGames: games})
	}
	return map[string]any{Key: Write(rules), "ranked": ranked}
}

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 2, Keys: keys(1, 40, false)},
		formattest.Case{Bots: 7, Ties: 3, Keys: keys(2, 60, true)},
		formattest.Case{Bots: 6, Keys: keys(2, 30, false), Field: tournament.Field{KeepOrder: true}},
		formattest.Case{Bots: 7, Ties: 4, Keys: keys(2, 120, true), Changes: formattest.Changes(7, 9, 11)},
		formattest.Case{Bots: 6, Ties: 4, Keys: keys(1, 300, false), Changes: formattest.Changes(3, 9, 5)},
	)
}

// luck returns a number from 0 to 1 that depends on a game's seed and who plays it.
func luck(x tournament.Fixture) float64 {
	dice := game.NewDice(game.SubSeed(x.Seed, int64(x.Seats[0]), int64(x.Seats[1])), nil)
	dice.Turn(0)
	return (float64(dice.Uint64()>>12) + 0.5) / (1 << 52)
}

// chances returns the outcomes of games in which students, with the places from yardsticks on, have a chance to beat yardsticks. The first
// seat is better by 10 %, and a tenth of the games is drawn.
func chances(f *tournament.Field, yardsticks int, of func(student, yardstick int) float64) func(tournament.Fixture) tournament.Result {
	return func(x tournament.Fixture) tournament.Result {
		student, yardstick, edge := x.Seats[0], x.Seats[1], 0.1
		if slices.Index(f.Entries, student) < yardsticks {
			student, yardstick, edge = yardstick, student, -0.1
		}
		const drawn = 0.1
		chance, u := of(student, yardstick)+edge, luck(x)
		won := min(1-drawn, max(0, chance-drawn/2))
		switch {
		case u < won:
			return formattest.Pair(x, student)
		case u < won+drawn:
			return formattest.Pair(x, -1)
		}
		return formattest.Pair(x, yardstick)
	}
}

// A mark is what its student's own games say: others who join, leave or play better change nothing, and no two students meet.
func TestNobodyElseMatters(t *testing.T) {
	few, many := formattest.Field(tournament.Field{}, 4), formattest.Field(tournament.Field{}, 9)
	strength := func(student, _ int) float64 { return 0.45 + 0.05*float64(student%5) }
	marks := map[int][]tournament.Mark{}
	for _, f := range []*tournament.Field{few, many} {
		l, format := formattest.Play(t, Spec, keys(2, 400, f == many), f, chances(f, 2, strength))
		for i := range l.All().Len() {
			g := l.All().Game(i)
			if one, two := slices.Index(f.Entries, g.Entry(0)), slices.Index(f.Entries, g.Entry(1)); (one < 2) == (two < 2) {
				t.Fatalf("game %d is of bots %d and %d", i, one, two)
			}
		}
		for _, s := range format.Table(f, l.All()).Standings {
			if before, known := marks[s.Entry]; known && !reflect.DeepEqual(before, s.Marks) {
				t.Errorf("entry %d has %+v among many, and %+v among few", s.Entry, s.Marks, before)
			}
			marks[s.Entry] = s.Marks
		}
	}
}

// Nobody is ranked unless that is asked for: then the points decide, and open marks leave places open.
func TestRanks(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 6)
	truth := map[int]float64{3: 0.9, 5: 0.3, 7: 0.9, 9: 0.675, 11: 0.55}
	outcome := chances(f, 1, func(student, _ int) float64 { return truth[student] })
	for _, ranked := range []bool{false, true} {
		l, format := formattest.Play(t, Spec, keys(1, 3000, ranked), f, outcome)
		table := format.Table(f, l.All())
		var got []string
		for _, s := range table.Standings {
			got = append(got, fmt.Sprintf("%d:%v %d (%d-%d)", s.Entry, s.MarkPoints(), s.Rank, s.RankLow, s.RankHigh))
			if (s.Note == "yardstick") != (s.Entry == 1) || (s.Marks == nil) != (s.Entry == 1) {
				t.Errorf("%+v", s)
			}
		}
		want := "3:10 1 (1-6), 5:0 1 (1-6), 7:10 1 (1-6), 9:7 1 (1-6), 11:4 1 (1-6), 1:0 1 (1-6)"
		by := tournament.ByNothing
		if ranked {
			want, by = "3:10 1 (1-2), 7:10 1 (1-2), 9:7 3 (3-3), 11:4 4 (4-4), 5:0 5 (5-5), 1:0 6 (6-6)", tournament.ByMarks
		}
		if strings.Join(got, ", ") != want || table.By != by {
			t.Errorf("ranked %v: %s\nwant %s", ranked, strings.Join(got, ", "), want)
		}
	}
}

// Games end as soon as all thresholds are decided. The mark of a student that lies at a threshold stays open, and the lower one counts.
func TestGamesUntilCertain(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 5)
	truth := map[int]float64{3: 0.95, 5: 0.1, 7: 0.6, 9: 0.55}
	l, format := formattest.Play(t, Spec, keys(1, 400, false), f, chances(f, 1, func(student, _ int) float64 { return truth[student] }))
	for _, s := range format.Table(f, l.All()).Standings[:4] {
		m := s.Marks[0]
		if m.Won+m.Drawn+m.Lost != m.Games || m.Low > m.Share || m.Share > m.High || m.Games != s.Played {
			t.Errorf("%+v", m)
		}
		decided := m.Low >= 0.75 || m.High < 0.5
		if far := s.Entry < 7; far != (m.Games < 200) || far != decided || far == m.Open || m.Open != (m.Games == 400) {
			t.Errorf("entry %d with a chance of %v: %+v", s.Entry, truth[s.Entry], m)
		}
		if m.Open && (m.Low > truth[s.Entry] || m.High < truth[s.Entry]) {
			t.Errorf("an open mark: %+v", m)
		}
	}
}

// At most 5 of 100 marks at 95 % are wrong, though games are looked at again and again: here every student is a little worse than a
// threshold, where most mistakes are made. An interval for one look alone would be wrong more often.
func TestWrongMarks(t *testing.T) {
	const students = 200
	for _, chance := range []float64{0.499, 0.599, 0.749} {
		f := formattest.Field(tournament.Field{Seed: int64(1000 * chance)}, students+1)
		l, format := formattest.Play(t, Spec, keys(1, 400, false), f, chances(f, 1, func(int, int) float64 { return chance }))
		wrong := 0
		for _, s := range format.Table(f, l.All()).Standings[:students] {
			if s.Marks[0].Threshold > chance {
				wrong++
			}
		}
		if float64(wrong) > 0.05*students {
			t.Errorf("a chance of %v: %d of %d marks are too good", chance, wrong, students)
		}
		naive := peeking(l, chance)
		t.Logf("a chance of %v: %d of %d marks are too good; where looks cost nothing %.0f would be", chance, wrong, students,
			naive*students)
		if naive < 0.1 {
			t.Error("a test that ignores the number of looks is seldom wrong: this test shows nothing")
		}
	}
}

// seatOf returns the seat of an entry in a game of two.
func seatOf(x tournament.Game, entry int) int {
	if x.Entry(0) == entry {
		return 0
	}
	return 1
}

// peeking returns the share of students that an interval of 95 % for one look puts above their chance at one of the looks after 8, 12, 18
// and so on pairs.
func peeking(l *tournament.Ledger, chance float64) float64 {
	sums, squares, n, wrong := map[int]float64{}, map[int]float64{}, map[int]int{}, map[int]bool{}
	past := l.All()
	for i := 0; i < past.Len(); i += 2 {
		one, two := past.Game(i), past.Game(i+1)
		student := max(one.Entry(0), one.Entry(1))
		v := (one.Points(seatOf(one, student)) + two.Points(seatOf(two, student))) / 2
		sums[student], squares[student], n[student] = sums[student]+v, squares[student]+v*v, n[student]+1
		if k := float64(n[student]); k >= firstPairs {
			mean := sums[student] / k
			if err := math.Sqrt((squares[student]/k - mean*mean) / k); mean-1.96*err > chance {
				wrong[student] = true
			}
		}
	}
	return float64(len(wrong)) / float64(len(n))
}

// A yardstick that does nothing measures nobody: no mark is given, and the stage ends.
func TestSilentYardstick(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 3)
	l, format := formattest.Play(t, Spec, keys(1, 40, false), f, func(x tournament.Fixture) tournament.Result {
		r := formattest.Pair(x, max(x.Seats[0], x.Seats[1]))
		for i := range r.Seats {
			if x.Seats[i] == 1 {
				r.Seats[i].Faults = map[string]int{game.Crashed.String(): 1, game.Gone.String(): r.Seats[i].Moves - 1}
			}
		}
		return r
	})
	if m := format.Table(f, l.All()).Standings[0].Marks[0]; m.Games != 0 || m.Points != 0 || !m.Open || l.Done() != 80 {
		t.Errorf("%+v after %d games", m, l.Done())
	}
}

// A yardstick that left is played no more, and the marks so far stay; nobody meets the version that replaced it.
func TestYardstickLeaves(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 4)
	spec, err := Spec.Make(keys(2, 400, false))
	if err != nil {
		t.Fatal(err)
	}
	f.Change(tournament.Change{Round: 1, Entry: 1, What: tournament.Left, Instead: -1},
		tournament.Change{Round: 1, Entry: 90, What: tournament.Joined, Instead: 1})
	l := tournament.NewLedger(0, 0)
	for {
		fixtures, over := tournament.Next(spec, f, l)
		if over {
			break
		}
		if err := l.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range fixtures {
			if _, err := l.Enter(formattest.Pair(x, x.Seats[x.Game%2])); err != nil { // half of the games
				t.Fatal(err)
			}
			if slices.Contains(x.Seats, 90) || slices.Contains(x.Seats, 1) && x.Round > 0 {
				t.Fatalf("%+v", x)
			}
		}
	}
	if m := spec.Table(f, l.All()).Standings[0].Marks; m[0].Games != 16 || !m[0].Open || m[1].Games <= 16 {
		t.Errorf("%+v", m)
	}
}

func TestMistakes(t *testing.T) {
	sound := []Rule{{Against: "a", AtLeast: []Threshold{{50, 4}, {60, 7}}, Confidence: 95, MostGames: 400}}
	for _, text := range []string{"", "x", "[]", "{}"} {
		format, err := Spec.Make(map[string]any{Key: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := format.Check(formattest.Field(tournament.Field{}, 5)); err == nil || !strings.Contains(err.Error(), "[[marks]]") {
			t.Errorf("%q are rules: %v", text, err)
		}
	}
	if rules, err := Read(Write(sound)); err != nil || !reflect.DeepEqual(rules, sound) {
		t.Errorf("%+v, %v", rules, err)
	}
	for _, tt := range []struct {
		field tournament.Field
		bots  int
		want  string
	}{
		{tournament.Field{}, 2, ""},
		{tournament.Field{}, 1, "marks needs at least 2 bots"},
		{tournament.Field{MinSeats: 3}, 4, "in games of two: a game is played by 3 to 16, not by 2"},
	} {
		format, err := Spec.Make(keys(1, 400, false))
		if err != nil {
			t.Fatal(err)
		}
		if err := format.Check(formattest.Field(tt.field, tt.bots)); (err == nil) != (tt.want == "") ||
			err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d bots: %v", tt.bots, err)
		}
	}
}
