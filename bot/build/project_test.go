package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agon/internal/tier"
)

// TestProjects builds folders of several files.
func TestProjects(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	for _, tt := range []struct {
		name  string
		files map[string]string
		args  []string
		want  string
	}{
		{"several files of C++", map[string]string{
			"main.cpp":       "#include <cstdio>\nint answer();\nint main() { printf(\"%d\\n\", answer()); }\n",
			"src/answer.cpp": "int answer() { return 42; }\n",
		}, nil, "42\n"},
		{"files that begin with a hyphen", map[string]string{
			"main.cpp":       "#include <cstdio>\nint answer();\nint main() { printf(\"%d\\n\", answer()); }\n",
			"-fplugin=x.cpp": "int answer() { return 43; }\n",
		}, nil, "43\n"},
		{"a module of Go with a package", map[string]string{
			"go.mod":         "module bot\n\ngo 1.21\n",
			"main.go":        "package main\n\nimport (\n\t\"bot/brain\"\n\t\"fmt\"\n)\n\nfunc main() { fmt.Println(brain.Answer) }\n",
			"brain/brain.go": "package brain\n\nconst Answer = 42\n",
		}, nil, "42\n"},
		{"a crate", map[string]string{
			"Cargo.toml":   "[package]\nname = \"my-bot\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
			"src/main.rs":  "mod brain;\nfn main() { println!(\"{}\", brain::ANSWER); }\n",
			"src/brain.rs": "pub const ANSWER: i32 = 42;\n",
		}, nil, "42\n"},
		{"Java in a package", map[string]string{
			"src/a/Player.java": "package a;\npublic class Player { public static void main(String[] x) { " +
				"System.out.println(B.answer()); } }\n",
			"src/a/B.java": "package a;\nclass B { static int answer() { return 42; } }\n", "bot.toml": "language = \"java\"\n",
		}, nil, "42\n"},
		{"an author's own build", map[string]string{
			"bot.toml": "build = [\"gcc\", \"-o\", \"prog\", \"x.c\"]\nrun = [\"./prog\", \"own\"]\n",
			"x.c":      "#include <stdio.h>\nint main(int n, char** v) { printf(\"%d %s %s\\n\", n, v[1], v[2]); }\n",
		}, []string{"move"}, "3 own move\n"},
		{"arguments of bot.toml", map[string]string{"bot.toml": "run = \"x.py own\"\n", "x.py": "import sys\nprint(sys.argv[1:])\n"},
			[]string{"move"}, "['own', 'move']\n"},
		{"arguments of bot.json", map[string]string{
			"bot.json": `{"BotType":"Python3","ProjectLocation":"","RunFile":"x.py","RunArgs":"last"}`,
			"x.py":     "import sys\nprint(sys.argv)\n",
		}, []string{"A"}, "['./x.py', 'A', 'last']\n"},
		{"a jar of bot.json that is not there yet", map[string]string{
			"bot.json": `{"BotType":1,"ProjectLocation":"","RunFile":"out.jar"}`,
			"Bot.java": "public class Bot { public static void main(String[] a) { System.out.println(a[0]); } }\n",
		}, []string{"A"}, "A\n"},
		{"a program of bot.json that is not there yet", map[string]string{
			"bot.json": `{"BotType":"cplusplus","ProjectLocation":"","RunFile":"bin\\bot.exe"}`,
			"bot.cpp":  "#include <cstdio>\nint main(int n, char** v) { puts(v[1]); }\n",
		}, []string{"A"}, "A\n"},
		{"JavaScript of modules", map[string]string{"main.mjs": "import { answer } from './brain.mjs';\nconsole.log(answer, readline());\n",
			"brain.mjs": "export const answer = 42;\n",
			"bot.toml":  "run = \"main.mjs\"\n"}, nil, "42 line\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.HasPrefix(tt.name, "an author's own build") && runtime.GOOS == "windows" {
				t.Skip("gcc is not usual there")
			}
			p, err := b.make(t, write(t, t.TempDir(), tt.files), Use{Readline: true, PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, "line\n", tt.args...); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
		})
	}
}

