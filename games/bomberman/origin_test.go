package bomberman

import (
	"strings"
	"testing"
)

// The tests of the original engine, rule by rule: its maps of 5x5 without walls and its bounty of 100. The names in parentheses are the
// original's.

const bare5 = "A    /     /     /     /    B"

func TestOriginCommands(t *testing.T) {
	testScenes(t, []scene{
		{name: "a step moves by one cell (TestPlayerMovementCommand)",
			before: bare5, rounds: "30", after: " A   /     /     /     /    B"},
		{name: "the edge refuses a step (TestPlayerMovementCommand)",
			before: bare5, rounds: "10 20", after: bare5, want: map[string]any{"A.fate": Edge}},
		{name: "a wall refuses a step (TestPlayerMovementCommand)",
			before: "A#   /     /     /     /    B", rounds: "30", want: map[string]any{"A.fate": Wall, "A.at": "1,1"}},
		{name: "nobody steps back onto a bomb (TestPlayerMovementCommand)",
			before: bare5, rounds: "50 30 20", want: map[string]any{"A.fate": OnBomb, "A.at": "2,1"}},
		{name: "of two who want one cell exactly one moves (TestPlayerCollidingMovementCommand)",
			before: "A B  /     /     /     /     ", rounds: "32", rolls: []int{10, 20}, after: "AB   /     /     /     /     "},
		{name: "a second bomb on the cell is refused (TestPlacingBombCommand)",
			before: bare5, set: func(s *State) { s.Players[0].Bag = 2 }, rounds: "50 50",
			want: map[string]any{"A.fate": Planted, "bombs": 1}},
		{name: "a bomb more than the bag holds is refused (TestPlacingBombCommand)",
			before: bare5, rounds: "50 30 50", want: map[string]any{"A.fate": EmptyBag, "bombs": 1}},
		{name: "a round has one command a player (TestAddPlayerCommand)",
			before: bare5, rounds: "30", want: map[string]any{"A.at": "2,1", "A.planted": 0}},
		{name: "the dead give none (TestAddPlayerCommand)",
			before: "A   B/     /     /     /    C", set: func(s *State) { s.kill(1) }, rounds: "050",
			want: map[string]any{"bombs": 0, "B.at": "5,1"}},
	})
}

func TestOriginBlocks(t *testing.T) {
	s := stage(t, bare5)
	cell := 0
	for y := 1; y <= 5; y++ {
		for x := 1; x <= 5; x++ {
			// TestBlockLocation and TestEnumerator: a cell knows its place, counted from 1, row after row.
			if gotX, gotY := s.spot(int16(cell)); gotX != x || gotY != y || s.cell(x, y) != cell {
				t.Errorf("cell %d is at %d,%d and %d,%d is cell %d", cell, gotX, gotY, x, y, s.cell(x, y))
			}
			cell++
		}
	}
	testScenes(t, []scene{
		{name: "who enters a cell has touched it, and the one it leaves is free (TestBlockSetEntity)",
			before: bare5, rounds: "30 40", after: "     / A   /     /     /    B", want: map[string]any{"A.been": 3, "B.been": 1}},
		{name: "an occupied cell takes nobody else (TestBlockSetEntity)",
			before: "AB   /     /     /     /     ", rounds: "30", after: "AB   /     /     /     /     ",
			want: map[string]any{"A.fate": Blocked}},
		{name: "a power-up is gone once somebody has it (TestBlockApplyPowerUp, TestBlockSetPowerUp)",
			before: "A&  B/     ", rounds: "30 40 02 02 02", after: " B   / A   ", want: map[string]any{"A.bag": 2, "B.bag": 1}},
		{name: "a bag more: from one to two (TestBombagPowerUp)",
			before: "A&  B/     ", rounds: "30", want: map[string]any{"A.bag": 2, "A.radius": 1}},
		{name: "a radius twice as long: from two to four (TestBombagPowerRadius)",
			before: "A!  B/     ", set: func(s *State) { s.Players[0].Radius = 2 }, rounds: "30",
			want: map[string]any{"A.bag": 1, "A.radius": 4}},
		{name: "bombs are counted by owner (TestPlayerBombCount)",
			before: bare5, rounds: "55", want: map[string]any{"A.planted": 1, "B.planted": 1, "bombs": 2}},
		{name: "only bombs that went off are removed (TestRemovingBomb)",
			before: bare5, set: bombs("A 3,1 1 1", "A 3,3 2 1"), rounds: "00", after: "A*** /  *  /  1  /     /    B",
			want: map[string]any{"A.planted": 1}},
	})
}

