package build

import (
	"bufio"
	"io"
	"path/filepath"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
)

// TestNeedNotFlush: programs that never flush answer each line before they are sent the next, in every language that has a buffer of its
// own.
func TestNeedNotFlush(t *testing.T) {
	b := builder(t)
	for _, tt := range []struct{ tool, name, file, text string }{
		{"gcc", "C", "bot.c", "#include <stdio.h>\nint main(void) { char s[99]; while (scanf(\"%98s\", s) == 1) printf(\"%s!\\n\", s); " +
			"return 0; }\n"},
		{"cc1obj", "Objective-C", "bot.m",
			"#include <stdio.h>\nint main(void) { char s[99]; while (scanf(\"%98s\", s) == 1) printf(\"%s!\\n\", s); return 0; }\n"},
		{"ruby", "Ruby", "bot.rb", "while l = gets\n  print l.chomp\n  print \"!\\n\"\nend\n"},
		{"perl", "Perl", "bot.pl", "use strict; use warnings; while (my $l = <STDIN>) { chomp $l; printf \"%s!\\n\", $l; }\n"},
		{"lua5.4", "Lua", "bot.lua", "while true do local l = io.read() if not l then break end io.write(l, '!\\n') end\n"},
		{"php", "PHP", "bot.php", "<?php while (fscanf(STDIN, '%s', $l) === 1) { echo $l; echo \"!\\n\"; }\n"},
		{"ocamlopt", "OCaml", "bot.ml", "let () = try while true do Printf.printf \"%s!\\n\" (input_line stdin) done with End_of_file -> " +
			"()\n"},
		{"ocamlopt", "OCaml by Scanf and Format", "bot.ml",
			"let () = try while true do Scanf.scanf \" %s\" (fun s -> if s = \"\" then raise Exit; Format.printf \"%s!\\n\" s) done with " +
				"_ -> ()\n"},
		{"fpc", "Pascal", "bot.pas", "program bot;\nuses sysutils, math;\nvar s: string;\nbegin\n  while not eof do begin readln(s); " +
			"write(s); writeln('!') end\nend.\n"},
		{"ghc", "Haskell", "bot.hs", "module Main where\nimport System.IO\nmain :: IO ()\nmain = do\n  over <- isEOF\n  if over then " +
			"return () else do { l <- getLine; putStr l; putStrLn \"!\"; main }\n"},
		{"ghc", "Haskell without a head", "bot.hs", "main = interact $ unlines . map (++ \"!\") . lines\n"},
		{"ldc2", "D", "bot.d", "import std.stdio, std.string;\nvoid main() { string s; while ((s = readln()) !is null) writeln(s.strip, " +
			"\"!\"); }\n"},
		{"mcs", "C#", "bot.cs", "class P { static void Main() { string s; while ((s = System.Console.ReadLine()) != null) " +
			"System.Console.Write(s + \"!\\n\"); } }\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !installed(tt.tool) {
				t.Skip("this machine has no " + tt.tool)
			}
			dir := write(t, t.TempDir(), map[string]string{tt.file: tt.text})
			p, err := b.make(t, filepath.Join(dir, tt.file), Use{})
			if err != nil {
				t.Fatal(err)
			}
			process, err := sandbox.Plain().Start(p.Command(bot.Limits{}))
			if err != nil {
				t.Fatal(err)
			}
			defer process.Close()
			defer time.AfterFunc(time.Minute, process.Kill).Stop() // it keeps its answer
			go io.Copy(io.Discard, process.Err)
			answers := bufio.NewReader(process.Out)
			for _, word := range []string{"one", "two"} {
				io.WriteString(process.In, word+"\n")
				if got, err := answers.ReadString('\n'); got != word+"!\n" {
					t.Fatalf("it answers %q to %s: %v", got, word, err)
				}
			}
			process.In.Close()
			process.Wait()
		})
	}
}
