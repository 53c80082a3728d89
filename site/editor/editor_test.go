package editor

import (
	"archive/zip"
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"agon/bot/build"
	"agon/games/all"
)

// Every language that is built can be chosen for every kind, once, and each starter is one source whose name is known; what is handed in
// is opened again as it was.
func TestEveryLanguage(t *testing.T) {
	for _, k := range all.Kinds() {
		choices, err := Choices(k)
		if err != nil {
			t.Fatal(err)
		}
		endings := map[string]bool{}
		for _, c := range choices {
			d, ok, err := New(k, c.Key)
			if err != nil || !ok || c.Title == "" || c.Starter == (d.Text == "") {
				t.Fatalf("%s, %+v: %v %v %+v", k.Name, c, ok, err, d)
			}
			endings[d.Language.Ending] = true
			d.Write(d.Text + "\r\n")
			again, ok, err := Opened(k, unpacked(t, d))
			if err != nil || !ok || again.Text != d.Text || again.File != d.File || len(again.Beside) != len(d.Beside) ||
				again.Language != d.Language || c.Starter && again.Key != c.Key {
				t.Errorf("%s, %s: opened again: %v %v %+v", k.Name, c.Key, ok, err, again)
			}
		}
		for _, l := range build.Languages() {
			if !endings[l.Ending] {
				t.Errorf("%s: nothing for %s", k.Name, l.Name)
			}
		}
		if _, ok, err := New(k, "cobol"); ok || err != nil {
			t.Errorf("cobol: %v %v", ok, err)
		}
	}
}

// unpacked returns the files of what a draft hands in.
func unpacked(t *testing.T, d *Draft) map[string]string {
	t.Helper()
	name, content, err := d.Upload()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".zip") {
		return map[string]string{name: string(content)}
	}
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range r.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := text.ReadFrom(from); err != nil {
			t.Fatal(err)
		}
		files[f.Name] = text.String()
	}
	return files
}

// A file of Java is named after its public type, wherever that comes from.
func TestNamesOfJava(t *testing.T) {
	for text, want := range map[string]string{
		"public class Flood {}":                     "Flood.java",
		"import java.util.*;\npublic final class A": "A.java",
		"class Flood {}\n\tpublic record R(int a)":  "R.java",
		"class Flood {}":                            "bot.java",
	} {
		d := &Draft{Language: build.Language{Name: "java", Ending: ".java"}, File: "bot.java"}
		if d.Write(text); d.File != want {
			t.Errorf("%q: %s", text, d.File)
		}
	}
}

// Several sources are no draft: nothing of them gets lost.
func TestSeveralSources(t *testing.T) {
	k := all.Kinds()[0]
	for _, files := range []map[string]string{{"a.py": "1", "b.py": "2"}, {"notes.txt": "1"}, {}, {"bot.cpp": "1", "mine.h": "2"}} {
		if d, ok, err := Opened(k, files); ok || err != nil {
			t.Errorf("%v: %+v %v", files, d, err)
		}
	}
}

// The highlighter has a file for each language that it does not know by itself.
func TestColours(t *testing.T) {
	common, err := os.ReadFile("../assets/highlight/highlight.min.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range build.Languages() {
		name, own := (&Draft{Language: l}).Colours()
		if _, err := os.Stat("../assets/highlight/" + name + ".min.js"); own != (err == nil) {
			t.Errorf("%s: in a file of its own: %v, %v", name, own, err)
		}
		if !own && !bytes.Contains(common, []byte("grmr_"+name)) {
			t.Errorf("the highlighter does not know %s", name)
		}
	}
	if names, err := os.ReadDir("../assets/highlight"); err != nil || len(names) != len(extra)+2 || slices.Contains(extra, "") {
		t.Error(len(names), err)
	}
}
