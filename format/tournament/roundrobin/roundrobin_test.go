package roundrobin

import (
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 7},
		formattest.Case{Bots: 12, Ties: 4, Keys: map[string]any{"best_of": 5, "until": "90 %", "certain": "first"}},
		formattest.Case{Bots: 9, Keys: map[string]any{"until": "80 %", "advance": 3}, Changes: changes},
		formattest.Case{Bots: 7, Changes: changes},
		formattest.Case{Bots: 7, Ties: 3, Keys: map[string]any{"best_of": 5}, Changes: changes},
		formattest.Case{Bots: 7, Field: tournament.Field{MinSeats: 3, MaxSeats: 4}, Changes: changes},
		formattest.Case{Bots: 6, Ties: 4, Keys: map[string]any{"best_of": 5, "rating.system": "elo"}},
		formattest.Case{Bots: 5, Keys: map[string]any{"best_of": 5, "play_all": true}},
		formattest.Case{Bots: 6, Keys: map[string]any{"games": 2, "rating.system": "plackett-luce"},
			Field: tournament.Field{MinSeats: 3, MaxSeats: 4}},
		formattest.Case{Bots: 6, Ties: 3, Keys: map[string]any{"best_of": 3, "rating.system": "davidson"}, Changes: changes},
		formattest.Case{Bots: 5, Keys: map[string]any{"best_of": 3, "rating.unit": "game", "rating.system": "elo"},
			Field: tournament.Field{KeepOrder: true}},
	)
}

func TestEveryoneMeetsEveryoneFromEverySeatOnOneDeal(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 5)
	seen := map[[2]int]int64{} // the seed by the seats of a pairing, in order
	formattest.Play(t, Spec, nil, f, func(x tournament.Fixture) tournament.Result {
		seen[[2]int(x.Seats)] = x.Seed
		return formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
	})
	if len(seen) != 20 {
		t.Fatalf("%d seatings of 20 were played", len(seen))
	}
	for pair, seed := range seen {
		if seen[[2]int{pair[1], pair[0]}] != seed {
			t.Errorf("%v and its mirror have different deals", pair)
		}
	}
}

// Six bots of which each beats those one and four numbers above it: circles are found among those that play, by their numbers.
func TestCircles(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 6)
	l, _ := formattest.Play(t, Spec, map[string]any{"games": 8}, f, func(x tournament.Fixture) tournament.Result {
		one, other := slices.Index(f.Entries, x.Seats[0]), slices.Index(f.Entries, x.Seats[1])
		return formattest.Pair(x, []int{-1, x.Seats[0], x.Seats[1]}[(other-one+6)%3])
	})
	found := l.All().Circles(f.Entries)
	if len(found) != 3 || found[0].Entries != [3]int{f.Entries[0], f.Entries[1], f.Entries[2]} || found[0].Chance < 0.9 {
		t.Errorf("%v", found)
	}
	among := l.All().Circles([]int{f.Entries[5], f.Entries[3], f.Entries[4], f.Entries[0]})
	if len(among) != 2 || among[0].Entries != [3]int{f.Entries[0], f.Entries[4], f.Entries[5]} {
		t.Errorf("among four: %v", among)
	}
	if few := l.All().Circles(f.Entries[:2]); few != nil {
		t.Errorf("among two: %v", few)
	}
}

