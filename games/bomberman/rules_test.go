package bomberman

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, Spec, gametest.Unhashed{
		"Stands":            "by tile who stands there: follows from Players[].At",
		"Players[].Planted": "counted from Bombs by owner",
		"Players[].Been":    "counted from Touched",
		"Players[].Gained":  "what the last round earned; Earned is hashed",
		"Players[].Did":     "the last command; only views and files read it",
		"Players[].Fate":    "what became of the last command; only views and files read it",
		"Burst":             "what went off in the last round; only views and files read it",
		"Bursts":            "as Burst",
	}, gametest.Deal("#####/#A+ #/# +B#/#####;3,2,& 3,3,!"),
		gametest.ShowsSeed("the original tells every bot the seed of its map; the option map_seed hides it"))
}

// A scene is a small map with moves and their result. Rounds have one character per player: a code of move.txt, or '0' to wait. The bounty
// is 100, as in the original's own tests.
type scene struct {
	name   string
	before string
	set    func(s *State)
	rounds string // separated by spaces
	rolls  []int
	after  string // the map, when it matters
	want   map[string]any
}

func (sc *scene) play(t *testing.T) *State {
	t.Helper()
	s, r := stage(t, sc.before), &Rules{}
	if sc.set != nil {
		sc.set(s)
	}
	dice := game.NewDice(1, sc.rolls)
	for _, codes := range strings.Fields(sc.rounds) {
		r.Step(s, recordedMoves(codes), &dice)
	}
	return s
}

// stage sets up a map of rows separated by '/', with a player for each letter.
func stage(t *testing.T, rows string) *State {
	t.Helper()
	start, err := ParseStart(rows)
	if err != nil {
		t.Fatal(err)
	}
	seats := 2
	for seats < maxSeats && strings.IndexByte(rows, key(seats)) >= 0 {
		seats++
	}
	var s State
	dice := game.NewDice(0, nil)
	if err := (&Rules{Start: start, Bounty: 100}).Deal(&s, seats, &dice); err != nil {
		t.Fatal(err)
	}
	return &s
}

func drawing(s *State) string {
	var rows []string
	for y := range int(s.Height) {
		rows = append(rows, string(AppendRow(nil, s, y)))
	}
	return strings.Join(rows, "/")
}

// fact returns a value of a state by name: "A.points", "B.killed", "bombs".
func fact(s *State, name string) any {
	if name == "bombs" {
		return int(s.Bombing)
	}
	p := &s.Players[name[0]-'A']
	switch name[2:] {
	case "points":
		return int(p.Earned.Sum())
	case "earned": // without coverage, which the original's tests leave out too
		return int(p.Earned.Sum() - p.Earned.Coverage)
	case "killed":
		return p.Killed
	case "bag":
		return int(p.Bag)
	case "radius":
		return int(p.Radius)
	case "been":
		return int(p.Been)
	case "planted":
		return int(p.Planted)
	case "fate":
		return p.Fate
	case "at":
		x, y := s.spot(p.At)
		return fmt.Sprintf("%d,%d", x, y)
	}
	panic("unknown fact " + name)
}

func testScenes(t *testing.T, scenes []scene) {
	t.Helper()
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			s := sc.play(t)
			if sc.after != "" && drawing(s) != sc.after {
				t.Errorf("the map is\n%s\nwant\n%s", strings.ReplaceAll(drawing(s), "/", "\n"), strings.ReplaceAll(sc.after, "/", "\n"))
			}
			for name, want := range sc.want {
				if got := fact(s, name); got != want {
					t.Errorf("%s is %v, want %v", name, got, want)
				}
			}
		})
	}
}

// bombs returns a setup function that places bombs given by owner's letter, place, fuse and radius.
func bombs(list ...string) func(s *State) {
	return func(s *State) {
		for _, text := range list {
			var owner byte
			var x, y, fuse, radius int
			if n, err := fmt.Sscanf(text, "%c %d,%d %d %d", &owner, &x, &y, &fuse, &radius); n != 5 {
				panic(err)
			}
			s.placeBomb(int16(s.cell(x, y)), Bomb{Owner: owner - 'A' + 1, Timer: int8(fuse), Radius: int32(radius)})
		}
	}
}

