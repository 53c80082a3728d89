// Package clean makes untrusted text fit for terminals and for names of files.
package clean

import (
	"fmt"
	"strings"
	"unicode"
)

// Text escapes control characters, so that none reaches the terminal.
func Text(text string) string {
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

// End returns the end of what a bot printed, escaped.
func End(log []byte) string {
	const most = 2000
	return Text(string(log[max(0, len(log)-most):]))
}

// Cell returns a text for a cell of a table of figures. Spreadsheets run text that begins with one of a few characters as a formula, so
// those get a leading quote, which spreadsheets read as text.
func Cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// FileName returns a name with all characters replaced that do not belong in a file name.
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}
