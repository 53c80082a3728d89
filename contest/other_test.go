package contest

import (
	"testing"

	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
)

// TestWhoStaysOut: of those who share the last place that is entered, the line-up decides, and that is reported.
func TestWhoStaysOut(t *testing.T) {
	c := otherContest{Contest: &Contest{}}
	c.lineup = ledger.Of([]store.Bot{{Name: "Ann"}, {Name: "Bob"}, {Name: "Cid"}, {Name: "Dot"}})
	order := []place{
		{Standing: tournament.Standing{Entry: 1, Rank: 1}}, {Standing: tournament.Standing{Entry: 0, Rank: 2}},
		{Standing: tournament.Standing{Entry: 2, Rank: 2}}, {Standing: tournament.Standing{Entry: 3, Rank: 2}},
	}
	if got, want := c.cut(order, 2), "rank 2 is shared: Ann enters, and Cid, Dot stay out, by the order of the line-up"; got != want {
		t.Errorf("said is %q, not %q", got, want)
	}
	if got := c.cut(order, 1) + c.cut(order, 4); got != "" {
		t.Errorf("nobody shares a place, and said is %q", got)
	}
}
