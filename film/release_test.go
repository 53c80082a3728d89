package film_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"agon/film"
	"agon/film/filmtest"
	"agon/game"
	"agon/games/colourbattle"
)

// A film that is made in the memory of another has its own shots only.
func TestAFilmInTheMemoryOfAnother(t *testing.T) {
	kind := game.New(colourbattle.Spec)
	play := func(seed int64, rounds int, bots ...string) *film.Film {
		return filmtest.Play(t, filmtest.Game{Kind: kind, Seed: seed, Options: map[string]any{"rounds": rounds}, Bots: bots})
	}
	want := told(play(7, 30, "steve", "rambo", "steve"))
	for _, other := range [][]string{{"steve"}, {"rambo", "steve", "rambo", "steve", "rambo", "steve"}} {
		for _, rounds := range []int{5, 60} {
			play(8, rounds, other...).Release()
			if got := told(play(7, 30, "steve", "rambo", "steve")); !slices.Equal(got, want) {
				t.Errorf("after a film of %d bots and %d rounds it differs", len(other), rounds)
			}
		}
	}
}

// told returns everything in the shots of a film.
func told(f *film.Film) (lines []string) {
	n, _ := f.Len()
	for i := range n {
		s := f.Shot(i)
		var text bytes.Buffer
		text.Write(s.Frame.AppendJSON(nil))
		fmt.Fprint(&text, s.Turn, s.Round, s.Scores, s.Places, s.Took, s.Took == nil, s.Faults, s.Remarks)
		lines = append(lines, text.String())
	}
	return lines
}
