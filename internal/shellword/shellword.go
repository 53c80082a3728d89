// Package shellword quotes words for a POSIX shell, for the commands that messages suggest.
package shellword

import "strings"

// Quote returns a word as one argument of a command: unchanged if it has no special characters, otherwise in single quotes.
func Quote(word string) string {
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// special reports whether a shell may interpret a character.
func special(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r > 127:
		return false
	}
	return !strings.ContainsRune("-_./:=,@%+", r)
}
