package main

import (
	"strings"

	"agon/internal/clean"
)

// Untrusted text for terminals and for names of files.
var printable, fileName, tail = clean.Text, clean.FileName, clean.End

// plural returns a word in the singular if n is 1, otherwise in the plural.
func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return strings.TrimSuffix(word, "y") + map[bool]string{true: "ies", false: "s"}[strings.HasSuffix(word, "y")]
}
