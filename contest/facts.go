package contest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
)

// keysOf returns a stage's keys as they are stored, sorted by name.
func keysOf(keys map[string]any) (values []store.Value) {
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		values = append(values, store.Value{Name: key, Text: keyText(keys[key])})
	}
	return values
}

// keyText returns a key's value as text, a list's items separated by commas.
func keyText(v any) string {
	items, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	var words []string
	for _, item := range items {
		words = append(words, fmt.Sprint(item))
	}
	return strings.Join(words, ",")
}

// anys returns stored values by name.
func anys(values []store.Value) map[string]any {
	all := make(map[string]any, len(values))
	for _, v := range values {
		all[v.Name] = v.Text
	}
	return all
}

// makeStage makes the format of a stage.
func makeStage(formats []tournament.Spec, spec config.Stage) (Stage, error) {
	format, err := tournament.Find(formats, spec.Format)
	if err != nil {
		return Stage{}, err
	}
	play, err := format.Make(spec.Keys)
	return Stage{Name: spec.Name, Format: spec.Format, play: play}, err
}
