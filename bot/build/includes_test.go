package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// published returns a bot.json of C++ with its files, whose lines end as on Windows.
func published(files map[string]string) map[string]string {
	all := map[string]string{"bot.json": `{"BotType":"CPlusPlus","ProjectLocation":"","RunFile":"bin\\bot.exe"}`}
	for name, text := range files {
		all[name] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return all
}

// TestIncluded: an include that only the author's machine resolves is rewritten, any other stays.
func TestIncluded(t *testing.T) {
	s := &Source{}
	for _, name := range []string{"src/main.cpp", "brain/value.h", "include/game/part.h", "src/ai/part.h", "a/b/c/other.h", "a/part.h",
		"a/b/part.h", "lib/string.h", "sdk/api.h"} {
		s.Files = append(s.Files, File{Name: name})
	}
	for _, tt := range []struct{ name, file, include, want string }{
		{"backslashes", "src/main.cpp", `"..\brain\value.h"`, `"../brain/value.h"`},
		{"as it should be", "src/main.cpp", `"../brain/value.h"`, ""},
		{"another case", "src/main.cpp", `"../Brain/Value.H"`, `"../brain/value.h"`},
		{"one name, from here", "a/b/c/other.h", `"..\part.h"`, `"../part.h"`},
		{"one name, from another folder", "a/b/c/other.h", `"..\..\part.h"`, `"../../part.h"`},
		{"below a folder include", "src/main.cpp", `<game/part.h>`, `"../include/game/part.h"`},
		{"any folder", "src/main.cpp", `"value.h"`, `"../brain/value.h"`},
		{"the nearest folder", "src/main.cpp", `"part.h"`, `"ai/part.h"`},
		{"a folder of the project", "src/main.cpp", `<api.h>`, ""},
		{"a folder of the project in another case", "src/main.cpp", `<API.h>`, `"../sdk/api.h"`},
		{"the library's", "src/main.cpp", `<string.h>`, ""},
		{"the library's in another case", "src/main.cpp", `<CMath>`, `<cmath>`},
		{"the library's in quotes", "src/main.cpp", `"String.h"`, `<string.h>`},
		{"of the system", "src/main.cpp", `<sys\types.h>`, `"sys/types.h"`},
		{"not there", "src/main.cpp", `"gone.h"`, ""},
	} {
		name := strings.Trim(tt.include, `"<>`)
		if got := s.included(tt.file, name, tt.include[0] == '<', []string{"sdk"}); got != tt.want {
			t.Errorf("%s: %s becomes %q, want %q", tt.name, tt.include, got, tt.want)
		}
	}
}

// TestPublishedCPP builds C++ that was written on Windows, and leaves its author's files as they are.
func TestPublishedCPP(t *testing.T) {
	value := func(result string) string { return "#pragma once\ninline int value() { return " + result + "; }\n" }
	for name, files := range map[string]map[string]string{
		"includes": published(map[string]string{
			"src/main.cpp": "#include <game/part.h>\n#include \"..\\Brain\\value.h\"\n#include <IOStream>\nint main() { std::cout << " +
				"value() << std::endl; }\n",
			"brain/value.h": value("PART"), "include/game/part.h": "#include \"Small.h\"\n", "include/game/small.h": "#define PART 42\n",
		}),
		"one file, with headers left to others": {"bot.cpp": value("std::max((int)sqrt(1764.0), INT_MIN)") +
			"int main() { std::cout << value() << std::endl; }\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, t.TempDir(), files)
			p, err := builder(t).make(t, dir, Use{PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, ""); got != "42\n" {
				t.Errorf("it says %q", got)
			}
			for name, text := range files {
				if had, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(had) != text {
					t.Errorf("the author's %s has changed (%v)", name, err)
				}
			}
		})
	}
}

// TestMakefile: the Makefile of a bot.json's project is run where a compiler alone fails, and any other is named.
func TestMakefile(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("this machine has no make")
	}
	files := map[string]string{"main.cpp": "#include <iostream>\nint main() { std::cout << VALUE << std::endl; }\n",
		"makefile": "all:\n\tmkdir -p bin\n\tg++ -DVALUE=42 -o bin/bot.exe main.cpp\n"}
	t.Run("of a bot.json", func(t *testing.T) {
		p, err := builder(t).make(t, write(t, t.TempDir(), map[string]string{
			"bot.json": published(nil)["bot.json"], "main.cpp": files["main.cpp"], "makefile": files["makefile"],
		}), Use{PerMove: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, ""); got != "42\n" {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("of a folder", func(t *testing.T) {
		_, err := builder(t).make(t, write(t, t.TempDir(), files), Use{})
		const want = `the folder holds a makefile: build = "make" and run = "./PROGRAM" in bot.toml build it that way`
		if why, ok := Reason(err); !ok || !strings.Contains(why, want) || !strings.Contains(why, "VALUE") {
			t.Errorf("got %v", err)
		}
	})
}

// TestOwnNames: files that agon adds replace none of the bot's.
func TestOwnNames(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"C": {map[string]string{"bot.c": "#include \"agon-line-buffered.c\"\n#include <stdio.h>\nint main(void) { puts(OWN); " +
			"return 0; }\n", "agon-line-buffered.c": "#define OWN \"own\"\n"}, "own\n"},
		"C++": {map[string]string{"bot.cpp": "#include \"agon-include/agon-studio.h\"\n#include <cstdio>\nint main() { puts(OWN); " +
			"}\n", "agon-include/agon-studio.h": "#define OWN \"own\"\n"}, "own\n"},
		"JavaScript": {map[string]string{"bot.js": "print(require('./agon-readline.js').own)\n",
			"agon-readline.js": "exports.own = 'own'\n"}, "own\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := builder(t).make(t, write(t, t.TempDir(), tt.files), Use{Readline: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, ""); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
			for own, text := range tt.files {
				if had, err := os.ReadFile(filepath.Join(p.Dir, own)); name == "JavaScript" && (err != nil || string(had) != text) {
					t.Errorf("%s was replaced: %q (%v)", own, had, err)
				}
			}
		})
	}
}

// TestWrongBotType: a bot.json whose BotType does not fit its files says which word is right.
func TestWrongBotType(t *testing.T) {
	for _, tt := range []struct {
		name, fields string
		files        string // their names
		why          string // empty: none
	}{
		{"a program of C++ called Java", `"BotType":"Java",`, "main.cpp",
			`bot.json: BotType "Java" but the folder holds main.cpp: write "CPlusPlus"`},
		{"a number", `"BotType":1,`, "src/main.py", `bot.json: BotType 1 but the folder holds src/main.py: write "Python3" (or "Python2")`},
		{"none, which is C#", ``, "src/Main.java",
			`bot.json: BotType "CSharp", which it is without one, but the folder holds src/Main.java: write "Java"`},
		{"a word that is none", `"BotType":"C++",`, "main.cpp", `; the folder holds main.cpp: write "CPlusPlus"`},
		{"one of two languages", `"BotType":"Java",`, "Bot.java tools/draw.py", ""},
		{"Scala is Java", `"BotType":"Java",`, "src/Bot.scala", ""},
		{"a jar alone", `"BotType":"Java",`, "bin/bot", ""},
		{"nothing that tells", `"BotType":"Java",`, "README.md", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"bot.json": `{` + tt.fields + `"ProjectLocation":"","RunFile":"bin\\bot"}`}
			for _, name := range strings.Fields(tt.files) {
				files[name] = "x"
			}
			_, err := Finder{}.Find(write(t, t.TempDir(), files))
			if why, _ := Reason(err); tt.why == "" && err != nil || !strings.Contains(why, tt.why) {
				t.Errorf("got  %v\nwant %s", err, tt.why)
			}
		})
	}
}

// TestStudioInASandbox builds through package inside, as a sandbox does, what needs every attempt.
func TestStudioInASandbox(t *testing.T) {
	b := builder(t)
	b.Launcher = forged()
	b.Command = []string{os.Args[0], "build"}
	s, err := Finder{}.Find(write(t, t.TempDir(),
		published(map[string]string{"main.cpp": "int main() { std::cout << sqrt(4.0) << std::endl; }\n"})))
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Make(context.Background(), s, Use{PerMove: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, ""); got != "2\n" {
		t.Errorf("it says %q", got)
	}
}
