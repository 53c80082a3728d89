package contest

import (
	"encoding/csv"
	"strings"
	"testing"
)

// A spreadsheet reads the name of a bot as text in one cell, never as a formula.
func TestNamesAreNoFormulas(t *testing.T) {
	for name, want := range map[string]string{
		"Rambo The Rando":        "Rambo The Rando",
		"a,b":                    `"a,b"`,
		`say "hi"`:               `"say ""hi"""`,
		"two\nlines":             "\"two\nlines\"",
		"carriage\rreturn":       "\"carriage\rreturn\"",
		`=HYPERLINK("http://x")`: `"'=HYPERLINK(""http://x"")"`,
		"=1+1":                   "'=1+1",
		"+1":                     "'+1",
		"-1":                     "'-1",
		"@SUM(A1)":               "'@SUM(A1)",
		"\t=1":                   "'\t=1",
		"\r=1":                   "\"'\r=1\"",
		"":                       "",
		"1=1":                    "1=1",
	} {
		got := csvField(name)
		if got != want {
			t.Errorf("%q is the field %q, want %q", name, got, want)
		}
		r := csv.NewReader(strings.NewReader(got + ",next\n"))
		r.LazyQuotes = false
		if cells, err := r.Read(); err != nil || len(cells) != 2 {
			t.Errorf("%q is read as %q, %v", got, cells, err)
		}
	}
}

func TestCSVField(t *testing.T) {
	for name, want := range map[string]string{"Steve": "Steve", "a b": "a b", "a,b": `"a,b"`, `a"b`: `"a""b"`, "": ""} {
		if got := csvField(name); got != want {
			t.Errorf("%q is %s, not %s", name, got, want)
		}
	}
}
