package contests

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// The title changes, seed and secret go, and everything else stays, comments included where each is a line of its own.
func TestRetitled(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		kept string // comment; empty: the file is written anew
	}{
		"usual": {"# of the evening\nname = \"Cup\"\nkind = \"tron\"\nseed = 3\nsecret = \"00\"\n[options]\nname = " +
			"\"x\"\nseed = 7\n[[bots]]\nref = \"a\"\n", "# of the evening"},
		"no name":              {"kind = \"tron\" # here\n[[stages]]\nname = \"one\"\n", "# here"},
		"no table":             {"kind = \"tron\" # here\nseed = 1", "# here"},
		"a title of two lines": {"# c\nname = \"\"\"a\nb\"\"\"\nkind = \"tron\"\n", ""},
		"quoted keys":          {"\"name\" = \"x\"\n\"seed\" = 4\nkind = \"tron\"\n", ""},
		"a date":               {"kind = \"tron\"\nbefore = 2020-02-03\nseed = 1\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			next, err := retitled([]byte(tt.text), "Cup \"2\"")
			if err != nil {
				t.Fatal(err)
			}
			var got, want map[string]any
			if err := toml.Unmarshal(next, &got); err != nil {
				t.Fatal(err)
			}
			if err := toml.Unmarshal([]byte(tt.text), &want); err != nil {
				t.Fatal(err)
			}
			want["name"] = "Cup \"2\""
			delete(want, "seed")
			delete(want, "secret")
			if !reflect.DeepEqual(got, want) || !strings.Contains(string(next), tt.kept) {
				t.Errorf("%s", next)
			}
		})
	}
	if _, err := retitled([]byte("kind ="), "x"); err == nil {
		t.Error("what is no TOML is followed")
	}
}
