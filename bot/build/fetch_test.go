package build

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/internal/tier"
)

// fetcher returns a builder whose sandbox has networks for package managers, with a program of the host among its tools.
func fetcher(t *testing.T, tool string) *Builder {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip(err)
	}
	b := boxed(t)
	if level := b.Launcher.Level(); level == landlock {
		t.Skipf("level %s has no networks for programs", level)
	}
	return b
}

// A victim is a service of this machine that no bot may reach.
type victim struct {
	*httptest.Server
	asked atomic.Int64
}

func newVictim(t *testing.T) *victim {
	v := &victim{}
	v.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.asked.Add(1)
		w.Write(npmPackage("x", "stolen"))
	}))
	t.Cleanup(func() {
		v.Close()
		if n := v.asked.Load(); n > 0 {
			t.Errorf("a service of this machine was asked %d times", n)
		}
	})
	return v
}

// npmPackage returns the archive of a package that exports a word.
func npmPackage(name, word string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for file, text := range map[string]string{"package/package.json": fmt.Sprintf(`{"name":%q,"version":"1.0.0","main":"i.js"}`, name),
		"package/i.js": fmt.Sprintf("module.exports=%q", word)} {
		w.WriteHeader(&tar.Header{Name: file, Size: int64(len(text)), Mode: 0o644})
		w.Write([]byte(text))
	}
	w.Close()
	z.Close()
	return b.Bytes()
}

// newNpm serves a registry of npm, which the operator names. bend may answer in its place.
func newNpm(t *testing.T, bend http.HandlerFunc) {
	var at string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, ".tgz") && bend != nil:
			bend(w, r)
		case strings.HasSuffix(r.URL.Path, ".tgz"):
			w.Write(npmPackage("x", "from the registry"))
		default:
			fmt.Fprintf(w, `{"name":"x","dist-tags":{"latest":"1.0.0"},"versions":{"1.0.0":{"name":"x","version":"1.0.0","dist":{"tarball":"%s/x/-/x-1.0.0.tgz"}}}}`, at)
		}
	}))
	at = s.URL
	t.Cleanup(s.Close)
	t.Setenv("npm_config_registry", s.URL)
}

// newGoProxy serves a module example.org/x, which exports a word, by a module proxy that the operator names.
func newGoProxy(t *testing.T) {
	mod := "module example.org/x\n\ngo 1.20\n"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/example.org/x/@v/v1.0.0.info":
			fmt.Fprint(w, `{"Version":"v1.0.0"}`)
		case "/example.org/x/@v/v1.0.0.mod":
			fmt.Fprint(w, mod)
		case "/example.org/x/@v/v1.0.0.zip":
			z := zip.NewWriter(w)
			for name, text := range map[string]string{"go.mod": mod, "x.go": "package x\n\nconst Word = \"from the proxy\"\n"} {
				f, _ := z.Create("example.org/x@v1.0.0/" + name)
				f.Write([]byte(text))
			}
			z.Close()
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	t.Setenv("GOPROXY", s.URL)
	t.Setenv("GONOSUMDB", "example.org/*")
}

const network = "[build]\ncommand = \"true\"\nnetwork = true\n"

// jsBot are the files of a bot that prints what its dependency x exports.
func jsBot(files map[string]string) map[string]string {
	all := map[string]string{"bot.toml": "language = \"javascript\"\nrun = \"node bot.js\"\n" + network,
		"bot.js": `console.log(require("x"))`}
	for name, text := range files {
		all[name] = text
	}
	return all
}

// TestFetchedByNpm: a dependency comes from the operator's registry, and one of the bot's own folder from there.
func TestFetchedByNpm(t *testing.T) {
	b := fetcher(t, "npm")
	newNpm(t, nil)
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"the registry": {map[string]string{"package.json": `{"dependencies":{"x":"1.0.0"}}`}, "from the registry\n"},
		"a folder": {map[string]string{"package.json": `{"dependencies":{"x":"file:./lib"}}`,
			"lib/package.json": `{"name":"x","version":"1.0.0","main":"i.js"}`, "lib/i.js": `module.exports="own"`}, "own\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := b.make(t, write(t, t.TempDir(), jsBot(tt.files)), Use{})
			if err != nil {
				t.Fatal(err)
			}
			if got := talkTo(t, b.Launcher, p, bot.Limits{}, ""); got != tt.want {
				t.Errorf("it has %q", got)
			}
		})
	}
}

