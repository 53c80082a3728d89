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

	"agon/bot/unpack"
	"agon/internal/pattern"
)

// requirementsName is the file in which Python bots list the packages that they need.
const requirementsName = "requirements.txt"

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
	"pyyaml": "yaml", "pillow": "PIL", "scikit-learn": "sklearn", "beautifulsoup4": "bs4", "python-dateutil": "dateutil", "opencv-python": "cv2", "protobuf": "google",
}

// askModules has an interpreter print its version and its packages.
const askModules = `import sys
sys.path[:] = [place for place in sys.path if place]  # not the folder in which it was started
try:
    from importlib.metadata import distributions
    names = [d.metadata["Name"] for d in distributions()]
except ImportError:
    try:
        import pkg_resources
        names = [d.project_name for d in pkg_resources.working_set]
    except ImportError:
        names = []
sys.stdout.write("%d.%d " % sys.version_info[:2] + " ".join(n for n in names if n))
`

// requirements puts the packages of the bot's requirements.txt beside it, except those that its interpreter has.
func (p *plan) requirements(interpreter tool) error {
	name := path.Join(path.Dir(p.source.Entry), requirementsName)
	if p.source.entelect != nil {
		name = path.Join(*p.source.entelect.ProjectLocation, requirementsName)
	}
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
	said, err := p.tools.ask(interpreter.path, "-s", "-c", askModules)
	if err != nil {
		return err
	}
	version, names, _ := strings.Cut(said, " ")
	have := map[string]bool{}
	for _, n := range strings.Fields(names) {
		have[packageKey(n)] = true
	}
	all, err := p.tools.provides(".whl", ".tar.gz", ".tgz")
	if err != nil {
		return err
	}
	w := wheels{plan: p, version: version, all: all, laid: map[string]bool{}}
	for _, r := range list {
		found, err := w.addPackage(r, have[r.key()])
		if err != nil {
			return err
		}
		if found || have[r.key()] || !p.imports(r) {
			continue
		}
		return flaw(name, "it needs %s, which is neither a package of %s nor in the contest's packages: put a wheel of it (%s-….whl) "+
			"into the folder of the contest's packages (%s), or install it for that interpreter",
			r.name, interpreter.path, strings.ReplaceAll(r.name, "-", "_"), packagesGiven)
	}
	if len(w.laid) > 0 {
		p.env = append(p.env, "PYTHONPATH="+providedFolder)
	}
	return nil
}

// imports reports whether a source of the bot mentions a package. Lists also name testing tools, without which a bot plays.
func (p *plan) imports(r requirement) bool {
	for _, name := range p.all(".py") {
		words, err := wordsOf(filepath.Join(p.source.Root, filepath.FromSlash(name)))
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
	version string // of the interpreter: "3.11"
	all     []provided
	laid    map[string]bool // by their keys
}

// addPackage adds a package and its dependencies, and reports whether the contest provides it. A package that the interpreter has is added
// only in an exactly pinned version.
func (w *wheels) addPackage(r requirement, installed bool) (bool, error) {
	if w.laid[r.key()] {
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
	w.laid[r.key()] = true
	files, err := w.files(best[0])
	if err != nil {
		return false, err
	}
	for name, text := range files {
		w.plan.extra[path.Join(providedFolder, name)] = string(text)
		if !strings.HasSuffix(name, ".dist-info/METADATA") {
			continue
		}
		for _, line := range strings.Split(string(text), "\n") {
			if needs, ok := strings.CutPrefix(line, "Requires-Dist:"); ok {
				for _, inner := range parseRequirements(needs) {
					if _, err := w.addPackage(inner, false); err != nil {
						return false, err
					}
				}
			}
		}
	}
	return true, nil
}

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

// files returns the files of a package, by their paths in the interpreter's search path.
func (w *wheels) files(g provided) (map[string][]byte, error) {
	if strings.EqualFold(filepath.Ext(g.path), ".whl") {
		return g.unzip(func(string) bool { return true })
	}
	text, err := g.read()
	if err != nil {
		return nil, err
	}
	return sourcePackage(g.path, text)
}

// sourcePackage extracts the modules of a source archive, which lie at its top or below src. It runs nothing.
func sourcePackage(name string, text []byte) (map[string][]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read the contest's packages: %s: %w", name, err)
	}
	archive, all, size := tar.NewReader(packed), map[string][]byte{}, 0
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read the contest's packages: %s: %w", name, err)
		}
		_, inside, ok := strings.Cut(path.Clean(h.Name), "/")
		if h.Typeflag != tar.TypeReg || !ok || !filepath.IsLocal(filepath.FromSlash(inside)) {
			continue
		}
		content, err := readMost(archive, name)
		if size += len(content); err == nil && size > unpack.MostBytes {
			err = fmt.Errorf("read the contest's packages: %s unpacks to more than %d MiB", name, unpack.MostBytes>>20)
		}
		if err != nil {
			return nil, err
		}
		all[inside] = content
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
