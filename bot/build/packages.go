package build

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// goModules has go write the modules of go.mod to vendor, from a module proxy only, without version control.
func goModules(p *plan) (*fetch, error) {
	if p.source.hasFolder("vendor") {
		return nil, nil
	}
	t, err := p.tools.find("Go", "apt-get install golang-go, or https://go.dev/dl", "go")
	if err != nil {
		return nil, err
	}
	f := &fetch{tool: t, args: []string{"mod", "vendor"}, registries: registries{usual: goRegistries}}
	proxies, _ := p.tools.ask(t.path, "env", "GOPROXY") // what go does not say is as usual
	list, folders := f.registries.goProxy(proxies)
	f.readable = folders
	f.env = []string{
		"GOPATH={scratch}/go", "GOCACHE={scratch}/go-build", "GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off",
		"GOVCS=*:off", "GOFLAGS=-mod=mod -modcacherw", "GOPROXY=" + list,
	}
	if sum, _ := p.tools.ask(t.path, "env", "GOSUMDB"); sum != "" && sum != usualSum {
		if words := strings.Fields(sum); len(words) == 2 {
			f.registries.add(words[1])
		} else {
			f.registries.add("https://" + strings.SplitN(sum, "+", 2)[0])
		}
		f.env = append(f.env, "GOSUMDB="+sum)
	}
	for _, name := range []string{"GONOSUMDB", "GOINSECURE", "GOPRIVATE"} {
		if v, ok := os.LookupEnv(name); ok {
			f.env = append(f.env, name+"="+v)
		}
	}
	return f, nil
}

// vendoredCrates is the configuration by which cargo takes crates from vendor.
const vendoredCrates = "[source.crates-io]\nreplace-with = \"vendored\"\n\n[source.vendored]\ndirectory = \"vendor\"\n"

// cargoCrates has cargo write the crates of Cargo.toml to vendor, from which builds take them.
func cargoCrates(p *plan) (*fetch, error) {
	if p.source.hasFolder("vendor") {
		return nil, nil
	}
	t, err := p.tools.rust("cargo")
	if err != nil {
		return nil, err
	}
	f := &fetch{
		tool: t, args: []string{"vendor", "--quiet"}, files: map[string]string{".cargo/config.toml": vendoredCrates},
		registries: registries{usual: rustRegistries},
		env: []string{"CARGO_HOME={scratch}/cargo", "CARGO_TERM_COLOR=never", "CARGO_HTTP_PROXY=http://{proxy}",
			"CARGO_NET_RETRY=1"},
	}
	const sparse = "sparse+" // the protocol of a registry that is no repository
	if u := f.registries.add(strings.TrimPrefix(cargoMirror(), sparse)); u != nil {
		at := fmt.Sprintf("source.operator.registry=%q", sparse+u.String())
		f.args = append(f.args, "--respect-source-config", "--config", `source.crates-io.replace-with="operator"`, "--config", at)
	}
	return f, nil
}

// cargoMirror returns the address of the registry that cargo of this machine uses in place of crates.io, by its configuration; empty: it
// uses none.
func cargoMirror() string {
	home := os.Getenv("CARGO_HOME")
	if user, err := os.UserHomeDir(); home == "" && err == nil {
		home = filepath.Join(user, ".cargo")
	}
	text, err := readSmall(filepath.Join(home, "config.toml"))
	if err != nil {
		return ""
	}
	var c struct {
		Source map[string]struct {
			With     string `toml:"replace-with"`
			Registry string `toml:"registry"`
		} `toml:"source"`
		Registries map[string]struct {
			Index string `toml:"index"`
		} `toml:"registries"`
	}
	if err := toml.Unmarshal(text, &c); err != nil {
		return ""
	}
	with := c.Source["crates-io"].With
	return cmp.Or(c.Source[with].Registry, c.Registries[with].Index)
}

// npmPackages has npm install node_modules, without running the packages' scripts.
func npmPackages(p *plan) (*fetch, error) {
	project := p.source.project()
	list := path.Join(project, "package.json")
	if !p.source.has(list) || p.source.hasFolder(path.Join(project, "node_modules")) {
		return nil, nil
	}
	text, err := readSmall(filepath.Join(p.source.Root, filepath.FromSlash(list)))
	if err != nil {
		return nil, err
	}
	wants, err := npmWants(list, text)
	if !wants || err != nil {
		return nil, err
	}
	t, err := p.tools.find("JavaScript with dependencies", "apt-get install npm", npmName(), "npm")
	if err != nil {
		return nil, err
	}
	f := &fetch{tool: t, registries: registries{usual: npmRegistries}}
	order := "install"
	if p.source.has(path.Join(project, "package-lock.json")) {
		order = "ci"
	}
	f.args = []string{
		order, "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--prefix", project, "--userconfig", path.Join(project, "none"),
	}
	f.env = []string{
		"npm_config_cache={scratch}/npm", "npm_config_update_notifier=false", "npm_config_fetch_retries=1",
		"npm_config_fetch_retry_mintimeout=1000",
	}
	if named, _ := p.tools.ask(t.path, "config", "get", "registry"); named != "" && named != usualNpm {
		if u := f.registries.add(named); u != nil {
			f.args = append(f.args, "--registry", u.String())
		}
	}
	return f, nil
}

// npmWants reports whether a package.json names packages or workspaces, by any spelling that npm may read.
func npmWants(file string, text []byte) (bool, error) {
	var list struct{ Dependencies, OptionalDependencies, PeerDependencies, Workspaces any }
	if err := json.Unmarshal(text, &list); err != nil {
		return false, flaw(file, "%v", err)
	}
	sets := []any{list.Dependencies, list.OptionalDependencies, list.PeerDependencies, list.Workspaces}
	return slices.ContainsFunc(sets, func(set any) bool {
		table, _ := set.(map[string]any)
		array, _ := set.([]any)
		return len(table)+len(array) > 0
	}), nil
}
