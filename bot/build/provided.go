package build

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"agon/bot/unpack"
)

// providedFolder is where libraries lie that a build took from the contest's packages, beneath the bot's folder.
const providedFolder = "agon-packages"

// A provided is one package of the folder that a contest provides to its bots, as "gson-2.8.0.jar", "Newtonsoft.Json.8.0.2.nupkg" or
// "six-1.16.0-py2.py3-none-any.whl".
type provided struct {
	path    string // absolute
	name    string // without version and ending: "gson", "Newtonsoft.Json"
	version string // "2.8.0"; empty where the file's name has none
}

// versioned cuts the name of a package into its name and its version.
var versioned = regexp.MustCompile(`^(.+?)(?:[-.]v?(\d[\w.+]*(?:-(?i:snapshot|alpha|beta|rc)[\w.]*)?))?$`)

// provides lists the contest's packages of some endings, in the order of their names. There are none where the contest provides none.
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

// packageOf reads the name of a package from that of its file, without the ending. A wheel's has tags behind the version.
func packageOf(path, base string) provided {
	if parts := strings.Split(base, "-"); strings.EqualFold(filepath.Ext(path), ".whl") && len(parts) >= 5 {
		return provided{path, parts[0], parts[1]}
	}
	m := versioned.FindStringSubmatch(base)
	return provided{path, m[1], m[2]}
}

// newest keeps one version of each package: that which is wanted, where somebody wants one that is there, else the newest.
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

// compareVersions compares two versions number by number, and what is no number as text.
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

// read is the package's bytes.
func (p provided) read() ([]byte, error) {
	f, err := os.Open(p.path)
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %w", err)
	}
	defer f.Close()
	return readMost(f, p.path)
}

// readMost reads what is no larger than a bot may be.
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

// provide puts a package beside the bot's files, and gives its name there.
func (p *plan) provide(from provided) (string, error) {
	text, err := from.read()
	if err != nil {
		return "", err
	}
	name := path.Join(providedFolder, filepath.Base(from.path))
	p.extra[name] = string(text)
	return name, nil
}

// unzip reads those files of a package that is a zip archive which want says yes to, by their names in it.
func (p provided) unzip(want func(name string) bool) (map[string][]byte, error) {
	text, err := p.read()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %s is not a zip archive: %w", p.path, err)
	}
	files, size := map[string][]byte{}, 0
	for _, f := range archive.File {
		name := path.Clean(strings.ReplaceAll(f.Name, `\`, "/"))
		if strings.HasSuffix(f.Name, "/") || !filepath.IsLocal(filepath.FromSlash(name)) || !want(name) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("read the contest's packages: %s: %w", p.path, err)
		}
		content, err := readMost(r, p.path)
		r.Close()
		if size += len(content); err == nil && size > unpack.MostBytes {
			err = fmt.Errorf("read the contest's packages: %s unpacks to more than %d MiB", p.path, unpack.MostBytes>>20)
		}
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	return files, nil
}
