package build

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutWarnings: of what compilers print, warnings are left out where there are errors.
func TestWithoutWarnings(t *testing.T) {
	for _, tt := range []struct{ name, words, want string }{
		{"GCC", `In file included from bot.cpp:1:
x.h:2:1: warning: no return statement [-Wreturn-type]
    2 | int f() { }
      |           ^
x.h:1:1: note: declared here
bot.cpp: In function ‘int main()’:
bot.cpp:4:86: error: ‘thing’ was not declared in this scope
    4 | int main() { thing(); }
      |              ^~~~~
bot.cpp:3:1: note: suggested alternative: ‘string’
bot.cpp:4:18: warning: unused variable ‘never’ [-Wunused-variable]
    4 | int main() { int never; }
      |                  ^~~~~

as C++20; it is not C++17`, `bot.cpp: In function ‘int main()’:
bot.cpp:4:86: error: ‘thing’ was not declared in this scope
    4 | int main() { thing(); }
      |              ^~~~~
bot.cpp:3:1: note: suggested alternative: ‘string’
as C++20; it is not C++17`},
		{"the linker", `bot.c:1:1: warning: implicit declaration of function ‘f’
    1 | int main() { f(); }
/usr/bin/ld: /tmp/x.o: in function main:
bot.c:(.text+0xa): undefined reference to ‘f’
collect2: error: ld returned 1 exit status`, `/usr/bin/ld: /tmp/x.o: in function main:
bot.c:(.text+0xa): undefined reference to ‘f’
collect2: error: ld returned 1 exit status`},
		{"javac", `Bot.java:2: warning: [rawtypes] found raw type: List
class Player { List l; }
               ^
  missing type arguments for generic class List<E>
Bot.java:3: error: incompatible types: String cannot be converted to int
int x = "s";
        ^
Note: Bot.java uses unchecked or unsafe operations.
Note: Recompile with -Xlint:unchecked for details.
1 error
1 warning`, `Bot.java:3: error: incompatible types: String cannot be converted to int
int x = "s";
        ^`},
		{"rustc", `warning: unused variable: ‘x’
 --> bot.rs:1:19
  |
1 | fn unused() { let x = 3; }
  |                   ^
  |
  = note: on by default

error[E0308]: mismatched types
 --> bot.rs:2:44
  |
help: try this
  |
2 | fn main() { }
  |

warning: ‘bot’ generated 1 warning
error: aborting due to 1 previous error; 1 warning emitted`, `error[E0308]: mismatched types
 --> bot.rs:2:44
  |
help: try this
  |
2 | fn main() { }
  |

error: aborting due to 1 previous error; 1 warning emitted`},
		{"mcs", `bot.cs(3,5): warning CS0219: The variable is assigned but its value is never used
bot.cs(4,5): error CS0029: Cannot implicitly convert type
Compilation failed: 1 error(s), 1 warnings`, `bot.cs(4,5): error CS0029: Cannot implicitly convert type
Compilation failed: 1 error(s), 1 warnings`},
		{"ghc", `bot.hs:2:1: warning: [-Wmissing-signatures]
    Top-level binding with no type signature
  |
2 | f x = 1
  | ^

bot.hs:4:29: error: Variable not in scope: undefinedThing
  |`, `bot.hs:4:29: error: Variable not in scope: undefinedThing
  |`},
		{"OCaml", `File "bot.ml", line 1, characters 10-29:
1 | let f x = match x with 1 -> 2
              ^^^^^^^^^^^^^^^^^^^
Warning 8 [partial-match]: this pattern-matching is not exhaustive.
Here is an example of a case that is not matched:
0
File "bot.ml", line 2, characters 22-23:
2 | let () = print_string 3
                          ^
Error: This expression has type int but an expression was expected of type
         string`, `File "bot.ml", line 2, characters 22-23:
2 | let () = print_string 3
                          ^
Error: This expression has type int but an expression was expected of type
         string`},
		{"Free Pascal", "bot.pas(1,4) Warning: Variable is not initialized\nbot.pas(1,41) Fatal: illegal character\nFatal: Compilation " +
			"aborted", "bot.pas(1,41) Fatal: illegal character\nFatal: Compilation aborted"},
		{"D", "bot.d(1): Deprecation: old\nbot.d(2): Warning: x\nbot.d(3): Error: y", "bot.d(3): Error: y"},
		{"Ruby", "bot.rb:1: warning: unused\nbot.rb:3: syntax error, unexpected end-of-input",
			"bot.rb:3: syntax error, unexpected end-of-input"},
		{"kotlinc", "warning: some JAR files are old\nbot.kt:1:5: warning: variable is never used\nval x = 1\n    ^\nbot.kt:2:5: error: " +
			"unresolved reference: y\n    y", "bot.kt:2:5: error: unresolved reference: y\n    y"},
		{"warnings alone", "bot.c:1:1: warning: unused\n    1 | int x;\nsomething went wrong",
			"bot.c:1:1: warning: unused\n    1 | int x;\nsomething went wrong"},
		{"neither", "  File \"bot.py\", line 2\n    for line in\n    ^\nSyntaxError: invalid syntax",
			"  File \"bot.py\", line 2\n    for line in\n    ^\nSyntaxError: invalid syntax"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(withoutWarnings(strings.Split(tt.words, "\n")), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestErrorsBeforeWarnings: an author whose program has a hundred warnings sees the one error.
func TestErrorsBeforeWarnings(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := builder(t)
	b.Launcher, b.Command = forged(), []string{program, "build"}
	var text strings.Builder
	for n := range 60 {
		fmt.Fprintf(&text, "char f%d(void) { char c = 300; return c; }\n", n)
	}
	text.WriteString("int main(void) { return undeclared; }\n")
	_, err = b.make(t, filepath.Join(write(t, t.TempDir(), map[string]string{"bot.c": text.String()}), "bot.c"), Use{})
	why, own := Reason(err)
	if strings.Contains(why, "which is not installed") {
		t.Skip(why)
	}
	if !own || strings.Contains(why, "warning:") || !strings.Contains(why, "error: ‘undeclared’ undeclared") {
		t.Errorf("%v", err)
	}
}
