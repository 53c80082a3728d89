package verdict

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"agon/format/rating"
)

// contestOf returns a run without games of these agents, with a version of each in each round, and a house bot, which is version 0.
func contestOf(rounds int, agents ...string) Run {
	r := Run{Seed: 3, Agents: agents, Rounds: rounds, Versions: []Version{{Agent: "wall", House: true}}}
	for round := range rounds {
		for _, agent := range agents {
			r.Versions = append(r.Versions, Version{Agent: agent, Round: round + 1, Hash: fmt.Sprint(agent, round),
				Played: []int{round + 1}})
		}
	}
	return r
}

// add adds games of two versions, of which the first wins so many.
func (r *Run) add(round, one, other, won, lost int) {
	for i := range won + lost {
		g := Game{Number: len(r.Games) + 1, Start: len(r.Games), Round: round, Seats: []int{one, other}, Values: []float64{0, 1},
			Faults: make([]map[string]int, 2), Spare: other == 0}
		if i*won/(won+lost) < (i+1)*won/(won+lost) { // spread evenly
			g.Values = []float64{1, 0}
		}
		r.Games = append(r.Games, g)
	}
}

// A round has a winner only where its games tell the best apart.
func TestRoundsHaveAWinnerWhereGamesTell(t *testing.T) {
	for _, tt := range []struct {
		won, lost int
		want      string
	}{{501, 499, ""}, {515, 485, ""}, {560, 440, "ann"}, {440, 560, "bob"}, {2, 1, ""}, {20, 0, "ann"}, {0, 0, ""}} {
		r := contestOf(1, "ann", "bob")
		r.add(1, 1, 2, tt.won, tt.lost)
		round := Judge([]Run{r}).Runs[0].Rounds[0]
		if round.Winner != tt.want {
			t.Errorf("%d:%d is won by %q with chance %.3f, want %q", tt.won, tt.lost, round.Winner, round.Chance, tt.want)
		}
		if tt.want == "" && (len(round.Tied) != 2 || round.Games != tt.won+tt.lost) {
			t.Errorf("%d:%d has %d games and ties %v", tt.won, tt.lost, round.Games, round.Tied)
		}
	}
}

// One run says which version is stronger, and nothing of agents.
func TestOneRunSaysNothingOfAgents(t *testing.T) {
	r := contestOf(1, "ann", "bob")
	r.add(1, 1, 2, 900, 100)
	v := Judge([]Run{r})
	if len(v.Pairs) > 0 || len(v.Agents) > 0 || len(v.Said) != 1 || !strings.HasPrefix(v.Said[0], "One run says") {
		t.Errorf("one run says %q, %v, %v", v.Said, v.Pairs, v.Agents)
	}
	if v.Runs[0].Rounds[0].Winner != "ann" {
		t.Errorf("its round is won by %q", v.Runs[0].Rounds[0].Winner)
	}
	if none := Judge(nil); len(none.Runs) > 0 || len(none.Said) != 1 {
		t.Errorf("no runs say %+v", none)
	}
}

// Gains, regressions and unchanged versions are those of one scale, on which house bots are 0.
func TestGainsAndRegressions(t *testing.T) {
	r := contestOf(4, "ann", "bob")
	// Versions: 0 wall, 1 ann@1, 2 bob@1, 3 ann@2, 4 bob@2 ... bob@2 plays on in rounds 3 and 4.
	r.Versions = slices.Delete(r.Versions, 8, 9)
	r.Versions = slices.Delete(r.Versions, 6, 7)
	r.Versions[4].Played = []int{2, 3, 4}
	ann := []int{1, 3, 5, 6}
	for i, chance := range []int{50, 75, 50, 90} { // of 100 games against the wall
		r.add(i+1, ann[i], 0, chance, 100-chance)
		r.add(i+1, []int{2, 4, 4, 4}[i], 0, 50, 50)
		r.add(i+1, ann[i], []int{2, 4, 4, 4}[i], chance, 100-chance)
	}
	of := Judge([]Run{r}).Runs[0]
	if !of.Connected {
		t.Error("the versions are not connected")
	}
	a, b := of.Agents[0], of.Agents[1]
	if !slices.Equal(a.Regressions, []int{3}) || len(b.Regressions) > 0 {
		t.Errorf("regressions are %v and %v, want that of round 3", a.Regressions, b.Regressions)
	}
	for i, want := range []float64{0, 191, 0, 382} {
		s := a.Rounds[i].Strength
		if s == nil || math.Abs(s.Value-want) > 25 || s.Low > want || s.High < want || s.High-s.Low < 20 {
			t.Errorf("the strength of round %d is %+v, want %v", i+1, s, want)
		}
	}
	if g := a.Gained; g == nil || g.Low <= 200 || g.High >= 550 {
		t.Errorf("it gained %+v, want 382", g)
	}
	for _, line := range b.Rounds[2:] {
		if !line.Same || *line.Gain != (Figure{}) || *line.Worse != 0 || line.Version != 4 {
			t.Errorf("a version that plays on is %+v", line)
		}
	}
	if a.Rounds[0].Gain != nil || a.Rounds[0].Worse != nil || a.Rounds[1].Points != 0.75 || a.Rounds[1].Games != 100 {
		t.Errorf("the first two rounds are %+v", a.Rounds[:2])
	}
}

