package build

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agon/bot/sandbox"
)

// What a build that succeeded printed is kept with its commands: whoever needs the bot again gets them too.
func TestLogOfABuild(t *testing.T) {
	if !installed("cc") {
		t.Skip("this machine has no C compiler")
	}
	b := builder(t)
	through := *b
	file := filepath.Join(write(t, t.TempDir(), map[string]string{
		"bot.c": "#warning take care\nint main(void) { return 0; }\n",
	}), "bot.c")
	for _, what := range []string{"built", "from the cache"} {
		var got string
		through.Built = func(_, log string) { got += log }
		if _, err := through.make(t, file, Use{}); err != nil {
			t.Fatal(err)
		}
		if command, words, _ := strings.Cut(got, "\n"); !strings.Contains(command, "bot.c") || !strings.Contains(words, "take care") {
			t.Errorf("%s: its log is %q", what, got)
		}
	}
}

// Go's library is compiled once, before the build of the first bot in Go, and for no other.
func TestLibrariesAreCompiledOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its go is a shell script")
	}
	dir := write(t, t.TempDir(), map[string]string{"bot.go": "package main\nfunc main() {}\n", "other.go": "package main\n", "bot.py": "",
		"go": "#!/bin/sh\ncase $1 in\nbuild) mkdir -p \"$GOCACHE\"; echo built >> \"$(dirname \"$0\")/log\" ;;\n*) echo /usr/lib/go " +
			";;\nesac\n"})
	gotool := filepath.Join(dir, "go")
	if err := os.Chmod(gotool, 0o755); err != nil {
		t.Fatal(err)
	}
	cache, err := OpenCache(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	b := &Builder{Cache: cache, Launcher: sandbox.Plain(), Tools: &Tools{Named: map[string]string{"go": gotool}}}
	for _, tt := range []struct{ file, log string }{{"bot.py", ""}, {"bot.go", "built\n"}, {"other.go", "built\n"}} {
		s, err := Finder{}.Find(filepath.Join(dir, tt.file))
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Libraries(t.Context(), s); err != nil {
			t.Error(tt.file, err)
		}
		if log, _ := os.ReadFile(filepath.Join(dir, "log")); string(log) != tt.log {
			t.Errorf("after %s go has done %q, not %q", tt.file, log, tt.log)
		}
	}
}
