package build

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/internal/tier"
)

// rustFetcher returns a builder as fetcher does, if cargo speaks with registries that are no repositories (since 1.68).
func rustFetcher(t *testing.T) *Builder {
	b := fetcher(t, "cargo")
	printed, err := exec.Command("cargo", "--version").Output()
	var major, minor int
	if _, scanned := fmt.Sscanf(string(printed), "cargo %d.%d", &major, &minor); err != nil || scanned != nil || major == 1 && minor < 68 {
		t.Skipf("cargo 1.68 is needed: %q, %v", printed, err)
	}
	return b
}

// newCargo serves a registry of a crate x, which the operator names in place of crates.io. bend may answer in its place.
func newCargo(t *testing.T, bend http.HandlerFunc) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, f := range [][2]string{{"Cargo.toml", "[package]\nname = \"x\"\nversion = \"1.0.0\"\n"},
		{"src/lib.rs", "pub const WORD: &str = \"from the registry\";\n"}} {
		w.WriteHeader(&tar.Header{Name: "x-1.0.0/" + f[0], Size: int64(len(f[1])), Mode: 0o644})
		w.Write([]byte(f[1]))
	}
	w.Close()
	z.Close()
	var at string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/config.json":
			fmt.Fprintf(w, `{"dl":"%s/dl"}`, at)
		case "/1/x":
			fmt.Fprintf(w, `{"name":"x","vers":"1.0.0","deps":[],"cksum":"%x","features":{},"yanked":false}`, sha256.Sum256(b.Bytes()))
		case "/dl/x/1.0.0/download":
			if bend != nil {
				bend(w, r)
				return
			}
			w.Write(b.Bytes())
		default:
			http.NotFound(w, r)
		}
	}))
	at = s.URL
	t.Cleanup(s.Close)
	home := write(t, t.TempDir(), map[string]string{"config.toml": "[source.crates-io]\nreplace-with = " +
		"\"mirror\"\n[source.mirror]\nregistry = \"sparse+" + at + "/\"\n"})
	t.Setenv("CARGO_HOME", home)
}

// rustBot are the files of a bot that prints what its dependency x has.
func rustBot(dependency string, files map[string]string) map[string]string {
	all := map[string]string{
		"bot.toml":    "language = \"rust\"\nrun = \"cat vendor/x/src/lib.rs\"\n" + network,
		"src/main.rs": "fn main() { println!(\"{}\", x::WORD) }\n",
		"Cargo.toml":  "[package]\nname = \"b\"\nversion = \"0.1.0\"\nedition = \"2021\"\n" + dependency,
	}
	for name, text := range files {
		all[name] = text
	}
	return all
}

// TestFetchedByCargo: a crate comes from the operator's registry, and is built without a network.
func TestFetchedByCargo(t *testing.T) {
	b := rustFetcher(t)
	newCargo(t, nil)
	files := rustBot("[dependencies]\nx = \"1.0.0\"\n", map[string]string{"bot.toml": "language = \"rust\"\n[build]\nnetwork = true\n"})
	p, err := b.make(t, write(t, t.TempDir(), files), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talkTo(t, b.Launcher, p, bot.Limits{}, ""); got != "from the registry\n" {
		t.Errorf("it has %q", got)
	}
}

// TestCargoReachesRegistriesOnly: whatever the files of a bot name, no service of this machine is asked and no file of it is read.
func TestCargoReachesRegistriesOnly(t *testing.T) {
	b := rustFetcher(t)
	v := newVictim(t)
	neighbour := write(t, t.TempDir(),
		map[string]string{"Cargo.toml": "[package]\nname = \"x\"\nversion = \"1.0.0\"\n",
			"src/lib.rs": "pub const WORD: &str = \"stolen\";\n"})
	if out, err := exec.Command("git", "init", "--quiet", neighbour).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	up := strings.Repeat("../", 12)
	for name, tt := range map[string]struct {
		dependency string
		files      map[string]string
		bend       http.HandlerFunc
	}{
		"a path":             {dependency: fmt.Sprintf("x = { path = %q }", neighbour)},
		"a relative path":    {dependency: fmt.Sprintf("x = { path = %q }", up+strings.TrimPrefix(neighbour, "/"))},
		"a repository":       {dependency: fmt.Sprintf("x = { git = %q }", v.URL+"/x")},
		"a local repository": {dependency: fmt.Sprintf("x = { git = %q }", "file://"+neighbour)},
		"another registry":   {dependency: fmt.Sprintf("x = { version = \"1\", registry-index = %q }", "sparse+"+v.URL+"/")},
		"its own configuration": {dependency: "x = \"1.0.0\"", files: map[string]string{
			".cargo/config.toml": fmt.Sprintf("paths = [%q]\n[source.crates-io]\nreplace-with = \"own\"\n[source.own]\nregistry = "+
				"\"sparse+%s/\"\n[source.operator]\ndirectory = %q\n[http]\nproxy = %q\n[net]\ngit-fetch-with-cli = true\n",
				neighbour, v.URL, filepath.Dir(neighbour), v.URL)}},
		"a file for a folder": {dependency: "x = \"1.0.0\"", files: map[string]string{".cargo": "none"}},
		"a workspace around it": {dependency: "x = \"1.0.0\"\n[workspace]\nmembers = [\"" + up + strings.TrimPrefix(neighbour, "/") +
			"\"]"},
		"a redirect": {dependency: "x = \"1.0.0\"",
			bend: func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, v.URL, http.StatusFound) }},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "repository") {
				tier.Long(t) // cargo tries again after a second
			}
			newCargo(t, tt.bend)
			files := rustBot("[dependencies]\n"+tt.dependency+"\n", tt.files)
			files["none.txt"] = v.URL // so that no result is taken from the cache
			p, err := b.make(t, write(t, t.TempDir(), files), Use{})
			if err == nil && strings.Contains(talkTo(t, b.Launcher, p, bot.Limits{}, ""), "stolen") || err != nil &&
				strings.Contains(err.Error(), "stolen") {
				t.Errorf("it has what a neighbour has: %v", err)
			}
			if _, own := Reason(err); !own {
				t.Errorf("it is not refused: %v", err)
			}
		})
	}
}
