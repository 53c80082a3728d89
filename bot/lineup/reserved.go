package lineup

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// notBuiltIn marks the name of a bot that calls itself as one that came with its kind.
const notBuiltIn = " (not built in)"

// disown keeps a bot from passing for one that came with its kind, by its name or by its author. A name that the organiser gave stands.
func (o *Opener) disown(e *Entry, given bool) {
	if plainly(e.Author) == builtIn {
		e.Author = ""
	}
	if given {
		return
	}
	for _, b := range o.Kind.Builtins {
		if plainly(e.Name) == plainly(b.Name) {
			e.Name += notBuiltIn
			return
		}
	}
}

// addition is what is put behind the name of a built-in bot: its parameters, and a number where there are several.
var addition = regexp.MustCompile(`(\?.*)?(-[0-9]+)*$`)

// plainly is a name as a reader takes it: without the case of letters, the forms of letters, spaces, and what stands behind the names of
// built-in bots.
func plainly(name string) string {
	name = cases.Fold().String(norm.NFKC.String(name))
	name = strings.TrimPrefix(strings.Join(strings.FieldsFunc(name, invisible), ""), "builtin:")
	return addition.ReplaceAllString(name, "")
}

// invisible reports whether a letter has no visible form.
func invisible(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }
