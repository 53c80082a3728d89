package contest

import (
	"slices"
	"testing"

	"agon/bot/lineup"
)

// All versions of a bot have the look of the first.
func TestLooks(t *testing.T) {
	r := Roster{}
	for _, name := range []string{"one", "two", "two", "three", "one", "two"} {
		r.Entries = append(r.Entries, lineup.Entry{Name: name})
	}
	want := []int{0, 1, 1, 3, 0, 1}
	if got := r.Looks(); !slices.Equal(got, want) {
		t.Errorf("the looks are %v, want %v", got, want)
	}
	for entry, look := range want {
		if got := r.Look(entry); got != look {
			t.Errorf("entry %d has look %d, want %d", entry, got, look)
		}
	}
}
