package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSyntax: a bot whose interpreter cannot read it is reported as one whose build failed, with its file, its line and the interpreter's
// words. What is not read before the bot runs is not looked at, and nothing is run.
func TestSyntax(t *testing.T) {
	through := builder(t)
	through.Launcher = forged()
	through.Command = []string{os.Args[0], "build"}
	for _, tt := range []struct {
		name  string
		files map[string]string
		why   []string // of the refusal; none: it plays
	}{
		{"Python", map[string]string{"bot.py": "import sys\n\ndef turn(:\n    pass\n"},
			[]string{"it cannot be built: its syntax is wrong\n", `File "bot.py", line 3`, "SyntaxError: invalid syntax"}},
		{"a module of Python", map[string]string{"bot.py": "from brain import deep\n", "brain/__init__.py": "",
			"brain/deep.py": "from . import deeper\n", "brain/deeper.py": "x = 1\n  y = 2\n"},
			[]string{"deeper.py\", line 2", "IndentationError: unexpected indent"}},
		{"a module of Python that may be left out",
			map[string]string{"bot.py": "try:\n    import old\nexcept SyntaxError:\n    print('without')\n", "old.py": "print 'old'\n"},
			nil},
		{"a module of Python that nobody imports", map[string]string{"bot.py": "print('without')\n", "old.py": "print 'old'\n"}, nil},
		{"a module of Python that would run",
			map[string]string{"bot.py": "print('without')\n", "ast.py": "raise SystemExit(1)\n", "os.py": "raise SystemExit(1)\n"}, nil},
		{"JavaScript", map[string]string{"bot.js": "#!/usr/bin/env node\nconst a = 1;\nfunction turn( {\n"},
			[]string{"it cannot be built: its syntax is wrong\n", "bot.js:", "SyntaxError: Unexpected"}},
		{"a module of JavaScript", map[string]string{"bot.mjs": "import 'fs';\nlet let = 1;\n"}, []string{"bot.mjs:2", "SyntaxError"}},
		{"JavaScript that returns at its top", map[string]string{"bot.js": "console.log('without');\nreturn;\n"}, nil},
		{"JavaScript that its package calls a module",
			map[string]string{"bot.js": "import 'fs';\nawait 1;\nconsole.log('without');\n", "package.json": `{"type":"module"}`}, nil},
		{"Ruby", map[string]string{"bot.rb": "def turn(\nend\n"}, []string{"its syntax is wrong", "bot.rb"}},
		{"PHP", map[string]string{"bot.php": "<?php\nfunction turn( {\n"}, []string{"its syntax is wrong", "bot.php", "line 2"}},
		{"Lua", map[string]string{"bot.lua": "local function turn(\n"}, []string{"its syntax is wrong", "bot.lua:"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, t.TempDir(), tt.files)
			for _, b := range []*Builder{builder(t), through} {
				p, err := b.make(t, dir, Use{})
				if len(tt.why) == 0 {
					if err != nil {
						t.Fatal(err)
					}
					if got := strings.TrimSpace(talk(t, p, "")); got != "without" {
						t.Errorf("it says %q", got)
					}
					continue
				}
				why, ok := Reason(err)
				for _, part := range tt.why {
					if !ok || !strings.Contains(why, part) {
						t.Errorf("got %v, want %q", err, part)
					}
				}
			}
		})
	}
}

// TestSyntaxOfPython2: the interpreter that runs a bot says what its syntax is.
func TestSyntaxOfPython2(t *testing.T) {
	b := builder(t)
	fake := write(t, t.TempDir(), map[string]string{"python2": "#!/bin/sh\necho Python 2.7.18\n",
		"shim": "#!/bin/sh\necho Python 3.11.2\n"})
	b.Tools.Named = map[string]string{"python2": filepath.Join(fake, "python2"), "python2.7": filepath.Join(fake, "shim")}
	if _, err := b.make(t, write(t, t.TempDir(), map[string]string{"bot.toml": "language = \"python2\"\n", "bot.py": "print 'two'\n"}),
		Use{}); err != nil {
		t.Error(err)
	}
	b.Tools.Named["python2"] = b.Tools.Named["python2.7"]
	_, err := newPlan(&Source{Language: "python2", Entry: "bot.py"}, b.Tools, Use{})
	want := "Python 2 needs python2, and " + b.Tools.Named["python2"] +
		" here is Python 3.11.2: install Python 2.7, or name one, as python2 = "
	if why, ok := Reason(err); !ok || !strings.HasPrefix(why, want) {
		t.Errorf("got  %v\nwant %s…", err, want)
	}
}