// Davidson's model ranks as that of Bradley and Terry does, and says how often equal bots tie; matches of more than two have no such model.
func TestDavidson(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 5)
	orders, ties := [2][]int{}, [2]int{}
	for i, system := range []string{"plackett-luce", "davidson"} {
		n := 0
		l, format := formattest.Play(t, Spec, map[string]any{"games": 6, "rating.system": system, "rating.unit": "game"}, f,
			func(x tournament.Fixture) tournament.Result {
				n++
				return formattest.Pair(x, []int{min(x.Seats[0], x.Seats[1]), -1, x.Seats[0]}[n%3])
			})
		table := format.Table(f, l.All())
		for _, line := range table.Standings {
			orders[i] = append(orders[i], line.Entry)
		}
		ties[i] = len(table.Ties)
		if system == "davidson" && (table.Ties[0].Share < 0.2 || table.Ties[0].Share > 0.5 || table.Ties[0].Err <= 0) {
			t.Errorf("a third of the games are tied: %+v", table.Ties)
		}
	}
	if !slices.Equal(orders[0], orders[1]) || ties != [2]int{0, 1} {
		t.Errorf("%v, %v", orders, ties)
	}
	format, err := Spec.Make(map[string]any{"seats": 3, "rating.system": "davidson"})
	if err != nil {
		t.Fatal(err)
	}
	err = format.Check(formattest.Field(tournament.Field{MinSeats: 3, MaxSeats: 4}, 6))
	if want := `rating.system = "davidson" is for matches of two, not of 3: use "plackett-luce"`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestBestOfFiveEndsWhenNobodyCanCatchUp(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 2)
	for _, tt := range []struct {
		name    string
		winners string // of the games, in order; - is a tie
		games   int
		wins    int // matches won by 1
	}{
		{"three in a row", "111", 3, 1},
		{"the third win in the fourth game", "1131", 4, 1},
		{"down to the last", "13131", 5, 1},
		{"the other wins", "333", 3, 0},
		{"two wins and two drawn games: one game is left, and a lead of two", "1-1-", 4, 1},
		{"a draw after five", "13-13", 5, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, format := formattest.Play(t, Spec, map[string]any{"best_of": 5}, f, func(x tournament.Fixture) tournament.Result {
				return formattest.Pair(x, int(tt.winners[x.Game]-'0'))
			})
			if l.Planned() != tt.games {
				t.Errorf("%d games were played, want %d", l.Planned(), tt.games)
			}
			for _, s := range format.Table(f, l.All()).Standings {
				if s.Entry == 1 && s.Wins != tt.wins {
					t.Errorf("won %d matches: %+v", s.Wins, s)
				}
			}
		})
	}
}

// In the middle of one long match, whose points nobody has yet, its games separate the bots.
func TestGamesOfALongMatchSeparate(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 2)
	format, err := Spec.Make(map[string]any{"games": 100})
	if err != nil {
		t.Fatal(err)
	}
	l := tournament.NewLedger(0, 0)
	fixtures, _ := tournament.Next(format, f, l)
	if err := l.Plan(fixtures...); err != nil {
		t.Fatal(err)
	}
	for i, x := range l.Open()[:120] {
		winner := f.Entries[0]
		if i%8 < 3 { // the first wins 5 of 8
			winner = f.Entries[1]
		}
		if _, err := l.Enter(formattest.Pair(x, winner)); err != nil {
			t.Fatal(err)
		}
	}
	if table := format.Table(f, l.All()); len(table.NotApart) > 0 || table.Standings[0].RankHigh != 1 {
		t.Errorf("not told apart after 75 : 45: %v; %+v", table.NotApart, table.Standings)
	}
}

