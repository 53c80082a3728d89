package build

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"agon/internal/pattern"
)

// requirementsName is the file in which Python bots list the packages that they need.
const requirementsName = "requirements.txt"

// providedPath has Python find the contest's packages beside the bot.
const providedPath = "PYTHONPATH=" + providedFolder

// A requirement is a line of such a list.
type requirement struct {
	name string // as written
	pin  string // the version after ==, empty if there is none
}

// key returns the name that all spellings of a package share.
func (r requirement) key() string { return packageKey(r.name) }

var packageMarks = pattern.Of(`[-_.]+`)

func packageKey(name string) string {
	return packageMarks().ReplaceAllString(strings.ToLower(name), "-")
}

var requirementLine = pattern.Of(`^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*(?:==\s*([\w.+!*]+))?`)

// parseRequirements parses a list of packages. It skips options, URLs and requirements for other systems.
func parseRequirements(text string) (list []requirement) {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line, marker, _ := strings.Cut(line, ";")
		m := requirementLine().FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || strings.Contains(line, "://") || strings.Contains(marker, "extra") || strings.Contains(marker, "win32") {
			continue
		}
		list = append(list, requirement{m[1], m[2]})
	}
	return list
}

// importNames are the import names of packages that have another one.
var importNames = map[string]string{
	"pyyaml": "yaml", "pillow": "PIL", "scikit-learn": "sklearn", "beautifulsoup4": "bs4", "python-dateutil": "dateutil",
	"opencv-python": "cv2", "protobuf": "google",
}

// requirements puts the packages of the bot's requirements.txt beside it, except those that its interpreter has.
func (p *plan) requirements(interpreter tool) error {
	dir := path.Dir(p.source.Entry)
	if p.source.entelect != nil {
		dir = p.source.project()
	}
	name := path.Join(dir, requirementsName)
	if !p.source.has(name) {
		return nil
	}
	text, err := p.source.readText(name)
	if err != nil {
		return err
	}
	list := parseRequirements(text)
	if len(list) == 0 {
		return nil
	}
	askModules := added("modules.py")
	answer, err := p.tools.ask(interpreter.path, "-s", "-c", askModules)
	if err != nil {
		return err
	}
	version, names, _ := strings.Cut(answer, " ")
	all, err := p.tools.provides(".whl", ".tar.gz", ".tgz")
	if err != nil {
		return err
	}
	w := wheels{plan: p, version: version, have: map[string]bool{}, all: all, placed: map[string]bool{}}
	for _, n := range strings.Fields(names) {
		w.have[packageKey(n)] = true
	}
	for _, r := range list {
		found, err := w.addPackage(r, w.have[r.key()])
		if err != nil {
			return err
		}
		if !found && !w.have[r.key()] && p.source.imports(r) {
			return flaw(name, "it needs %s, which is neither a package of %s nor in the contest's packages: put a wheel of it (%s-….whl) "+
				"into the folder of the contest's packages (%s), or install it for that interpreter",
				r.name, interpreter.path, strings.ReplaceAll(r.name, "-", "_"), packagesGiven)
		}
	}
	if len(w.placed) > 0 {
		p.env = append(p.env, providedPath)
	}
	return nil
}

// imports reports whether a source of the bot mentions a package. Lists also name testing tools, without which a bot plays.
func (s *Source) imports(r requirement) bool {
	for _, name := range s.ending(".py") {
		words, err := wordsOf(filepath.Join(s.Root, filepath.FromSlash(name)))
		if err != nil || words[r.name] || words[strings.ReplaceAll(r.key(), "-", "_")] || words[importNames[r.key()]] {
			return true
		}
	}
	return false
}

// wordsOf returns the words of a text: runs of letters, digits and underscores, and the same with dots and hyphens in them. A binary file
// has none.
func wordsOf(file string) (map[string]bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestSource))
	if err != nil || bytes.IndexByte(text, 0) >= 0 {
		return nil, err
	}
	words := map[string]bool{}
	for _, run := range bytes.FieldsFunc(text, func(r rune) bool { return !isLetter(r) && r != '.' && r != '-' }) {
		words[strings.Trim(string(run), ".-")] = true
		for _, word := range bytes.FieldsFunc(run, func(r rune) bool { return !isLetter(r) }) {
			words[string(word)] = true
		}
	}
	return words, nil
}

