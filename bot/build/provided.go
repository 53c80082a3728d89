package build

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/bot/unpack"
	"agon/internal/pattern"
)

// packagesGiven says, in messages, what names the folder of the contest's packages.
const packagesGiven = "--libraries DIR, or folder beneath [packages] in contest.toml"

// providedFolder is the folder below the bot's for libraries from the contest's packages.
const providedFolder = "agon-packages"

// A provided is one of the packages that a contest provides, such as "gson-2.8.0.jar", "Newtonsoft.Json.8.0.2.nupkg" or
// "six-1.16.0-py2.py3-none-any.whl".
type provided struct {
	path    string // absolute
	name    string // without version and ending: "gson", "Newtonsoft.Json"
	version string // "2.8.0"; empty if the file's name has none
}

// versioned splits a package's file name into name and version.
var versioned = pattern.Of(`^(.+?)(?:[-.]v?(\d[\w.+]*(?:-(?i:snapshot|alpha|beta|rc)[\w.]*)?))?$`)

// provides lists the contest's packages with one of the endings, by name.
func (t *Tools) provides(endings ...string) (found []provided, err error) {
	if t.Packages == "" {
		return nil, nil
	}
	err = filepath.WalkDir(t.Packages, func(at string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		for _, ending := range endings {
			base := d.Name()
			if len(base) <= len(ending) || !strings.EqualFold(base[len(base)-len(ending):], ending) {
				continue
			}
			found = append(found, packageOf(at, base[:len(base)-len(ending)]))
			break
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %w", err)
	}
	return found, nil
}

// packageOf parses the file name of a package, without its ending. A wheel has tags after the version.
func packageOf(path, base string) provided {
	if parts := strings.Split(base, "-"); strings.EqualFold(filepath.Ext(path), ".whl") && len(parts) >= 5 {
		return provided{path, parts[0], parts[1]}
	}
	m := versioned().FindStringSubmatch(base)
	return provided{path, m[1], m[2]}
}

// newest keeps one version of each package: the wanted one if it is there, else the newest.
func newest(all []provided, wanted func(name string) string) (kept []provided) {
	for _, p := range all {
		i := slices.IndexFunc(kept, func(k provided) bool { return strings.EqualFold(k.name, p.name) })
		if i < 0 {
			kept = append(kept, p)
			continue
		}
		want := wanted(p.name)
		if p.version == want || kept[i].version != want && compareVersions(p.version, kept[i].version) > 0 {
			kept[i] = p
		}
	}
	return kept
}

// compareVersions compares versions part by part, as numbers or else as text.
func compareVersions(a, b string) int {
	cut := func(r rune) bool { return r == '.' || r == '-' || r == '+' || r == '_' }
	one, two := strings.FieldsFunc(a, cut), strings.FieldsFunc(b, cut)
	for i := 0; i < len(one) && i < len(two); i++ {
		n, errN := strconv.Atoi(one[i])
		m, errM := strconv.Atoi(two[i])
		if errN == nil && errM == nil && n != m {
			return n - m
		}
		if errN != nil || errM != nil {
			if c := strings.Compare(one[i], two[i]); c != 0 {
				return c
			}
		}
	}
	return len(one) - len(two)
}

// read returns the package's bytes.
func (p provided) read() ([]byte, error) {
	f, err := os.Open(p.path)
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %w", err)
	}
	defer f.Close()
	return readMost(f, p.path)
}

// readMost reads a file of at most the size of a bot.
func readMost(r io.Reader, name string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, unpack.MostBytes+1))
	if err == nil && len(b) > unpack.MostBytes {
		err = fmt.Errorf("%s has more than %d MiB", name, unpack.MostBytes>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %w", err)
	}
	return b, nil
}

// provide puts a package beside the bot's files and returns its path there.
func (p *plan) provide(from provided) (string, error) {
	text, err := from.read()
	if err != nil {
		return "", err
	}
	name := path.Join(providedFolder, filepath.Base(from.path))
	p.extra[name] = string(text)
	return name, nil
}

// unzip reads the files of a zip package for which want returns true, by their names.
func (p provided) unzip(want func(name string) bool) (map[string][]byte, error) {
	text, err := p.read()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %s is not a zip archive: %w", p.path, err)
	}
	unpacked := contents{of: p.path, files: map[string][]byte{}}
	for _, f := range archive.File {
		name := path.Clean(strings.ReplaceAll(f.Name, `\`, "/"))
		if strings.HasSuffix(f.Name, "/") || !filepath.IsLocal(filepath.FromSlash(name)) || !want(name) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("read the contest's packages: %s: %w", p.path, err)
		}
		err = unpacked.add(name, r)
		r.Close()
		if err != nil {
			return nil, err
		}
	}
	return unpacked.files, nil
}

// contents are the unpacked files of a package.
type contents struct {
	of    string // the package
	files map[string][]byte
	size  int
}

// add reads a file. It is an error if all are larger than a bot.
func (c *contents) add(name string, r io.Reader) error {
	text, err := readMost(r, c.of)
	if c.size += len(text); err == nil && c.size > unpack.MostBytes {
		err = fmt.Errorf("read the contest's packages: %s unpacks to more than %d MiB", c.of, unpack.MostBytes>>20)
	}
	c.files[name] = text
	return err
}
