package pyfork

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agon/bot"
)

func TestLeading(t *testing.T) {
	for _, tt := range []struct {
		name, source, imports string
		rest                  string // where it ends
	}{
		{"imports in their order", "import os, sys\nimport json as j\nfrom os import path\n\nx = 1\n", "os sys json os:path", "x = 1\n"},
		{"comments, docstrings and blank lines between", "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n\"\"\"What\nit does.\"\"\"\n\nimport os  # why\n'more'\nimport re\n", "os re", ""},
		{"names in parentheses over lines", "from collections import (\n    deque,  # a comment )\n    OrderedDict as O,\n)\nimport re", "collections:deque,OrderedDict re", ""},
		{"several on a line", "import os; import sys;\nos.chdir('/')", "os sys", "os.chdir('/')"},
		{"a star", "from math import *\n", "math:*", ""},
		{"the future", "from __future__ import annotations\nimport os\n", "__future__:annotations os", ""},
		{"line ends of Windows", "import os\r\nimport sys\r\nx = 1\r\n", "os sys", "x = 1\r\n"},

		{"it ends before a module of the bot's", "import os\nimport strategy\nimport sys\n", "os", "import strategy\nimport sys\n"},
		{"before a module that notes the time", "import os, logging\n", "", "import os, logging\n"},
		{"before what is done under a condition", "import os\ntry:\n    import re\nexcept ImportError:\n    pass\n", "os", "try:\n    import re\nexcept ImportError:\n    pass\n"},
		{"before a call", "import os\nos.umask(0)\nimport re\n", "os", "os.umask(0)\nimport re\n"},
		{"before a continued line", "import os, \\\n sys\n", "", "import os, \\\n sys\n"},
		{"before a relative import", "from . import os\n", "", "from . import os\n"},
		{"before an f-string", "f'{print(1)}'\nimport os\n", "", "f'{print(1)}'\nimport os\n"},
		{"before a string with an operator", "'a' % print(1)\nimport os\n", "", "'a' % print(1)\nimport os\n"},
		{"before more on the line of a docstring", "\"\"\"a\"\"\" + print()\nimport os\n", "", "\"\"\"a\"\"\" + print()\nimport os\n"},
		{"before an open docstring", "\"\"\"a\nimport os\n", "", "\"\"\"a\nimport os\n"},
		{"nothing of a file in another encoding", "# coding: utf-7\nimport os\n", "", "# coding: utf-7\nimport os\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			imports, length := Leading([]byte(tt.source))
			if got := strings.Join(imports, " "); got != tt.imports || tt.source[length:] != tt.rest {
				t.Errorf("%q, then %q", got, tt.source[length:])
			}
		})
	}
}

func TestModulesAreSorted(t *testing.T) {
	for _, name := range modules {
		if !known(name) {
			t.Errorf("%s is not found", name)
		}
	}
}

// A program that could find out that it is a copy is executed.
func TestExecuted(t *testing.T) {
	usual := []string{"PATH=/bin", "PYTHONHASHSEED=0", "PYTHONUNBUFFERED=1"}
	for _, tt := range []struct {
		name, file, text string
		args, env        []string
		why              string
	}{
		{"a file of its own", "bot.py", "import os\n", nil, usual, ""},
		{"/proc", "bot.py", "open('/proc/self/cmdline')\n", nil, usual, "bot.py mentions /proc"},
		{"the collector, in another file", "lib/more.py", "import gc\n", nil, usual, "lib/more.py mentions gc"},
		{"addresses", "lib/more.py", "import ctypes\n", nil, usual, "lib/more.py mentions ctypes"},
		{"a library of its own", "fast.so", "", nil, usual, "fast.so is not Python source"},
		{"flags", "bot.py", "", []string{"-O", "./bot.py"}, usual, "its command line is not that of an interpreter and a file"},
		{"hashes that differ", "bot.py", "", nil, []string{"PATH=/bin"}, "its hashes differ from start to start"},
		{"random hashes", "bot.py", "", nil, []string{"PYTHONHASHSEED=random"}, "its hashes differ from start to start"},
		{"a search path", "bot.py", "", nil, append(usual, "PYTHONPATH=lib"), "its environment has PYTHONPATH"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"bot.py": "import os\n", tt.file: tt.text} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if tt.args == nil {
				tt.args = []string{"-u", "./bot.py"}
			}
			_, _, err := Program(bot.Command{Path: "/usr/bin/python3", Args: tt.args, Env: tt.env, Dir: dir})
			if err != nil {
				why := err.Error()
				if why != tt.why {
					t.Errorf("%q, not %q", why, tt.why)
				}
			} else if tt.why != "" {
				t.Error("it is forked")
			}
		})
	}
}

// A huge file that claims to be source is not read: agon's memory is not the contestant's to fill.
func TestHugeSources(t *testing.T) {
	for _, huge := range []string{"bot.py", "data.py"} {
		t.Run(huge, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"bot.py", huge} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("import os\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Truncate(filepath.Join(dir, huge), 3<<30); err != nil {
				t.Skip("no holes in files here:", err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := Program(bot.Command{Path: "/usr/bin/python3", Args: []string{"-u", "./bot.py"}, Env: []string{"PYTHONHASHSEED=0"}, Dir: dir})
			runtime.ReadMemStats(&after)
			if err == nil || err.Error() != "its sources have more than 16 MiB" {
				t.Error(err)
			}
			if read := after.TotalAlloc - before.TotalAlloc; read > 64<<20 {
				t.Errorf("%d MiB were read", read>>20)
			}
		})
	}
}
