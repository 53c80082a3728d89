package build

import (
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
	Modules []string          // a command that calls inside.Main, which compiles and runs WebAssembly modules
	Named   map[string]string // paths of programs by their names, which go before all others: "java" → "/opt/jdk/bin/java"

	Packages string   // a folder of jars, dlls, nupkgs, wheels and source archives that builds may use; empty: none
	Shims    []string // names of [Shims] that bots get

	said sync.Map // what tools said about themselves, by command
}

// A tool is a program of the host that builds or runs bots.
type tool struct {
	path     string
	readable []string // folders that it needs, beside the system's own
	mark     string   // changes when the tool changes
}

// find looks for the first of some programs; where there is none, the error says who needs it and what mends it.
func (t *Tools) find(who, mend string, names ...string) (tool, error) {
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
	return tool{}, &Missing{Tool: names[0], For: who, Mend: mend}
}

// look is the path of a program, "" where there is none. Shims of version managers are passed over: they are shell scripts that need
// their user's home.
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

// places are the folders that programs are looked for in.
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

// inspect finds out what a program needs to read. Its links are left alone: what it is called by may matter to it.
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

// rust finds a program of the toolchain that rustc belongs to, where it is installed: what rustup puts on the path would look for other
// versions on the network, and needs its user's home.
func (t *Tools) rust(name string) (tool, error) {
	const mend = "apt-get install rustc cargo"
	rustc, err := t.find("Rust", mend, "rustc")
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
	return t.find("Rust", mend, name)
}

// ofSystem reports whether a file lies where every bot may read.
func ofSystem(path string) bool {
	for _, dir := range []string{"/usr/", "/bin/", "/lib/", "/nix/store/", "/gnu/store/"} {
		if strings.HasPrefix(path, dir) {
			return true
		}
	}
	return false
}

// installation is the folder in which a tool was installed: that above its bin, else its own.
func installation(path string) string {
	dir := filepath.Dir(path)
	if filepath.Base(dir) == "bin" {
		return filepath.Dir(dir)
	}
	return dir
}

// ask runs a tool of the host, with words of ours alone, and gives the first line that it says.
func (t *Tools) ask(path string, args ...string) (string, error) {
	key := path + "\x00" + strings.Join(args, "\x00")
	if said, ok := t.said.Load(key); ok {
		return said.(string), nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = filepath.Dir(path)
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("ask %s %s: %w", path, strings.Join(args, " "), err)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	t.said.Store(key, strings.TrimSpace(line))
	return strings.TrimSpace(line), nil
}
