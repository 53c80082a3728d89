package entries

import (
	"os"
	"path/filepath"
	"testing"
)

// A bot of Python alone needs no build, also in an archive; what may be built, or names packages, does.
func TestPlain(t *testing.T) {
	for name, tt := range map[string]struct {
		file  string
		files map[string]string // of an archive; nil: the file is the bot
		plain bool
	}{
		"a Python file":                {"bot.py", nil, true},
		"Python":                       {"b.zip", map[string]string{"bot.py": "1", "my/helper.py": "2"}, true},
		"Python in a folder with data": {"b.ZIP", map[string]string{"bot/bot.py": "1", "bot/book.json": "{}", "bot/notes.txt": "x"}, true},
		"what an editor left":          {"b.zip", map[string]string{"bot.py": "1", "__pycache__/bot.pyc": "2", ".DS_Store": "3"}, true},
		"with packages":                {"b.zip", map[string]string{"bot.py": "1", "requirements.txt": "numpy"}, false},
		"a project":                    {"b.zip", map[string]string{"bot.py": "1", "pyproject.toml": ""}, false},
		"with C":                       {"b.zip", map[string]string{"bot.py": "1", "fast.c": "int x;"}, false},
		"Java":                         {"b.zip", map[string]string{"Bot.java": "class Bot {}"}, false},
		"data alone":                   {"b.zip", map[string]string{"book.json": "{}"}, false},
		"no archive":                   {"b.zip", nil, false},
		"another archive":              {"b.tar.gz", nil, false},
	} {
		upload, text := filepath.Join(t.TempDir(), tt.file), "print(1)"
		if tt.files != nil {
			text = zipped(t, tt.files)
		}
		if err := os.WriteFile(upload, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := plain(upload); got != tt.plain {
			t.Errorf("%s: needs no build: %v", name, got)
		}
	}
}
