package screen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Clean makes a text from strangers fit for a terminal: escape sequences, control bytes and marks that turn the direction of
// writing are gone, white space is single blanks. Characters that join or restyle the one before go too, as terminals
// disagree about their width.
func Clean(text string) string {
	text = strings.ToValidUTF8(ansi.Strip(text), "?")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == utf8.RuneError:
			return '?'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// Width is how many columns a text takes.
func Width(text string) int { return ansi.StringWidth(text) }

// Cut shortens a text to so many columns; what is cut shows an ellipsis.
func Cut(text string, columns int) string { return cut(text, columns, "…") }

// CutPlain shortens a text with full stops, for terminals that may have no ellipsis.
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

// Pad fills a text with blanks on its right; a longer text stays as it is.
func Pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-Width(text), 0))
}

// PadLeft fills a text with blanks on its left.
func PadLeft(text string, columns int) string {
	return strings.Repeat(" ", max(columns-Width(text), 0)) + text
}

// Slice is the part of a text between two columns.
func Slice(text string, from, to int) string { return ansi.Cut(text, from, to) }

// CleanArt makes a row of a picture fit for a terminal: as [Clean], but blanks stay as they are.
func CleanArt(row string) string {
	words := strings.Split(row, " ")
	for i, w := range words {
		words[i] = Clean(w)
	}
	return strings.Join(words, " ")
}
