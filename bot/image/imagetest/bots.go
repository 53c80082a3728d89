package imagetest

import (
	"archive/tar"
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1"
)

// goBot is a bot that beats its opponent's last hand, so that equal histories give equal answers.
const goBot = `package main

import (
	"fmt"
	"os"
)

func main() {
	history, number := os.Args[len(os.Args)-1], os.Getenv("PLAYER_NUMBER")
	answer := "ROCK"
	if n := len(history); n >= 3 {
		theirs := history[n-3+map[string]int{"1": 1, "2": 0}[number]]
		answer = map[byte]string{'r': "PAPER", 'p': "SCISSORS", 's': "ROCK"}[theirs]
	}
	fmt.Printf("{\"move\": %q, \"art\": [\"%d\"]}\n", answer, len(os.Args))
}
`

// static builds the Go bot, once.
var static = sync.OnceValues(func() ([]byte, error) { return compile(goBot) })

// compile builds a static program of Go.
func compile(text string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "agon-image-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	source, program := filepath.Join(dir, "bot.go"), filepath.Join(dir, "bot")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, source)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, &fs.PathError{Op: "build", Path: string(out), Err: err}
	}
	return os.ReadFile(program)
}

// Built returns a static program, of its source in Go.
func Built(t testing.TB, source string) []byte {
	t.Helper()
	program, err := compile(source)
	if err != nil {
		t.Skipf("there is no go to build a program with: %v", err)
	}
	return program
}

// Static returns an image FROM scratch with one static program of Go, which plays BattleBots.
func Static(t testing.TB) v1.Image {
	t.Helper()
	return Image(t, v1.Config{Entrypoint: []string{"/bot"}}, Layer(t, File{Name: "bot", Text: string(StaticProgram(t)), Mode: 0o755}))
}

// StaticProgram returns that program alone.
func StaticProgram(t testing.TB) []byte {
	t.Helper()
	program, err := static()
	if err != nil {
		t.Skipf("there is no go to build a bot with: %v", err)
	}
	return program
}

// Python returns an image with this machine's Python 3 and one script, started with -S.
func Python(t testing.TB, script string) v1.Image {
	t.Helper()
	return Image(t, v1.Config{Entrypoint: []string{"python3", "-S", "/bot.py"}, Env: []string{"PYTHONDONTWRITEBYTECODE=1"}},
		pythonRoot(t), Layer(t, File{Name: "bot.py", Text: script}))
}

// pythonRoot returns a layer with Python from this machine: its program, its library, and the shared libraries of both.
func pythonRoot(t testing.TB) []byte {
	t.Helper()
	program, err := filepath.EvalSymlinks("/usr/bin/python3")
	if err != nil {
		t.Skipf("no /usr/bin/python3: %v", err)
	}
	lib := filepath.Join("/usr/lib", filepath.Base(program))
	have := map[string]bool{}
	var files []File
	add := func(name string) {
		text, err := os.ReadFile(name)
		info, stat := os.Stat(name)
		if err == nil && stat == nil && !have[name] {
			have[name] = true
			files = append(files, File{Name: name[1:], Text: string(text), Mode: 0o755, Time: info.ModTime()})
		}
	}
	add(program)
	files = append(files, File{Name: "usr/bin/python3", Kind: tar.TypeSymlink, Link: filepath.Base(program)})
	filepath.WalkDir(lib, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && (d.Name() == "test" || d.Name() == "__pycache__" && filepath.Dir(name) != lib &&
			!strings.HasSuffix(filepath.Dir(name), "/encodings") && !strings.HasSuffix(filepath.Dir(name), "/json")):
			return fs.SkipDir
		case d.Type().IsRegular():
			add(name)
			if strings.HasSuffix(name, ".so") {
				libraries(name, add)
			}
		}
		return nil
	})
	libraries(program, add)
	return Layer(t, files...)
}

// libraries adds the shared libraries of a program, as ldd finds them.
func libraries(program string, add func(string)) {
	if f, err := elf.Open(program); err == nil {
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP {
				name := make([]byte, p.Filesz)
				p.ReadAt(name, 0)
				add(strings.TrimRight(string(name), "\x00"))
			}
		}
		f.Close()
	}
	out, err := exec.Command("ldd", program).Output()
	if err != nil {
		return
	}
	for _, word := range strings.Fields(string(out)) {
		if strings.HasPrefix(word, "/") {
			add(word)
		}
	}
}
