// Package shellword quotes words for a POSIX shell, for the commands that messages suggest.
package shellword

import (
	"fmt"
	"strings"
	"unicode"
)

// Quote returns a word as one argument of a command on one line: unchanged if it has no special characters, otherwise in single quotes, and
// with its control characters written as numbers.
func Quote(word string) string {
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	if strings.ContainsFunc(word, unicode.IsControl) {
		return "$'" + numbered(word) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// numbered escapes a word for the quotes of $'…'.
func numbered(word string) string {
	var b strings.Builder
	for _, r := range word {
		switch {
		case unicode.IsControl(r):
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "\\%03o", c)
			}
		case r == '\\' || r == '\'':
			b.WriteString("\\" + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// special reports whether a shell may interpret a character.
func special(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r > 127 && !unicode.IsControl(r):
		return false
	}
	return !strings.ContainsRune("-_./:=,@%+", r)
}
