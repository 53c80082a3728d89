package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBradleyTerryOfTwoIsTheOddsOfTheirGames(t *testing.T) {
	var meetings []Meeting
	for g := range 40 {
		points := []float64{1, 0}
		if g%4 == 3 {
			points = []float64{0, 1}
		}
		meetings = append(meetings, Meeting{[]int{0, 1}, points})
	}
	got, err := PlackettLuce{}.Fit(2, meetings)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "odds", got[0].Log-got[1].Log, math.Log(3), 1e-5) // 30 wins to 10
	points, _ := got[0].Points(1500)
	near(t, "points", points, 1500+200*math.Log10(3), 1e-3)
}

func TestDrawsAreHalves(t *testing.T) {
	got, err := PlackettLuce{}.Fit(2, []Meeting{{[]int{0, 1}, []float64{1, 1}}, {[]int{0, 1}, []float64{2, 2}}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "strength", got[0].Log, got[1].Log, 1e-9)
}

func TestWhoWonEverythingNeedsAPrior(t *testing.T) {
	sweep := []Meeting{{[]int{0, 1}, []float64{1, 0}}, {[]int{0, 1}, []float64{1, 0}}}
	if got, err := (PlackettLuce{}).Fit(2, sweep); err == nil {
		t.Errorf("without a prior the strengths settled at %v", got)
	}
	got, err := PlackettLuce{Prior: 0.5}.Fit(2, sweep)
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Log <= got[1].Log || math.IsInf(got[0].Log, 0) {
		t.Errorf("strengths are %v", got)
	}
}

func TestOrderOfMeetingsIsNothing(t *testing.T) {
	meetings := season(6, 5, 0.1)
	one, err := PlackettLuce{Prior: 0.5}.Fit(6, meetings)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(meetings)
	two, _ := PlackettLuce{Prior: 0.5}.Fit(6, meetings)
	if !slices.Equal(one, two) {
		t.Errorf("%v\n%v", one, two)
	}
}

// Games of four drawn from known strengths recover them, within the stated errors.
func TestPlackettLuceFindsTheTruth(t *testing.T) {
	truth := []float64{1.2, 0.7, 0.4, 0.1, -0.3, -0.5, -0.7, -0.9}
	r := rand.New(rand.NewPCG(11, 12))
	held, cases := 0, 0
	for range 50 {
		var meetings []Meeting
		for range 150 {
			meetings = append(meetings, drawn(r, truth, 4))
		}
		got, err := PlackettLuce{Prior: 0.1}.Fit(len(truth), meetings)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range got {
			cases++
			if math.Abs(s.Log-truth[i]) < 1.96*s.Err {
				held++
			}
		}
	}
	if share := float64(held) / float64(cases); share < 0.92 || share > 0.98 {
		t.Errorf("1.96 errors contained the truth in %.3f of %d", share, cases)
	}
}

// drawn returns a random game of some entries: with noise of the right shape, sorting the strengths is the model itself.
func drawn(r *rand.Rand, truth []float64, seats int) Meeting {
	m := Meeting{Entries: r.Perm(len(truth))[:seats]}
	for _, e := range m.Entries {
		m.Points = append(m.Points, truth[e]-math.Log(r.ExpFloat64()))
	}
	return m
}
