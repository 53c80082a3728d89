package game_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

var someOptions = []game.Option{
	{Name: "rounds", Default: 10, Min: 1, Max: 50},
	{Name: "share", Default: 0.5},
	{Name: "strict", Default: true},
	{Name: "mode", Default: "near", Values: []string{"near", "far"}},
	{Name: "deal", Default: ""},
	{Name: "sizes", Default: game.List("2"), Min: 1, Max: 9},
}

func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		name   string
		chosen map[string]any
		want   string // as Changed has it
		err    string
	}{
		{"nothing chosen", nil, "[]", ""},
		{"values of their types", map[string]any{"rounds": 20, "share": 0.25, "strict": false, "mode": "far"},
			"[rounds=20 share=0.25 strict=false mode=far]", ""},
		{"values as texts", map[string]any{"rounds": "20", "share": "1e-3", "strict": "false"}, "[rounds=20 share=0.001 strict=false]", ""},
		{"numbers of a file", map[string]any{"rounds": int64(20), "share": int64(2)}, "[rounds=20 share=2]", ""},
		{"a default that is chosen", map[string]any{"rounds": 10}, "[]", ""},
		{"a list", map[string]any{"sizes": []any{int64(2), int64(3)}}, "[sizes=2,3]", ""},
		{"a list as text", map[string]any{"sizes": "[2, 3]"}, "[sizes=2,3]", ""},
		{"a text with an equals sign", map[string]any{"deal": "a=b; c"}, "[deal=a=b; c]", ""},
		{"an unknown name", map[string]any{"round": 3}, "", `unknown option "round"; did you mean "rounds"?`},
		{"no number", map[string]any{"rounds": "many"}, "", "option rounds must be a whole number, not \"many\""},
		{"a fraction", map[string]any{"rounds": 2.5}, "", "option rounds must be a whole number, not 2.5"},
		{"too large", map[string]any{"rounds": 51}, "", "option rounds must be from 1 to 50, not 51"},
		{"too small", map[string]any{"rounds": 0}, "", "option rounds must be from 1 to 50, not 0"},
		{"not a number at all", map[string]any{"share": "NaN"}, "", "option share must be a number, not NaN"},
		{"neither true nor false", map[string]any{"strict": "perhaps"}, "", "option strict must be true or false, not perhaps"},
		{"not one of the values", map[string]any{"mode": "fat"}, "",
			`option mode must be one of near, far, not "fat"; did you mean "far"?`},
		{"a number for a text", map[string]any{"mode": 3}, "", "option mode must be a text, not 3"},
		{"a list with a number too large", map[string]any{"sizes": []any{int64(2), int64(10)}}, "",
			"option sizes must be from 1 to 9, not 10"},
		{"an empty list", map[string]any{"sizes": []any{}}, "", "option sizes is an empty list: give at least one number"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := game.NewSettings(someOptions, tt.chosen)
			if tt.err != "" {
				if err == nil || err.Error() != tt.err {
					t.Fatalf("error %q, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := "[" + strings.Join(s.Changed(), " ") + "]"; got != tt.want {
				t.Errorf("changed are %s, want %s", got, tt.want)
			}
			again := map[string]any{}
			for _, text := range s.Texts() {
				name, value, _ := strings.Cut(text, "=")
				again[name] = value
			}
			back, err := game.NewSettings(someOptions, again)
			if err != nil || !reflect.DeepEqual(back.Values(), s.Values()) {
				t.Errorf("read again from %q they are %v (%v), want %v", s.Texts(), back.Values(), err, s.Values())
			}
			if !slices.IsSorted(s.Texts()) {
				t.Errorf("%q are not sorted", s.Texts())
			}
		})
	}
}

// What forms call an option are words.
func TestLabel(t *testing.T) {
	for want, o := range map[string]game.Option{"Best of": {Name: "best_of"}, "Turn (milliseconds)": {Name: "turn_ms"},
		"Rating start": {Name: "rating.start"}, "Side": {Name: "N", Title: "Side"}, "Äpfel": {Name: "äpfel"}} {
		if got := o.Label(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