// TestNpmReachesRegistriesOnly: whatever the files of a bot name, no service of this machine is asked and no file of it is read.
func TestNpmReachesRegistriesOnly(t *testing.T) {
	b := fetcher(t, "npm")
	v := newVictim(t)
	secret := filepath.Join(t.TempDir(), "neighbour.tgz")
	if err := os.WriteFile(secret, npmPackage("x", "stolen"), 0o644); err != nil {
		t.Fatal(err)
	}
	lock := func(resolved string) map[string]string {
		return map[string]string{"package.json": `{"name":"b","version":"1.0.0","dependencies":{"x":"1.0.0"}}`,
			"package-lock.json": fmt.Sprintf(
				`{"name":"b","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{"":{"name":"b","version":"1.0.0","dependencies":{"x":"1.0.0"}},"node_modules/x":{"version":"1.0.0","resolved":%q}}}`, resolved)}
	}
	wants := func(version string) string {
		return fmt.Sprintf(`{"name":"b","version":"1.0.0","dependencies":{"x":%q}}`, version)
	}
	for name, tt := range map[string]struct {
		files map[string]string
		bend  http.HandlerFunc
		want  string
	}{
		"resolved in the lock file": {files: lock(v.URL + "/x.tgz"), want: "is not a registry"},
		"resolved at the metadata":  {files: lock("http://169.254.169.254/x.tgz"), want: `"169.254.169.254:80" is not a registry`},
		"resolved by a mapped IPv4": {files: lock(strings.Replace(v.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1) + "/x.tgz"),
			want: "is not a registry"},
		"resolved at localhost": {files: lock(strings.Replace(v.URL, "127.0.0.1", "localhost", 1) + "/x.tgz"),
			want: "is not a registry"},
		"resolved as a file": {files: lock("file:" + secret), want: "cannot be fetched"},
		"keys that differ by case": {files: map[string]string{"package.json": `{"name":"b","version":"1.0.0","dependencies":{"x":"` +
			v.URL + `/x.tgz"},"Dependencies":{"x":"1.0.0"}}`}, want: "is not a registry"},
		"a file by an absolute path": {files: map[string]string{"package.json": wants("file:" + secret)}, want: "cannot be fetched"},
		"a file by a relative path": {files: map[string]string{"package.json": wants("file:../../../../../../../.." + secret)},
			want: "cannot be fetched"},
		"a repository": {files: map[string]string{"package.json": wants("git+file://" + filepath.Dir(secret))},
			want: "cannot be fetched"},
		"a registry of .npmrc": {files: map[string]string{"package.json": wants("1.0.0"),
			".npmrc":            "@y:registry=" + v.URL + "\nproxy=" + v.URL + "\nhttps-proxy=" + v.URL + "\nnoproxy=127.0.0.1\n",
			"package-lock.json": lock(v.URL + "/x.tgz")["package-lock.json"]}, want: "cannot be fetched"},
		"a redirect": {files: map[string]string{"package.json": wants("1.0.0")}, bend: func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, v.URL+"/x.tgz", http.StatusFound)
		}, want: "is not a registry"},
	} {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains([]string{"resolved in the lock file", "keys that differ by case", "a file by an absolute path"}, name) {
				tier.Long(t) // npm takes a second
			}
			newNpm(t, tt.bend)
			b.Tools = &Tools{}           // fresh ones: they keep npm's configuration
			tt.files["none.txt"] = v.URL // so that no result is taken from the cache
			_, err := b.make(t, write(t, t.TempDir(), jsBot(tt.files)), Use{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v; want %q", err, tt.want)
			}
		})
	}
}

// goBot are the files of a bot whose main file uses an import of a module.
func goBot(mod, use string) map[string]string {
	return map[string]string{"bot.toml": "language = \"go\"\nrun = \"sh bot.sh\"\n" + network,
		"bot.sh": "cat vendor/victim/brain/brain.go\n", "go.mod": mod, "main.go": use}
}

