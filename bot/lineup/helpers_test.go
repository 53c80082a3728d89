package lineup_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestHelperThatCannotBeLoaded: a module beside a class that cannot be loaded is its helper and no bot of its own: the class has its error.
func TestHelperThatCannotBeLoaded(t *testing.T) {
	class := "from bot_control import Move\nclass B:\n    def get_name(self): return \"B\"\n    def get_contributor(self): return " +
		"\"b\"\n    def determine_next_move(self, grid, enemies, info): return Move.UP\n"
	for name, tt := range map[string]struct {
		files map[string]string
		bots  string // their names
		want  string // the input of the first
	}{
		"imported": {map[string]string{"bot.py": "import helper\n" + class, "helper.py": "def f(:\n"}, "bot",
			"SyntaxError: invalid syntax (helper.py, line 1)"},
		"of a folder": {map[string]string{"bot.py": "from . import helper\n" + class, "helper.py": "raise ValueError(7)\n"}, "bot",
			"ValueError: 7"},
		"a bot": {map[string]string{"bot.py": class, "other.py": "def f(:\n"}, "B other", ""},
		"the other": {map[string]string{"bot.py": "def f(:\n", "local.py": "import bot\n"}, "local",
			"SyntaxError: invalid syntax (bot.py, line 1)"},
	} {
		t.Run(name, func(t *testing.T) {
			entries, err := opener(colourBattle).Open(context.Background(),
				[]string{write(t, filepath.Join(t.TempDir(), "mine"), tt.files)})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range entries {
				names = append(names, e.Name)
			}
			if strings.Join(names, " ") != tt.bots || !strings.HasPrefix(entries[0].Broken, tt.want) || tt.want == "" &&
				entries[0].Broken != "" {
				t.Errorf("%q enter, the first is told %q", names, entries[0].Broken)
			}
		})
	}
}

// TestNamesWithColons: a file is found by its name, whatever else the name could mean.
func TestNamesWithColons(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{"we:ird.py": upProgram, "x.py:y.py": upProgram})
	for _, name := range []string{"we:ird", "x.py:y"} {
		if e := one(t, opener(trons), filepath.Join(dir, name+".py")); e.Name != name || e.Broken != "" {
			t.Errorf("%s enters as %s: %s", name, e.Name, e.Broken)
		}
	}
}

// TestReferencesOnOneLine: an error shows a reference without its control characters.
func TestReferencesOnOneLine(t *testing.T) {
	_, err := opener(trons).Open(context.Background(), []string{"no\nsuch\x1b[31m.py"})
	if err == nil || err.Error() != `"no\nsuch\x1b[31m.py": no such file or folder` {
		t.Errorf("%v", err)
	}
}
