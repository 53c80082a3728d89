package report

import (
	"strings"
	"testing"
)

// Workers that an organiser looks at come first, in a stated order; what is left out is counted.
func TestUrgent(t *testing.T) {
	list := []Worker{
		{Name: "plays", Here: true, Orders: 1}, {Name: "left", Trouble: "left"}, {Name: "silent"}, {Name: "lacks", Trouble: "no python3"},
		{Name: "slow", Here: true, Trouble: "waits: its processor is slower than asked for"}, {Name: "overdue", Here: true, Overdue: 2},
		{Name: "aside", Here: true, Trouble: "set aside: its report contradicts the rules"}, {Name: "waits", Here: true},
	}
	var names []string
	looks := 0
	for _, w := range Urgent(list) {
		names = append(names, w.Name)
		if w.NeedsLook() {
			looks++
		}
	}
	if got := strings.Join(names, " "); got != "aside overdue slow lacks silent plays waits left" || looks != 5 || list[0].Name != "plays" {
		t.Errorf("%s, %d with trouble", got, looks)
	}
	for _, tt := range []struct {
		of   []Worker
		want string
	}{
		{nil, ""}, {list[:1], "1 more, all in order"}, {list[:2], "2 more, all in order"},
		{list[:3], "3 more, 1 of them with trouble"},
	} {
		if got := Rest(tt.of); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
