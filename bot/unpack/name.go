package unpack

import (
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	longestName = 1024 // bytes, including all folders
	longestPart = 255  // bytes of one part, as in file systems
)

// Clean normalises the name of an entry; "." is the folder itself. It refuses names that are absolute, lead out of the folder, or have more
// than longest bytes.
func Clean(name string, longest int) (string, error) {
	switch {
	case path.IsAbs(name):
		return "", Refuse(name, "has an absolute name")
	case len(name) > longest:
		return "", Refuse(name, "has a name of %d bytes; at most %d are allowed: rename it", len(name), longest)
	case strings.IndexByte(name, 0) >= 0:
		return "", Refuse(name, "has a NUL in its name")
	}
	for _, part := range strings.Split(name, "/") {
		if part == ".." {
			return "", Refuse(name, "leads out of the folder")
		}
		if len(part) > longestPart {
			return "", Refuse(name, "has a name with a part of %d bytes; at most %d are allowed: rename it", len(part), longestPart)
		}
	}
	return path.Clean(name), nil
}

// tidy is Clean for names that mean the same on every system.
func tidy(name string) (string, error) {
	switch {
	case !utf8.ValidString(name):
		return "", Refuse(name, "has a name that is not UTF-8: rename it")
	case strings.Contains(name, "\\"):
		return "", Refuse(name, "has a backslash in its name, which separates folders on Windows: rename it")
	case hasDrive(name) && len(name) > 2 && name[2] == '/':
		return "", Refuse(name, "has an absolute name")
	case hasDrive(name):
		return "", Refuse(name, "has a name that begins with a drive of Windows, %s: rename it", name[:2])
	}
	name, err := Clean(name, longestName)
	if err != nil {
		return "", err
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) || runtime.GOOS == "windows" && unlikeOnWindows(name) {
		return "", Refuse(name, "has a name with another meaning on this system: rename it")
	}
	return name, nil
}

// unlikeOnWindows reports whether Windows does not take a name, or takes it for another: it drops points and spaces at the end of each
// part.
func unlikeOnWindows(name string) bool {
	shortened := func(part string) bool { return part != "." && strings.TrimRight(part, ". ") != part }
	return strings.ContainsAny(name, `:*?"<>|`) || slices.ContainsFunc(strings.Split(name, "/"), shortened)
}

// hasDrive reports whether a name has the form C:/x, which is absolute on Windows.
func hasDrive(name string) bool {
	return len(name) >= 2 && name[1] == ':' && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z'
}

// fold returns a form of a name that is equal for names that some file systems treat as equal.
func fold(name string) string {
	return norm.NFC.String(strings.ToLower(strings.ToUpper(norm.NFC.String(name))))
}

// Folded returns a form of an entry's name that is equal for names which some file systems treat as equal. It refuses names that [Target]
// refuses.
func Folded(name string) (string, error) {
	name, err := tidy(name)
	return fold(name), err
}

// Within reports whether a link at a name, leading to a target, stays in the folder. Only targets that go up first and then down are
// accepted, "../../a/b": the parents of a link are no links, so going up leads where it seems to.
func Within(name, target string) bool {
	if target == "" || len(target) > longestName || strings.ContainsAny(target, "\x00\\") || path.IsAbs(target) || hasDrive(target) {
		return false
	}
	if path.Clean(target) != strings.TrimSuffix(target, "/") {
		return false
	}
	joined := path.Join(path.Dir(name), target)
	return joined != ".." && !strings.HasPrefix(joined, "../")
}
