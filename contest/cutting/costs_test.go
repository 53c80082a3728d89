package cutting

import "testing"

// costs returns those of twenty entries with ten games of so many milliseconds, and of entry 0 with other games.
func costs(others, games, own int64) *Costs {
	c := NewCosts()
	for entry := 1; entry < 20; entry++ {
		c.Add(entry, 10, 10*others*1000)
	}
	c.Add(0, int(games), games*own*1000)
	return &c
}

// TestSlow: an entry is slow if its games take several times as long as those of the others, and so long that somebody waits.
func TestSlow(t *testing.T) {
	for _, tt := range []struct {
		name               string
		others, games, own int64
		slow, known        bool
	}{
		{"20 times as long", 100, 2, 2000, true, true},
		{"its first game", 100, 1, 2000, false, false},
		{"twice as long", 100, 50, 200, false, true},
		{"of a few milliseconds", 1, 50, 20, false, true},
		{"the others take no time", 0, 50, 2000, false, true},
		{"without a game", 100, 0, 0, false, false},
	} {
		c := costs(tt.others, tt.games, tt.own)
		if changed := c.Judge([]int{0, 1, 2}); changed != tt.slow || len(c.Slow) > 0 != tt.slow || c.Known([]int{1, 0}) != tt.known {
			t.Errorf("%s: slow are %v, changed is %v", tt.name, c.Slow, changed)
		}
		if long := c.Long([]int{1, 0}); (long > 0) != tt.slow || c.Long([]int{1, 2}) != 0 {
			t.Errorf("%s: its games have the place %d", tt.name, long)
		}
	}
}

// TestSlowForAWhile: a bot stays slow until it is clear that it is not, and longer games come first.
func TestSlowForAWhile(t *testing.T) {
	c := costs(100, 10, 1000)
	if !c.Judge([]int{0}) || c.Slow[0] != 10 || c.Long([]int{0, 1}) != c.Long([]int{2, 0}) {
		t.Fatalf("slow are %v", c.Slow)
	}
	before := c.Long([]int{0, 1})
	c.Add(0, 10, 10*9000*1000)
	if c.Judge([]int{0}) || c.Slow[0] != 50 || c.Long([]int{0, 1}) <= before {
		t.Errorf("slow are %v", c.Slow)
	}
	c.Add(0, 680, 680*100*1000) // on average 2.4 times as long
	if c.Judge([]int{0}) || c.Slow[0] == 0 {
		t.Errorf("slow are %v", c.Slow)
	}
	c.Add(0, 4000, 4000*100*1000)
	if !c.Judge([]int{0}) || len(c.Slow) > 0 {
		t.Errorf("slow are %v", c.Slow)
	}
}
