package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestReleaseOfABuild(t *testing.T) {
	vcs := &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	for _, tt := range []struct {
		name string
		set  release
		info *debug.BuildInfo
		want string
	}{
		{"a build of a clone", release{Go: "go1"}, vcs, "agon devel+dirty\ncommit  abc\ndate    2026-01-02T03:04:05Z\ngo      go1\n"},
		{"a release", release{Version: "1.2.0", Commit: "def", Date: "d", Go: "go1"}, vcs,
			"agon 1.2.0\ncommit  def\ndate    d\ngo      go1\n"},
		{"go install", release{Go: "go1"}, &debug.BuildInfo{Main: debug.Module{Version: "v1.3.0"}}, "agon 1.3.0\ngo      go1\n"},
		{"nothing known", release{Go: "go1"}, &debug.BuildInfo{}, "agon devel\ngo      go1\n"},
	} {
		if got := tt.set.completed(tt.info).String(); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestManual checks that every command that agon --help lists has a page, that the pages have the release's date, and that a second run
// writes the same bytes.
func TestManual(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		if err := writeManual(newRoot(&world{}), dir, release{Version: "1.2.0", Date: "2026-01-02T03:04:05Z"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range newRoot(&world{}).Commands() {
		page, err := os.ReadFile(filepath.Join(one, "man1", "agon-"+c.Name()+".1"))
		if c.Hidden != (err != nil) {
			t.Errorf("%s: hidden is %v, and its page: %v", c.Name(), c.Hidden, err)
		}
		if !c.Hidden && (!strings.Contains(string(page), "Jan 2026") || !strings.Contains(string(page), "agon 1.2.0")) {
			t.Errorf("%s: the page bears neither date nor version:\n%s", c.Name(), page)
		}
	}
	for _, dir := range []string{"man1", "completions"} {
		files, err := os.ReadDir(filepath.Join(one, dir))
		if err != nil || len(files) < 4 {
			t.Fatalf("%d files in %s: %v", len(files), dir, err)
		}
		for _, f := range files {
			a, err1 := os.ReadFile(filepath.Join(one, dir, f.Name()))
			b, err2 := os.ReadFile(filepath.Join(two, dir, f.Name()))
			if err1 != nil || err2 != nil || string(a) != string(b) || len(a) == 0 {
				t.Errorf("%s is not the same twice", f.Name())
			}
		}
	}
}
