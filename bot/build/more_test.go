package build

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
)

// TestMoreLanguages plays a real program in each language whose tools few machines have. If they are missing, the error names the Debian
// package.
func TestMoreLanguages(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	for _, tt := range []struct{ tool, file, text, fix string }{
		{"ruby", "bot.rb", "while (line = gets)\n  puts line.strip.upcase\n  $stdout.flush\nend\n", "apt-get install ruby"},
		{"php", "bot.php", "<?php while (($line = fgets(STDIN)) !== false) { echo strtoupper($line); }\n", "apt-get install php-cli"},
		{"lua5.4", "bot.lua", "for line in io.lines() do print(line:upper()) end\n", "apt-get install lua5.4"},
		{"perl", "bot.pl", "$| = 1; while (<STDIN>) { print uc($_); }\n", "apt-get install perl"},
		{"ocamlopt", "bot.ml", "let () = try while true do print_endline (String.uppercase_ascii (input_line stdin)) done with " +
			"End_of_file -> ()\n", "apt-get install ocaml-nox"},
		{"ghc", "bot.hs", "import Data.Char\nmain = interact (map toUpper)\n", "apt-get install ghc"},
		{"kotlinc", "Bot.kt", "fun main(args: Array<String>) { while (true) { val line = readLine() ?: break; " +
			"println(line.toUpperCase()) } }\n", "apt-get install kotlin"},
		{"scalac", "Bot.scala", "package a.b\n\nobject Bot extends App {\n  Iterator.continually(scala.io.StdIn.readLine()).takeWhile(_ " +
			"!= null).foreach(line => println(line.toUpperCase))\n}\n", "apt-get install scala"},
		{"fpc", "bot.pas", "program bot;\nuses sysutils;\nvar s: string;\nbegin\n  while not eof do begin readln(s); " +
			"writeln(uppercase(s)); flush(output) end\nend.\n", "apt-get install fp-compiler"},
		{"gdc", "bot.d", "import std.stdio, std.string;\nvoid main() { string s; while ((s = readln()) !is null) { write(s.toUpper()); " +
			"stdout.flush(); } }\n", "apt-get install gdc"},
		{"groovy", "bot.groovy", "System.in.eachLine { println it.toUpperCase() }\n", "apt-get install groovy"},
		{"clojure", "bot.clj", "(ns Player (:gen-class))\n(defn -main [& args] (while true (let [l (read-line)] (if l (println " +
			"(.toUpperCase l)) (System/exit 0)))))\n", "apt-get install clojure"},
		{"bash", "bot.bash", "while read -r line; do echo \"${line^^}\"; done\n", "apt-get install bash"},
		{"cc1obj", "bot.m", "#include <stdio.h>\n#include <ctype.h>\n#include <objc/Object.h>\n@interface Up : Object\n+ " +
			"(int)of:(int)c;\n@end\n@implementation Up\n+ (int)of:(int)c { return toupper(c); }\n@end\nint main(void) { int c; while ((c " +
			"= getchar()) != EOF) putchar([Up of:c]); return 0; }\n", "apt-get install gobjc"},
		{"fsharpc", "bot.fs", "let rec go () = match System.Console.ReadLine() with null -> () | line -> " +
			"System.Console.WriteLine(line.ToUpper()); go ()\ngo ()\n", "apt-get install fsharp"},
		{"vbnc", "bot.vb", "Module Bot\n  Sub Main()\n    Dim line As String = System.Console.ReadLine()\n    While line IsNot Nothing\n " +
			"     System.Console.WriteLine(line.ToUpper())\n      line = System.Console.ReadLine()\n    End While\n  End Sub\nEnd Module\n",
			"apt-get install mono-vbnc"},
		{"dart", "bot.dart", "import 'dart:io';\nvoid main() { String? line; while ((line = stdin.readLineSync()) != null) { " +
			"print(line!.toUpperCase()); } }\n", "dart.dev"},
		{"swiftc", "bot.swift", "while let line = readLine() { print(line.uppercased()) }\n", "swift.org"},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			dir := write(t, t.TempDir(), map[string]string{tt.file: tt.text})
			if !installed(tt.tool) {
				s, err := Finder{}.Find(filepath.Join(dir, tt.file))
				if err != nil {
					t.Fatal(err)
				}
				_, err = newPlan(s, b.Tools, Use{})
				why, ok := Reason(err)
				if err == nil {
					t.Skip("this machine has another tool than " + tt.tool)
				}
				if !ok || !strings.Contains(why, "which is not installed") || !strings.Contains(why, tt.fix) ||
					strings.Contains(why, "\n") {
					t.Errorf("without %s: %v, want a sentence with %q", tt.tool, err, tt.fix)
				}
				t.Skip("this machine has no " + tt.tool)
			}
			p, err := b.make(t, dir, Use{})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, "up\nleft\n"); got != "UP\nLEFT\n" {
				t.Errorf("it answers %q", got)
			}
		})
	}
}

