package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"agon/bot/build/inside"
	"agon/bot/reach"
	"agon/bot/sandbox/port"
)

// Levels of sandbox at which programs have no network of their own.
const (
	landlock = "landlock"
	none     = "none"
)

// FetchBounds bound the fetch of a bot's dependencies.
type FetchBounds struct {
	Bytes int64         // bytes that registries send; 0: 512 MiB
	Time  time.Duration // of the package manager; 0: 5 min
	Idle  time.Duration // without a byte of a registry's; see reach.Bounds
}

// Usual bounds of a fetch.
const (
	usualFetching = 5 * time.Minute
	usualFetched  = 512 << 20 // bytes
)

// A fetch has a package manager download dependencies before the build. The manager runs as a build does, in the sandbox and on a copy of
// the bot's files, in a network of its own. The only way out is a proxy of agon's to the registries, so it does not matter what the bot's
// files say about other servers, or that the manager runs what it downloads.
type fetch struct {
	tool       tool
	args       []string
	files      map[string]string // put beside the bot's own afterwards, by name
	env        []string          // in addition to that of every build
	readable   []string          // in addition to the tool's
	registries registries
}

// A place is where package managers run. Builds that one has brought dependencies to are kept apart from those of another, and of
// versions of agon that had none of them.
type place string

const (
	inSandbox place = "in a network of its own, 1"
	onHost    place = "without a sandbox, 1"
	nowhere   place = "nowhere, 1" // the sandbox has no networks for programs
)

// place returns where package managers run.
func (b *Builder) place() (place, error) {
	err := b.Launcher.Rooted() // opens the sandbox; its levels are those with networks
	switch level := b.Launcher.Level(); {
	case err == nil:
		return inSandbox, nil
	case level == none:
		return onHost, nil
	case level == landlock:
		return nowhere, nil
	}
	return "", err
}

// key returns what the keys of builds have of a place.
func (p place) key() any {
	if p == "" {
		return false
	}
	return p
}

// refused returns why no package manager runs for a bot, nil if one does.
func (b *Builder) refused(p place) error {
	const (
		needs = "its dependencies (network = true) are fetched in a network of their own, which needs sandbox level full or namespaces"
		fix   = "put the dependencies into the bot's folder"
	)
	switch {
	case p == nowhere && b.Own:
		return flaw(manifestName, "%s, and this machine has level %s (agon sandbox explains why); %s, or trust the bot with --sandbox none",
			needs, landlock, fix)
	case p == nowhere:
		return flaw(manifestName, "%s, and this machine has level %s; %s", needs, landlock, fix)
	case p == onHost && !b.Own:
		return flaw(manifestName, "%s, and agon runs here without a sandbox (level %s); %s, or have agon started without --sandbox none",
			needs, none, fix)
	}
	return nil
}

// fetch downloads the bot's dependencies and puts them beside its files.
func (b *Builder) fetch(ctx context.Context, p *plan, from string) error {
	f, err := fetches(p)
	if f == nil || err != nil {
		return err
	}
	if err := b.refused(p.place); err != nil {
		return err
	}
	if p.place == onHost && b.Warn != nil {
		b.Warn(fmt.Sprintf("%s: %s fetches its dependencies without a sandbox, with all your rights: it can read your files and "+
			"connect to any server. Leave out --sandbox none to confine it", p.source.Name, f.manager()))
	}
	wall := cmp.Or(b.Fetching.Time, usualFetching)
	proxy := &reach.Proxy{Bounds: reach.Bounds{Bytes: cmp.Or(b.Fetching.Bytes, usualFetched), Time: wall, Idle: b.Fetching.Idle}}
	proxy.Registries, proxy.Named, proxy.Unresolved = f.registries.usual, f.registries.named, b.Own || b.Unresolved
	proxy.Fix = "; if that is meant, name it in the configuration of " + f.manager() + " on this machine"
	g := f.plan(p, from, wall)
	var door doorway
	if err := door.open(&g.job, p.place == onHost); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		door.serve(proxy)
	}()
	if door.ports != nil {
		g.socket = door.ports.Theirs
	}
	fetched := from + ".fetched"
	err = b.construct(ctx, g, fetched)
	door.close()
	<-served
	if err != nil {
		return notFetched(f, err, proxy.Refused())
	}
	if err := os.RemoveAll(from); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	maps.Copy(p.extra, f.files)
	return os.Rename(fetched, from)
}

// manager returns the name of the package manager.
func (f *fetch) manager() string { return filepath.Base(f.tool.path) }

// notFetched explains the error of a package manager, by what the proxy refused if that is why.
func notFetched(f *fetch, err error, refused []string) error {
	var failed *Failed
	if !errors.As(err, &failed) {
		return err
	}
	why := append([]string{failed.What}, refused...)
	what := fmt.Sprintf("its dependencies cannot be fetched by %s: %s", f.manager(), strings.Join(why, "; "))
	return &Failed{What: what, Words: failed.Words}
}

// plan returns a plan whose job runs the package manager for the bot of another.
func (f *fetch) plan(p *plan, from string, wall time.Duration) *plan {
	g := &plan{source: p.source, readable: slices.Concat(p.readable, f.readable, f.tool.readable, reach.Authorities()), wall: wall}
	g.job = inside.Job{From: from, Steps: []inside.Step{{Path: f.tool.path, Args: f.args}}}
	g.paths = append(slices.Clone(p.paths), filepath.Dir(f.tool.path))
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		g.job.Env = append(g.job.Env, name+"=http://{proxy}")
	}
	g.job.Env = append(append(g.job.Env, "NO_PROXY=", "no_proxy="), reach.Trusted()...)
	g.job.Env = append(g.job.Env, f.env...)
	return g
}

// A doorway is where the package manager finds the proxy.
type doorway struct {
	listener net.Listener // without a sandbox: a port of this machine
	ports    *port.Ports  // with one: where the port of the sandbox's network comes from
}

// open prepares a port. A job in the sandbox opens it and hands it over; plain is a job outside.
func (d *doorway) open(job *inside.Job, plain bool) (err error) {
	if !plain {
		job.Listen = true
		d.ports, err = port.Open()
		return err
	}
	if d.listener, err = net.Listen("tcp4", "127.0.0.1:0"); err == nil {
		job.Proxy = d.listener.Addr().String()
	}
	return err
}

// serve serves the proxy until the port is closed.
func (d *doorway) serve(proxy *reach.Proxy) {
	l := d.listener
	if d.ports != nil {
		l = d.ports.Receive()
	}
	if l != nil {
		proxy.Serve(l)
	}
}

func (d *doorway) close() {
	if d.ports != nil {
		d.ports.Close()
		return
	}
	d.listener.Close()
}

// fetches returns the fetch for the bot's language; nil if there is nothing to download.
func fetches(p *plan) (*fetch, error) {
	s := p.source
	switch {
	case s.Language == "go" && s.has("go.mod"):
		return goModules(p)
	case s.Language == "rust" && s.has("Cargo.toml"):
		return cargoCrates(p)
	case s.Language == "javascript" || s.Language == "typescript":
		return npmPackages(p)
	}
	return nil, flaw(manifestName, "network = true: dependencies of %s cannot be fetched; put what the bot needs into its folder, or "+
		"use what the contest's machine has", cmp.Or(s.Language, "this language"))
}

// npmName returns npm's file name, which on Windows is a script.
func npmName() string {
	if runtime.GOOS == "windows" {
		return "npm.cmd"
	}
	return "npm"
}