// TestPlantingBomb: a bomb has its owner, its place, a fuse above one and the owner's radius of the moment.
func TestOriginPlanting(t *testing.T) {
	s := stage(t, bare5)
	s.Players[1].Radius = 8
	s.plant(1)
	s.Players[1].Radius = 16
	b := s.Bombs[s.cell(5, 5)]
	if b.Owner != 2 || b.Radius != 8 || b.Timer < 2 {
		t.Errorf("the bomb is %+v", b)
	}
}

// TestPowerUpMapSymbols: a blast is drawn before a bomb, a bomb before a player, a player before a power-up; a bomb whose owner
// has left shows its fuse.
func TestOriginSymbols(t *testing.T) {
	s := stage(t, "A B/   ")
	at := s.Players[0].At
	show := func(name string, want byte) {
		t.Helper()
		if got := s.symbol(at); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	s.Gift[at] = radiusGift
	show("a player", 'A')
	s.plant(0)
	show("its bomb", 'a')
	s.Stands[at] = 0
	s.place(0, at+1)
	show("the bomb alone", '4')
	s.burnCell(at)
	show("a blast", '*')
	s.Blast, s.Bombs[at] = [maxWords]uint64{}, Bomb{}
	for gift, want := range map[uint8]byte{radiusGift: '!', bagGift: '&', superGift: '$', noGift: ' '} {
		s.Gift[at] = gift
		show("a power-up", want)
	}
	for ground, want := range map[uint8]byte{hard: '#', soft: '+'} {
		s.Ground[at] = ground
		show("a wall", want)
	}
}

// TestGettingGameBlock: there is no cell 0 and none beyond the size.
func TestOriginBounds(t *testing.T) {
	for _, at := range []string{"0,0", "6,1", "1,6", "6,6", "0,1"} {
		start, err := ParseStart(bare5 + ";" + at + ",&")
		if err != nil {
			t.Fatal(err)
		}
		s := State{Seats: 2}
		if err := start.dealStart(&s); err == nil || !strings.Contains(err.Error(), "off the map") {
			t.Errorf("a power-up at %s: %v", at, err)
		}
	}
}

// TestGeneratedMap: seed 1 with randomly placed power-ups for four players, and the original's sums over it.
func TestOriginGeneratedMap(t *testing.T) {
	s := State{Seats: 4, Seed: 1}
	r := &Rules{}
	if !r.try(&s, newCSharp(newCSharp(1).next()), false) {
		t.Fatal("power-ups by lot always find a place")
	}
	walls, gifts, bags, radii := 0, 0, 0, 0
	for cell := range s.cells() {
		x, y := s.spot(int16(cell))
		if s.Ground[cell] == soft {
			walls += y * y * x
		}
		if x == 1 || y == 1 || x == 21 || y == 21 || x%2 == 1 && y%2 == 1 && (x != 11 || y != 11) {
			if s.Ground[cell] != hard {
				t.Errorf("no hard wall at %d,%d", x, y)
			}
		}
		switch gift := s.Gift[cell]; gift {
		case bagGift:
			bags++
		case radiusGift:
			radii++
		}
		if s.Gift[cell] != noGift {
			gifts += int(giftSymbols[s.Gift[cell]]) * y * y * x
		}
	}
	if walls != 204886 || gifts != 1130096 || bags != 8 || radii != 16 {
		t.Errorf("sums %d and %d, %d bags and %d radii; the original has 204886, 1130096, 8 and 16", walls, gifts, bags, radii)
	}
	for i, want := range []string{"2,2", "20,20", "2,20", "20,2"} {
		if got := fact(&s, string(key(i))+".at"); got != want {
			t.Errorf("%c begins at %v, want %s", key(i), got, want)
		}
	}
}

func TestOriginRounds(t *testing.T) {
	testScenes(t, []scene{
		{name: "walking into a blast kills, and so does standing on the bomb (TestPlayerMoveIntoBombBlast)",
			before: "     /     /     /   A /    B", set: bombs("B 5,5 1 1"), rounds: "40",
			want: map[string]any{"A.killed": true, "B.killed": true}},
		{name: "nothing moves before the round is played (TestPlayersBumbIntoEachOther)",
			before: "  A B/     /     /     /     ", after: "  A B/     /     /     /     "},
		{name: "who follows may move when the one in front leaves (TestPlayersAdjacentPlayersMovingInSameDirection)",
			before: "AB   /     ", rounds: "33", after: " AB  /     "},
		{name: "and stays when it stays (...MovingInSameDirectionFail)",
			before: "AB   /     ", rounds: "30", after: "AB   /     "},
		{name: "two do not swap places (...MovingTowardsEachOther)",
			before: "AB   /     ", rounds: "32", after: "AB   /     "},
		{name: "a wall stops the follower too (TestPlayerMovingIntoWall)",
			before: "AB#  /     ", rounds: "33", after: "AB#  /     "},
		{name: "a blast sets off another bomb in the same round (TestBombChaining)",
			before: "     /     /  A B/     /     ", set: bombs("A 3,3 1 4", "B 5,3 3 1"), rounds: "00", want: map[string]any{"bombs": 0}},
		{name: "all usable cells are a hundred points, the wall that stays is not one (PlayerMovementBonus)",
			before: "A   #/     /     /     /    B", set: func(s *State) { s.touchAllBut(0, "2,1") }, rounds: "30",
			want: map[string]any{"A.points": 100, "A.been": 24, "B.points": 4}},
	})
}

// touchAllBut marks all cells but one as visited by a player.
func (s *State) touchAllBut(seat int, but string) {
	for cell := range int16(s.cells()) {
		x, y := s.spot(cell)
		if s.Ground[cell] != hard && number(x)+","+number(y) != but {
			home := s.Players[seat].At
			stands := s.Stands[cell]
			s.place(seat, cell)
			s.Stands[cell], s.Players[seat].At = stands, home
		}
	}
}

func TestOriginPoints(t *testing.T) {
	testScenes(t, []scene{
		{name: "two unchained bombs, one wall: ten for each owner (TwoBombsSameEntity)",
			before: " BA  /     /  +  /     /     ", set: bombs("A 2,3 1 1", "B 4,3 1 1"), rounds: "00",
			want: map[string]any{"A.earned": 10, "B.earned": 10}},
		{name: "the killer gets the bounty, the dead loses it although its bomb hit too (TwoBombsPersonSuicide)",
			before: "  A  /     /  B  /     /     ", set: func(s *State) {
				bombs("A 2,3 1 1", "B 4,3 1 1")(s)
				s.Players[0].Been, s.Players[1].Been, s.Players[1].Earned.Coverage = 3, 3, 12
			}, rounds: "00", want: map[string]any{"A.points": 112, "B.points": -88}},
		{name: "a chain of two owners pays each the whole (ChainBombPointAllocations)",
			before: "  AB /     /+    /     /     ", set: bombs("B 5,3 1 5", "A 2,3 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 10, "B.earned": 10}},
		{name: "a chain of one owner pays once (ChainBombPointAllocationsSamePlayer)",
			before: "  AB /     /+    /     /     ", set: bombs("A 5,3 1 5", "A 2,3 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 10, "B.earned": 0}},
		{name: "three walls and one bomb: thirty (ChainBombPointAllocationsForumScenario0)",
			before: "B   A/  +  / + + /     /     ", set: bombs("A 3,3 1 1"), rounds: "00", want: map[string]any{"A.earned": 30}},
		{name: "three walls and a chain of two: thirty, not twice (...ForumScenario1)",
			before: "B   A/ +   /+  + /     /     ", set: bombs("A 2,3 1 1", "A 3,3 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 30}},
		{name: "three walls and a chain of three: thirty, not thrice (...ForumScenario2)",
			before: "B   A/ +   /+   +/     /     ", set: bombs("A 2,3 1 1", "A 3,3 9 1", "A 4,3 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 30}},
		{name: "two bombs of a chain on one wall: twenty (...ForumScenario3)",
			before: "B   A/     / +   /     /     ", set: bombs("A 1,3 1 1", "A 1,4 9 1", "A 2,4 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 20}},
		{name: "the same with two owners: twenty for both (...ForumScenario4)",
			before: "B   A/     / +   /     /     ", set: bombs("A 1,3 1 1", "A 1,4 9 1", "B 2,4 9 1"), rounds: "00",
			want: map[string]any{"A.earned": 20, "B.earned": 20}},
	})
}
