package build

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Tools finds the compilers and interpreters of this machine. The zero value looks along PATH and where installers put them.
type Tools struct {
	Python  string            // the interpreter of Python bots; empty: python3
	Modules []string          // a command that calls inside.Main to compile and run WebAssembly modules
	Named   map[string]string // paths of programs by name, which take precedence: "java" → "/opt/jdk/bin/java"

	Packages string   // a folder of jars, dlls, nupkgs, wheels and source archives for builds; empty: none
	Shims    []string // names of [Shims] that bots get

	Crates string // a folder of sources of crates; empty: Debian's

	answers sync.Map // output of tools about themselves, by command
}

// A tool is a program of the host that builds or runs bots.
type tool struct {
	path     string
	readable []string // folders that it needs besides the system folders
	mark     string   // changes when the tool changes
}

// crates returns the folder of sources of crates.
func (t *Tools) crates() string { return cmp.Or(t.Crates, debianCrates) }

// find returns the first of some programs that exists; otherwise the error names the language and the remedy.
func (t *Tools) find(who, fix string, names ...string) (tool, error) {
	for _, name := range names {
		if path := t.chosen(name); path != "" {
			return inspect(path)
		}
	}
	for _, name := range names {
		if path := t.look(name); path != "" {
			return inspect(path)
		}
	}
	return tool{}, &Missing{Tool: names[0], For: who, Fix: fix}
}

// look returns the path of a program, "" if there is none. It skips shims of version managers: these are shell scripts that need their
// user's home.
func (t *Tools) look(name string) string {
	if path := t.chosen(name); path != "" {
		return path
	}
	if filepath.IsAbs(name) {
		if _, err := os.Stat(name); err == nil {
			return name
		}
		return ""
	}
	for _, dir := range places() {
		if filepath.Base(dir) == "shims" {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	return ""
}

// places returns the folders that are searched for programs.
func places() []string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".cargo", "bin"))
	}
	if runtime.GOOS != "windows" {
		dirs = append(dirs, "/usr/local/bin", "/usr/bin", "/usr/local/go/bin", "/opt/homebrew/bin")
	}
	var absolute []string
	for _, d := range dirs {
		if filepath.IsAbs(d) {
			absolute = append(absolute, d)
		}
	}
	return absolute
}

// inspect finds out what a program needs to read. It keeps links in the path: programs may depend on the name by which they are called.
func inspect(path string) (tool, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return tool{}, fmt.Errorf("look at %s: %w", path, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return tool{}, fmt.Errorf("look at %s: %w", path, err)
	}
	x := tool{path: path, mark: fmt.Sprintf("%s %d %d", real, info.Size(), info.ModTime().UnixNano())}
	for _, p := range []string{path, real} {
		if !ofSystem(p) && !slices.Contains(x.readable, installation(p)) {
			x.readable = append(x.readable, installation(p))
		}
	}
	return x, nil
}

// rust finds an installed program of rustc's toolchain: rustup's wrappers on PATH would look for versions on the network and need their
// user's home.
func (t *Tools) rust(name string) (tool, error) {
	const fix = "apt-get install rustc cargo"
	rustc, err := t.find("Rust", fix, "rustc")
	if err != nil {
		return tool{}, err
	}
	root, err := t.ask(rustc.path, "--print", "sysroot")
	if err != nil {
		return tool{}, err
	}
	if own := filepath.Join(root, "bin", name); isFile(own) {
		return inspect(own)
	}
	return t.find("Rust", fix, name)
}

// ofSystem reports whether a file lies in a folder that every bot may read.
func ofSystem(path string) bool {
	for _, dir := range []string{"/usr/", "/bin/", "/lib/", "/nix/store/", "/gnu/store/"} {
		if strings.HasPrefix(path, dir) {
			return true
		}
	}
	return false
}

// installation returns the folder in which a tool is installed: the one above its bin, or else its own.
func installation(path string) string {
	dir := filepath.Dir(path)
	if filepath.Base(dir) == "bin" {
		return filepath.Dir(dir)
	}
	return dir
}

// ask runs a tool of the host, with agon's own arguments only, and returns the first line of its output.
func (t *Tools) ask(path string, args ...string) (string, error) {
	key := path + "\x00" + strings.Join(args, "\x00")
	if answer, ok := t.answers.Load(key); ok {
		return answer.(string), nil
	}
	out, err := output(context.Background(), 30*time.Second, false, path, args...)
	if err != nil {
		return "", fmt.Errorf("ask %s %s: %w", path, strings.Join(args, " "), err)
	}
	line := firstLine(out)
	t.answers.Store(key, line)
	return line, nil
}

// output runs a program of the host, for a bounded time, and returns its output; both says with what it prints on standard error.
func output(ctx context.Context, most time.Duration, both bool, path string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir, c.WaitDelay = filepath.Dir(path), time.Second
	if both {
		return c.CombinedOutput()
	}
	return c.Output()
}

// firstLine returns the first line of a program's output.
func firstLine(out []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(line)
}
