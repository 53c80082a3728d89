package build

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"agon/bot/unpack"
)

// fetching is how long a package manager may take.
const fetching = 5 * time.Minute

// A fetch is dependencies that a package manager gets before the build. The manager runs on the host, with the network, in a folder and
// with a home of its own that no other build sees: it is given the lists of dependencies and nothing else of what was handed in, above all
// no configuration, and no scripts run. Where agon is root the manager is another user, who may read what everybody may.
type fetch struct {
	tool  tool
	args  []string
	lists []string           // files that it is given
	empty []string           // files that it only wants to be there
	bring []string           // what of its folder is brought to the bot
	says  string             // the file of the bot that its output becomes; empty for none
	env   []string           // beside the host's
	check func(string) error // refuses lists that would make it run or read something else
}

// fetch gets the bot's dependencies and puts them beside its files.
func (b *Builder) fetch(ctx context.Context, p *plan, from string) error {
	f, err := p.fetches()
	if f == nil || err != nil {
		return err
	}
	ground, err := newGround()
	if err != nil {
		return err
	}
	defer ground.remove()
	if err := p.lists(ctx, f, ground.work()); err != nil {
		return err
	}
	if f.check != nil {
		if err := f.check(ground.work()); err != nil {
			return err
		}
	}
	said, err := f.run(ctx, ground)
	if err != nil {
		return err
	}
	return p.join(ctx, f, from, ground.work(), said)
}

// lists lays out what the package manager is given.
func (p *plan) lists(ctx context.Context, f *fetch, dir string) error {
	given := *p.source
	given.Files = nil
	for _, file := range p.source.Files {
		if file.Link == "" && slices.Contains(f.lists, file.Name) {
			given.Files = append(given.Files, file)
		}
	}
	return unpack.Into(ctx, dir, unpack.Usual(), func(t *unpack.Target) error {
		for _, name := range f.empty {
			if err := t.File(name, false, strings.NewReader("")); err != nil {
				return err
			}
		}
		return given.lay(t)
	})
}

// run lets the package manager work, and gives what it said to standard output.
func (f *fetch) run(ctx context.Context, g *ground) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetching)
	defer cancel()
	path, err := g.reach(f.tool.path)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, f.args...)
	cmd.Dir = g.work()
	var words work
	cmd.Stderr = &words
	cmd.Env = append(network(), "HOME="+g.home(), "TMPDIR="+g.home())
	for _, e := range f.env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(e, "{home}", g.home()))
	}
	if err := g.handOver(cmd); err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	said, err := cmd.Output()
	g.sweep(cmd)
	if err != nil {
		words.Write(said)
		return nil, &Failed{What: fmt.Sprintf("its dependencies cannot be fetched: %s: %v", filepath.Base(f.tool.path), err), Words: show(words.words.Bytes())}
	}
	return said, nil
}

// network is what package managers keep of the host's environment: where programs are, and how the network is reached.
func network() []string {
	names := []string{"PATH", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
		"GOPROXY", "GOSUMDB", "GONOSUMDB", "npm_config_registry", "SYSTEMROOT", "TEMP", "TMP"}
	var env []string
	for _, name := range names {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// join makes the folder of the sources anew, with what was fetched.
func (p *plan) join(ctx context.Context, f *fetch, from, dir string, said []byte) error {
	own := *p.source
	own.Root = from
	own.Files = slices.DeleteFunc(slices.Clone(p.source.Files), func(file File) bool {
		return file.Name == f.says || slices.ContainsFunc(f.bring, func(b string) bool { return file.Name == b || strings.HasPrefix(file.Name, b+"/") })
	})
	joined := from + ".joined"
	err := unpack.Into(ctx, joined, unpack.Usual(), func(t *unpack.Target) error {
		if err := own.lay(t); err != nil {
			return err
		}
		if f.says != "" {
			if err := t.File(f.says, false, strings.NewReader(string(said))); err != nil {
				return err
			}
		}
		return f.brought(t, dir)
	})
	if err != nil {
		return err
	}
	if err := os.RemoveAll(from); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	return os.Rename(joined, from)
}

// brought lays out what the package manager has left.
func (f *fetch) brought(t *unpack.Target, dir string) error {
	all, err := walk(dir, f.bring)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(file File) bool {
		return slices.Contains(f.lists, file.Name) && !slices.Contains(f.bring, file.Name)
	})
	fetched := Source{Root: dir, Files: all}
	return fetched.lay(t)
}

// fetches finds the package manager of the bot's language; nil where there is nothing to fetch.
func (p *plan) fetches() (*fetch, error) {
	s := p.source
	switch {
	case s.Language == "go" && s.has("go.mod"):
		return p.goModules()
	case s.Language == "rust" && s.has("Cargo.toml"):
		return p.crates()
	case s.Language == "javascript" || s.Language == "typescript":
		return p.npm()
	}
	return nil, flaw(manifestName, "network = true: dependencies of %s cannot be fetched; put what the bot needs into its folder, or use what the contest's machine has", orElse(s.Language, "this language"))
}

// npmName is what npm is called: a script of its own on Windows.
func npmName() string {
	if runtime.GOOS == "windows" {
		return "npm.cmd"
	}
	return "npm"
}
