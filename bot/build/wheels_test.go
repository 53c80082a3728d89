package build

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// zipped returns a zip archive of some files.
func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(text))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tarred returns a tar.gz archive of some files.
func tarred(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	for name, text := range files {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(text)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(text))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRequirements satisfies a requirements.txt, including dependencies, with the contest's wheels and source archives.
func TestRequirements(t *testing.T) {
	packages := t.TempDir()
	wheel := func(name, version, tags, needs, text string) {
		info := name + "-" + version + ".dist-info/METADATA"
		archive := zipped(t, map[string]string{name + "/__init__.py": text, info: "Name: " + name + "\nVersion: " + version + "\n" + needs})
		if err := os.WriteFile(filepath.Join(packages, name+"-"+version+"-"+tags+".whl"), archive, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wheel("tiny_one", "1.2", "py2.py3-none-any", "Requires-Dist: tiny-two (>=1)\nRequires-Dist: pytest ; extra == 'test'\n",
		"import tiny_two\nanswer = tiny_two.answer + 1\n")
	wheel("tiny_one", "2.0", "cp27-cp27m-win_amd64", "", "answer = 'for another system'\n")
	wheel("tiny_two", "1.0", "py3-none-any", "", "answer = 41\n")
	archive := tarred(t, map[string]string{"tiny-three-0.1/setup.py": "raise SystemExit('it was run')\n",
		"tiny-three-0.1/src/tiny_three/__init__.py": "from .deep import answer\n", "tiny-three-0.1/src/tiny_three/deep.py": "answer = 7\n",
		"tiny-three-0.1/tests/x.py": ""})
	if err := os.WriteFile(filepath.Join(packages, "tiny-three-0.1.tar.gz"), archive, 0o644); err != nil {
		t.Fatal(err)
	}
	bot := map[string]string{
		"bot.py": "import tiny_one, tiny_three\nprint(tiny_one.answer, tiny_three.answer)\n",
		"requirements.txt": "# what it needs\n--index-url https://nowhere.example\nTiny-One==1.2\ntiny.three >= 0.1  # from " +
			"sources\nsome-test-tool==4\npywin32; sys_platform == 'win32'\n",
	}
	b := builder(t)
	b.Tools.Packages = packages
	p, err := b.make(t, write(t, t.TempDir(), bot), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, ""); got != "42 7\n" {
		t.Errorf("it says %q", got)
	}
	_, err = builder(t).make(t, write(t, t.TempDir(), bot), Use{})
	if why, ok := Reason(err); !ok || !strings.HasPrefix(why, "requirements.txt: it needs Tiny-One, which is neither a package of ") ||
		!strings.Contains(why, "put a wheel of it (Tiny_One-….whl)") {
		t.Errorf("without the packages: %v", err)
	}
}

func TestParseRequirements(t *testing.T) {
	got := parseRequirements("numpy==1.10.4\nscipy >=0.17,<1\n\n# x\n-r other.txt\n-e " +
		".\ngit+https://host/x.git#egg=x\nrequests[security] == 2.9\n")
	want := []requirement{{"numpy", "1.10.4"}, {"scipy", ""}, {"requests", "2.9"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
