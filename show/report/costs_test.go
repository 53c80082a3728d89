package report

import (
	"slices"
	"testing"
)

// TestCostsByWeek: the time of bots is added up by the week in which a round of play was planned, and by round.
func TestCostsByWeek(t *testing.T) {
	s := NewSpread()
	for _, g := range []struct {
		day    string
		round  int
		micros [2]float64
	}{
		{"2026-03-01", 0, [2]float64{5, 1}}, {"2026-03-01", 0, [2]float64{6, 1}}, {"2026-03-01", 1, [2]float64{4, 1}},
		{"2026-03-02", 2, [2]float64{1, 9}}, {"", 3, [2]float64{0, 0}},
	} {
		for entry, micros := range g.micros {
			s.Spend(WeekOf(g.day), g.round, entry, micros)
		}
	}
	if len(s.Weeks) != 3 || s.Weeks[0].Name != "2026-W09" || s.Weeks[1].Name != "2026-W10" || s.Weeks[2].Name != "" {
		t.Fatalf("the weeks are %+v", s.Weeks)
	}
	first := s.Weeks[0]
	if c := first.Bots[0]; c.Games != 3 || c.Rounds != 2 || c.Spent != 15 || c.Most != 11 || first.All != 18 {
		t.Errorf("of %v it is %+v", first.All, *c)
	}
	if !slices.Equal(first.Order(), []int{0, 1}) || !slices.Equal(s.Weeks[1].Order(), []int{1, 0}) {
		t.Errorf("the orders are %v and %v", first.Order(), s.Weeks[1].Order())
	}
}
