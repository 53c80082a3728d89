package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// together returns games in which all entries play, from rows of values.
func together(rows ...[]float64) Games {
	return func(yield func([]int, []float64) bool) {
		for _, row := range rows {
			if !yield(line(len(row)), row) {
				return
			}
		}
	}
}

func line(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func TestSharedGamesAreComparedAsPairs(t *testing.T) {
	// The deal moves both by tens; the difference is 1, 2, 1, 2.
	c := Compare(2, together([]float64{11, 10}, []float64{32, 30}, []float64{51, 50}, []float64{72, 70}))
	above, err, games := c.Difference(0, 1)
	near(t, "difference", above, 1.5, 1e-12)
	near(t, "error", err, math.Sqrt((4*0.25)/3/4), 1e-12) // standard error of 1, 2, 1, 2
	if games != 4 || !c.Apart(0, 1) || c.Apart(1, 0) {
		t.Errorf("entry 0 should be significantly above entry 1 after %d games", games)
	}
}

func TestEntriesThatNeverMetAreComparedAsTwoSamples(t *testing.T) {
	alone := func(yield func([]int, []float64) bool) {
		for i := range 12 { // with ten games or more no variance is drawn towards that of all
			x := float64(1 + i%3)
			if !yield([]int{0}, []float64{x}) {
				return
			}
		}
		for i := range 12 {
			x := float64(2 + 2*(i%4))
			if !yield([]int{1}, []float64{x}) {
				return
			}
		}
	}
	above, err, _ := Compare(2, alone).Difference(1, 0)
	near(t, "difference", above, 3, 1e-12)
	near(t, "error", err, math.Sqrt((8.0/11+60.0/11)/12), 1e-12) // s²/n of each
}

func TestTooFewGamesPartNobody(t *testing.T) {
	c := Compare(3, together([]float64{9, 5, 1}))
	for entry := range 3 {
		if low, high := c.Ranks(entry); low != 1 || high != 3 {
			t.Errorf("after one game entry %d is between %d and %d", entry, low, high)
		}
	}
}

func TestEqualMeansAreNeverApart(t *testing.T) {
	c := Compare(2, together([]float64{5, 5}, []float64{5, 5}, []float64{5, 5}))
	if c.Apart(0, 1) || c.Apart(1, 0) {
		t.Error("equal values differ significantly")
	}
	got := c.Clusters([]int{0, 1})
	if len(got) != 1 || got[0] != (Cluster{From: 1, To: 2}) {
		t.Errorf("clusters are %v", got)
	}
}

// field plays games of entries with given true means, with noise and a deal that all share.
func field(r *rand.Rand, games int, truth ...float64) Games {
	rows := make([][]float64, games)
	for g := range rows {
		deal := 5 * r.NormFloat64()
		for _, mean := range truth {
			rows[g] = append(rows[g], mean+deal+r.NormFloat64())
		}
	}
	return together(rows...)
}

// In at least 95 of 100 contests, the interval of places contains the true one. Entries are close, so that the test is hard.
func TestRankCoverage(t *testing.T) {
	truth := []float64{1, 0.9, 0.6, 0.5, 0.1, 0}
	const contests = 1000
	r := rand.New(rand.NewPCG(3, 4))
	held := make([]int, len(truth))
	sure := 0
	for range contests {
		c := Compare(len(truth), field(r, 60, truth...))
		for entry := range truth {
			low, high := c.Ranks(entry)
			if place := entry + 1; low <= place && place <= high {
				held[entry]++
			}
			if high-low < len(truth)-1 {
				sure++
			}
		}
	}
	for entry, n := range held {
		if n < contests*95/100 {
			t.Errorf("the interval of entry %d contained the truth in %d of %d contests", entry, n, contests)
		}
	}
	if sure < contests*len(truth)*9/10 {
		t.Errorf("only %d of %d intervals are narrower than the field", sure, contests*len(truth))
	}
}

// After the stated number of games, entries are separated about half of the time; after three times as many nearly always.
func TestGamesThatPart(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parted, thrice, tried := 0, 0, 0
	for range 300 {
		tried++
		need := int(math.Ceil(math.Pow(StudentT(Confidence, 200)*math.Sqrt2/0.2, 2)))
		if Compare(2, field(r, need, 0.2, 0)).Apart(0, 1) {
			parted++
		}
		if Compare(2, field(r, 3*need, 0.2, 0)).Apart(0, 1) {
			thrice++
		}
	}
	if share := float64(parted) / float64(tried); share < 0.4 || share > 0.6 {
		t.Errorf("%.2f of %d were separated", share, tried)
	}
	if share := float64(thrice) / float64(tried); share < 0.85 {
		t.Errorf("with three times as many games %.2f of %d were separated", share, tried)
	}
}

func TestMoreIsTheSquareOfWhatIsMissing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	c := Compare(2, field(r, 40, 0.1, 0))
	above, err, games := c.Difference(0, 1)
	more := c.More(0, 1)
	if more == 0 || more == ManyGames {
		t.Fatalf("%d more games", more)
	}
	// With the stated number of games, the same difference lies just at the threshold.
	shrunk := err * math.Sqrt(float64(games)/float64(games+more))
	near(t, "difference in errors", math.Abs(above)/shrunk, StudentT(Confidence, games-1), 0.02)
}

func TestClusters(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	c := Compare(5, field(r, 200, 9, 8.99, 5, 1, 0.99))
	got := c.Clusters([]int{0, 1, 2, 3, 4})
	if len(got) != 2 || got[0].From != 1 || got[0].To != 2 || got[1].From != 4 || got[1].To != 5 {
		t.Fatalf("clusters are %v, want places 1-2 and 4-5", got)
	}
	if got[0].More == 0 {
		t.Error("the number of games that would separate places 1 and 2 is missing")
	}
}
