package similar_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/games/tron"
	"agon/lab/similar"
	"agon/lab/similar/gather"
)

// version returns what an author handed in.
func version(t *testing.T, author string, files ...string) similar.Version {
	t.Helper()
	v := similar.Version{Author: author, Bot: "tron"}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v.Files = append(v.Files, similar.File{Name: filepath.Base(name), Text: string(text)})
	}
	return v
}

func compare(t *testing.T, versions []similar.Version, given []similar.File) *similar.Result {
	t.Helper()
	r, err := similar.Compare(context.Background(), versions, given, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// share returns the share of two authors, 0 if the result does not have them.
func share(r *similar.Result, one, other string) float64 {
	for _, p := range r.Pairs {
		if p.One.Author == one && p.Other.Author == other {
			return p.Share()
		}
	}
	return 0
}

// Bea's programs are Ann's with other names, comments, white space and order of functions. Cid began with the same starter and wrote his
// own.
func TestACopyIsFoundAndAnotherBotIsNot(t *testing.T) {
	given := gather.Kind(game.New(tron.Spec))
	for _, language := range []string{"py", "java", "cpp", "rs"} {
		var versions []similar.Version
		for _, author := range []string{"cid", "bea", "ann"} {
			versions = append(versions, version(t, author, "testdata/"+author+"."+language))
		}
		r := compare(t, versions, given)
		if len(r.LeftOut) > 0 {
			t.Errorf("%s: left out: %q", language, r.LeftOut)
		}
		if got := share(r, "ann", "bea"); got < 0.8 {
			t.Errorf("%s: a copy shares %.2f", language, got)
		} else if p := r.Pairs[0]; min(p.One.Share, p.Other.Share) < 0.8 || min(p.One.Lines, p.Other.Lines) < 30 || p.One.Language == "" {
			t.Errorf("%s: the pair is %+v", language, p)
		}
		for _, other := range []string{"ann", "bea"} {
			if got := share(r, other, "cid"); got > 0.2 {
				t.Errorf("%s: cid shares %.2f with %s", language, got, other)
			}
		}
	}
}

// Built-in bots of one project, by the same hands in the same language, for the same game, are not alike.
func TestBuiltInStylesAreNotAlike(t *testing.T) {
	r := compare(t, []similar.Version{
		version(t, "alphabeta", "../../games/tron/alphabeta.go"), version(t, "territory", "../../games/tron/territory.go"),
		version(t, "fill", "../../games/tron/fill.go"), version(t, "voronoi", "../../games/tron/voronoi.go"),
	}, nil)
	for _, p := range r.Pairs {
		if p.Share() > 0.2 {
			t.Errorf("%s and %s share %.2f", p.One.Author, p.Other.Author, p.Share())
		}
	}
}

// Versions of one author are not compared with one another; of two authors the two versions that share most are named.
func TestTheVersionsThatShareMostAreNamed(t *testing.T) {
	early, late := version(t, "bea", "testdata/cid.py"), version(t, "bea", "testdata/bea.py")
	early.Number, late.Number = 1, 2
	r := compare(t, []similar.Version{early, late, version(t, "ann", "testdata/ann.py"), version(t, "bea", "testdata/ann.cpp")}, nil)
	if len(r.Pairs) != 1 || r.Pairs[0].Other.Number != 2 || r.Authors != 2 || r.Versions != 4 {
		t.Errorf("%+v", r)
	}
}

// What more than a quarter of the authors have is an idiom; what two of them have is not.
func TestWhatManyHaveIsTakenOut(t *testing.T) {
	many := []similar.Version{version(t, "ann", "testdata/ann.py"), version(t, "bea", "testdata/bea.py")}
	for i := range 4 {
		v := version(t, fmt.Sprint("crowd ", i), "testdata/cid.py")
		many = append(many, v)
	}
	r := compare(t, many, nil)
	if len(r.Pairs) != 1 || share(r, "ann", "bea") < 0.8 || r.Common == 0 {
		t.Errorf("%d pairs, %d common: %+v", len(r.Pairs), r.Common, r.LeftOut)
	}
}

// The lines of a span are those that have it in both files.
func TestSpansNameTheLines(t *testing.T) {
	shared := "def f(a, b):\n    for zed in range(a):\n        while b > zed or a == 3:\n" +
		"            b = g(zed)[1:] + {a: zed}\n    return b - a\n" +
		"class G(f):\n    h = [zed for zed in k if not zed % 2]\n    def m(self, *n, **o):\n        try:\n            yield from o[n:]\n" +
		"        except p as q:\n            raise r(~q, s=lambda t: -t)\n        global u\n        u = {v, *w} | {1, 2 ** 3}\n"
	r := compare(t, []similar.Version{
		{Author: "a", Bot: "a", Files: []similar.File{{Name: "a.py", Text: strings.Repeat("import os\n\n", 9) + shared +
			other(1)}}},
		{Author: "b", Bot: "b", Files: []similar.File{{Name: "b.py", Text: "# b\n" + strings.ReplaceAll(shared, "zed", "y") + other(2)}}},
	}, nil)
	if len(r.Pairs) == 0 {
		t.Fatalf("no pair: %+v", r)
	}
	want := similar.Span{One: similar.Lines{File: "a.py", From: 19, To: 31}, Other: similar.Lines{File: "b.py", From: 2, To: 14}}
	if !slices.ContainsFunc(r.Pairs[0].Spans, func(s similar.Span) bool {
		return s.One.From <= want.One.From && s.One.To >= want.One.To && s.Other.From <= want.Other.From && s.Other.To >= want.Other.To
	}) {
		t.Errorf("the spans are %+v", r.Pairs[0].Spans)
	}
}

// other returns code that depends on a number.
func other(n uint64) string {
	dice := rand.New(rand.NewPCG(n, 1))
	lines := []string{"if a: b()\n", "c = [d]\n", "print(e, f=g)\n", "h += {1: 2}\n", "assert not i\n", "del j.k\n", "l = m if n else o\n"}
	text := ""
	for range 20 {
		text += lines[dice.IntN(len(lines))]
	}
	return text
}

// Equal versions give an equal result, in any order, on any number of processors.
func TestOrderAndProcessorsDoNotCount(t *testing.T) {
	names, _ := filepath.Glob("testdata/*")
	var versions []similar.Version
	for i, name := range names {
		v := version(t, filepath.Base(name), name, names[(i+1)%len(names)])
		v.Number = i % 3
		versions = append(versions, v)
	}
	var first []byte
	dice := rand.New(rand.NewPCG(1, 2))
	for _, processors := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(processors)
		dice.Shuffle(len(versions), func(i, j int) { versions[i], versions[j] = versions[j], versions[i] })
		for _, v := range versions {
			slices.Reverse(v.Files)
		}
		r := compare(t, versions, nil)
		runtime.GOMAXPROCS(before)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		}
		if len(r.Pairs) == 0 || string(text) != string(first) {
			t.Errorf("with %d processors: %.300s, not %.300s", processors, text, first)
		}
	}
}

// Nothing that is handed in fails a comparison.
func TestHostileSources(t *testing.T) {
	var versions []similar.Version
	for name, text := range map[string]string{
		"empty.py": "", "line.py": strings.Repeat("a+", 120_000), "open.cpp": strings.Repeat("\"(", 80_000),
		"words.xyz": strings.Repeat("mov 0, 1\n", 5000), "zero.rs": strings.Repeat("\u0000'", 1000),
		"deep.java": strings.Repeat("{[(", 80_000), "name": strings.Repeat("\ufffd\u202e", 4000),
	} {
		for _, author := range []string{"ann ", "bea "} {
			versions = append(versions, similar.Version{Author: author + name, Bot: name, Files: []similar.File{{Name: name, Text: text}}})
		}
	}
	r := compare(t, versions, nil)
	if len(r.LeftOut) == 0 {
		t.Error("nothing is said of versions without fingerprints")
	}
	if _, err := similar.Compare(canceled(), versions, nil, 0); err == nil {
		t.Error("a comparison goes on after its end")
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
