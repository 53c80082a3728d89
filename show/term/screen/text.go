package screen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Clean makes an untrusted text safe for a terminal. It removes escape sequences, control bytes and marks that change the direction of
// writing, and collapses white space to single blanks. It also removes characters that join or restyle the one before, because terminals
// disagree about their width.
func Clean(text string) string {
	text = strings.ToValidUTF8(ansi.Strip(text), "?")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == utf8.RuneError:
			return '?'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Zl, r),
			unicode.Is(unicode.Zp, r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// Width returns the number of columns that a text takes.
func Width(text string) int { return ansi.StringWidth(text) }

// Cut shortens a text to a number of columns and ends a shortened text with an ellipsis.
func Cut(text string, columns int) string { return cut(text, columns, "…") }

// CutPlain shortens a text with full stops, for terminals that may lack the ellipsis.
func CutPlain(text string, columns int) string { return cut(text, columns, "..") }

func cut(text string, columns int, tail string) string {
	if columns <= 0 {
		return ""
	}
	if Width(text) <= columns {
		return text
	}
	if columns <= Width(tail) {
		return ansi.Truncate(text, columns, "")
	}
	return ansi.Truncate(text, columns, tail)
}

// Pad appends blanks up to a number of columns; a longer text is returned unchanged.
func Pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-Width(text), 0))
}

// PadLeft prepends blanks up to a number of columns.
func PadLeft(text string, columns int) string {
	return strings.Repeat(" ", max(columns-Width(text), 0)) + text
}

// Slice returns the part of a text between two columns.
func Slice(text string, from, to int) string { return ansi.Cut(text, from, to) }

// CleanArt makes a row of a picture safe for a terminal, like [Clean], but keeps blanks.
func CleanArt(row string) string {
	words := strings.Split(row, " ")
	for i, w := range words {
		words[i] = Clean(w)
	}
	return strings.Join(words, " ")
}