// The table is ranked by points of matches, then by the listed tie-breaks.
func TestTies(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 4) // entries 1, 3, 5, 7
	for _, tt := range []struct {
		name    string
		winners map[[2]int][2]int // of a pair (lower entry first): the winners of its two games; 0 is a tie
		want    []int
		advance int
		note    string // of the last that advances
	}{
		{
			"a ring of three that nothing parts: seeding decides",
			map[[2]int][2]int{{1, 3}: {1, 1}, {1, 5}: {1, 1}, {1, 7}: {1, 1}, {3, 5}: {5, 5}, {3, 7}: {3, 3}, {5, 7}: {7, 7}},
			[]int{1, 3, 5, 7}, 2, "goes on: the better seed",
		},
		{
			"game difference parts a ring",
			map[[2]int][2]int{{1, 3}: {1, 1}, {1, 5}: {1, 1}, {1, 7}: {1, 1}, {3, 5}: {5, 5}, {3, 7}: {3, 0}, {5, 7}: {7, 7}},
			[]int{1, 7, 5, 3}, 2, "goes on: more games won",
		},
		{
			"two equal: who won their match",
			map[[2]int][2]int{{1, 3}: {3, 3}, {1, 5}: {1, 1}, {1, 7}: {1, 1}, {3, 5}: {5, 5}, {3, 7}: {3, 3}, {5, 7}: {7, 7}},
			[]int{3, 1, 7, 5}, 1, "goes on: won against the others with equal points",
		},
		{
			"points part the last who goes on: there is nothing to tell",
			map[[2]int][2]int{{1, 3}: {3, 3}, {1, 5}: {1, 1}, {1, 7}: {1, 1}, {3, 5}: {5, 5}, {3, 7}: {3, 3}, {5, 7}: {7, 7}},
			[]int{3, 1, 7, 5}, 2, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, format := formattest.Play(t, Spec, map[string]any{"advance": tt.advance}, f, func(x tournament.Fixture) tournament.Result {
				pair := [2]int{min(x.Seats[0], x.Seats[1]), max(x.Seats[0], x.Seats[1])}
				return formattest.Pair(x, tt.winners[pair][x.Game])
			})
			var got []int
			for i, s := range format.Table(f, l.All()).Standings {
				got = append(got, s.Entry)
				if last := i == tt.advance-1; last && s.Note != tt.note || !last && s.Note != "" {
					t.Errorf("place %d has the note %q", i+1, s.Note)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("the order is %v, want %v", got, tt.want)
			}
		})
	}
}

func TestEloRanksAndSaysHowMuchTheOrderDoes(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 4)
	keys := map[string]any{"best_of": 5, "rating.system": "elo", "rating.start": 1500, "rating.k": 20.0}
	l, format := formattest.Play(t, Spec, keys, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
	})
	table := format.Table(f, l.All())
	sum := 0.0
	for i, s := range table.Standings {
		sum += s.Rating
		if s.Entry != 2*i+1 || s.OrderLow < 1 || s.OrderHigh > 4 || s.OrderLow > s.OrderHigh {
			t.Errorf("place %d: %+v", i+1, s)
		}
	}
	if sum < 5999.9 || sum > 6000.1 {
		t.Errorf("the ratings make %v together", sum)
	}
}

// A few wins do not make a place certain; many do.
func TestCertainty(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 2)
	for _, tt := range []struct {
		games  int // rotations
		apart  bool
		reason string
	}{
		{1, false, "two wins out of two"},
		{10, true, "twenty out of twenty"},
	} {
		l, format := formattest.Play(t, Spec, map[string]any{"games": tt.games}, f, func(x tournament.Fixture) tournament.Result {
			return formattest.Pair(x, 1)
		})
		table := format.Table(f, l.All())
		if apart := table.Standings[0].RankHigh == 1; apart != tt.apart || len(table.NotApart) == 0 != tt.apart {
			t.Errorf("%s: %+v, %v", tt.reason, table.Standings[0], table.NotApart)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		bots int
		keys map[string]any
		want string
	}{
		{"a single bot", 1, nil, "round-robin needs at least 2 bots, and there is only 1 bot"},
		{"more seats than the kind has", 9, map[string]any{"seats": 5}, "played by 2 to 4, not by 5"},
		{"more to go on than there are", 3, map[string]any{"advance": 4}, "advance = 4 is more than the 3 bots"},
		{"a plan beyond measure", 400, map[string]any{"seats": 4}, "play an arena with seats = 4"},
		{"it can be played", 3, map[string]any{"seats": 3}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			format, err := Spec.Make(tt.keys)
			if err != nil {
				t.Fatal(err)
			}
			f := formattest.Field(tournament.Field{}, tt.bots)
			f.MaxSeats = 4
			err = format.Check(f)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// changes: a bot joins, one is replaced by a new version, one is disqualified and reinstated, and one is disqualified for good.
var changes = formattest.Changes(1, 5, 7)