func isLetter(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}

// wheels puts Python packages beside a bot.
type wheels struct {
	plan    *plan
	version string          // of the interpreter: "3.11"
	have    map[string]bool // its packages, by their keys
	all     []provided
	placed  map[string]bool // by their keys
}

// addPackage adds a package and its dependencies, and reports whether the contest provides it. A package that the interpreter has is added
// only in an exactly pinned version.
func (w *wheels) addPackage(r requirement, installed bool) (bool, error) {
	if w.placed[r.key()] {
		return true, nil
	}
	var fit []provided
	for _, g := range w.all {
		if packageKey(g.name) == r.key() && (!installed || g.version == r.pin) && w.runs(g) {
			fit = append(fit, g)
		}
	}
	best := newest(fit, func(string) string { return r.pin })
	if len(best) == 0 {
		return false, nil
	}
	w.placed[r.key()] = true
	files, err := best[0].modules()
	if err != nil {
		return false, err
	}
	for name, text := range files {
		w.plan.extra[path.Join(providedFolder, name)] = string(text)
		if !strings.HasSuffix(name, ".dist-info/METADATA") {
			continue
		}
		for _, needs := range requiresDist().FindAllSubmatch(text, -1) {
			for _, inner := range parseRequirements(string(needs[1])) {
				if _, err := w.addPackage(inner, false); err != nil {
					return false, err
				}
			}
		}
	}
	return true, nil
}

// requiresDist matches a dependency in the description of a package.
var requiresDist = pattern.Of(`(?m)^Requires-Dist:(.*)$`)

// runs reports whether a package fits the interpreter: a source archive, or a wheel with matching tags.
func (w *wheels) runs(g provided) bool {
	parts := strings.Split(strings.TrimSuffix(strings.ToLower(filepath.Base(g.path)), ".whl"), "-")
	if !strings.EqualFold(filepath.Ext(g.path), ".whl") || len(parts) < 5 {
		return !strings.EqualFold(filepath.Ext(g.path), ".whl")
	}
	pythons, abi, platform := strings.Split(parts[len(parts)-3], "."), parts[len(parts)-2], parts[len(parts)-1]
	major, minor, _ := strings.Cut(w.version, ".")
	if platform == "any" {
		return slices.Contains(pythons, "py"+major) || slices.Contains(pythons, "py"+major+minor) ||
			slices.Contains(pythons, "cp"+major+minor)
	}
	processor := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	system := strings.Contains(platform, runtime.GOOS) && processor != "" && strings.Contains(platform, processor)
	return system && (slices.Contains(pythons, "cp"+major+minor) || abi == "abi3" && major == "3")
}

// modules returns the files of a package, by their paths in the interpreter's search path. Of a source archive these are the modules at its
// top or below src. Nothing of it is run.
func (p provided) modules() (map[string][]byte, error) {
	if strings.EqualFold(filepath.Ext(p.path), ".whl") {
		return p.unzip(func(string) bool { return true })
	}
	all, err := p.untar()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for inside, content := range all {
		at := strings.TrimPrefix(inside, "src/")
		top, _, deep := strings.Cut(at, "/")
		root := strings.TrimSuffix(inside, at) + top
		if _, isPackage := all[root+"/__init__.py"]; deep && isPackage || !deep && path.Ext(at) == ".py" && at != "setup.py" {
			files[at] = content
		}
	}
	return files, nil
}

// untar reads the files below the only folder of a source archive.
func (p provided) untar() (map[string][]byte, error) {
	text, err := p.read()
	if err != nil {
		return nil, err
	}
	packed, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %s: %w", p.path, err)
	}
	unpacked := contents{of: p.path, files: map[string][]byte{}}
	for archive := tar.NewReader(packed); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return unpacked.files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the contest's packages: %s: %w", p.path, err)
		}
		_, inside, ok := strings.Cut(path.Clean(h.Name), "/")
		if h.Typeflag != tar.TypeReg || !ok || !filepath.IsLocal(filepath.FromSlash(inside)) {
			continue
		}
		if err := unpacked.add(inside, archive); err != nil {
			return nil, err
		}
	}
}