// vendored are the files of a bot that prints a module that it requires, with the sums of its content.
func vendored(t *testing.T) string {
	t.Helper()
	newGoProxy(t)
	dir := write(t, t.TempDir(), map[string]string{
		"bot.toml": "language = \"go\"\nrun = \"sh bot.sh\"\n" + network, "bot.sh": "cat vendor/example.org/x/x.go\n",
		"other":   os.Getenv("GOPROXY"),
		"go.mod":  "module bot\n\ngo 1.20\n\nrequire example.org/x v1.0.0\n",
		"main.go": "package main\n\nimport _ \"example.org/x\"\n\nfunc main() {}\n",
	})
	c := exec.Command("go", "mod", "tidy")
	c.Dir, c.Env = dir, append(os.Environ(), "GOMODCACHE="+t.TempDir(), "GOFLAGS=-modcacherw")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// TestFetchedByGo: a module comes from the operator's module proxy.
func TestFetchedByGo(t *testing.T) {
	b := fetcher(t, "go")
	p, err := b.make(t, vendored(t), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talkTo(t, b.Launcher, p, bot.Limits{}, ""); !strings.Contains(got, "from the proxy") {
		t.Errorf("it has %q", got)
	}
}

// TestGoSeesNoNeighbour: a replaced module is looked for in the bot's own folder only, and no other server is asked.
func TestGoSeesNoNeighbour(t *testing.T) {
	b := fetcher(t, "go")
	newGoProxy(t)
	v := newVictim(t)
	top := t.TempDir()
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	neighbour := write(t, filepath.Join(top, "victim"),
		map[string]string{"go.mod": "module victim\n\ngo 1.20\n", "brain/brain.go": "package brain\n\nconst Weights = \"SECRET\"\n"})
	main := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"victim/brain\"\n)\n\nfunc main() { fmt.Println(brain.Weights) }\n"
	for name, tt := range map[string]struct{ replace, env string }{
		"an absolute path":        {"victim => " + neighbour, ""},
		"a relative path":         {"victim => ../victim", ""},
		"a path to the root":      {"victim => ../../../../../../.." + neighbour, ""},
		"a link to the neighbour": {"victim => ./link", ""},
		"a go.env and a go.work":  {"victim => " + neighbour, "GOPROXY=" + v.URL + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := goBot("module thief\n\ngo 1.20\n\nrequire victim v0.0.0\n\nreplace "+tt.replace+"\n", main)
			if tt.env != "" {
				files["go.env"], files["go.work"] = tt.env, "go 1.20\n\nuse (\n\t.\n\t"+neighbour+"\n)\n"
			}
			dir := write(t, filepath.Join(top, strings.ReplaceAll(name, " ", "-")), files)
			if strings.Contains(name, "link") {
				if err := os.Symlink(neighbour, filepath.Join(dir, "link")); err != nil {
					t.Fatal(err)
				}
			}
			_, err := b.make(t, dir, Use{})
			if err == nil || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestManagersAreConfined: a package manager sees no file of the host, has a new home in each build, and no network but the proxy's.
func TestManagersAreConfined(t *testing.T) {
	b := fetcher(t, "/usr/bin/python3")
	v := newVictim(t)
	dir := t.TempDir()
	secret := write(t, dir, map[string]string{"secret": "organisers-own"})
	at := strings.TrimPrefix(v.URL, "http://")
	_, number, _ := net.SplitHostPort(at)
	tools := write(t, filepath.Join(dir, "tools"), map[string]string{"npm": `#!/usr/bin/python3
import os, socket
os.makedirs("node_modules/told")
said = open("node_modules/told/words", "w")
print("user", os.getuid(), file=said)
try:
    print(open("` + secret + `/secret").read(), file=said)
except OSError: pass
for host in "127.0.0.1", "::1", "192.0.2.1":
    try:
        socket.create_connection((host, ` + number + `), 1)
        print("connected to", host, file=said)
    except OSError: pass
proxy = os.environ["HTTP_PROXY"].split("//")[1].split(":")
c = socket.create_connection((proxy[0], int(proxy[1])))
c.sendall(b"CONNECT ` + at + ` HTTP/1.1\r\nHost: x\r\n\r\n")
print("the proxy says", c.recv(12).decode(), file=said)
print("left", os.path.exists(os.environ["HOME"] + "/left"), file=said)
open(os.environ["HOME"] + "/left", "w")
`})
	if err := os.Chmod(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	b.Tools.Named = map[string]string{"npm": filepath.Join(tools, "npm")}
	for i := range 2 {
		source := write(t, filepath.Join(dir, fmt.Sprint("bot", i)),
			jsBot(map[string]string{"package.json": `{"dependencies":{"x":"1"}}`, "other": fmt.Sprint(i, dir)}))
		p, err := b.make(t, source, Use{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(p.Dir, "node_modules", "told", "words"))
		if err != nil {
			t.Fatal(err)
		}
		if want := "user 1000\nthe proxy says HTTP/1.1 403\nleft False\n"; string(text) != want {
			t.Errorf("it says:\n%s", text)
		}
	}
}

// TestNoNetworkNoFetch: where the sandbox has no networks for programs, nothing is fetched.
func TestNoNetworkNoFetch(t *testing.T) {
	s, err := sandbox.Open(sandbox.Landlock)
	if err != nil {
		t.Skip(err)
	}
	defer s.Close()
	b := builder(t)
	b.Launcher = s
	_, err = b.make(t, write(t, t.TempDir(), jsBot(map[string]string{"package.json": `{"dependencies":{"x":"1"}}`, "other": t.TempDir()})),
		Use{})
	var bad *Flaw
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "needs sandbox level full or namespaces") {
		t.Errorf("%v", err)
	}
}

// TestFetchedWithoutASandbox: a bot of the operator's own gets its dependencies by the same proxy, and a sentence says what is not
// confined.
func TestFetchedWithoutASandbox(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	b := builder(t)
	var warned string
	b.Own, b.Warn = true, func(text string) { warned += text }
	p, err := b.make(t, vendored(t), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, ""); !strings.Contains(got, "from the proxy") {
		t.Errorf("it has %q", got)
	}
	if !strings.Contains(warned, "go fetches its dependencies without a sandbox, with all your rights") {
		t.Errorf("the operator is told %q", warned)
	}
}

// fakeNpm returns tools whose npm is a program that leaves a word in node_modules and appends a line to a file.
func fakeNpm(t *testing.T) (tools *Tools, asked string) {
	t.Helper()
	dir := t.TempDir()
	asked = filepath.Join(dir, "asked")
	write(t, dir, map[string]string{"npm": "#!/bin/sh\n[ \"$1\" = config ] && exit\necho asked >> " + asked +
		"\nmkdir -p node_modules/x && echo 'module.exports=\"fetched\"' > node_modules/x/index.js\n"})
	return &Tools{Named: map[string]string{"npm": filepath.Join(dir, "npm")}}, asked
}

// TestNothingIsFetchedForOthersWithoutASandbox: no package manager is started for a bot that another has handed in.
func TestNothingIsFetchedForOthersWithoutASandbox(t *testing.T) {
	b := builder(t)
	var asked string
	b.Tools, asked = fakeNpm(t)
	dir := write(t, t.TempDir(), jsBot(map[string]string{"package.json": `{"dependencies":{"x":"1"}}`, "other": asked}))
	_, err := b.make(t, dir, Use{})
	var bad *Flaw
	if !errors.As(err, &bad) || !strings.Contains(err.Error(),
		"without a sandbox (level none); put the dependencies into the bot's folder, or have agon started without --sandbox none") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(asked); err == nil {
		t.Error("npm was started")
	}
}

// TestOldFetchesAreNotReused: what another version of agon fetched, or what was fetched without a sandbox, is no build of a bot that is
// fetched for in one.
func TestOldFetchesAreNotReused(t *testing.T) {
	s, err := Finder{}.Find(write(t, t.TempDir(), jsBot(map[string]string{"package.json": `{"dependencies":{"x":"1"}}`})))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(s, &Tools{}, Use{})
	if err != nil {
		t.Skip(err)
	}
	old, err := json.Marshal([]any{2, runtime.GOOS, runtime.GOARCH, s.Hash, true, p.job, p.marks, p.extra, p.folders, p.run.path, p.check})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(old)
	keys := map[string]bool{hex.EncodeToString(sum[:16]): true}
	for _, p.place = range []place{inSandbox, onHost} {
		keys[p.key()] = true
	}
	if len(keys) != 3 {
		t.Errorf("the keys of builds are %v", keys)
	}
}

// TestFetchesAreBounded: a package manager that does not end is ended.
func TestFetchesAreBounded(t *testing.T) {
	b := builder(t)
	tools := write(t, t.TempDir(), map[string]string{"npm": "#!/bin/sh\n[ \"$1\" = config ] && exit\nexec sleep 1000\n"})
	b.Own, b.Fetching.Time = true, 100*time.Millisecond
	b.Tools = &Tools{Named: map[string]string{"npm": filepath.Join(tools, "npm")}}
	_, err := b.make(t, write(t, t.TempDir(), jsBot(map[string]string{"package.json": `{"dependencies":{"x":"1"}}`, "other": tools})),
		Use{})
	if err == nil || !strings.Contains(err.Error(), "it took more than 100ms") {
		t.Errorf("%v", err)
	}
}
