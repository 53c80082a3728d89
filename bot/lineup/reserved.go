package lineup

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"agon/game"
	"agon/internal/pattern"
)

// notBuiltIn is appended to the name of a bot that claims to be a built-in one.
const notBuiltIn = " (not built in)"

// disown marks a bot that uses the name or the author of a built-in bot. A name given by the organiser stays.
func (e *Entry) disown(kind *game.Kind, given bool) {
	if plainly(e.Author) == BuiltIn {
		e.Author = ""
	}
	if given {
		return
	}
	for _, b := range append(slices.Clone(kind.Builtins), kind.Searchers...) {
		if plainly(e.Name) == plainly(b.Name) {
			e.Name += notBuiltIn
			return
		}
	}
}

// addition matches what may follow the name of a built-in bot: its parameters, and a number if there are several.
var addition = pattern.Of(`(\?.*)?(-[0-9]+)*$`)

// plainly returns a name as readers perceive it: without case, letter variants, spaces, and additions to names of built-in bots.
func plainly(name string) string {
	name = cases.Fold().String(norm.NFKC.String(name))
	name = strings.TrimPrefix(strings.Join(strings.FieldsFunc(name, invisible), ""), "builtin:")
	return addition().ReplaceAllString(name, "")
}

// invisible reports whether a letter has no visible form.
func invisible(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }
