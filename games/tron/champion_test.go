package tron

import (
	"strings"
	"testing"

	"agon/game"
)

// TestChambers tests how the champion evaluates spaces. o is the head.
func TestChambers(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		want int
	}{
		{"a corridor is as long as it is", []string{"o....#", "######"}, 4},
		{"colours alternate: one tile is left over", []string{".o.", "...", "..."}, 7},
		{"an open hall is ridden completely", []string{"o...", "....", "...."}, 11},
		{"of two ways from the head only the longer counts", []string{"...o.....", "#########"}, 5},
		{"of two chambers behind a doorway only the larger counts", []string{
			"####..",
			"o.....",
			"###.##",
			"###.##",
		}, 7},
		{"nothing is free", []string{"o#", "##"}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows)
			search := newSearch(s.Layout)
			search.load(&s, 0)
			if got := search.chambers.ways(search.head[0], search.reach()); got != tt.want {
				t.Errorf("%d tiles, want %d", got, tt.want)
			}
		})
	}
}

// TestWaysIsABound compares the bound, and the path found, with the longest path on small random boards.
func TestWaysIsABound(t *testing.T) {
	dice := game.NewDice(3, nil)
	exact := 0
	for range 300 {
		s := scattered(t, [2]int{5, 5}, 30, &dice)
		search := newSearch(s.Layout)
		search.load(&s, 0)
		search.budget = 4000
		bound, longest := search.chambers.ways(search.head[0], search.reach()), search.longestWay()
		if bound < longest {
			t.Fatalf("a way of %d tiles exists where at most %d were thought possible", longest, bound)
		}
		if bound == longest {
			exact++
		}
		if found := search.fill(bound); found.depth != longest {
			t.Errorf("the way found has %d tiles, the longest %d", found.depth, longest)
		}
	}
	if exact < 200 {
		t.Errorf("the bound is exact on %d of 300 boards only", exact)
	}
}

// longestWay tries every path.
func (s *search) longestWay() (most int) {
	list, n := s.moves(s.me, 0)
	for _, m := range list[:n] {
		s.ride(s.me, m)
		most = max(most, 1+s.longestWay())
		s.back(s.me, m)
	}
	return most
}

// TestChampionSees tests single steps that a strong bot must find. o moves, x is the other; the answer is the step.
func TestChampionSees(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		want Move
	}{
		{"it closes the door behind which the other has nothing", []string{
			"x.....",
			"#.....",
			"#.....",
			"#o....",
		}, Up},
		{"it does not enter a dead end", []string{
			"x#####",
			"#.o...",
			"######",
		}, Right},
		{"its only step", []string{"x#....", "####.#", "##o..#", "######"}, Right},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows)
			builtin := champion(t, map[string]any{"nodes": 3000})
			var reply game.Reply
			got := builtin(&s, 0, &reply)
			if got != tt.want {
				t.Errorf("%s (%s), want %s", names[got], reply.Remark, names[tt.want])
			}
		})
	}
}

func champion(t testing.TB, params map[string]any) game.BuiltinFunc[State, Move] {
	t.Helper()
	p, err := game.NewSettings(championParams, params)
	if err != nil {
		t.Fatal(err)
	}
	return newChampion(p, nil)
}

// TestChampionReports: depth, positions and value are recorded with each step that took a search.
func TestChampionReports(t *testing.T) {
	table := deal(t, [][2]int{{5, 5}, {20, 10}}, nil)
	builtin, err := table.Kind.Builtin("champion", map[string]any{"nodes": 200})
	if err != nil {
		t.Fatal(err)
	}
	table.Sit(0, builtin)
	var reply game.Reply
	table.Think(0, &reply)
	for _, text := range [][]byte{reply.Remark, reply.Log} {
		if !strings.HasPrefix(string(text), "depth ") || !strings.Contains(string(text), " nodes 200 value ") {
			t.Errorf("it says %q", text)
		}
	}
}

// TestChampionIsDeterministic: equal games are equal, since there is no clock.
func TestChampionIsDeterministic(t *testing.T) {
	rivals := []rival{{"champion", map[string]any{"nodes": 60}}, {"voronoi", nil}}
	one, moves := match(t, rivals, 2, 5)
	two, again := match(t, rivals, 2, 5)
	if one[0] != two[0] || moves != again {
		t.Errorf("%v wins in %d moves, then %v in %d", one, moves, two, again)
	}
}

// TestBet: the champion detects whether it plays against the article's bot.
func TestBet(t *testing.T) {
	for name, want := range map[string]bool{"voronoi": true, "random": false, "hugger": false} {
		table := deal(t, [][2]int{{5, 5}, {20, 10}}, nil)
		for seat, r := range []rival{{"champion", map[string]any{"nodes": 60}}, {name, nil}} {
			builtin, err := table.Kind.Builtin(r.name, r.params)
			if err != nil {
				t.Fatal(err)
			}
			table.Sit(game.Seat(seat), builtin)
		}
		bets := false
		var reply game.Reply
		for !table.Over() {
			reply.Reset()
			table.Think(asked(t, table), &reply)
			bets = bets || strings.HasPrefix(string(reply.Remark), "bet ")
			table.Step()
		}
		if bets != want {
			t.Errorf("against %s it bets: %v", name, bets)
		}
	}
}

// TestStrongBotIsNoBet: a strong bot is not mistaken for the article's, however similar they begin.
func TestStrongBotIsNoBet(t *testing.T) {
	dice := game.NewDice(3000, nil)
	for start := 40; start < 52; start++ {
		dice.Turn(start)
		table := deal(t, [][2]int{{dice.Intn(30), dice.Intn(10)}, {dice.Intn(30), 10 + dice.Intn(10)}}, nil)
		for seat, nodes := range []int{100, 150} {
			builtin, err := table.Kind.Builtin("champion", map[string]any{"nodes": nodes})
			if err != nil {
				t.Fatal(err)
			}
			table.Sit(game.Seat(seat), builtin)
		}
		var reply game.Reply
		for round := 0; !table.Over() && round < 120; round++ {
			reply.Reset()
			table.Think(asked(t, table), &reply)
			if strings.HasPrefix(string(reply.Remark), "bet ") {
				t.Errorf("start %d: it bets after %d steps", start, round)
				break
			}
			table.Step()
		}
	}
}

// TestLadderOfBuiltins tests the order of strength of the built-ins, on starts that both sides of a pair play.
func TestLadderOfBuiltins(t *testing.T) {
	for _, tt := range []struct {
		better, worse rival
		least         int // of 20 games
	}{
		{rival{"hugger", nil}, rival{"random", nil}, 17},
		{rival{"filler", nil}, rival{"random", nil}, 17},
		{rival{"voronoi", nil}, rival{"filler", nil}, 14},
		{rival{"champion", map[string]any{"nodes": 400}}, rival{"voronoi", nil}, 15},
	} {
		wins, _ := match(t, []rival{tt.better, tt.worse}, 10, 77)
		if wins[0] < tt.least {
			t.Errorf("%s wins %d of 20 against %s, want %d", tt.better.name, wins[0], tt.worse.name, tt.least)
		}
	}
}
