package main

import (
	"fmt"
	"strings"
	"unicode"
)

// printable escapes control characters of untrusted text, so that none reaches the terminal.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// fileName returns a name with all characters replaced that do not belong in a file name.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}

// plural returns a word in the singular if n is 1, otherwise in the plural.
func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return strings.TrimSuffix(word, "y") + map[bool]string{true: "ies", false: "s"}[strings.HasSuffix(word, "y")]
}
