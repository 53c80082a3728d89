package build

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agon/internal/tier"
)

// echoes are bots in each language that answer each line with itself in capitals, up to the first empty one.
var echoes = map[string]string{
	"bot.py": "import sys\nfor line in sys.stdin:\n    print(line.strip().upper())\n",
	"bot.js": "for (;;) { const line = readline(); print(line.toUpperCase()); printErr('said'); }\n",
	"bot.c": `#include <stdio.h>
#include <ctype.h>
int main(void) { int c; while ((c = getchar()) != EOF) putchar(toupper(c)); return 0; }
`,
	"bot.cpp": `#include <iostream>
#include <string>
int main() { std::string s; while (std::getline(std::cin, s)) { for (auto& c : s) c = toupper(c); std::cout << s << std::endl; } }
`,
	"bot.cc": `#include <cstdio>
#include <cctype>
int main() { int c; while ((c = getchar()) != EOF) putchar(toupper(c)); }
`,
	"bot.go": `package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	for s := bufio.NewScanner(os.Stdin); s.Scan(); {
		fmt.Println(strings.ToUpper(s.Text()))
	}
}
`,
	"bot.rs": `use std::io::BufRead;
fn main() { for line in std::io::stdin().lock().lines() { println!("{}", line.unwrap().to_uppercase()); } }
`,
	"bot.java": `// class Wrong { void main( }
import java.util.*;
class Player {
    static class Inner { }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) System.out.println(in.nextLine().toUpperCase());
    }
}
`,
	"bot.sh": "while read -r line; do printf '%s\\n' \"$line\" | tr a-z A-Z; done\n",
	"bot.ts": "let n: number = 1; for (;;) { const line: string = (globalThis as any).readline(); console.log(line.toUpperCase()); }\n",
	"bot.cs": "class P { static void Main() { string s; while ((s = System.Console.ReadLine()) != null) " +
		"System.Console.WriteLine(s.ToUpper()); } }\n",
	"script": "#!/bin/sh\nexec tr a-z A-Z\n",
}

// TestLanguages builds and runs a bot in each language that this machine has, as a file and as a folder, with and without the sandbox.
func TestLanguages(t *testing.T) {
	b := builder(t)
	through := *b
	through.Launcher = forged()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	through.Command = []string{program, "build"}
	for name, text := range echoes {
		t.Run(name, func(t *testing.T) {
			dir := write(t, filepath.Join(t.TempDir(), "odd name; $(x) 'and'"), map[string]string{name: text})
			for place, builder := range map[string]*Builder{filepath.Join(dir, name): b, dir: &through} {
				p, err := builder.make(t, place, Use{Readline: true})
				if err != nil {
					t.Fatal(err)
				}
				if got := talk(t, p, "up\nleft\n"); got != "UP\nLEFT\n" {
					t.Errorf("%s answers %q", place, got)
				}
			}
		})
	}
}

// TestMarksOfEditors: sources with a byte order mark, and in UTF-16, are built and run as those in UTF-8.
func TestMarksOfEditors(t *testing.T) {
	b := builder(t)
	for _, name := range []string{"bot.sh", "bot.py", "bot.c", "bot.pl", "bot.rb", "bot.ml", "bot.php", "bot.js"} {
		text := echoes[name]
		for file, other := range map[string]string{
			"bot.pl": "while (<STDIN>) { print uc }\n", "bot.rb": "while l = gets do puts l.upcase end\n",
			"bot.php": "<?php while ($l = fgets(STDIN)) echo strtoupper($l);\n",
			"bot.ml":  "let () = try while true do print_endline (String.uppercase_ascii (input_line stdin)) done with End_of_file -> ()\n",
			"bot.sh":  "#!/bin/bash\n" + echoes["bot.sh"],
		} {
			if file == name {
				text = other
			}
		}
		for encoding, source := range map[string]string{"UTF-8": "\ufeff" + text, "UTF-16": utf16Text(text, 0),
			"UTF-16, the high byte first": utf16Text(text, 1)} {
			t.Run(name+" in "+encoding, func(t *testing.T) {
				p, err := b.make(t, filepath.Join(write(t, t.TempDir(), map[string]string{name: source}), name), Use{Readline: true})
				if missing := (*Missing)(nil); errors.As(err, &missing) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := talk(t, p, "up\nleft\n"); got != "UP\nLEFT\n" {
					t.Errorf("it answers %q", got)
				}
			})
		}
	}
}

// TestScriptsWithLinesOfWindows: the lines of scripts may end with carriage returns, whoever runs them.
func TestScriptsWithLinesOfWindows(t *testing.T) {
	b := builder(t)
	const loop = "while read -r line; do\n  case $line in\n    up) echo UP;;\n    *) echo \"${line}\" | tr a-z A-Z;;\n  esac\ndone\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
	}{
		{"bot.sh", map[string]string{"bot.sh": loop}},
		{"bot.bash", map[string]string{"bot.bash": loop}},
		{"first.sh", map[string]string{"first.sh": "#!/bin/sh\n" + loop}},
		{"program", map[string]string{"program": "#!/bin/sh\n" + loop}},
		{"", map[string]string{"bot.toml": "run = \"./start.sh\"\n", "start.sh": "#!/bin/sh\nexec ./other.sh\n",
			"other.sh": "#!/usr/bin/env sh\n" + loop}},
		{"", map[string]string{"bot.toml": "run = \"./start.sh\"\n", "start.sh": "\ufeff#!/bin/sh\n" + loop}},
	} {
		t.Run(strings.Join(slices.Sorted(maps.Keys(tt.files)), " "), func(t *testing.T) {
			for name, text := range tt.files {
				tt.files[name] = strings.ReplaceAll(text, "\n", "\r\n")
			}
			dir := write(t, t.TempDir(), tt.files)
			for name := range tt.files {
				if err := os.Chmod(filepath.Join(dir, name), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			p, err := b.make(t, filepath.Join(dir, tt.name), Use{})
			if missing := (*Missing)(nil); errors.As(err, &missing) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, "up\nleft\n"); got != "UP\nLEFT\n" {
				t.Errorf("it answers %q", got)
			}
		})
	}
}

