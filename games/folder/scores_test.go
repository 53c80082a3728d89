package gamefolder

import (
	"errors"
	"math"
	"strings"
	"testing"

	"agon/game"
	"agon/games/folder/engine"
)

// An ended engine deals games that are over at once, with these ranks; of a game that goes on it answers what the ranks are so far.
type ended struct {
	engine.Engine
	ranks []engine.Rank
	soFar string
}

func (e ended) Deal(_ string, seats int, _ *game.Dice) (*engine.Position, error) {
	p := &engine.Position{Seats: seats, Ranks: e.ranks}
	if e.ranks == nil {
		p.Owes.Add(0)
	}
	return p, nil
}

func (e ended) Ask(*engine.Position, engine.Question, int, string) (string, error) {
	return e.soFar, nil
}

// Scores and places are bounded where they come in, whatever engine they come from, and the rules are blamed by the name of their file.
func TestRanksAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name  string
		ranks []engine.Rank
		soFar string
		want  string
	}{
		{name: "the largest", ranks: []engine.Rank{{Place: 1, Score: 1 << 53}, {Place: 2, Score: -1 << 53}}},
		{name: "one more", ranks: []engine.Rank{{Place: 2}, {Place: 1, Score: 1<<53 + 2}},
			want: "rules.c: it gives seat 1 the score 9.007199254740994e+15: a score is a number from -9007199254740992 to " +
				"9007199254740992"},
		{name: "huge", ranks: []engine.Rank{{Place: 2, Score: -1.7e308}, {Place: 1}}, want: "it gives seat 0 the score -1.7e+308"},
		{name: "not a number", ranks: []engine.Rank{{Place: 1, Score: math.NaN()}, {Place: 1}}, want: "it gives seat 0 the score NaN"},
		{name: "infinite", ranks: []engine.Rank{{Place: 1, Score: math.Inf(1)}, {Place: 1}}, want: "it gives seat 0 the score +Inf"},
		{name: "no place", ranks: []engine.Rank{{Place: 0}, {Place: 1}}, want: "it gives seat 0 the place 0: places are from 1 to 2"},
		{name: "a place of nobody", ranks: []engine.Rank{{Place: 1}, {Place: 3}}, want: "it gives seat 1 the place 3"},
		{name: "so far", soFar: "[[1, 7.5], [2, -1]]"},
		{name: "so far too large", soFar: "[[1, 1e19], [2, 0]]", want: "it gives seat 0 the score 1e+19"},
		{name: "so far beyond any float", soFar: "[[1, 1e999], [2, 0]]", want: "it gives seat 0 the score +Inf"},
		{name: "so far a text", soFar: `[[1, "x"], [2, 0]]`, want: "which is not [place, score] for each of 2 seats"},
		{name: "so far of one", soFar: "[[1, 0]]", want: "which is not [place, score] for each of 2 seats"},
		{name: "so far half a place", soFar: "[[1.5, 0], [2, 0]]", want: "it gives seat 0 the place 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &rules{folder: &Folder{engine: ended{ranks: tt.ranks, soFar: tt.soFar}, file: "rules.c"}}
			var s State
			var d game.Dice
			err := r.Deal(&s, 2, &d)
			if err == nil {
				r.Outcome(&s, 1)
				err = r.Failed()
			}
			var failure *engine.Failure
			if tt.want == "" && err != nil || tt.want != "" &&
				!(errors.As(err, &failure) && failure.In == "outcome" && strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