func TestConsequences(t *testing.T) {
	testScenes(t, []scene{
		{name: "a bomb planted in round r burns in round r+4, and the blast is harmless a round later",
			before: "A       B", rounds: "50 30 30 30 20",
			after: "**A     B", want: map[string]any{"A.killed": false, "bombs": 0}},
		{name: "a blast that is still drawn kills nobody any more",
			before: "A       B", rounds: "50 30 30 30 20 20",
			after: " A      B", want: map[string]any{"A.killed": false}},
		{name: "a player out of the blast who steps in later dies",
			before: "#   A  B#", set: bombs("B 2,1 1 2"), rounds: "20",
			after: "#***   B#", want: map[string]any{"A.killed": true, "B.earned": 100, "A.earned": -100}},
		{name: "two unchained bombs of one owner on one wall pay twice",
			before: "  + /    /A  B", set: bombs("A 2,1 1 1", "A 4,1 1 1"), rounds: "00",
			want: map[string]any{"A.earned": 20}},
		{name: "two bombs of one owner in a chain on one wall pay twice as well",
			before: " + /   /   /A B", set: bombs("A 1,1 1 1", "A 1,2 9 1", "A 2,2 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 20, "bombs": 0}},
		{name: "a dead owner's bomb pays nobody",
			before: "  + /   B/A  C", set: func(s *State) { bombs("A 2,1 1 1")(s); s.kill(0) }, rounds: "000",
			want: map[string]any{"A.earned": 0, "B.earned": 0}},
		{name: "a living owner in the chain of a dead one gets the dead one's share",
			before: "  + +/    B/A   C", set: func(s *State) { bombs("A 2,1 1 1", "B 1,1 9 1")(s); s.kill(0) }, rounds: "000",
			want: map[string]any{"A.earned": 0, "B.earned": 10}},
		{name: "suicide costs the bounty and gains nothing",
			before: "A   B", set: bombs("A 1,1 1 1"), rounds: "00",
			want: map[string]any{"A.earned": -100, "B.earned": 0, "A.killed": true}},
		{name: "two who kill each other both lose the bounty",
			before: "A  B", set: bombs("A 3,1 1 1", "B 2,1 1 1"), rounds: "00",
			want: map[string]any{"A.earned": -100, "B.earned": -100}},
		{name: "a super power-up picked up while dying pays 50",
			before: "A$   B", set: bombs("B 3,1 1 1"), rounds: "30",
			want: map[string]any{"A.earned": -50, "A.bag": 2, "A.radius": 2, "A.killed": true}},
		{name: "no blast passes a wall that another one takes away in the same round",
			before: " +A B/     ", set: bombs("B 1,1 1 5", "B 2,2 1 1"), rounds: "00",
			after: "**A B/***  ", want: map[string]any{"A.killed": false, "B.earned": 20}},
		{name: "a bomb stops the blast that sets it off",
			before: "A      B", set: bombs("B 5,1 1 7", "B 4,1 9 1"), rounds: "00",
			want: map[string]any{"A.killed": false, "bombs": 0}},
		{name: "a triggered bomb goes off in the next round",
			before: "A    B", set: bombs("A 4,1 9 1"), rounds: "60 00",
			want: map[string]any{"bombs": 0}},
		{name: "a trigger takes the shortest fuse, on a tie the first row",
			before: "A    /    B", set: bombs("A 5,1 4 0", "A 1,2 4 0", "A 3,1 9 0"), rounds: "60",
			after: "A 8 1/3   B"},
		{name: "the fuse grows with the bag and is ten at most",
			before: "A B", set: func(s *State) { s.Players[0].Bag, s.Players[1].Bag = 2, 5 }, rounds: "55",
			want: map[string]any{"bombs": 2}},
		{name: "a column follows its head",
			before: "ABC ", rounds: "333", after: " ABC"},
		{name: "a ring does not turn",
			before: "AB/DC", rounds: "3421", after: "AB/DC",
			want: map[string]any{"A.fate": Blocked}},
		{name: "whoever rolls lowest stays, on a tie the first",
			before: "A B/   ", rounds: "32", rolls: []int{7, 7}, after: "AB /   ",
			want: map[string]any{"A.fate": Outrolled, "B.fate": Done}},
		{name: "three for two cells roll until nobody shares one",
			before: "A B/   / C ", rounds: "324", rolls: []int{50, 60}, after: "AB /   / C "},
		{name: "a dead body holds its cell until the end of the round",
			before: "A  B C", set: bombs("C 4,1 1 0"), rounds: "002",
			want: map[string]any{"C.fate": Done, "B.killed": true}},
		{name: "a radius doubles until it wraps",
			before: "A! B", set: func(s *State) { s.Players[0].Radius = 1 << 30 }, rounds: "30",
			want: map[string]any{"A.radius": -1 << 31}},
	})
}

// kill removes a player from the map as if it had died before.
func (s *State) kill(seat int) {
	s.Players[seat].Killed = true
	s.Stands[s.Players[seat].At] = 0
}

func TestFuse(t *testing.T) {
	for bag, want := range map[int32]int8{1: 4, 2: 7, 3: 10, 4: 10, 30: 10} {
		s := stage(t, "A B")
		s.Players[0].Bag = bag
		s.plant(0)
		if got := s.Bombs[0].Timer; got != want {
			t.Errorf("a bag of %d gives a fuse of %d, want %d", bag, got, want)
		}
	}
}

func TestCoverageIsCutOff(t *testing.T) {
	for _, tt := range []struct{ been, usable, want int32 }{{29, 100, 28}, {281, 281, 100}, {1, 281, 0}, {3, 281, 1}} {
		s := stage(t, "A B")
		s.Players[0].Been, s.Usable = tt.been, tt.usable
		(&Rules{}).cover(s)
		if got := s.Players[0].Earned.Coverage; got != tt.want {
			t.Errorf("%d of %d cells: %d %%, want %d", tt.been, tt.usable, got, tt.want)
		}
	}
}

func TestLeaderboard(t *testing.T) {
	type player struct {
		killed bool
		points int32
		died   int32
	}
	for _, tt := range []struct {
		name  string
		ties  bool
		a, b  player
		first int
	}{
		{"the living stand above the dead, whatever their points", false, player{true, 900, 5}, player{false, -3, 0}, 1},
		{"more points stand above fewer", false, player{false, 5, 0}, player{false, 6, 0}, 1},
		{"of the dead with equal points the earlier death wins", false, player{true, 5, 9}, player{true, 5, 7}, 1},
		{"by the readme's reading the later one", true, player{true, 5, 9}, player{true, 5, 7}, 0},
		{"then the order of keys decides", false, player{true, 5, 9}, player{true, 5, 9}, 0},
	} {
		s := stage(t, "A B")
		r := &Rules{Readings: Readings{Ties: tt.ties}}
		for i, p := range []player{tt.a, tt.b} {
			s.Players[i].Killed, s.Players[i].Earned.Walls, s.Players[i].Died = p.killed, p.points, p.died
		}
		if place := r.Outcome(s, game.Seat(tt.first)).Place; place != 1 {
			t.Errorf("%s: seat %d has place %d", tt.name, tt.first, place)
		}
	}
}

func TestStrikes(t *testing.T) {
	const still = Nothing
	for _, tt := range []struct {
		name   string
		readme bool
		moves  func(round int) Move // of the first player; the other one waits
		plant  int                  // the round in which it is forced to plant, -1 for never
		died   int                  // the round of its death, -1 for never
	}{
		{"the twentieth do-nothing becomes a plant, and three rounds later it is dead", false, func(int) Move { return still }, 19, 22},
		{"by the readme's reading the twenty-first", true, func(int) Move { return still }, 20, 23},
		{"a refused command restarts the count", false, func(n int) Move { return []Move{still, Up}[n%19/18] }, -1, -1},
		{"silence of human players is never counted", false, func(int) Move { return Wait }, -1, -1},
		{"a player who moves again after the plant is spared", false, func(n int) Move {
			if n == 20 || n == 21 {
				return Right
			}
			return []Move{still, Down}[n/22]
		}, 19, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := stage(t, "#####/#A  #/# # #/#  B#/#####")
			r := &Rules{Readings: Readings{Strikes: tt.readme}}
			dice := game.NewDice(1, nil)
			plant := -1
			for n := 0; n < 26 && !r.over(s); n++ {
				moves := []game.Move[Move]{{Value: tt.moves(n)}, {Value: Wait}}
				r.Step(s, moves, &dice)
				if s.Players[0].Did == Plant {
					plant = n
				}
			}
			died := -1
			if s.Players[0].Killed {
				died = int(s.Players[0].Died)
			}
			if plant != tt.plant || died != tt.died {
				t.Errorf("planted in round %d and died in %d, want %d and %d", plant, died, tt.plant, tt.died)
			}
		})
	}
}

func TestWhoOwesAMove(t *testing.T) {
	s, r := stage(t, "A B C"), &Rules{}
	check := func(name string, want ...game.Seat) {
		t.Helper()
		var seats game.Seats
		for _, seat := range want {
			seats.Add(seat)
		}
		if got := r.Turn(s); got != seats {
			t.Errorf("%s: %b owe a move, want %b", name, got[0], seats[0])
		}
	}
	check("everybody at first", 0, 1, 2)
	s.Players[1].Killed = true
	check("not the dead", 0, 2)
	s.Players[2].Struck = strikeLimit + 1
	check("not a player past the do-nothings", 0)
	s.Players[0].Struck = strikeLimit + 1
	check("one of them, if there are no others", 0)
	s.Players[0].Killed = true
	check("nobody, if one lives")
	s.Players[0].Killed = false
	s.Round = int32(s.cells()) + 1
	check("nobody, after the last round")
	s.Round--
	check("the engine plays the round after the last", 0)
	r.Readings.Rounds = true
	check("by the readme's reading it does not")
}

func TestReadmesReadings(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		r := &Rules{Readings: Readings{PowerUps: true, SafeZone: true}}
		s := deal(t, r, 5, seats)
		bags, radii := 0, 0
		for _, gift := range s.Gift[:s.cells()] {
			if gift == bagGift {
				bags++
			}
			if gift == radiusGift {
				radii++
			}
		}
		if bags != bagsPerPlayer*seats || radii != radiiPerPlayer*seats {
			t.Errorf("%d players: %d bags and %d radii", seats, bags, radii)
		}
		for i := range s.Players[:seats] {
			for _, step := range []int16{1, -1, s.Width, -s.Width} {
				for at, n := s.Players[i].At, 0; n < 2 && s.Ground[at] != hard; n++ {
					at += step
					if s.Ground[at] == soft && !guarded(s, at) {
						t.Errorf("%d players: a wall %d cells from %c", seats, n+1, key(i))
					}
				}
			}
		}
	}
	s := stage(t, "A$   B")
	bombs("B 3,1 1 1")(s)
	dice := game.NewDice(1, nil)
	(&Rules{Readings: Readings{Forfeit: true}}).Step(s, recordedMoves("30"), &dice)
	if got := s.Players[0].Earned.Sum(); got != -100 {
		t.Errorf("dying on the super power-up leaves %d points, want -100 by the readme", got)
	}
}

