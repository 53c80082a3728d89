package screen

import (
	"image/color"
	"testing"

	"agon/game/palette"

	"github.com/charmbracelet/colorprofile"
)

func TestClean(t *testing.T) {
	for name, tt := range map[string][2]string{
		"a name":                        {"Heavy Brush", "Heavy Brush"},
		"a sequence that clears":        {"a\x1b[2Jb", "ab"},
		"a title":                       {"\x1b]0;x\x07y", "y"},
		"control bytes":                 {"a\x00\x07\x08\x7fb\u0085c", "abc"},
		"lines and tabs":                {" a\n\tb\r ", "a b"},
		"marks that turn writing":       {"a\u202eb\u2066c", "abc"},
		"joiners":                       {"a\u200d\ufe0fb", "ab"},
		"bytes that are no characters":  {"a\xff\xfeb", "ab"},
		"wide characters stay":          {"筆使い", "筆使い"},
		"an eight-bit control sequence": {"a\x9b2Jb", "ab"},
	} {
		if got := Clean(tt[0]); got != tt[1] {
			t.Errorf("%s: %q became %q, not %q", name, tt[0], got, tt[1])
		}
	}
}

func TestCutAndPad(t *testing.T) {
	for _, tt := range []struct {
		text    string
		columns int
		want    string
	}{
		{"brush", 5, "brush"}, {"brush", 4, "bru…"}, {"brush", 1, "b"}, {"brush", 0, ""}, {"brush", -3, ""},
		{"筆使い", 6, "筆使い"}, {"筆使い", 5, "筆使…"}, {"筆使い", 4, "筆…"},
	} {
		if got := Cut(tt.text, tt.columns); got != tt.want {
			t.Errorf("%q in %d columns is %q, not %q", tt.text, tt.columns, got, tt.want)
		}
	}
	if got := Pad("筆", 4) + "|" + PadLeft("筆", 3); got != "筆  | 筆" {
		t.Errorf("padded: %q", got)
	}
}

func TestSheetClips(t *testing.T) {
	s := New(4, 2)
	s.Text(-1, 0, "abcdef", Style{})
	s.Text(3, 1, "筆", Style{}) // would take two columns of the one that is left
	s.Text(0, 5, "x", Style{})
	if got, want := s.String(Plain), "bcde\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestHalfAWideCharacterIsNotLeft(t *testing.T) {
	for x, want := range []string{"x 筆", " x筆", "筆x", "筆 x"} {
		s := New(4, 1)
		s.Text(0, 0, "筆筆", Style{})
		s.Text(x, 0, "x", Style{})
		if got := s.String(Plain); got != want {
			t.Errorf("x in column %d: %q, not %q", x, got, want)
		}
	}
}

func TestDepths(t *testing.T) {
	s := New(3, 1)
	s.Text(0, 0, "A", Chip(0))
	s.Text(1, 0, "b", Style{Dim: true})
	for d, want := range map[Depth]string{
		Plain: "Ab",
		Mono:  "\x1b[1mA\x1b[m\x1b[2mb\x1b[m",
		Xterm: "\x1b[1;38;5;231;48;5;160mA\x1b[m\x1b[2mb\x1b[m",
		True:  "\x1b[1;38;2;255;255;255;48;2;203;21;0mA\x1b[m\x1b[2mb\x1b[m",
	} {
		if got := s.String(d); got != want {
			t.Errorf("depth %d: %q, not %q", d, got, want)
		}
	}
}

func TestDepthOfATerminal(t *testing.T) {
	for _, tt := range []struct {
		name    string
		profile colorprofile.Profile
		env     []string
		want    Depth
	}{
		{"no terminal, or a dumb one", colorprofile.NoTTY, nil, Plain},
		{"two colours", colorprofile.ASCII, nil, Mono},
		{"sixteen colours are too few", colorprofile.ANSI, nil, Mono},
		{"256", colorprofile.ANSI256, nil, Xterm},
		{"truecolour", colorprofile.TrueColor, nil, True},
		{"NO_COLOR with any value", colorprofile.TrueColor, []string{"NO_COLOR=please"}, Mono},
		{"NO_COLOR that is empty", colorprofile.TrueColor, []string{"NO_COLOR="}, True},
		{"NO_COLOR in a pipe", colorprofile.NoTTY, []string{"NO_COLOR=1"}, Plain},
	} {
		if got := ofProfile(tt.profile, tt.env); got != tt.want {
			t.Errorf("%s: depth %d, not %d", tt.name, got, tt.want)
		}
	}
}

func TestSlotsHaveNumbersOfTheirOwn(t *testing.T) {
	seen := make(map[uint8]int)
	for slot := range palette.Slots {
		n := Fill(slot).Xterm
		if other, twice := seen[n]; twice {
			t.Errorf("slots %d and %d are both %d", other, slot, n)
		}
		seen[n] = slot
	}
}

func TestFinder(t *testing.T) {
	f := NewFinder()
	for n := 16; n < 256; n++ {
		if rgb := XtermRGB(uint8(n)); XtermRGB(f.Near(rgb).Xterm) != rgb {
			t.Errorf("the colour of number %d is not nearest to itself but to %d", n, f.Near(rgb).Xterm)
		}
	}
	red := XtermRGB(196)
	if two := f.Apart([]color.RGBA{red, red}); two[0].Xterm == two[1].Xterm || two[0].Xterm != 196 {
		t.Errorf("the same red twice is %d and %d", two[0].Xterm, two[1].Xterm)
	}
}
