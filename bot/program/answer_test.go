package program

import (
	"bufio"
	"strings"
	"testing"
)

// TestAnswersAreBounded: nothing that an interpreter writes makes agon keep more than an answer may have.
func TestAnswersAreBounded(t *testing.T) {
	for text, want := range map[string]string{
		"0 0 0 0 2 3\nabcde":         "",
		"0 0 0 0 11 0\n":             "an answer of 11 and 0 bytes",
		"0 0 0 0 0 1048577\n":        "an answer of 0 and 1048577 bytes",
		"0 0 0 0 -1 0\n":             "an answer of -1 and 0 bytes",
		"0 0 0 0 2 3\nabc":           "unexpected EOF",
		strings.Repeat("x", 700<<10): "bufio: buffer full",
		"{}\n":                       "expected integer",
	} {
		a, err := readAnswer(bufio.NewReader(strings.NewReader(text)), 10)
		if want == "" && (err != nil || string(a.out) != "ab" || string(a.err) != "cde") {
			t.Errorf("%q: %q and %q, %v", text, a.out, a.err, err)
		}
		if want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%.20q: %v, and not %s", text, err, want)
		}
	}
}