func TestBuildLeavesNoProgram(t *testing.T) {
	b := builder(t)
	_, err := b.make(t, write(t, t.TempDir(), map[string]string{"bot.toml": "build = \"gcc --version\"\nrun = \"./prog\"\n"}), Use{})
	if why, ok := Reason(err); !ok || !strings.Contains(why, "no program prog to start") {
		t.Errorf("got %v", err)
	}
}

// TestFetchGo downloads a module from a proxy that is a folder, with go's own client, and builds with it.
func TestFetchGo(t *testing.T) {
	b := builder(t)
	b.Own = true
	proxy := filepath.Join(t.TempDir(), "proxy")
	versions := filepath.Join(proxy, "example.org/answer/@v")
	module := write(t, filepath.Join(t.TempDir(), "m"), map[string]string{
		"example.org/answer@v1.0.0/go.mod": "module example.org/answer\n",
		"example.org/answer@v1.0.0/a.go":   "package answer\n\nconst Is = 42\n",
	})
	write(t, versions, map[string]string{"list": "v1.0.0\n", "v1.0.0.info": `{"Version":"v1.0.0"}`,
		"v1.0.0.mod": "module example.org/answer\n"})
	zipFolder(t, module, filepath.Join(versions, "v1.0.0.zip"))
	for dir := filepath.Dir(proxy); strings.HasPrefix(filepath.Base(dir), "00") ||
		strings.HasPrefix(filepath.Base(dir), "Test"); dir = filepath.Dir(dir) {
		os.Chmod(dir, 0o755) // go runs as another user
	}
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy))
	t.Setenv("GOSUMDB", "off")
	files := map[string]string{
		"go.mod":  "module bot\n\ngo 1.21\n\nrequire example.org/answer v1.0.0\n",
		"main.go": "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/answer\"\n)\n\nfunc main() { fmt.Println(answer.Is) }\n",
	}
	_, err := b.make(t, write(t, t.TempDir(), files), Use{})
	if why, ok := Reason(err); !ok || !strings.Contains(why, "example.org/answer") {
		t.Errorf("without network = true: %v, want go's own words", err)
	}
	files["go.sum"] = sums(t, write(t, t.TempDir(), files))
	files["bot.toml"] = "language = \"go\"\n[build]\nnetwork = true\n"
	p, err := b.make(t, write(t, t.TempDir(), files), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, ""); got != "42\n" {
		t.Errorf("it says %q", got)
	}
}

// sums has go write the go.sum of a module, as its author would.
func sums(t *testing.T, dir string) string {
	t.Helper()
	c := exec.Command("go", "mod", "tidy")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-modcacherw", "GOPATH="+t.TempDir())
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// makeWritable makes go's read-only files writable, so that they can be removed.
func makeWritable(dir string) {
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o755)
		}
		return nil
	})
}

func zipFolder(t *testing.T, dir, to string) {
	t.Helper()
	zip, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	c := exec.Command(zip, "-c", "import sys, zipfile, os\nz = zipfile.ZipFile(sys.argv[1], 'w')\nfor d, _, fs in os.walk('.'):\n    for "+
		"f in fs: z.write(os.path.join(d, f))\n", to)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestFetchRefuses: only some languages have a package manager that agon runs.
func TestFetchRefuses(t *testing.T) {
	b := builder(t)
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"Python", map[string]string{"bot.py": "", "requirements.txt": "x", "bot.toml": "run = \"bot.py\"\n" + network},
			"cannot be fetched"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := b.make(t, write(t, t.TempDir(), tt.files), Use{})
			if why, ok := Reason(err); !ok || !strings.Contains(why, tt.want) {
				t.Errorf("got %v, want a reason with %q", err, tt.want)
			}
		})
	}
}
