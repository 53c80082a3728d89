package tomlfile

import (
	"errors"
	"strings"
	"testing"
	"time"
)

type length struct{ time.Duration }

func (l *length) UnmarshalText(text []byte) (err error) {
	l.Duration, err = time.ParseDuration(string(text))
	return err
}

func (l *length) Describe() string { return `a duration such as "5s"` }

type file struct {
	Name  string         `toml:"name"`
	Size  *int64         `toml:"size"`
	Wait  length         `toml:"wait"`
	Tags  []string       `toml:"tags"`
	Free  map[string]any `toml:"free"`
	Inner struct {
		Deep struct {
			On bool `toml:"on"`
		} `toml:"deep"`
	} `toml:"inner"`
	Items []struct {
		Ref  string `toml:"ref"`
		Subs []struct {
			N uint32 `toml:"n"`
		} `toml:"subs"`
	} `toml:"items"`
}

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"syntax", "name = \"a\nsize = 1", "f.toml:1:10: "},
		{"bytes that are no text", "name = '\xff'", "f.toml:1:9: invalid UTF-8"},
		{"key twice", "size = 1\nsize = 2", "f.toml:2:1: key size is already defined"},
		{"unknown key", "\n  nmae = 1", `f.toml:2:3: unknown key "nmae"; did you mean "name"?`},
		{"unknown key in a table in a table", "[inner.deep]\non = true\noff = true",
			`f.toml:3:1: unknown key "off" in [inner.deep]; did you mean "on"?`},
		{"unknown key in a list in a list", "[[items]]\n[[items.subs]]\nn = 1\n[[items]]\n[[items.subs]]\nm = 1",
			`f.toml:6:1: unknown key "m" in [[items.subs]]; did you mean "n"?`},
		{"dotted key", "inner.deep.no = 1", `f.toml:1:12: unknown key "no" in [inner.deep]`},
		{"quoted key", "\"na\\nme\" = 1", `f.toml:1:1: unknown key "na\nme"`},
		{"another case", "Name = \"x\"", `f.toml:1:1: unknown key "Name"; did you mean "name"?`},
		{"after a text with its own lines", "name = '''\nsize = \"x\"\n'''\nsize = \"x\"",
			`f.toml:4:8: size must be a whole number, not "x"`},
		{"after a letter of two bytes", "name = \"é\"\n'é' = 1", `f.toml:2:1: unknown key "é"`},
		{"a type that reads text", "wait = \"soon\"", `f.toml:1:8: wait must be a duration such as "5s", not "soon"`},
		{"a number for a type that reads text", "size = 1\nwait = 5", `f.toml:2:1: wait must be a duration such as "5s", not 5`},
		{"an element", "tags = [\"a\",\n  3]", `f.toml:2:3: tags must be a list of strings such as ["one", "two"], not 3`},
		{"a value in a list of tables", "[[items]]\nref = \"a\"\n[[items]]\nref = true",
			`f.toml:4:7: ref must be a string in quotes, not true`},
		{"a table for a list", "[items]\nref = \"a\"",
			`f.toml:1:2: items must be a list of tables, each written as [[items]], not a table`},
		{"a list for a table", "[[inner]]\n", `f.toml:1:3: inner must be a table, written as [inner], not a list`},
		{"a list for a table of values", "size = 1\nfree = [1]", `f.toml:2:8: free must be a table, written as [free], not a list`},
		{"a long value", "size = \"" + strings.Repeat("x", 99) + "\"",
			`f.toml:1:8: size must be a whole number, not "` + strings.Repeat("x", 60) + `"…`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var f file
			d, err := Decode("f.toml", []byte(tt.text), &f)
			var e *Error
			if d != nil || !errors.As(err, &e) || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%v\n  is not: %s", err, tt.want)
			}
		})
	}
}

func TestPositions(t *testing.T) {
	const text = "free.a = 1\n[free.b]\nc = { d = 2 }\n[[items]]\nref = \"x\"\n[[items]]\n  subs = [{ n = 1 }, { n = 2 }]\n"
	var f file
	d, err := Decode("f.toml", []byte(text), &f)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ path, want string }{
		{"free", "f.toml:1:1: x"}, {"free a", "f.toml:1:6: x"}, {"free b", "f.toml:2:7: x"}, {"free b c", "f.toml:3:1: x"},
		{"free b c d", "f.toml:3:7: x"},
		{"items", "f.toml:4:3: x"}, {"items 0 ref", "f.toml:5:1: x"}, {"items 1", "f.toml:6:3: x"}, {"items 1 ref", "f.toml:6:3: x"},
		{"items 1 subs 1 n", "f.toml:7:24: x"},
		{"nowhere", "f.toml: x"}, {"", "f.toml: x"},
	} {
		if got := d.Errorf(strings.Fields(tt.path), "x").Error(); got != tt.want {
			t.Errorf("%s is at %q, want %q", tt.path, got, tt.want)
		}
	}
	if got := d.Value("items", "1", "subs", "0", "n") + d.Value("items", "0", "ref") + d.Value("items") +
		d.Value("name"); got != `1"x"a listnothing` {
		t.Errorf("the values are %s", got)
	}
}

// FuzzDecode: no text causes a panic, and every error has a position in the text.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"name = 1", "[[items]]\n[items.subs]", "[items.a]\n[[items]]", "a.b.c=[1,{d=2}]",
		"items=[{subs=[{n=1}]}]", "wait=[]", "free=[[]]", "[[free.a]]\n[free.a.b]\nc=1", "inner.deep=1", "\"0\"=1\n[items.0]\nref=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v file
		_, err := Decode("f.toml", []byte(text), &v)
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Text == "" || e.Line > 1+strings.Count(text, "\n")) {
			t.Fatalf("%v", err)
		}
	})
}
