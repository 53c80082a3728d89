package contest_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// In a folder of bots, the file beside a bot's folder names its author, whatever the bot itself says, and max_per_author counts by it.
func TestAuthorsOfAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"entries/a/a.py": "class A:\n    def get_name(self):\n        return \"A\"\n    def get_contributor(self):\n        return " +
			"\"Dan\"\n    def determine_next_move(self, grid, enemies, info):\n        return None\n",
		"entries/b/b.py": "class B:\n    def get_name(self):\n        return \"B\"\n    def get_contributor(self):\n        return " +
			"\"Ben\"\n    def determine_next_move(self, grid, enemies, info):\n        return None\n",
		"entries/d/d.py": "class D:\n    def get_name(self):\n        return \"D\"\n    def get_contributor(self):\n        return " +
			"\"Dan\"\n    def determine_next_move(self, grid, enemies, info):\n        return None\n",
		"entries/.author-a": "Reds\n", "entries/.author-b": "Reds",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := opened(t, dir, "kind = \"colour-battle\"\nseed = 1\nmax_per_author = 1\n[options]\nrounds = 3\n[[bots]]\nfolder = "+
		"\"entries\"\n[[stages]]\ngames = 2\n", nil)
	var got []string
	for _, e := range c.Entries {
		got = append(got, e.Name+" by "+e.Author)
	}
	if !slices.Equal(got, []string{"a by Reds", "d by Dan"}) || len(c.Refused) != 1 ||
		c.Refused[0].Why != "Reds has more than 1 bot (max_per_author)" {
		t.Errorf("%q, refused %+v", got, c.Refused)
	}
}
