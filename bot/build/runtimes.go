package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// runtimes are the interpreters and compilers that an organiser may choose, by the names that builds look for, with the argument that
// prints their version.
var runtimes = [...]struct{ name, version string }{
	{"python", "--version"}, {"python2", "--version"}, {"java", "-version"}, {"javac", "-version"}, {"jar", "--version"},
	{"node", "--version"},
	{"mono", "--version"}, {"mcs", "--version"}, {"csc", "-version"}, {"fsharpc", "--help"}, {"vbnc", "-help"}, {"dotnet", "--version"},
	{"gcc", "--version"},
	{"g++", "--version"}, {"go", "version"}, {"rustc", "--version"}, {"cargo", "--version"}, {"ruby", "--version"}, {"php", "--version"},
	{"lua", "-v"},
	{"perl", "--version"}, {"bash", "--version"}, {"kotlinc", "-version"}, {"scalac", "-version"}, {"ghc", "--version"},
	{"ocamlopt", "-version"},
	{"dart", "--version"}, {"swiftc", "--version"}, {"fpc", "-iV"}, {"gdc", "--version"}, {"ldc2", "--version"}, {"clojure", "--version"},
	{"groovy", "--version"},
	{"esbuild", "--version"}, {"tsc", "--version"},
}

// A BadRuntime is a program that an organiser chose and that cannot be used.
type BadRuntime struct {
	Name string // "java"
	Err  error
}

func (b *BadRuntime) Error() string { return b.Name + ": " + b.Err.Error() }
func (b *BadRuntime) Unwrap() error { return b.Err }

// Runtimes runs each program that an organiser chose, and returns the first line of its version output, by name. The error is a
// [BadRuntime].
func Runtimes(ctx context.Context, chosen map[string]string) (map[string]string, error) {
	versions := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		version, err := runtimeVersion(ctx, name, chosen[name])
		if err != nil {
			return nil, &BadRuntime{name, err}
		}
		versions[name] = version
	}
	return versions, nil
}

func runtimeVersion(ctx context.Context, name, path string) (string, error) {
	known := make([]string, len(runtimes))
	for i, r := range runtimes {
		known[i] = r.name
	}
	i := slices.Index(known, name)
	if i < 0 {
		return "", errors.New("no language needs a program of that name" + hint(name, known))
	}
	if path == "" {
		return "", errors.New("the path is empty")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("no file %s", path)
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder; name the program in it", path)
	}
	printed, err := output(ctx, time.Minute, true, path, runtimes[i].version)
	line := firstLine([]byte(show(printed)))
	switch {
	case err != nil && line != "":
		return "", fmt.Errorf("%s %s does not run: %w: %s", path, runtimes[i].version, err, line)
	case err != nil:
		return "", fmt.Errorf("%s %s does not run: %w", path, runtimes[i].version, err)
	}
	return line, nil
}

// siblings are programs that come with another and must have its version, so they are looked for beside it.
var siblings = map[string]string{"javac": "java", "jar": "java", "java": "javac", "mcs": "mono", "mono": "mcs", "cargo": "rustc",
	"rustc": "cargo", "npm": "node"}

// chosen returns the path of a program that an organiser chose, or that lies beside a chosen sibling; "" if there is none.
func (t *Tools) chosen(name string) string {
	if path := t.Named[name]; path != "" {
		return path
	}
	sibling := t.Named[siblings[name]]
	if sibling == "" {
		return ""
	}
	for _, s := range []string{sibling, resolved(sibling)} {
		if path := filepath.Join(filepath.Dir(s), name+filepath.Ext(s)); isFile(path) {
			return path
		}
	}
	return ""
}

// resolved returns a path with its links resolved.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