// Versions that no games connect are not compared.
func TestVersionsApartAreNotCompared(t *testing.T) {
	r := contestOf(2, "ann", "bob")
	r.add(1, 1, 2, 30, 10)
	r.add(1, 1, 0, 20, 20)
	r.add(2, 3, 4, 10, 30)
	of := Judge([]Run{r}).Runs[0]
	a := of.Agents[0]
	if of.Connected || a.Gained != nil || a.Rounds[1].Strength != nil || a.Rounds[1].Gain != nil || a.Rounds[1].Worse != nil {
		t.Errorf("rounds that nothing connects are compared: %+v", a)
	}
	if a.First == nil || of.Rounds[1].Winner != "bob" {
		t.Errorf("what is connected is not compared: %+v, %+v", a.First, of.Rounds)
	}
	if kept := Keep(r, 1, nil); len(kept) != 2 || kept[0].Round != 1 {
		t.Errorf("kept are %v", kept)
	}
}

// Of a gain against known rivals alone, little holds against those that are met for the first time; of a gain in strength, all.
func TestShareOfTheGainThatHolds(t *testing.T) {
	for _, tt := range []struct {
		fresh     int // of 400 games won against bob@2
		low, high float64
	}{{300, 0.6, 1.4}, {200, -0.6, 0.6}} {
		r := contestOf(2, "ann", "bob")
		for _, one := range []int{1, 2, 4} { // all of them but ann@2 are as strong as the wall
			r.add(1, one, 0, 200, 200)
		}
		r.add(1, 1, 2, 200, 200)
		r.add(2, 2, 4, 200, 200)
		r.add(2, 3, 0, 300, 100)
		r.add(2, 3, 2, 300, 100)
		r.add(2, 3, 1, 300, 100)
		r.add(2, 3, 4, tt.fresh, 400-tt.fresh)
		a := Judge([]Run{r}).Runs[0].Agents[0]
		if a.Share == nil || a.Held == nil {
			t.Fatalf("nothing is said: %+v", a)
		}
		if a.Share.Value < tt.low || a.Share.Value > tt.high || a.Share.Low >= a.Share.Value || a.Share.High <= a.Share.Value {
			t.Errorf("with %d of 400 against a new rival, %+v of the gain of %+v holds", tt.fresh, a.Share, a.Gained)
		}
	}
}

// The mean over runs is that of Hartung and Knapp: with equal errors, the t interval of the runs' values.
func TestRunsArePooled(t *testing.T) {
	var s sample
	var plain rating.Sample
	for _, x := range []float64{10, 50, 30, 90, 20} {
		s.add(x, 12)
		plain.Add(x)
	}
	f := s.pool().figure()
	low, high := plain.Interval(0, 0)
	if math.Abs(f.Value-40) > 1e-6 || math.Abs(f.Low-low) > 1e-4 || math.Abs(f.High-high) > 1e-4 {
		t.Errorf("the mean is %+v, want 40 from %v to %v", f, low, high)
	}
	s = sample{}
	s.add(0, 0)
	s.add(300, 30)
	s.add(0, 1e6)
	if f := s.pool().figure(); !(f.Low < 0 && f.High > 150 && f.High < 1e4) {
		t.Errorf("a run without a gain, one with one and one that knows nothing give %+v", f)
	}
	s = sample{}
	s.add(30, 12)
	s.add(30, 12)
	if p := s.pool(); math.Abs(p.err-12/math.Sqrt2) > 1e-9 || p.between != 0 {
		t.Errorf("equal runs are known to %v", p.err)
	}
}

// Kept are versions about as strong as the newest ones, not those that lose always.
func TestKeptVersionsTellMost(t *testing.T) {
	r := contestOf(4, "ann", "bob")
	dice := rand.New(rand.NewPCG(1, 2))
	for round := 1; round <= 4; round++ { // ann grows far stronger, bob stays
		for _, p := range [][2]int{{2*round - 1, 2 * round}, {2*round - 1, 0}, {2 * round, 0}} {
			chance := 0.5
			if p[0] == 2*round-1 {
				chance = 1 - math.Pow(0.25, float64(round))/2
			}
			won := 0
			for range 100 {
				if dice.Float64() < chance {
					won++
				}
			}
			r.add(round, p[0], p[1], won, 100-won)
		}
	}
	kept := Keep(r, 1, nil)
	if len(kept) != 2 || !slices.ContainsFunc(kept, func(v Version) bool { return v.String() == "ann@3" || v.String() == "ann@2" }) {
		t.Errorf("kept are %v", kept)
	}
	if all := Keep(r, 9, nil); len(all) != 6 {
		t.Errorf("of three earlier versions each %v are kept", all)
	}
	if none := Keep(Run{}, 2, nil); len(none) > 0 {
		t.Errorf("of nothing %v is kept", none)
	}
}

// Games of more than two, games of a version against itself, and rounds without an agent are judged.
func TestUnusualGames(t *testing.T) {
	r := contestOf(2, "ann", "bob", "cid")
	for i := range 40 {
		r.Games = append(r.Games, Game{Number: i + 1, Start: i / 4, Round: 1, Seats: []int{0, 1, 2, 3}, Values: []float64{0, 1, 0.5, 0.5},
			Faults: []map[string]int{nil, {"late": 1}, nil, nil}})
	}
	r.add(2, 4, 4, 3, 3)
	r.add(2, 4, 1, 10, 10)
	of := Judge([]Run{r}).Runs[0]
	if a := of.Agents[0]; of.Rounds[0].Winner != "ann" || a.Rounds[0].Faults["late"] != 40 || a.Rounds[1].Strength == nil {
		t.Errorf("the games give %+v and %+v", of.Rounds, of.Agents[0])
	}
	if len(of.Agents[1].Rounds) != 2 || of.Agents[1].Gained != nil {
		t.Errorf("an agent whose second version did not play is %+v", of.Agents[1])
	}
}
