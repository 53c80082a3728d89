package contest_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/config"
)

// TestOpenMistakes: errors in a file's meaning have a line number too, before a folder is created.
func TestOpenMistakes(t *testing.T) {
	t.Parallel()
	const head = "kind = \"colour-battle\"\n"
	const bots = "[[bots]]\nref = \"builtin:steve\"\n[[bots]]\nref = \"builtin:rambo\"\n"
	for _, tt := range []struct{ name, text, want string }{
		{"unknown kind", "kind = \"colour-batle\"\n" + bots,
			`c.toml:1:1: unknown kind of game "colour-batle"; did you mean "colour-battle"?`},
		{"unknown option", head + "[options]\nrouns = 5\n" + bots, `c.toml:3:1: `},
		{"option of a wrong type", head + "[options]\nrounds = \"many\"\n" + bots, "c.toml:3:1: "},
		{"option out of range", head + "[options]\nrounds = 0\n" + bots, "c.toml:3:1: "},
		{"a mode that is none", head + "[options]\nmode = \"stict\"\n" + bots, "c.toml:3:1: "},
		{"unknown built-in", head + bots + "[[bots]]\nref = \"builtin:stevie\"\n", `c.toml:7:1: builtin:stevie: `},
		{"a bot that is not there", head + bots + "[[bots]]\nref = \"nobody.py\"\n", "c.toml:7:1: "},
		{"a built-in's parameter", head + "[[bots]]\nref = \"builtin:rambo?speed=9\"\n", "c.toml:3:1: "},
		{"unknown format", head + bots + "[[stages]]\nformat = \"arena\"\n[[stages]]\nformat = \"swis\"\n", `c.toml:9:1: `},
		{"a text that looks like a kind before the kind", "name = \"\"\"\nkind = \"x\"\n\"\"\"\nkind = \"colour-batle\"\n" + bots,
			`c.toml:4:1: unknown kind of game "colour-batle"`},
		{"a text that looks like a table before an option", head + "name = '''\n[options]\nrouns = 5\n'''\n[options]\n  rouns = 5\n" + bots,
			`c.toml:7:3: `},
		{"unknown key of a format", head + bots + "[[stages]]\nformat = \"arena\"\ngames = 3\n[[stages]]\nformat = \"arena\"\ngame = 3\n",
			"c.toml:11:1: "},
		{"a format's key of a wrong type", head + bots + "[[stages]]\ngames = \"all\"\n", "c.toml:7:1: "},
		{"a format's key of a wrong type in the second stage", head + bots + "[[stages]]\ngames = 3\n[[stages]]\ngames = \"all\"\n",
			"c.toml:9:1: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "c.toml")
			f, err := config.Parse(file, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			c, err := contest.Open(context.Background(), f, setup())
			if err == nil {
				c.Close()
				t.Fatal("it is accepted")
			}
			if want := filepath.Join(dir, tt.want); !strings.HasPrefix(err.Error(), strings.TrimSuffix(want, " ")) {
				t.Errorf("%s\n  is not: %s", err, want)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
				t.Errorf("%v was made", left)
			}
		})
	}
}
