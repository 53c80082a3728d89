package pages

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/lab/similar"
)

// evil is what nobody may get into a page.
const evil = "<script>document.title='owned'</script><img src=x onerror=alert(1)>\u202e"

func result(t *testing.T) *similar.Result {
	t.Helper()
	text, err := os.ReadFile("../testdata/ann.py")
	if err != nil {
		t.Fatal(err)
	}
	var versions []similar.Version
	for _, author := range []string{"ann", evil} {
		versions = append(versions, similar.Version{Author: author, Bot: evil, Number: 3, Files: []similar.File{
			{Name: evil + ".py", Text: string(text) + "# " + evil + strings.Repeat("x", 5000)}}})
	}
	r, err := similar.Compare(context.Background(), versions, nil, 0.3)
	if err != nil || len(r.Pairs) != 1 || len(r.Pairs[0].Spans) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	r.LeftOut = append(r.LeftOut, evil)
	return r
}

// Everything that strangers wrote is text on every page; each page is whole and says what it is.
func TestPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "similar")
	if err := Write(dir, evil, result(t)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "pair-001.html"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		for _, bad := range []string{"<script", "<img", "\u202e", "ZgotmplZ", "src=\"", "<link rel=\"stylesheet\""} {
			if strings.Contains(page, bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
		for _, want := range []string{similar.Caution, "default-src &#39;none&#39;", "100 %", "version 3", "Private"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s does not have %q", name, want)
			}
		}
		if strings.HasPrefix(name, "pair") {
			for _, want := range []string{`class="line alike slot-0" id="a1"`, `href="#b1"`, `id="b1"`, `href="#a1"`, " …</code>"} {
				if !strings.Contains(page, want) {
					t.Errorf("%s does not have %q", name, want)
				}
			}
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("others may read %s: %v, %v", name, info.Mode(), err)
		}
	}
	if err := Write(dir, "again", result(t)); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("pages are written over others: %v", err)
	}
}
