package rows

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"agon/format/tournament"
)

// FuzzArrays: the parsers of this package accept and refuse the same texts as package json, with the same values, except numbers with a
// leading zero or without digits on a side of the point, which no row has.
func FuzzArrays(f *testing.F) {
	for _, text := range []string{
		"[]", "[1,2]", "[-1,0,12345678901234567]", "[9223372036854775807]", "[-9223372036854775808]", "[99999999999999999999]", "[1, 2]",
		" [1]", "null", "[1", "[1,]", "[,1]",
		"[1.5,2e+21,1e-7]", "[-0]", "{}", "[[1]]", "[\"1\"]", "[1]x", "[-]", "[Infinity]", "[0x10]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var ints []int64
		if err := json.Unmarshal([]byte(text), &ints); err == nil {
			got, err := integers(nil, text)
			if err != nil || len(got) != len(ints) || len(got) > 0 && !reflect.DeepEqual(got, ints) {
				t.Errorf("integers of %q are %v, %v; json reads %v", text, got, err, ints)
			}
		}
		var numbers []float64
		if err := json.Unmarshal([]byte(text), &numbers); err == nil {
			got, err := floats(nil, text)
			if err != nil || len(got) != len(numbers) || len(got) > 0 && !reflect.DeepEqual(got, numbers) {
				t.Errorf("numbers of %q are %v, %v; json reads %v", text, got, err, numbers)
			}
		}
		for _, bad := range []string{"[1", "[1,]", "[,1]", "[1]x", "{}", "[\"1\"]", "[Infinity]", "[0x10]", "[-]"} {
			if text != bad {
				continue
			}
			if got, err := integers(nil, text); err == nil {
				t.Errorf("integers read %q as %v", text, got)
			}
			if got, err := floats(nil, text); err == nil {
				t.Errorf("floats read %q as %v", text, got)
			}
		}
	})
}

// TestRowsAreReadAgain: a row decodes to the value it was made of, with memory for one row and for many.
func TestRowsAreReadAgain(t *testing.T) {
	results := []tournament.Result{
		{Fixture: 1, Rounds: 2, Turns: 3, Digest: math.MaxUint64,
			Seats: []tournament.Seat{{Place: 1, Score: 0.1, Moves: 7, Took: 1 << 40, CPU: 9}, {Place: 2, Score: -1e21}}},
		{Fixture: 2, Seats: []tournament.Seat{{Place: 1, Faults: map[string]int{"late": 2}}, {Place: 1, Stall: 5},
			{Place: 3, OnTime: true, Score: math.SmallestNonzeroFloat64}}},
		{Fixture: 3, Seats: []tournament.Seat{{Place: 1, Score: math.MaxFloat64}}},
	}
	var reader Reader
	for range 3 * many {
		for _, want := range results {
			row := OfResult(want)
			if got, err := reader.Result(&row); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v is read as %+v, %v", want, got, err)
			}
			if got, err := row.Result(); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v is read as %+v, %v", want, got, err)
			}
		}
		want := tournament.Fixture{ID: 1, Stage: 2, Round: 3, Match: 4, Game: 5, Seats: []int{4999, 0, 65535}, Seed: -1}
		row := OfFixture(want)
		if got, err := reader.Fixture(&row); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v is read as %+v, %v", want, got, err)
		}
	}
}
