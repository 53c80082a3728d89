package shellword

import (
	"os/exec"
	"strings"
	"testing"
	"unicode"
)

// A shell reads each quoted word as the original.
func TestQuote(t *testing.T) {
	words := []string{"", "Rambo", "./bot.py", "it's", "a b", "$HOME", "`id`", "a\nb", "~root", "*", "x=1", "builtin:rambo", "é", "a-f",
		"{a,b}", "!!", "\\", "\"", "#x", "a&b", "\x1b[31m", "it's\na \\ tab\t", "\u0085é"}
	for _, word := range words {
		quoted := Quote(word)
		out, err := exec.Command("bash", "-c", "printf %s "+quoted).Output()
		if err != nil || string(out) != word || strings.ContainsFunc(quoted, unicode.IsControl) {
			t.Errorf("%q is %s, and read as %q: %v", word, quoted, out, err)
		}
	}
	for _, plain := range []string{"Rambo", "./bot.py", "builtin:rambo"} {
		if Quote(plain) != plain {
			t.Errorf("%s is quoted", plain)
		}
	}
}
