package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot/unpack"
)

// double is what macOS writes into a file ._x beside x.
const double = "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        \x00\x02"

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		at    string // file to look at; empty: the folder
		want  Source // without Root, Files and Hash
		why   string // part of the reason why there is no bot
	}{
		{name: "a file", files: map[string]string{"snake.py": ""}, at: "snake.py",
			want: Source{Name: "snake", Language: "python", Entry: "snake.py", Single: true}},
		{name: "a folder with a file of a usual name", files: map[string]string{"Player.java": "", "Cell.java": "", "README.md": ""},
			want: Source{Language: "java", Entry: "Player.java"}},
		{name: "sources take precedence over build results", files: map[string]string{"bot.cpp": "", "bot": "#!/bin/sh\n"},
			want: Source{Language: "c++", Entry: "bot.cpp"}},
		{name: "a folder with one source", files: map[string]string{"snake.rs": "", "notes.txt": ""},
			want: Source{Language: "rust", Entry: "snake.rs"}},
		{name: "a module of Go", files: map[string]string{"go.mod": "", "a.go": "", "b.go": ""}, want: Source{Language: "go"}},
		{name: "a crate", files: map[string]string{"Cargo.toml": "", "src/main.rs": ""}, want: Source{Language: "rust"}},
		{name: "a folder with two bots", files: map[string]string{"bot.py": "", "bot.js": ""}, why: "its main file is unclear"},
		{name: "a refusal says how to go on", files: map[string]string{"tron.py": "", "snake.py": ""},
			why: `its folder holds snake.py, tron.py, and its main file is unclear: write run = "snake.py" into a bot.toml, or name the file: `},
		{name: "a test is no bot", files: map[string]string{"tron.go": "", "tron_test.go": ""},
			want: Source{Language: "go", Entry: "tron.go"}},
		{name: "a description of a package is no bot",
			files: map[string]string{"snake.py": "", "setup.py": "", "test_snake.py": "", "__init__.py": ""},
			want:  Source{Language: "python", Entry: "snake.py"}},
		{name: "a tool's configuration is no bot",
			files: map[string]string{"snake.js": "", "rollup.config.js": "", "vite.config.mjs": "", "snake.test.js": ""},
			want:  Source{Language: "javascript", Entry: "snake.js"}},
		{name: "one file a level below", files: map[string]string{"src/snake.py": "", "tests/test_snake.py": "", "tests/play.py": "",
			"README.md": ""}, want: Source{Language: "python", Entry: "src/snake.py"}},
		{name: "one that is called main a level below",
			files: map[string]string{"src/main.py": "", "src/brain.py": "", "native/fast.c": ""},
			want:  Source{Language: "python", Entry: "src/main.py"}},
		{name: "several a level below", files: map[string]string{"src/a.py": "", "src/b.py": ""},
			why: "its folder holds src/a.py, src/b.py, and its main file is unclear"},
		{name: "classes in packages", files: map[string]string{"src/Main.java": "", "src/Cell.java": ""}, want: Source{Language: "java"}},
		{name: "a folder with none", files: map[string]string{"notes.txt": ""}, why: "no bot.toml"},
		{name: "bot.toml says all", files: map[string]string{"x.py": "",
			"bot.toml": "name = \"Rambo\"\nauthors = [\"Ann\", \"Ben\"]\nlanguage = \"Python\"\nrun = \"x.py --fast\"\nprotocol = " +
				"\"agon\"\n"},
			want: Source{Name: "Rambo", Author: "Ann, Ben", Language: "python", Entry: "x.py", Args: []string{"--fast"}, Protocol: Agon}},
		{name: "bot.toml with commands", files: map[string]string{"bot.toml": "build = [[\"make\", \"clean\"], [\"make\"]]\nrun = " +
			"[\"./prog\", \"a b\"]\n"},
			want: Source{Build: [][]string{{"make", "clean"}, {"make"}}, Run: []string{"./prog", "a b"}}},
		{name: "bot.toml with a table", files: map[string]string{"bot.go": "",
			"bot.toml": "[build]\ncommand = 'go build -o x .'\nnetwork = true\n"},
			want: Source{Language: "go", Entry: "bot.go", Build: [][]string{{"go", "build", "-o", "x", "."}}, Network: true}},
		{name: "bot.toml with an unknown key", files: map[string]string{"bot.toml": "name = \"x\"\nautor = \"y\"\n"},
			why: `bot.toml:2:1: unknown key "autor"; did you mean "author"?`},
		{name: "bot.toml with an unknown language", files: map[string]string{"bot.toml": "language = \"pyton\"\n"},
			why: `bot.toml:1:1: unknown language "pyton"; did you mean "python"?`},
		{name: "bot.toml that is no TOML", files: map[string]string{"bot.toml": "name = \nx"}, why: "bot.toml:1:8: "},
		{name: "bot.toml with a text that looks like a key",
			files: map[string]string{"bot.toml": "name = \"\"\"\nlanguage = 1\nprotocol = 2\n\"\"\"\nrun = [\"a\", 7]\n"},
			why:   `bot.toml:5:13: run must be a list of strings such as ["one", "two"], not 7`},
		{name: "bot.toml with an unknown key in a table",
			files: map[string]string{"bot.toml": "[build]\ncommand = \"make\"\n  netwrok = true\n"},
			why:   `bot.toml:3:3: unknown key "netwrok" in [build]; did you mean "network"?`},
		{name: "bot.toml with a number for true", files: map[string]string{"bot.toml": "build = { command = \"make\", network = 1 }\n"},
			why: `bot.toml:1:29: network must be true or false, not 1`},
		{name: "bot.toml with a number for a name", files: map[string]string{"bot.toml": "name = 7\n"},
			why: `bot.toml:1:8: name must be a string in quotes, not 7`},
		{name: "bot.toml with a shell's words", files: map[string]string{"bot.toml": "run = \"./a && ./b\"\n"},
			why: "not given to a shell"},
		{name: "bot.toml with an unknown protocol", files: map[string]string{"bot.toml": "protocol = \"http\"\n"},
			why: `bot.toml:1:1: protocol must be "contest" or "agon", not "http"`},
		{name: "bot.json", files: map[string]string{"BOT.JSON": `{"author":"Ann","NickName":"Fuse","BOTTYPE":"python3","ProjectLocation":"","RunFile":"src\\bot.py","RunArgs":"-v 'two words'"}`, "src/bot.py": ""},
			want: Source{Name: "Fuse", Author: "Ann", Language: "python", Entry: "src/bot.py", After: []string{"-v", "two words"}}},
		{name: "bot.json with a number and a mark of Windows",
			files: map[string]string{"bot.json": "\ufeff" + `{"Email":"a@b.c","BotType":3,"ProjectLocation":"x","RunFile":"x/bot"}`},
			want:  Source{Name: "a@b.c", Author: "a@b.c", Language: "c++", Entry: "x/bot"}},
		{name: "bot.json of no type is C#", files: map[string]string{"bot.json": `{"Author":"A","ProjectLocation":"","RunFile":"a.exe"}`},
			want: Source{Name: "A", Author: "A", Language: "c#", Entry: "a.exe"}},
		{name: "bot.json of an unknown type",
			files: map[string]string{"bot.json": `{"BotType":"Cobol","ProjectLocation":"","RunFile":"a"}`},
			why:   "unknown BotType Cobol (want CSharp (0), Java (1)"},
		{name: "bot.json of a number too high", files: map[string]string{"bot.json": `{"BotType":7,"ProjectLocation":"","RunFile":"a"}`},
			why: "BotType 7"},
		{name: "bot.json without RunFile", files: map[string]string{"bot.json": `{"BotType":1,"ProjectLocation":""}`},
			why: "RunFile and ProjectLocation are required"},
		{name: "bot.json that is no JSON", files: map[string]string{"bot.json": `nope`}, why: "not a valid bot.json"},
		{name: "bot.json that leads out",
			files: map[string]string{"bot.json": `{"BotType":5,"ProjectLocation":"","RunFile":"..\\..\\etc\\x.py"}`},
			why:   "not a path below"},
		{name: "what a Mac, Windows and editors leave",
			files: map[string]string{"._tron.py": double, "tron.py": "", "desktop.ini": "", "tron.py~": "", ".tron.py.swp": "",
				"#tron.py#": "", "__MACOSX/._tron.py": double, ".ipynb_checkpoints/tron.py": ""},
			want: Source{Language: "python", Entry: "tron.py"}},
		{name: "what a Mac leaves alone", files: map[string]string{"._tron.py": double, ".DS_Store": ""}, why: "no bot found"},
		{name: "what a Mac leaves beside two bots", files: map[string]string{"._a.py": double, "a.py": "", "b.py": "", "._b.py": double},
			why: "its folder holds a.py, b.py, and its main file"},
		{name: "what a Mac leaves, by its name", files: map[string]string{"._tron.py": double, "tron.py": ""}, at: "._tron.py",
			why: "._tron.py is a file that a system or an editor left beside others"},
		{name: "sources of C# with what a Mac leaves",
			files: map[string]string{"Bot.csproj": "<Project/>", "._Bot.cs": double, "Bot.cs": "class P { static void Main() { } }"},
			want:  Source{Language: "c#", Entry: "Bot.cs"}},
		{name: "a name with a space at its end", files: map[string]string{"tail.py ": ""}, why: `; rename "tail.py " to "tail.py"`},
		{name: "such a name of a file", files: map[string]string{"bot.cpp.txt": ""}, at: "bot.cpp.txt",
			why: `; rename "bot.cpp.txt" to "bot.cpp"`},
		{name: "a text", files: map[string]string{"notes.txt": "hello"}, at: "notes.txt", why: "no language that is known"},
		{name: "nothing", at: "bot.py", why: "no such file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, t.TempDir(), tt.files)
			s, err := Finder{}.Find(filepath.Join(dir, tt.at))
			if tt.why != "" {
				if err == nil || !strings.Contains(err.Error(), tt.why) {
					t.Fatalf("got %v, want a reason with %q", err, tt.why)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			w := tt.want
			if w.Name == "" {
				w.Name = filepath.Base(dir)
			}
			same := s.Name == w.Name && s.Author == w.Author && s.Language == w.Language && s.Entry == w.Entry && s.Single == w.Single &&
				s.Protocol == w.Protocol &&
				s.Network == w.Network && slices.Equal(s.Run, w.Run) && slices.Equal(s.Args, w.Args) && slices.Equal(s.After, w.After) &&
				slices.EqualFunc(s.Build, w.Build, slices.Equal)
			if !same {
				t.Errorf("got  %+v\nwant %+v", *s, w)
			}
		})
	}
}

