package similar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// shown returns the texts of tokens with the lines: "if@1".
func shown(tokens []Token) string {
	var list []string
	for _, t := range tokens {
		list = append(list, fmt.Sprintf("%s@%d", strings.TrimSpace(t.Text), t.Line))
	}
	return strings.Join(list, " ")
}

func TestTokens(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"a.py", "# no\nif a1 == 'x y':\n\treturn 12\n", "if@2 name@2 =@2 =@2 literal@2 :@2 return@3 literal@3"},
		{"a.py", "def f():\n  \"\"\"told\n  'twice\"\"\"\n  pass", "def@1 name@1 (@1 )@1 :@1 pass@4"},
		{"a.py", "\"\"\"about\"\"\"\nx = '''a\nb'''\ny", "name@2 =@2 literal@2 name@4"},
		{"a.py", "a = 'it\\'s' \"one\" + 1_0.5e", "name@1 =@1 literal@1 +@1 literal@1"},
		{"dir/A.java", "/* a\n*/ int b = \"//\"; // d", "name@2 name@2 =@2 literal@2 ;@2"},
		{"a.rs", "let mut v: &'a = x;", "name@1 mut@1 name@1 :@1 &@1 '@1 name@1 =@1 name@1 ;@1"},
		{"a.cpp", "x>>=1;\nc = '\\'';", "name@1 >@1 >@1 =@1 literal@1 ;@1 name@2 =@2 literal@2 ;@2"},
		{"a.go", "s := `a\\\nb`\nt", "name@1 :@1 =@1 literal@1 name@3"},
		{"a.c", "\"open\nb /* open", "literal@1 name@2"},
		{"a.js", "'", "literal@1"},
		{"a.js", "'\\", "literal@1"},
		{"warrior.unknown", "MOV 0, imp_1\n;end", "mov@1 literal@1 ,@1 imp_1@1 ;@2 end@2"},
		{"a.unknown", "ä\xff b", "ä@1 \ufffd@1 b@1"},
		{"b.unknown", "a\xff", "a@1 \xff@1"},
	} {
		if !strings.HasPrefix(tt.file, "b.") {
			tt.text = strings.ToValidUTF8(tt.text, "\ufffd")
		}
		if got := shown(Tokens(tt.file, tt.text)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.file, got, tt.want)
		}
	}
}

// Any text has tokens in any language, in lines that it has.
func FuzzTokens(f *testing.F) {
	for _, l := range families {
		f.Add("a"+strings.Fields(l.endings)[0], l.open+"x\n"+l.close+l.line+l.quotes+"\\")
	}
	f.Fuzz(func(t *testing.T, file, text string) {
		for _, one := range Tokens(file, text) {
			if one.Text == "" || one.Line < 1 || one.Line > 1+strings.Count(text, "\n") {
				t.Errorf("%+v in %q", one, text)
			}
		}
	})
}

// Each run of tokens as long as the guarantee that two files share gives a fingerprint that they share, wherever it stands.
func TestGuarantee(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	random := func(n int) (list []Token) {
		for range n {
			list = append(list, Token{Text: fmt.Sprint(dice.IntN(40))})
		}
		return list
	}
	for range 300 {
		run := random(gram + window - 1)
		one := winnowed(nil, grams(slices.Concat(random(dice.IntN(50)), run, random(dice.IntN(50)))))
		other := winnowed(nil, grams(slices.Concat(random(dice.IntN(50)), run, random(dice.IntN(50)))))
		if !slices.ContainsFunc(one, func(h uint64) bool { return slices.Contains(other, h) }) {
			t.Fatal("a shared run has no shared fingerprint")
		}
	}
	if list := grams(random(gram - 1)); len(list) != 0 {
		t.Errorf("a short text has %d grams", len(list))
	}
	if a, b := grams(random(gram)), grams(random(gram)); len(a) != 1 || len(b) != 1 || a[0] == b[0] {
		t.Error(a, b)
	}
}

// A run has the same hash wherever it stands.
func TestGramsDoNotDependOnWhatIsBefore(t *testing.T) {
	var tokens []Token
	for i := range 60 {
		tokens = append(tokens, Token{Text: fmt.Sprint(i * i % 17)})
	}
	if whole, part := grams(tokens), grams(tokens[25:]); !slices.Equal(whole[25:], part) {
		t.Error("the hash of a run depends on what stands before it")
	}
}

// More versions than can be compared are named.
func TestTooManyVersions(t *testing.T) {
	r, err := Compare(context.Background(), make([]Version, mostVersions+3), nil, 0)
	if err != nil || r.Versions != mostVersions || !slices.Contains(r.LeftOut, "3 versions: at most 2000 are compared") {
		t.Errorf("%+v, %v", r, err)
	}
}
