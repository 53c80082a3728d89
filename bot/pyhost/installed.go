package pyhost

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Installed identifies an interpreter and the packages that are installed for it, by the names, sizes and times of their files: another
// version of either has another text. It is empty if no folder of packages is found, where the version is unknown.
func Installed(python string) string {
	real, err := filepath.EvalSymlinks(python)
	if err != nil {
		return ""
	}
	sum := sha256.New()
	note := func(path string) {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(sum, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	note(real)
	found := false
	for _, place := range []string{filepath.Dir(filepath.Dir(python)), filepath.Dir(filepath.Dir(real))} {
		for _, lib := range []string{"lib", "lib64", filepath.Join("local", "lib")} {
			folders, _ := filepath.Glob(filepath.Join(place, lib, "python3*", "*-packages"))
			for _, folder := range folders {
				entries, err := os.ReadDir(folder)
				if err != nil {
					continue
				}
				note(folder)
				found = true
				for _, e := range entries {
					note(filepath.Join(folder, e.Name()))
				}
			}
		}
	}
	if !found {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Loaded identifies what [Look] does with a configuration, beside the interpreter and the contents of the files: another one may find other
// bots.
func (c *Config) Loaded() string {
	sum := sha256.New()
	for _, text := range []string{program(), c.Kind} {
		fmt.Fprintln(sum, len(text))
		io.WriteString(sum, text)
	}
	fmt.Fprintf(sum, "%q %q %q %v %v %q %+v %v %q", c.Python, c.File, c.Class, c.List, c.Readable, c.Libraries, c.Limits, c.loading(),
		c.Launcher.Level())
	return hex.EncodeToString(sum.Sum(nil))
}
