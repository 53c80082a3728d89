package main

import (
	"fmt"
	"strings"
	"sync"

	"agon/game"
	"agon/games/all"
)

// examples replaces placeholders in a help text: {kind} is the first kind whose bots are Python classes, {bot} and {bot2} are built-in bots
// of it; {people} is the first kind that people play by keyboard, {rival} and {rival2} are built-in bots of that.
func examples(text string) string { return placeholders().Replace(text) }

var placeholders = sync.OnceValue(func() *strings.Replacer {
	kind, people := firstKind(func(k *game.Kind) bool { return k.Launch.Form == game.Hosted }), peopleKind()
	return strings.NewReplacer(
		"{kind}", kind.Name, "{bot}", builtinOf(kind, 0), "{bot2}", builtinOf(kind, 1),
		"{people}", people.Name, "{rival}", builtinOf(people, 0), "{rival2}", builtinOf(people, 1),
	)
})

// peopleKind returns the first kind that people play by keyboard.
func peopleKind() *game.Kind {
	return firstKind(func(k *game.Kind) bool { return len(k.Keyboard.Keys) > 0 })
}

// firstKind returns the first kind by name for which fits returns true, or the first of all if there is none.
func firstKind(fits func(*game.Kind) bool) *game.Kind {
	kinds := all.Kinds()
	for _, k := range kinds {
		if fits(k) {
			return k
		}
	}
	return kinds[0]
}

func builtinOf(k *game.Kind, n int) string { return k.Builtins[n%len(k.Builtins)].Name }

// keyList lists the keys of a kind, one per line.
func keyList(k *game.Kind) string {
	var b strings.Builder
	for _, key := range k.Keyboard.Keys {
		fmt.Fprintf(&b, "  %-4s%s\n", key.Name, key.About)
	}
	return b.String()
}