// utf16Text returns ASCII text in UTF-16 with its mark; low is the place of the low byte.
func utf16Text(text string, low int) string {
	b := []byte{0xff, 0xfe}
	if low == 1 {
		b = []byte{0xfe, 0xff}
	}
	for i := range len(text) {
		pair := [2]byte{}
		pair[low] = text[i]
		b = append(b, pair[:]...)
	}
	return string(b)
}

// TestScriptsWithoutAFirstLine: they are scripts of bash, as on the pages of contests, and of sh where there is no bash.
func TestScriptsWithoutAFirstLine(t *testing.T) {
	b := builder(t)
	dir := write(t, t.TempDir(), map[string]string{"bot.sh": "declare -A seen\nwhile read -r line; do seen[$line]=1; ((${#seen[@]} > 1)) " +
		"&& echo \"${line^^}\"; done\n"})
	p, err := b.make(t, filepath.Join(dir, "bot.sh"), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(p.Path) != "bash" {
		t.Skipf("this machine has no bash: %s", p.Path)
	}
	if got := talk(t, p, "up\nup\nleft\n"); got != "LEFT\n" {
		t.Errorf("it answers %q", got)
	}
}

// TestCompilersWords: a mistake in each language gives an error with the compiler's message.
func TestCompilersWords(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	for name, want := range map[string]string{
		"bot.c": "expected", "bot.cpp": "expected", "bot.go": "syntax error", "bot.rs": "error", "bot.java": "';' expected",
		"bot.ts": "rror", "bot.cs": "error",
	} {
		t.Run(name, func(t *testing.T) {
			text := map[string]string{
				"bot.go":   "package main\n\nfunc main() { x := }\n",
				"bot.java": "class Player { public static void main(String[] a) { int x = 1 } }\n",
				"bot.rs":   "fn main() { let x: u8 = \"text\"; }\n", "bot.ts": "let = = 1;\n",
				"bot.cs": "class P { static void Main() { int x = } }\n",
			}[name]
			if text == "" {
				text = "int main(void) { return 0 }\n"
			}
			dir := write(t, t.TempDir(), map[string]string{name: text})
			_, err := b.make(t, filepath.Join(dir, name), Use{})
			why, ok := Reason(err)
			if !ok || !strings.Contains(why, want) || !strings.Contains(why, "cannot be built") {
				t.Errorf("got %v, want a reason with %q", err, want)
			}
			if lines := strings.Count(why, "\n"); lines > mostLines+2 {
				t.Errorf("%d lines are shown", lines)
			}
		})
	}
}

// TestOnce: equal files are built once, different files anew.
func TestOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the compiler of this test is a shell script")
	}
	b := builder(t)
	dir := t.TempDir()
	count := filepath.Join(dir, "count")
	cc := filepath.Join(write(t, dir, map[string]string{"cc.sh": "#!/bin/sh\necho x >> '" + count +
		"'\nprintf '#!/bin/sh\\necho built\\n' > agon-bot\n"}), "cc.sh")
	b.Tools.Named = map[string]string{"gcc": cc}
	for i, place := range []string{"one", "two", "three"} {
		text := "int main(void) { return 0; }"
		if i == 2 {
			text += "\n"
		}
		p, err := b.make(t, filepath.Join(write(t, filepath.Join(dir, place), map[string]string{"bot.c": text}), "bot.c"), Use{})
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, ""); got != "built\n" {
			t.Errorf("it says %q", got)
		}
	}
	if text, _ := os.ReadFile(count); strings.Count(string(text), "x") != 2 {
		t.Errorf("the compiler was called %d times for two different bots", strings.Count(string(text), "x"))
	}
}

func TestMissingTool(t *testing.T) {
	b := builder(t)
	t.Setenv("PATH", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	s, err := Finder{}.Find(filepath.Join(write(t, t.TempDir(), map[string]string{"bot.cs": echoes["bot.cs"]}), "bot.cs"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(s, b.Tools, Use{})
	if err == nil {
		t.Skipf("C# is found although it is installed nowhere: %v", p.job.Steps)
	}
	if why, ok := Reason(err); !ok || why != "C# needs mcs, which is not installed: apt-get install mono-mcs mono-runtime" {
		t.Errorf("got %q", why)
	}
}

func TestMainClass(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "class Player { public static void main(String[] a) {} }", "Player"},
		{"in a package", "package a.b;\npublic class X { public static void main(String... a) {} }", "a.b.X"},
		{"the second class", "class Cell { int x; void f() {} }\nclass Player { public static void main(String[] a) {} }", "Player"},
		{"after an inner class", "class Player { enum Way { UP } static class In { void run() {} } static void main(String[] a) {} }",
			"Player"},
		{"braces in texts and comments", "class A { String s = \"}\"; char c = '{'; /* } */ // }\n static void main(String[] a) {} }", "A"},
		{"a main of an inner class does not count", "class A { static class B { static void main(String[] a) {} } }", ""},
		{"none", "class A { }", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := mainOf(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
