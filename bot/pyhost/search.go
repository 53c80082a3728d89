package pyhost

import (
	"os/exec"
	"path/filepath"
	"strings"
)

// search finds the first of some programs on PATH; the first name if there is none.
func search(names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return names[0]
}

// placed makes a path absolute, since programs are started in another folder. A bare name stays as it is.
func placed(path string) string {
	if abs, err := filepath.Abs(path); err == nil && strings.ContainsRune(path, filepath.Separator) {
		return abs
	}
	return path
}
