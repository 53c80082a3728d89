package bot

import (
	"strings"
	"testing"

	"agon/game"
)

func TestReadScript(t *testing.T) {
	long := strings.Repeat("x", 1<<17)
	s, err := ReadScript(strings.NewReader("# a comment\n\nUP\n  LEFT two @1500 \n!late\n!garbled @7\n@3\n" + long))
	if err != nil {
		t.Fatal(err)
	}
	want := []scriptLine{{move: "UP"}, {move: "LEFT two", took: 1500}, {fault: game.Late}, {fault: game.Garbled, took: 7}, {took: 3},
		{move: long}}
	if len(s.lines) != len(want) {
		t.Fatalf("%+v", s.lines)
	}
	for i, line := range s.lines {
		if line != want[i] {
			t.Errorf("line %d is %+v, not %+v", i, line, want[i])
		}
	}
}

func TestScriptMistakes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"UP\n!lat\n", `line 2: unknown fault "lat"`},
		{"# x\nUP @soon\n", `line 2: invalid time "@soon"`},
		{"UP @-1\n", `line 1: invalid time "@-1"`},
		{"UP @99999999999999999999\n", "line 1: "},
		{"!\n", "line 1: unknown fault"},
	} {
		if _, err := ReadScript(strings.NewReader(tt.text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v does not begin with %s", tt.text, err, tt.want)
		}
	}
}

// FuzzReadScript: the reader never panics, and returns at most one move per line, only known faults and no negative times.
func FuzzReadScript(f *testing.F) {
	for _, seed := range []string{"", "UP\n!late\n", "UP @1500", "@", "!", "@@5", "#\n# \n", "\x00\xff", "!late@2\r\nLEFT\r\n", "a@b@3",
		strings.Repeat("x", 70000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadScript(strings.NewReader(text))
		if err != nil {
			return
		}
		if len(s.lines) > strings.Count(text, "\n")+1 {
			t.Fatalf("%d lines of %q", len(s.lines), text)
		}
		for _, line := range s.lines {
			if line.took < 0 || line.fault != game.NoFault && line.move != "" || line.fault.String() == "" && line.fault != game.NoFault {
				t.Fatalf("%+v of %q", line, text)
			}
		}
	})
}