// installed reports whether this machine has a tool: a program, or a part of gcc.
func installed(tool string) bool {
	if _, err := exec.LookPath(tool); err == nil {
		return true
	}
	at, err := exec.Command("gcc", "-print-prog-name="+tool).Output()
	return err == nil && filepath.IsAbs(strings.TrimSpace(string(at)))
}

// TestWhatContestsGave builds what the contests' compilers accepted: current C++, the usual references of C#, Java packages.
func TestWhatContestsGave(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	for _, tt := range []struct {
		name  string
		files map[string]string
		place string
	}{
		{"C++20", map[string]string{"bot.cpp": "#include <algorithm>\n#include <iostream>\n#include <ranges>\n#include <vector>\nint " +
			"main() { std::vector<int> v{41, 42, 7}; std::ranges::sort(v); auto big = v | std::views::filter([](int x) { return x > 41; " +
			"}); for (int x : big) std::cout << x << std::endl; }\n"}, ""},
		{"C# with the usual references", map[string]string{"bot.cs": "using System.Drawing;\nusing System.Linq;\nusing " +
			"System.Numerics;\nclass P { static void Main() { var p = new Point(40, 2); System.Console.WriteLine(new BigInteger(p.X) + " +
			"new[] {1, 1}.Sum()); } }\n"}, ""},
		{"Java in the folders of its packages, which nothing describes", map[string]string{
			"src/main/java/com/x/Bot.java": "package com.x;\n\npublic class Bot { public static void main(String... a) { " +
				"System.out.println(com.y.Brain.answer()); } }\n",
			"src/main/java/com/y/Brain.java": "package com.y;\n\npublic class Brain { public static int answer() { return 42; } }\n",
		}, ""},
		{"several files of Java", map[string]string{
			"Start.java": "public class Start { public static void main(String... a) { System.out.println(Board.answer()); } }\n",
			"Board.java": "public class Board { static int answer() { return 42; } }\n",
		}, ""},
		{"one file of Java with another beside it", map[string]string{
			"Start.java": "public class Start { public static void main(String... a) { System.out.println(Board.answer()); } }\n",
			"Board.java": "public class Board { static int answer() { return 42; } }\n",
		}, "Start.java"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, t.TempDir(), tt.files)
			if source := filepath.Join(dir, "bot.cs"); tt.files["bot.cs"] != "" {
				if out, err := exec.Command("mcs", "-r:System.Drawing", "-r:System.Numerics", "-out:"+filepath.Join(t.TempDir(), "bot.exe"),
					source).CombinedOutput(); err != nil {
					t.Skipf("mcs alone cannot build it either (Debian packs its libraries in mono-devel): %v\n%s", err, out)
				}
			}
			p, err := b.make(t, filepath.Join(dir, tt.place), Use{})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, ""); got != "42\n" {
				t.Errorf("it says %q", got)
			}
		})
	}
}
