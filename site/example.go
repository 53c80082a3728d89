package site

import (
	"net/http"
	"slices"

	"agon/game"
	"agon/site/making"
)

// exampleName is the name of the contest that shows what one is.
const exampleName = "example"

// makeExample makes a contest of built-in bots that goes on, takes bots, and begins at once.
func (x *contestPages) makeExample(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	d, err := x.draft(r.PostForm.Get("kind"), []string{"ladder"})
	if err != nil {
		return err
	}
	d.Name, d.Builtins, d.PerAuthor = "Example: "+d.Kind.Title, quick(d.Kind), 1
	text, err := textOf(d)
	if err != nil {
		return err
	}
	if _, err := x.maker.Make(r.Context(), reader(r), making.Plan{Name: exampleName, Text: text}); err != nil {
		return err
	}
	if _, err := x.start(r.Context(), reader(r), &ContestPath{exampleName}); err != nil {
		return err
	}
	return x.note(w, r, contestAddress(exampleName), "The example plays. Hand in a bot, watch its games, or pause it.")
}

// quick returns the built-in bots of a game that move at once, at least two: those up to the strongest quick one.
func quick(k *game.Kind) []game.BuiltinInfo {
	last := slices.IndexFunc(k.Builtins, func(b game.BuiltinInfo) bool { return b.Name == k.Quick })
	return k.Builtins[:min(max(last+1, 2), len(k.Builtins))]
}
