package shellword

import (
	"os/exec"
	"testing"
)

// A shell reads each quoted word as the original.
func TestQuote(t *testing.T) {
	words := []string{"", "Rambo", "./bot.py", "it's", "a b", "$HOME", "`id`", "a\nb", "~root", "*", "x=1", "builtin:rambo", "é", "a-f", "{a,b}", "!!", "\\", "\"", "#x", "a&b"}
	for _, word := range words {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q is read as %q: %v", word, out, err)
		}
	}
	for _, plain := range []string{"Rambo", "./bot.py", "builtin:rambo"} {
		if Quote(plain) != plain {
			t.Errorf("%s is quoted", plain)
		}
	}
}
