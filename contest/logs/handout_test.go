package logs

import (
	"slices"
	"strings"
	"testing"
)

// TestFoldersOfAuthors: each author has a folder of a name of its own, whoever else takes part.
func TestFoldersOfAuthors(t *testing.T) {
	for author, want := range map[string]string{
		"Ann":        "Ann",
		"Ann Smith":  "Ann_Smith",
		"José Á.":    "Jos%C3%A9_%C3%81%2E",
		"J. R. Bot":  "J._R._Bot",
		"../../etc":  "%2E.%2F..%2Fetc",
		"A\x00\nB\\": "A%00%0AB%5C~",
	} {
		if got := folderOf(Bot{Author: author}); got != want && !(strings.HasSuffix(want, "~") && strings.HasPrefix(got, want) &&
			len(got) == len(want)+8) {
			t.Errorf("%q has the folder %q, want %q", author, got, want)
		}
	}
	authors := []string{"a b", "a_b", "a%20b", "a b-2", "a_b-3", "A B", "a B", "Ab", "aB", "ab", "a~b", ".", "..", " ", "@000-Rambo",
		strings.Repeat("A", 300), strings.Repeat("A", 301), "Ä", "ä"}
	bots := []Bot{{Name: "Rambo"}, {Name: "Rambo", entry: 1}, {Name: "a_b", entry: 2}}
	for _, author := range authors {
		bots = append(bots, Bot{Name: "Rambo", Author: author})
	}
	var seen []string
	for _, b := range bots {
		folder := strings.ToLower(folderOf(b))
		if slices.Contains(seen, folder) || strings.Trim(folder, ".") == "" || strings.ContainsAny(folder, `/\`) || len(folder) > 255 {
			t.Errorf("%+v has the folder %q", b, folder)
		}
		seen = append(seen, folder)
	}
}
