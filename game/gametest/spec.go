package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// facts checks the descriptive fields of a Spec.
func facts(t testing.TB, kind *game.Kind) {
	texts := map[string]string{"Name": kind.Name, "Title": kind.Title, "Version": kind.Version, "About": kind.About, "Source": kind.Source,
		"Format": kind.Format}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if texts[name] == "" {
			t.Errorf("Spec.%s is empty", name)
		}
	}
	if kind.MinSeats < 1 || kind.MaxSeats < kind.MinSeats || kind.MaxSeats > game.MaxSeats {
		t.Errorf("Spec.MinSeats is %d and Spec.MaxSeats %d: both must be from 1 to %d, in that order", kind.MinSeats, kind.MaxSeats,
			game.MaxSeats)
	}
	if err := kind.SeatsFit(kind.UsualSeats); err != nil {
		t.Errorf("Spec.UsualSeats is %d: %v", kind.UsualSeats, err)
	}
	if len(kind.Builtins) == 0 {
		t.Error("Spec.Builtins is empty: a new bot has nobody to play against")
	}
	named := map[string]bool{}
	for _, b := range kind.Builtins {
		if b.Name == "" || b.About == "" || named[b.Name] {
			t.Errorf("Spec.Builtins: bot %q, %q: each needs a unique name and a description", b.Name, b.About)
		}
		named[b.Name] = true
	}
	named = map[string]bool{}
	for _, o := range kind.Options {
		if o.About == "" || named[o.Name] {
			t.Errorf("Spec.Options: option %q: each needs a unique name and a description", o.Name)
		}
		named[o.Name] = true
	}
}

// moveTexts checks that moves and their texts correspond one to one.
func moveTexts[S, M comparable](t testing.TB, spec game.Spec[S, M]) {
	_, _, wire := prepare(t, spec)
	known := map[string]M{}
	for _, m := range spec.Moves {
		text := wire.Format(m)
		if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\r\n") {
			t.Errorf("move %#v is %q as text: it must be one line without surrounding blanks", m, text)
		}
		if other, ok := known[text]; ok {
			t.Errorf("moves %#v and %#v of Spec.Moves are both %q as text", other, m, text)
			continue
		}
		known[text] = m
		if back, err := wire.Parse(text); err != nil || back != m {
			t.Errorf("move %#v is %q as text, which parses as %#v, %v", m, text, back, err)
		}
	}
	kind := game.New(spec)
	words := map[string]string{}
	for _, key := range kind.Keyboard.Keys {
		words["key "+key.Name] = key.Move
	}
	if kind.Keyboard.Silence != "" {
		words["silence"] = kind.Keyboard.Silence
	}
	for _, name := range slices.Sorted(maps.Keys(words)) {
		if _, err := wire.Parse(words[name]); err != nil {
			t.Errorf("Spec.Keyboard: %s means the move %q, which does not parse: %v", name, words[name], err)
		}
	}
	for _, text := range rubbishTexts {
		if m, err := wire.Parse(text); err == nil {
			t.Errorf("%q parses as the move %#v; a text that is not a move must be an error", text, m)
		}
	}
}

// options plays the beginning of a game with every value of every option, and re-simulates it from its record.
func options(t testing.TB, kind *game.Kind) {
	for _, o := range kind.Options {
		switch o.Default.(type) {
		case int, float64, bool, string, game.List:
		default:
			t.Errorf("Spec.Options: the default of option %s is a %T; it must be an int, float64, bool, string or game.List", o.Name,
				o.Default)
			continue
		}
		if _, err := kind.Settings(map[string]any{o.Name: fmt.Sprint(o.Default)}); err != nil {
			t.Errorf("Spec.Options: the default of option %s does not parse as text, as in a record or on a command line: %v", o.Name, err)
			continue
		}
		for _, value := range alternatives(o) {
			settings, err := kind.Settings(map[string]any{o.Name: value})
			if err != nil {
				t.Errorf("Spec.Options: option %s refuses %v: %v", o.Name, value, err)
				continue
			}
			if err := recorded(t, kind, settings); err != nil {
				t.Errorf("option %s=%v: %v", o.Name, value, err)
			}
		}
	}
}

// alternatives returns values of an option other than its default.
func alternatives(o game.Option) (list []any) {
	switch v := o.Default.(type) {
	case bool:
		return []any{!v}
	case string:
		for _, text := range o.Values {
			list = append(list, text)
		}
	case int:
		if o.Min != o.Max {
			return []any{o.Min, o.Max}
		}
	}
	return list
}

// recorded plays the first turns of a game, and then its record. It ignores settings that make no game.
func recorded(t testing.TB, kind *game.Kind, settings game.Settings) error {
	table, err := kind.Table(settings)
	if err != nil {
		return nil
	}
	if err := table.Deal(5, kind.UsualSeats); err != nil {
		return nil
	}
	sit(t, table, kind.UsualSeats)
	const turns = 12
	finish(t, table, func() bool { return table.Turns() < turns })
	rerun, err := kind.Rerun(table.Record())
	if err != nil {
		return err
	}
	if again, now := rerun.Table.Settings().Texts(), settings.Texts(); !slices.Equal(again, now) {
		return fmt.Errorf("the record has other options than the game: %q, not %q", again, now)
	}
	return rerun.Finish()
}
