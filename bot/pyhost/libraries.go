package pyhost

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agon/internal/regular"
)

// preloaded are the modules that a class host may have loaded before it becomes the bot's: those of the host's large libraries that change
// nothing when they are loaded.
var preloaded = []string{
	"numpy", "numpy.fft", "numpy.lib.stride_tricks", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random", "scipy", "scipy.cluster",
	"scipy.constants", "scipy.fft", "scipy.fftpack", "scipy.integrate", "scipy.interpolate", "scipy.linalg", "scipy.ndimage", "scipy.optimize",
	"scipy.signal", "scipy.sparse", "scipy.sparse.csgraph", "scipy.sparse.linalg", "scipy.spatial", "scipy.spatial.distance", "scipy.special", "scipy.stats",
}

// loadable returns the names that are in the list, sorted.
func loadable(names []string) (list []string) {
	for _, name := range preloaded {
		if slices.Contains(names, name) {
			list = append(list, name)
		}
	}
	return list
}

// The search for imports is a guess that must take milliseconds: it reads no more files and bytes than these.
const (
	mostFiles = 1000
	mostBytes = 16 << 20
)

var (
	plainImport = regexp.MustCompile(`(?m)^[ \t]*import[ \t]+([^#\r\n]+)`)
	fromImport  = regexp.MustCompile(`(?m)^[ \t]*from[ \t]+((?:numpy|scipy)[\w.]*)[ \t]+import[ \t]+([^#\r\n]+)`)
)

// Guess returns the modules of large libraries that Python files seem to import, for Config.Libraries. Of a folder it reads all files. A
// file that lists bots stands for its folder. A wrong guess costs time alone.
func Guess(places []string, lists func(file string) bool) []string {
	found, files, size := map[string]bool{}, 0, int64(0)
	read := func(file string) {
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || files == mostFiles || size+info.Size() > mostBytes {
			return
		}
		files, size = files+1, size+info.Size()
		if text, err := regular.ReadSmall(file, mostBytes); err == nil {
			imported(text, found)
		}
	}
	for _, place := range places {
		if lists(place) {
			place = filepath.Dir(place)
		}
		entries := 0
		filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
			if entries++; entries > 10*mostFiles || files == mostFiles {
				return filepath.SkipAll
			}
			if err == nil && strings.HasSuffix(path, ".py") && !d.IsDir() {
				read(path)
			}
			return nil
		})
	}
	var names []string
	for name := range found {
		names = append(names, name)
	}
	return loadable(names)
}

// imported adds the modules that a file imports.
func imported(text []byte, found map[string]bool) {
	if !bytes.Contains(text, []byte("numpy")) && !bytes.Contains(text, []byte("scipy")) {
		return
	}
	for _, m := range plainImport.FindAllSubmatch(text, -1) {
		for name := range strings.SplitSeq(string(m[1]), ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
			add(found, name)
		}
	}
	for _, m := range fromImport.FindAllSubmatch(text, -1) {
		module := string(m[1])
		add(found, module)
		for name := range strings.SplitSeq(strings.Trim(string(m[2]), "() \t\\"), ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
			add(found, module+"."+name)
		}
	}
}

// add adds a module and the packages around it.
func add(found map[string]bool, name string) {
	for name != "" {
		found[name] = true
		name = name[:max(0, strings.LastIndexByte(name, '.'))]
	}
}
