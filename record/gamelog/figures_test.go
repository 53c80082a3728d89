package gamelog

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
)

// Only a line of exactly @name=value with a finite number is a figure.
func TestFiguresIn(t *testing.T) {
	long := "a" + strings.Repeat("b", 31)
	for line, want := range map[string]map[string]float64{
		"@depth=7": {"depth": 7}, "@x=-1.5e-3\n": {"x": -0.0015}, "@x=1e+06\r\n": {"x": 1e6}, "@a.b_c-d9=0": {"a.b_c-d9": 0},
		"@" + long + "=1": {long: 1}, "@a=1\n@b=2\n@a=3": {"a": 3, "b": 2},
		"@" + long + "c=1": {}, " @a=1": {}, "@a=1 ": {}, "@a = 1": {}, "@9=1": {}, "@=1": {}, "@a=": {},
		"@a": {}, "@a=+1": {}, "@a=.5": {}, "@a=5.": {},
		"@a=0x10": {}, "@a=1_000": {}, "@a=inf": {}, "@a=NaN": {}, "@a=1e999": {}, "@a=1,5": {}, "a@b=1": {}, "@é=1": {},
		"": {}, "\n\n": {}, "@": {},
		"@a=" + strings.Repeat("9", 1000): {},
	} {
		if got := maps.Collect(FiguresIn(line)); !reflect.DeepEqual(got, want) {
			t.Errorf("%.40q: %v, want %v", line, got, want)
		}
	}
}

// A figure has one value a turn, the last that was printed, in the order of the turns; what is no output of a turn has none; names beyond
// the most are counted.
func TestFigures(t *testing.T) {
	records := []Record{
		{Turn: Before, Kind: Output, Text: "@early=1\n"}, {Turn: Unknown, Kind: Output, Text: "@late=1\n"},
		{Turn: 1, Kind: Note, Text: "@note=1"},
		{Turn: 1, Kind: Output, Text: "@a=1\n@a"}, {Turn: 1, Kind: Output, Text: "=2\n"}, {Turn: 3, Kind: Output, Text: "@a=3\n@b=4"},
		{Turn: 2, Kind: Output, Text: "@a=5\n"}, {Turn: 3, Kind: Fault, Text: "@a=9"},
	}
	want := []Figure{{"a", []Point{{1, 2}, {2, 5}, {3, 3}}}, {"b", []Point{{3, 4}}}}
	if got, left := Figures(records); !reflect.DeepEqual(got, want) || left != 0 {
		t.Errorf("%v, %d left", got, left)
	}
	var many strings.Builder
	for i := range MostFigures + 3 {
		fmt.Fprintf(&many, "@n%d=%d\n", i, i)
	}
	got, left := Figures([]Record{{Turn: 1, Kind: Output, Text: many.String()}, {Turn: 2, Kind: Output, Text: many.String()}})
	if len(got) != MostFigures || left != 6 || len(got[0].Points) != 2 {
		t.Errorf("%d names, %d left", len(got), left)
	}
	if got, left := Figures(nil); got != nil || left != 0 {
		t.Errorf("of no game: %v, %d", got, left)
	}
}
