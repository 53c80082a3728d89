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

// fetching is the time limit of a package manager.
const fetching = 5 * time.Minute

// A fetch has a package manager download dependencies before the build. The manager runs on the host, with network access, in a folder and
// with a home that no other build sees. It gets the lists of dependencies and nothing else of the bot, in particular no configuration, and
// runs no scripts. If agon is root, the manager runs as another user without privileges.
type fetch struct {
	tool  tool
	args  []string
	lists []string           // files that it receives
	empty []string           // files that it needs to exist, and receives empty
	bring []string           // files and folders that are copied to the bot
	says  string             // the bot's file for its standard output; empty for none
	env   []string           // in addition to the host's
	check func(string) error // returns an error for lists that would make it run or read something else
}

// fetch downloads the bot's dependencies and puts them beside its files.
func (b *Builder) fetch(ctx context.Context, p *plan, from string) error {
	f, err := p.fetches()
	if f == nil || err != nil {
		return err
	}
	space, err := newWorkspace()
	if err != nil {
		return err
	}
	defer space.remove()
	if err := p.lists(ctx, f, space.work()); err != nil {
		return err
	}
	if f.check != nil {
		if err := f.check(space.work()); err != nil {
			return err
		}
	}
	said, err := f.runManager(ctx, space)
	if err != nil {
		return err
	}
	return p.join(ctx, f, from, space.work(), said)
}

// lists writes the files that the package manager receives.
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
		return given.copyFiles(t)
	})
}

// runManager runs the package manager and returns its standard output.
func (f *fetch) runManager(ctx context.Context, w *workspace) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetching)
	defer cancel()
	path, err := w.reach(f.tool.path)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, f.args...)
	cmd.Dir = w.work()
	var words work
	cmd.Stderr = &words
	cmd.Env = append(network(), "HOME="+w.home(), "TMPDIR="+w.home())
	for _, e := range f.env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(e, "{home}", w.home()))
	}
	if err := w.handOver(cmd); err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	said, err := cmd.Output()
	w.sweep(cmd)
	if err != nil {
		words.Write(said)
		return nil, &Failed{What: fmt.Sprintf("its dependencies cannot be fetched: %s: %v", filepath.Base(f.tool.path), err), Words: show(words.words.Bytes())}
	}
	return said, nil
}

// network returns the part of the host's environment that package managers keep: PATH, and how the network is reached.
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

// join rebuilds the folder of the sources with the dependencies.
func (p *plan) join(ctx context.Context, f *fetch, from, dir string, said []byte) error {
	own := *p.source
	own.Root = from
	own.Files = slices.DeleteFunc(slices.Clone(p.source.Files), func(file File) bool {
		return file.Name == f.says || slices.ContainsFunc(f.bring, func(b string) bool { return file.Name == b || strings.HasPrefix(file.Name, b+"/") })
	})
	joined := from + ".joined"
	err := unpack.Into(ctx, joined, unpack.Usual(), func(t *unpack.Target) error {
		if err := own.copyFiles(t); err != nil {
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

// brought copies the package manager's results.
func (f *fetch) brought(t *unpack.Target, dir string) error {
	all, err := walk(dir, f.bring)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(file File) bool {
		return slices.Contains(f.lists, file.Name) && !slices.Contains(f.bring, file.Name)
	})
	fetched := Source{Root: dir, Files: all}
	return fetched.copyFiles(t)
}

// fetches returns the fetch for the bot's language; nil if there is nothing to download.
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

// npmName returns npm's file name, which on Windows is a script.
func npmName() string {
	if runtime.GOOS == "windows" {
		return "npm.cmd"
	}
	return "npm"
}