// guarded reports whether a wall is one of those forced three cells from a player.
func guarded(s *State, cell int16) bool {
	x, y := s.spot(cell)
	for i := range s.Players[:s.Seats] {
		px, py := s.spot(s.Players[i].At)
		if dx, dy := px-x, py-y; dx == 0 && dy*dy == 9 || dy == 0 && dx*dx == 9 {
			return true
		}
	}
	return false
}

func TestSeeds(t *testing.T) {
	for seed, want := range map[int64]int32{0: 0, -1: -1, 1<<31 - 1: 1<<31 - 1, -1 << 31: -1 << 31, 1 << 31: mapOf(1 << 31),
		1<<32 + 5: mapOf(1<<32 + 5)} {
		if got := MapSeed(seed); got != want {
			t.Errorf("seed %d draws the map of %d, want %d", seed, got, want)
		}
	}
}

// mapOf returns the beginning of the hash of a large seed.
func mapOf(seed int64) int32 {
	h := sha256.Sum256([]byte("bomberman map " + strconv.FormatInt(seed, 10)))
	return int32(binary.BigEndian.Uint32(h[:]))
}

// TestDiceAreNoFunctionOfTheMapSeed: the map's seed and half of the game's do not reveal the other half, and so not the dice. The map's
// seeds of seeds that differ in one bit are unrelated.
func TestDiceAreNoFunctionOfTheMapSeed(t *testing.T) {
	for i := range int64(1000) {
		seed := game.SubSeed(5, i) | 1<<40 // more than 32 bits
		known := MapSeed(seed)
		high, low := seed>>32, int64(uint32(seed))
		for name, guess := range map[string]int64{
			"from its upper half":              high<<32 | int64(uint32(known)^uint32(high)),
			"from its lower half":              int64(uint32(known)^uint32(low))<<32 | low,
			"with the map's as its lower half": high<<32 | int64(uint32(known)),
			"with the map's as its upper half": int64(known)<<32 | low,
			"as the map's":                     int64(known),
		} {
			want, got := game.NewDice(seed, nil), game.NewDice(guess, nil)
			want.Turn(1)
			got.Turn(1)
			if want.Uint64() == got.Uint64() {
				t.Fatalf("seed %d: the map's seed %d reveals the dice %s", seed, known, name)
			}
		}
		if differ := bits.OnesCount32(uint32(known ^ MapSeed(seed^1))); differ < 2 {
			t.Errorf("seeds %d and %d: their maps' seeds differ in %d bits", seed, seed^1, differ)
		}
	}
}

func TestBadDeals(t *testing.T) {
	kind := game.New(Spec)
	for deal, want := range map[string]string{
		"A B;1,1":                        "x,y,symbol",
		"A B;1,1,?":                      "x,y,symbol",
		"A B;9,1,&":                      "off the map",
		"A B/C":                          "row 2 has 1 cells",
		"A C":                            "'C' at 3,1",
		"A A":                            "two cells",
		"A  ":                            "player B is missing",
		strings.Repeat("A", 42):          "41 rows",
		"AB" + strings.Repeat("/&&", 40): "at most 64",
	} {
		o, err := kind.Settings(map[string]any{"deal": deal})
		if err != nil {
			t.Fatal(err)
		}
		table, err := kind.Table(o)
		if err == nil {
			err = table.Deal(1, 2)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("deal %q: %v, want an error with %q", deal, err, want)
		}
	}
}
