package sandbox

import (
	"os"
	"path/filepath"
	"strings"

	"agon/bot"
)

// withoutHome drops HOME and TMPDIR, which the sandbox sets.
func withoutHome(env []string) []string {
	var kept []string
	for _, e := range env {
		if !strings.HasPrefix(e, "HOME=") && !strings.HasPrefix(e, "TMPDIR=") {
			kept = append(kept, e)
		}
	}
	return kept
}

// Reads returns what a program may read besides the system folders, as absolute clean paths: its own files and those of its interpreter.
func Reads(cmd bot.Command) []string {
	return clean(append([]string{toolchain(cmd.Path)}, cmd.Readable...))
}

// clean makes paths absolute.
func clean(given []string) []string {
	var paths []string
	for _, p := range given {
		if p == "" {
			continue
		}
		if abs, err := filepath.Abs(p); err == nil {
			paths = append(paths, filepath.Clean(abs))
		}
	}
	return paths
}

// toolchain returns the folder above bin of an interpreter outside the system folders, or else the program itself.
func toolchain(path string) string {
	for _, system := range []string{"/usr/", "/bin/", "/sbin/", "/lib"} {
		if strings.HasPrefix(path, system) && !strings.HasPrefix(path, "/usr/local/go") {
			return ""
		}
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	// An interpreter outside the system folders has its libraries beside its bin.
	above := filepath.Dir(filepath.Dir(path))
	if info, err := os.Stat(filepath.Join(above, "lib")); filepath.Base(filepath.Dir(path)) == "bin" && err == nil && info.IsDir() &&
		!home(above) {
		return above
	}
	return path
}

// home reports whether dir is a home directory, which no bot may read.
func home(dir string) bool {
	own, err := os.UserHomeDir()
	return err == nil && filepath.Clean(own) == dir || filepath.Dir(dir) == "/home"
}
