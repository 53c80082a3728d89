package contest

import (
	"fmt"
	"strings"

	"agon/bot/lineup"
	"agon/store"
	"agon/tournament"
)

// Facts of a fingerprint that consist of several values, and their parsers.

// stageFact returns a stage's format with its keys: "arena games=60 seats=3".
func stageFact(format string, keys map[string]any) string {
	for _, key := range sorted(keys) {
		format += fmt.Sprintf(" %s=%s", key, keyText(keys[key]))
	}
	return format
}

// keyText returns a key's value without blanks, a list's items separated by commas.
func keyText(v any) string {
	items, ok := v.([]any)
	if !ok {
		return strings.Join(strings.Fields(fmt.Sprint(v)), "")
	}
	var words []string
	for _, item := range items {
		words = append(words, fmt.Sprint(item))
	}
	return strings.Join(words, ",")
}

// parseStage parses the fact of a stage; ok is false for other facts.
func parseStage(f store.Fact) (spec StageSpec, ok bool) {
	number, name, ok := strings.Cut(strings.TrimSuffix(f.Name, ")"), " (")
	if !ok || !strings.HasPrefix(number, "stage ") {
		return StageSpec{}, false
	}
	words := strings.Fields(f.Value)
	spec = StageSpec{Name: name, Keys: map[string]any{}}
	for i, word := range words {
		if i == 0 {
			spec.Format = word
			continue
		}
		key, value, _ := strings.Cut(word, "=")
		spec.Keys[key] = value
	}
	return spec, len(words) > 0
}

// cannotPlay ends the fact of a broken bot, since the pairings depend on whether it plays.
const cannotPlay = ", cannot play"

// hashed is the number of hexadecimal digits of a bot's hash in its fact.
const hashed = 16

func botFact(e lineup.Entry) string {
	fact := e.Hash[:min(hashed, len(e.Hash))]
	if e.Broken != "" {
		fact += cannotPlay
	}
	return fact
}

// parseBot parses the fact of a bot; ok is false for other facts.
func parseBot(f store.Fact) (e lineup.Entry, ok bool) {
	name, ok := strings.CutPrefix(f.Name, "bot ")
	if !ok {
		return e, false
	}
	hash, broken := strings.CutSuffix(f.Value, cannotPlay)
	e = lineup.Entry{Name: name, Hash: hash}
	if broken {
		e.Broken = "it could not be loaded"
	}
	return e, true
}

// makeStage makes the format of a stage.
func makeStage(formats []tournament.Spec, spec StageSpec) (Stage, error) {
	format, err := tournament.Find(formats, spec.Format)
	if err != nil {
		return Stage{}, err
	}
	play, err := format.Make(spec.Keys)
	return Stage{Name: spec.Name, Format: spec.Format, play: play}, err
}
