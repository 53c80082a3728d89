package term

import (
	"bytes"
	"strings"
	"testing"

	"agon/game"
	"agon/show/film"
)

// What the rules call a round is called so wherever a terminal names one.
func TestTheRulesOwnWordForARound(t *testing.T) {
	whole := canvas(t, 3, 40)
	kind := *whole.Info.Kind
	kind.Step = "ply"
	info := whole.Info
	info.Kind = &kind
	f := film.New(info)
	for i := range 13 {
		f.Append(whole.Shot(i))
	}
	if words := (&playback{film: f}).progress(f.Shot(12)); words != "ply 12/40" {
		t.Errorf("the head says %q", words)
	}
	for _, done := range []bool{false, true} {
		want := "left in ply 12 of 40"
		if done {
			f.End("", 0)
			want = ", 12 plies"
		}
		var out bytes.Buffer
		if err := PrintStanding(&out, f); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); !strings.Contains(text, want) || strings.Contains(text, "round") {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for name, f := range map[string]*film.Film{"no kind": film.New(film.Info{}), "no word": film.New(film.Info{Kind: &game.Kind{}})} {
		if word := f.Info.Step(); word != "round" {
			t.Errorf("%s: %q", name, word)
		}
	}
}
