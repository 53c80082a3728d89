package traceback

import (
	"strings"
	"testing"
)

// TestLine: Line finds the author's own line in the output of failed programs, past the frames of libraries.
func TestLine(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"Python", "Traceback (most recent call last):\n  File \"/w/bot.py\", line 14, in <module>\n    main()\n  File \"/w/bot.py\", " +
			"line 3, in helper\n    return a[t]\n           ~^^^\nIndexError: list index out of range\n",
			"bot.py, line 3, in helper: return a[t]"},
		{"Python in a library", "Traceback (most recent call last):\n  File \"/w/bot.py\", line 3, in think\n    json.loads(x)\n  File " +
			"\"/usr/lib/python3.11/json/__init__.py\", line 346, in loads\n    return _default_decoder.decode(s)\n",
			"bot.py, line 3, in think: json.loads(x)"},
		{"Python of pyenv", "  File \"/w/bot.py\", line 3, in <module>\n    f()\n  File " +
			"\"/root/.pyenv/versions/3.11/lib/python3.11/random.py\", line 3, in choice\n    x\n", "bot.py, line 3: f()"},
		{"Python that does not compile", "  File \"/w/bot.py\", line 2\n    def f(:\n          ^\nSyntaxError: invalid syntax\n",
			"bot.py, line 2: def f(:"},
		{"JavaScript", "/w/bot.js:3\n  return a.b.c;\n\nTypeError: Cannot read properties of undefined (reading 'c')\n    at think " +
			"(/w/bot.js:3:14)\n    at Interface.<anonymous> (/w/bot.js:9:3)\n    at Interface.emit (node:events:517:28)\n",
			"bot.js, line 3, in think"},
		{"JavaScript modules", "    at file:///w/bot.mjs:7:9\n    at node:internal/main\n", "bot.mjs, line 7"},
		{"Java", "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 7\n\tat " +
			"java.util.ArrayList.get(ArrayList.java:427)\n\tat Bot.think(Bot.java:12)\n\tat Bot.main(Bot.java:20)\n",
			"Bot.java, line 12, in Bot.think"},
		{"C#", "Unhandled exception. System.IndexOutOfRangeException: Index\n   at Bot.Think(Int32 x) in /w/Bot.cs:line 12\n   at " +
			"Bot.Main() in /w/Bot.cs:line 30\n", "Bot.cs, line 12, in Bot.Think(Int32 x)"},
		{"Go of a library", "fatal error: out of memory\n\ngoroutine 1 [running]:\nruntime.throw({0x1, " +
			"0x2})\n\t/usr/local/go/src/runtime/panic.go:770 " +
			"+0x132\ngithub.com/a/b/wasm.New(...)\n\tgithub.com/a/b@v1.2.3/wasm/table.go:12\n", ""},
		{"Go", "panic: runtime error: index out of range [7] with length 1\n\ngoroutine 1 [running]:\nruntime.gopanic({0x1, " +
			"0x2})\n\t/usr/local/go/src/runtime/panic.go:770 +0x132\nmain.think(...)\n\t/w/main.go:12\nmain.main()\n\t/w/main.go:30 " +
			"+0x1d\n", "main.go, line 12, in main.think"},
		{"Rust", "thread 'main' panicked at src/main.rs:12:5:\nindex out of bounds: the len is 1 but the index is 7\nnote: run with " +
			"`RUST_BACKTRACE=1`\n", "main.rs, line 12"},
		{"older Rust", "thread 'main' panicked at 'index out of bounds', bot.rs:12:5\n", "bot.rs, line 12"},
		{"assert of C++", "bot: bot.cpp:12: int pick(int*): Assertion `a' failed.\n", "bot.cpp, line 12, in int pick(int*)"},
		{"a sanitizer", "==1==ERROR: AddressSanitizer: heap-use-after-free\n    #0 0x4f in operator delete(void*) (/w/bot+0x4f)\n    #1 " +
			"0x50 in pick(int*, int) /w/bot.cpp:6:12\n", "bot.cpp, line 6, in pick(int*, int)"},
		{"Ruby", "bot.rb:2:in `think': undefined method `x' for nil:NilClass (NoMethodError)\n\tfrom bot.rb:5:in `<main>'\n",
			"bot.rb, line 2, in think"},
		{"Perl", "Can't locate object method \"x\" at bot.pl line 3.\n", "bot.pl, line 3"},
		{"PHP", "PHP Fatal error:  Uncaught TypeError: x in /w/bot.php:3\nStack trace:\n", "bot.php, line 3"},
		{"Lua", "lua: bot.lua:3: attempt to index a nil value (local 'a')\n", "bot.lua, line 3"},
		{"bash", "bot.sh: line 3: foo: command not found\n", "bot.sh, line 3"},
		{"dash", "./bot.sh: 3: foo: not found\n", "bot.sh, line 3"},
		{"nothing of a program", "turn 3\nI am at 3:4\nSegmentation fault\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Line(tt.text).String(); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}

// TestCause: Cause finds the error itself.
func TestCause(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"Python", "turn 3\nTraceback (most recent call last):\n  File \"/w/bot.py\", line 14, in <module>\n    main()\n  File " +
			"\"/w/bot.py\", line 3, in helper\n    return a[t]\n           ~^^^\nIndexError: list index out of range\n",
			"IndexError: list index out of range"},
		{"Python without a text", "  File \"/w/bot.py\", line 3, in helper\n    assert x\nAssertionError\n", "AssertionError"},
		{"Python, one after the other", "  File \"/w/bot.py\", line 3, in f\n    x\nKeyError: 1\n\nDuring handling of the above " +
			"exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"/w/bot.py\", line 5, in f\n    " +
			"y\nmine.Wrong: no\n", "mine.Wrong: no"},
		{"Python that does not compile", "  File \"syn.py\", line 3\n    print(\"x\"\n         ^\nSyntaxError: '(' was never closed\n",
			"SyntaxError: '(' was never closed"},
		{"JavaScript", "/w/bot.js:3\n  return a.b.c;\n\nTypeError: Cannot read properties of undefined (reading 'c')\n    at think " +
			"(/w/bot.js:3:14)\n    at Interface.emit (node:events:517:28)\n",
			"TypeError: Cannot read properties of undefined (reading 'c')"},
		{"Java", "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 7\n\tat Bot.think(Bot.java:12)\n",
			"java.lang.ArrayIndexOutOfBoundsException: Index 7"},
		{"C#", "Unhandled exception. System.IndexOutOfRangeException: Index\n   at Bot.Think(Int32 x) in /w/Bot.cs:line 12\n",
			"System.IndexOutOfRangeException: Index"},
		{"C# of mono", "\nUnhandled Exception:\nSystem.Exception: no\n  at Bot.Main () [0x0] in <x>:0\n", "System.Exception: no"},
		{"Go", "panic: runtime error: index out of range [7] with length 1\n\ngoroutine 1 [running]:\n",
			"panic: runtime error: index out of range [7] with length 1"},
		{"Rust", "thread 'main' panicked at src/main.rs:12:5:\nindex out of bounds: the len is 1\nnote: run with `RUST_BACKTRACE=1`\n",
			"index out of bounds: the len is 1"},
		{"C++", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::at\n",
			"std::out_of_range: vector::at"},
		{"assert of C++", "bot: bot.cpp:12: int pick(int*): Assertion `a' failed.\n", "Assertion `a' failed"},
		{"words of a bot", "turn 3\nI am at 3:4\nNobody: here\n", ""},
		{"too long", "panic: " + strings.Repeat("é", 200) + "\n", "panic: " + strings.Repeat("é", 76) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Cause(tt.text); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}

func TestPlace(t *testing.T) {
	dump := "Fatal Python error: Aborted\n\nCurrent thread 0x0 (most recent call first):\n  File \"/usr/lib/python3.11/threading.py\", " +
		"line 320 in wait\n  File \"/w/bot.py\", line 7 in think\n  File \"/w/bot.py\", line 9 in <module>\n"
	if got, want := Place(dump), "bot.py, line 7, in think"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := Place("nothing\n"); got != "" {
		t.Errorf("%q of a text without frames", got)
	}
}

func TestShort(t *testing.T) {
	text := `  File "/root/.cache/agon/built/2a24c2d404a09d50adf1c802113bae43/./lib/bot.py", line 14 and /built/x/y stay` + "\n"
	if got, want := Short(text), `  File "lib/bot.py", line 14 and /built/x/y stay`+"\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestMistake: Mistake finds the line that a compiler, a runtime or agon names.
func TestMistake(t *testing.T) {
	for text, want := range map[string]Spot{
		"./bad.cpp: In function 'int main()':\n./bad.cpp:3:14: error: 'retrun' was not declared\n": {File: "./bad.cpp", Line: 3},
		"a.c:1:2: warning: unused\na.c:9:2: fatal error: x.h: No such file\n":                      {File: "a.c", Line: 9},
		"Player.java:7: error: ';' expected\n":                                                     {File: "Player.java", Line: 7},
		"error[E0425]: cannot find value `x`\n --> src/main.rs:12:5\n":                             {File: "src/main.rs", Line: 12},
		"Bot.cs(5,9): error CS1002: ; expected\n":                                                  {File: "Bot.cs", Line: 5},
		"# bot\n./main.go:4:2: undefined: x\n":                                                     {File: "./main.go", Line: 4},
		"bot.toml:2:11: parameter skill is 12\n":                                                   {File: "bot.toml", Line: 2},
		"  File \"bot.py\", line 10\n    def (\n        ^\nSyntaxError: invalid syntax\n": {File: "bot.py", Line: 10,
			Code: "def ("},
		"no compiler on this machine: 3:4\n": {},
	} {
		if got := Mistake(text); got != want {
			t.Errorf("%q: %+v, not %+v", text, got, want)
		}
	}
}
