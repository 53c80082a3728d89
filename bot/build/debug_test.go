package build

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
)

// TestDebuggedInPlace: what is interpreted runs in its author's folder, unless agon makes something for it there; elsewhere nothing does.
func TestDebuggedInPlace(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		in    bool   // the author's folder
		args  string // {} stands for that folder, and {made} for that of the build
	}{
		{"Python", map[string]string{"bot.py": "print(1)\n"}, true, "-u {}/bot.py"},
		{"its own command", map[string]string{"bot.toml": "run = \"./start.sh fast\"\n", "start.sh": "#!/bin/sh\necho $1\n"}, true,
			"{}/start.sh fast"},
		{"Perl", map[string]string{"bot.pl": "print 1;\n"}, true, "-I. -M5;$|=1 {}/bot.pl"},
		{"JavaScript with readline", map[string]string{"bot.js": "print(1)\n"}, true, "--require {made}/agon-readline.js {}/bot.js"},
		{"a mark before the text", map[string]string{"bot.py": "\ufeffprint(1)\n"}, true, "-u {}/bot.py"},
		{"UTF-16", map[string]string{"bot.py": "\xff\xfe1\x00\n\x00"}, false, "-u ./bot.py"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			s, err := Finder{}.Find(dir)
			if err != nil {
				t.Fatal(err)
			}
			cache, err := OpenCache(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			b := &Builder{Cache: cache, Launcher: sandbox.Plain(), Tools: &Tools{}}
			for _, debug := range []bool{false, true} {
				p, err := b.Make(t.Context(), s, Use{Readline: true, Debug: debug})
				if errors.As(err, new(*Missing)) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				c := p.Command(bot.Limits{})
				if in := c.Dir == dir; in != (debug && tt.in) {
					t.Errorf("debugged: %v, it runs in %s", debug, c.Dir)
				}
				made := p.Readable[0]
				if want := strings.NewReplacer("{}", dir, "{made}", made).Replace(tt.args); debug && strings.Join(c.Args, " ") != want {
					t.Errorf("it is called with %q, want %q", c.Args, want)
				}
			}
		})
	}
}

// TestDebugNamesTheAuthorsFiles: what is compiled from a copy names the files in the author's folder.
func TestDebugNamesTheAuthorsFiles(t *testing.T) {
	dir := t.TempDir()
	node := filepath.Join(dir, "node")
	if err := os.WriteFile(node, []byte("#!/bin/sh\necho v20.1.0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	tools := &Tools{Named: map[string]string{"node": node, "esbuild": node}}
	for _, tt := range []struct{ file, want string }{
		{"bot.c", "-fdebug-prefix-map={scratch}/bot={}"},
		{"bot.cpp", "-fdebug-prefix-map={scratch}/bot={}"},
		{"bot.m", "-fdebug-prefix-map={scratch}/bot={}"},
		{"bot.go", "-gcflags=all=-N -l '-trimpath={scratch}/bot=>{}'"},
		{"bot.rs", "--remap-path-prefix={scratch}/bot={}"},
		{"bot.ts", "--source-root={}/"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			s := &Source{Root: dir, Entry: tt.file, Files: []File{{Name: tt.file}}, Language: languageOf(dir, tt.file), Single: true}
			if err := os.WriteFile(filepath.Join(dir, tt.file), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(tt.want, "{}", dir)
			for _, debug := range []bool{true, false} {
				p, err := newPlan(s, tools, Use{Debug: debug})
				if errors.As(err, new(*Missing)) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := slices.Contains(p.job.Steps[0].Args, want); got != debug {
					t.Errorf("debugged: %v: %q in %q", debug, want, p.job.Steps[0].Args)
				}
			}
		})
	}
}

// TestDebugEnvironment: builds by cargo and make name the author's files too.
func TestDebugEnvironment(t *testing.T) {
	p := &plan{source: &Source{Root: "/home/ann/bot"}, use: Use{Debug: true}}
	want := "CARGO_ENCODED_RUSTFLAGS=--remap-path-prefix={scratch}/bot=/home/ann/bot"
	if env := p.debugEnvironment(); !slices.Contains(env, want) {
		t.Errorf("no %q in %q", want, env)
	}
	p.use.Debug = false
	if env := p.debugEnvironment(); env != nil {
		t.Errorf("without a debugger: %q", env)
	}
}