// TestTaken: an author reads which file agon starts, and how another is named.
func TestTaken(t *testing.T) {
	for _, tt := range []struct {
		files map[string]string
		at    string
		want  string
	}{
		{map[string]string{"snake.py": ""}, "snake.py", "agon took snake.py for the bot; name another file"},
		{map[string]string{"snake.py": ""}, "", `agon took snake.py of its folder for the bot; run = "FILE" in a bot.toml there`},
		{map[string]string{"snake.py": "", "bot.toml": "name = \"x\""}, "", `agon took snake.py for the bot; run = "FILE" in its bot.toml`},
		{map[string]string{"bot.toml": "run = [\"./x\", \"-v\"]"}, "", `run in its bot.toml is "./x -v"`},
		{map[string]string{"bot.json": `{"BotType":5,"ProjectLocation":"","RunFile":"x.py"}`, "x.py": ""}, "",
			"agon took x.py for the bot, the RunFile of its bot.json"},
		{map[string]string{"a.cpp": "", "b.cpp": ""}, "", "all its c++ files are one program"},
	} {
		s, err := Finder{}.Find(filepath.Join(write(t, t.TempDir(), tt.files), tt.at))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Taken(); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestHash(t *testing.T) {
	finder := reading(t, "")
	hash := func(files map[string]string, at string) string {
		t.Helper()
		s, err := finder.Find(filepath.Join(write(t, t.TempDir(), files), at))
		if err != nil {
			t.Fatal(err)
		}
		return s.Hash
	}
	one := map[string]string{"bot.py": "import helper\n", "helper.py": "x = 1\n", "other.py": "", "diary.txt": "secret"}
	if hash(one, "bot.py") != hash(map[string]string{"bot.py": one["bot.py"], "helper.py": one["helper.py"]}, "bot.py") {
		t.Error("files that the bot does not mention are part of its hash")
	}
	if hash(one, "bot.py") == hash(map[string]string{"bot.py": one["bot.py"], "helper.py": "x = 2\n"}, "bot.py") {
		t.Error("a file that the bot imports is no part of its hash")
	}
	folder := map[string]string{"bot.py": "", "data.bin": "1"}
	if hash(folder, "") == hash(map[string]string{"bot.py": "", "data.bin": "2"}, "") {
		t.Error("a file of the bot's folder is no part of its hash")
	}
	withGit := map[string]string{"bot.py": "", "data.bin": "1", ".git/HEAD": "x", "__pycache__/bot.pyc": "y", "._data.bin": double,
		".DS_Store": "z", "bot.py~": "old"}
	if hash(folder, "") != hash(withGit, "") {
		t.Error("files left by tools are part of the hash")
	}
	chosen := map[string]string{"bot.py": "", "src/a.bin": "1", "bot.toml": "files = [\"*.py\", \"src\"]\n"}
	if other := map[string]string{"huge.log": "x", "bot.py": "", "src/a.bin": "1", "bot.toml": chosen["bot.toml"]}; hash(chosen,
		"") != hash(other, "") {
		t.Error("a file outside bot.toml's list is part of the hash")
	}
}

// reading returns a finder that reads files of Python.
func reading(t *testing.T, mark string) Finder {
	t.Helper()
	p := builder(t).Python(context.Background(), mark)
	t.Cleanup(p.Close)
	return Finder{Python: p}
}

// namesOf returns the names of a source's files.
func namesOf(s *Source) string {
	var names []string
	for _, f := range s.Files {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

func TestUses(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{
		"bot.py": "from brain.deep import think\nimport util\nopen('weights.npy')\n", "util.py": "import more, bot\n", "more.py": "",
		"unused.py":   "",
		"weights.npy": "w", "brain/__init__.py": "", "brain/deep.py": "", "brain/notes.txt": "", ".hidden.py": "", "package/x.py": "",
		"bot.cpp": "#include \"board.hpp\"\n", "board.hpp": "#include <move.h>", "move.h": "", "solo.h": "",
		"words.py": "\"\"\"Unlike unused, util and weights.npy.\"\"\"\n# more\nutil = 'solo.h weights.npy'\n",
		"deep.py":  "from one import two\n", "one/__init__.py": "", "one/two/__init__.py": "from .three import four\n",
		"one/two/three/four.py": "from ... import five\n", "one/five.py": "", "one/six.py": "",
		"late.py": "import importlib\ndef f():\n    importlib.import_module('util')\n    __import__('package.x')\n    " +
			"import_module(unused)\n",
		"data.py":       "import os\nopen(os.path.join(here, 'data/book.bin'))\nopen(f'{here}/weights.npy')\nopen('../../outside.txt')\n",
		"data/book.bin": "", "data/other.bin": "", "joined.py": "open(os.path.join(here, 'data', 'book.bin'))\n",
		"wrong.py": "import util\ndef f(:\n", "bot.js": "const b = require('./brain');\nimport './more.mjs';\n// unused\n",
		"brain/index.js": "", "more.mjs": "", "unused.js": "",
		"Start.java": "class Start { int x = Board.answer(); }\n", "Board.java": "", "Other.java": "",
		"bot.rb": "require_relative 'tactics'\n", "tactics.rb": "", "bot.rs": "mod tactics;\n", "tactics.rs": "",
	})
	finder := reading(t, "")
	for _, tt := range []struct {
		file string
		data bool
		want string
	}{
		{"bot.py", false, "bot.py brain/__init__.py brain/deep.py more.py util.py"},
		{"bot.py", true, "bot.py brain/__init__.py brain/deep.py more.py util.py weights.npy"},
		{"bot.cpp", false, "board.hpp bot.cpp move.h"},
		{"words.py", true, "words.py"},
		{"deep.py", true, "deep.py one/__init__.py one/five.py one/two/__init__.py one/two/three/four.py"},
		{"late.py", true, "bot.py brain/__init__.py brain/deep.py late.py more.py package/x.py util.py weights.npy"},
		{"data.py", true, "data.py data/book.bin weights.npy"},
		{"wrong.py", true, "bot.py brain/__init__.py brain/deep.py more.py util.py weights.npy wrong.py"},
		{"joined.py", true, "data/book.bin joined.py"},
		{"bot.js", false, "bot.js brain/index.js more.mjs"},
		{"Start.java", false, "Board.java Start.java"},
		{"bot.rb", false, "bot.rb tactics.rb"},
		{"bot.rs", false, "bot.rs tactics.rs"},
	} {
		s := &Source{Root: dir, Entry: tt.file}
		if err := finder.alone(s, "", tt.data); err != nil {
			t.Fatal(err)
		}
		if got := namesOf(s); got != tt.want {
			t.Errorf("%s brings along %s, want %s", tt.file, got, tt.want)
		}
	}
}

// TestUsesNothingOfOthers: what is withheld is not brought along by an import, nor is a bot that is entered too, nor what a link leads to.
func TestUsesNothingOfOthers(t *testing.T) {
	top := write(t, t.TempDir(), map[string]string{
		"robots/bot.py": "import other, helper, inherits, secret, linked, inside.linked, wrong, packed\nfrom robots.shared import " +
			"base\nopen('table.txt')\n",
		"robots/other.py":    "class Other:\n    def play(self): pass\n",
		"robots/helper.py":   "def f(x):\n    play = x.play()\n",
		"robots/inherits.py": "from robots.shared.base import Base\nclass I(Base): pass\n", "robots/secret.py": "",
		"robots/packed.py": "import base64\nexec(base64.b64decode('cGFzcw=='))\n", "robots/wrong.py": "def f(:\n",
		"robots/shared/base.py": "class Base:\n    def play(self): pass\n", "out/linked.py": "", "out/table.txt": "",
	})
	robots := filepath.Join(top, "robots")
	for from, to := range map[string]string{"linked.py": "../out/linked.py", "table.txt": "../out/table.txt", "inside": "../out"} {
		if err := os.Symlink(to, filepath.Join(robots, from)); err != nil {
			t.Skip(err)
		}
	}
	finder := reading(t, "play")
	finder.Withheld = func(p string) bool { return filepath.Base(p) == "secret.py" }
	finder.Rival = func(p string) bool { return filepath.Dir(p) == robots }
	s, err := finder.Loaded(robots, "bot.py", Robots)
	if err != nil {
		t.Fatal(err)
	}
	if got := namesOf(s); got != "bot.py helper.py shared/base.py" {
		t.Errorf("it brings along %s", got)
	}
}

// TestTextThatEndsItsReader: of a source that its reader does not survive nothing is known, and the next is read.
func TestTextThatEndsItsReader(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{"bot.py": "x = 1\n", "deep.py": strings.Repeat("(", 5000) + strings.Repeat(")", 5000),
		"dead": "#!/bin/sh\nread line\nexit 7\n"})
	finder := reading(t, "")
	if n, err := finder.Python.read(filepath.Join(dir, "deep.py")); err != nil || !n.Unread {
		t.Errorf("too many brackets: %v %v", n, err)
	}
	if n, err := finder.Python.read(filepath.Join(dir, "bot.py")); err != nil || n.Unread {
		t.Errorf("the next file: %v %v", n, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	finder.Python.builder.Tools.Python = filepath.Join(dir, "dead")
	dead := finder.Python.builder.Python(context.Background(), "")
	defer dead.Close()
	if s, err := (Finder{Python: dead}).Find(filepath.Join(dir, "bot.py")); err != nil || namesOf(s) != "bot.py" {
		t.Errorf("with an interpreter that ends: %v", err)
	}
}

// TestSourceThatTakesTooLong: a source that takes the processor time of its reader is unread, and the others are read, however many.
func TestSourceThatTakesTooLong(t *testing.T) {
	files := map[string]string{"long.py": strings.Repeat("x = 1\n", largestSource/6)}
	for i := range 40 {
		files[fmt.Sprintf("bot%d.py", i)] = "import helper\n" + strings.Repeat("x = [1, 2, 3]\n", 2000)
	}
	dir := write(t, t.TempDir(), files)
	finder := reading(t, "")
	finder.Python.builder.CPU = 400 * time.Millisecond
	for i := range 40 {
		if i%20 == 10 {
			if n, err := finder.Python.read(filepath.Join(dir, "long.py")); err != nil || !n.Unread {
				t.Fatalf("the long one: %v", err)
			}
			delete(finder.Python.known, filepath.Join(dir, "long.py"))
		}
		if n, err := finder.Python.read(filepath.Join(dir, fmt.Sprintf("bot%d.py", i))); err != nil || n.Unread || len(n.Imports) != 1 {
			t.Fatalf("bot %d: %+v, %v", i, n, err)
		}
	}
}

// TestLinkOutOfAFolder: a bot cannot include files outside its folder through links.
func TestLinkOutOfAFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	dir := write(t, t.TempDir(), map[string]string{"bot.py": ""})
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "data")); err != nil {
		t.Fatal(err)
	}
	b := builder(t)
	_, err := b.make(t, dir, Use{})
	var refused *unpack.Refused
	if !errors.As(err, &refused) {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestSplit(t *testing.T) {
	for command, want := range map[string][]string{
		"make":               {"make"},
		"  a  b\tc ":         {"a", "b", "c"},
		`run "a b" 'c"d' ""`: {"run", "a b", `c"d`, ""},
		`a\b`:                {`a\b`},
	} {
		if got, err := split(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %q (%v), want %q", command, got, err, want)
		}
	}
	for _, command := range []string{"a && b", "a | b", "a > b", "$(x)", "`x`", `"open`} {
		if words, err := split(command); err == nil {
			t.Errorf("%q is %q, want a refusal", command, words)
		}
	}
}

func TestShow(t *testing.T) {
	if got := show([]byte("\x1b[31mred\x1b[0m\x07\r\nline\u202e\tend\xff\n")); got != "red\nline end\ufffd" {
		t.Errorf("got %q", got)
	}
	if got := show([]byte(strings.Repeat("line\n", 100))); strings.Count(got, "\n") != mostLines ||
		!strings.HasSuffix(got, "… and 60 lines more") {
		t.Errorf("got %d lines that end with %q", strings.Count(got, "\n"), got[len(got)-30:])
	}
}
