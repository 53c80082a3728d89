package traceback

import (
	"fmt"
	"testing"
)

func TestPython2(t *testing.T) {
	for line, word := range map[string]string{
		`print "UP"`:                       `Missing parentheses in call to 'print'. Did you mean print("UP")?`,
		`if x: print x,`:                   "Missing parentheses in call to 'print'. Did you mean print(...)?",
		`print "%d %d" % (1,`:              "invalid syntax",
		`x = 1; print x`:                   "invalid syntax",
		`except ValueError, e:`:            "multiple exception types must be parenthesized",
		`except (ValueError, KeyError),e:`: "invalid syntax",
		`exec "x = 1"`:                     "Missing parentheses in call to 'exec'",
		`exec code in {}`:                  "invalid syntax",
		`if a <> b:`:                       "invalid syntax",
		"x = `1`":                          "invalid syntax",
		`os.chmod("x", 0644)`: "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal " +
			"integers",
		`x = 0777`:              "invalid token",
		`x = 10L`:               "invalid decimal literal",
		`x = 0xFFL`:             "invalid hexadecimal literal",
		`x = ur"a"`:             "invalid syntax",
		`raise ValueError, "x"`: "invalid syntax",
		`def f(a, (b, c)):`:     "invalid syntax",
		`f = lambda (a, b): a`:  "Lambda expression parameters cannot be parenthesized",
	} {
		for _, marks := range []string{"    ^\n", "         ^^^^^\n", ""} {
			if text := fmt.Sprintf("  File \"bot.py\", line 3\n    %s\n%sSyntaxError: %s\n", line, marks, word); !Python2(text) {
				t.Errorf("is not Python 2:\n%s", text)
			}
		}
	}
	for _, text := range []string{
		"NameError: name 'raw_input' is not defined. Did you mean: 'input'?", "NameError: name 'xrange' is not defined",
		"AttributeError: 'dict' object has no attribute 'iteritems'", "AttributeError: 'dict' object has no attribute 'has_key'",
		"ModuleNotFoundError: No module named 'Queue'",
		"ModuleNotFoundError: No module named 'cStringIO'", "ImportError: cannot import name 'izip' from 'itertools' (unknown location)",
		"ImportError: cannot import name 'maketrans' from 'string' (/usr/lib/python3.11/string.py)",
		"TypeError: 'cmp' is an invalid keyword argument for sort()",
		"TypeError: unsupported operand type(s) for >>: 'builtin_function_or_method' and '_io.TextIOWrapper'. Did you mean " +
			"\"print(<message>, file=<output_stream>)\"?",
	} {
		if !Python2("Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n" + text + "\n") {
			t.Errorf("is not Python 2: %s", text)
		}
	}
	for _, line := range []string{
		`print("a"`, `print(x) y`, `def f(:`, `x = = 2`, `x = 'abc`, `raise ValueError("a", "b"`, `x = f(a, b))`, `except ValueError:`,
		`a = [0, 1, 0.01`, `x = 1.00 +`,
		`print = 3 =`, `executor submit`, `from x import y z`, `except (A, B) as e`, `with open("x") as f, g:`, `t = 10:00`,
		`def f(a, b=(1, 2) c):`,
	} {
		if text := "  File \"bot.py\", line 3\n    " + line + "\n    ^\nSyntaxError: invalid syntax\n"; Python2(text) {
			t.Errorf("is Python 2:\n%s", text)
		}
	}
	if Python2("  File \"bot.py\", line 3\n    print(\"<>\"\n         ^\nSyntaxError: '(' was never closed\n") {
		t.Error("a bracket that is not closed is Python 2")
	}
	for _, text := range []string{
		"AttributeError: 'Grid' object has no attribute 'iteritems'", "ModuleNotFoundError: No module named 'numpy'",
		"ModuleNotFoundError: No module named 'queue_helper'",
	} {
		if Python2(text + "\n") {
			t.Errorf("is Python 2: %s", text)
		}
	}
	if Python2("NameError: name 'x' is not defined\nprint \"x\"\n") {
		t.Error("what a bot prints decides")
	}
}
