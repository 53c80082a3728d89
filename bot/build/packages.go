package build

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agon/internal/regular"
)

// goModules has go write the modules of go.mod to vendor, from a module proxy only, without version control.
func (p *plan) goModules() (*fetch, error) {
	if p.source.hasFolder("vendor") {
		return nil, nil
	}
	t, err := p.tools.find("Go", "apt-get install golang-go, or https://go.dev/dl", "go")
	if err != nil {
		return nil, err
	}
	f := &fetch{tool: t, args: []string{"mod", "vendor"}, bring: []string{"vendor"}, lists: []string{"go.mod", "go.sum"}}
	for _, file := range p.source.Files {
		if path.Ext(file.Name) == ".go" {
			f.lists = append(f.lists, file.Name) // go reads the imports from them
		}
	}
	f.env = []string{"GOPATH={home}/go", "GOCACHE={home}/go-build", "GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off", "GOVCS=*:off", "GOFLAGS=-mod=mod -modcacherw"}
	if os.Getenv("GOPROXY") == "" {
		f.env = append(f.env, "GOPROXY=https://proxy.golang.org")
	}
	return f, nil
}

// crates has cargo write the crates of Cargo.toml to vendor, with the configuration that makes builds use them.
func (p *plan) crates() (*fetch, error) {
	if p.source.hasFolder("vendor") {
		return nil, nil
	}
	t, err := p.tools.rust("cargo")
	if err != nil {
		return nil, err
	}
	f := &fetch{tool: t, args: []string{"vendor", "--quiet"}, bring: []string{"vendor", "Cargo.lock"}, lists: []string{"Cargo.toml", "Cargo.lock"}, says: ".cargo/config.toml"}
	for _, file := range p.source.Files {
		if path.Ext(file.Name) == ".rs" {
			f.empty = append(f.empty, file.Name) // cargo checks that the sources exist
		}
	}
	f.env = []string{"CARGO_HOME={home}/cargo", "CARGO_TERM_COLOR=never"}
	f.check = fromRegistry
	return f, nil
}

// fromRegistry returns an error for a Cargo.toml with dependencies from anywhere but the registry.
func fromRegistry(dir string) error {
	text, err := regular.Read(filepath.Join(dir, "Cargo.toml"))
	if err != nil {
		return err
	}
	var tree map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		return flaw("Cargo.toml", "%v", err)
	}
	for _, key := range []string{"patch", "replace", "workspace", "source", "registries"} {
		if tree[key] != nil {
			return flaw("Cargo.toml", "[%s] is not supported for bots: dependencies come from the registry", key)
		}
	}
	return elsewhere(tree)
}

// elsewhere returns an error for dependencies with a source of their own.
func elsewhere(tree map[string]any) error {
	for key, v := range tree {
		table, ok := v.(map[string]any)
		if !ok {
			continue
		}
		if strings.HasSuffix(key, "dependencies") {
			for name, d := range table {
				if how, ok := d.(map[string]any); ok && (how["git"] != nil || how["path"] != nil || how["registry"] != nil) {
					return flaw("Cargo.toml", "the dependency %s is not from the registry; copy it into vendor", name)
				}
			}
			continue
		}
		if err := elsewhere(table); err != nil {
			return err
		}
	}
	return nil
}

// npm has npm install node_modules, from the registry only.
func (p *plan) npm() (*fetch, error) {
	project := "."
	if p.source.entelect != nil {
		project = *p.source.entelect.ProjectLocation
	}
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
	f := &fetch{tool: t, bring: []string{path.Join(project, "node_modules")}, lists: []string{list, path.Join(project, "package-lock.json")}}
	order := "install"
	if p.source.has(f.lists[1]) {
		order = "ci"
	}
	f.args = []string{order, "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--prefix", project, "--userconfig", filepath.Join(project, "none")}
	f.env = []string{"npm_config_cache={home}/npm", "npm_config_update_notifier=false"}
	f.check = func(dir string) error { return lockFromRegistry(filepath.Join(dir, filepath.FromSlash(f.lists[1]))) }
	return f, nil
}

// npmWants reports whether a package.json has dependencies. It returns an error for those that are not from the registry.
func npmWants(file string, text []byte) (bool, error) {
	var list struct {
		Dependencies, OptionalDependencies, DevDependencies, PeerDependencies map[string]string
		Overrides, Workspaces                                                 any
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return false, flaw(file, "%v", err)
	}
	if list.Overrides != nil || list.Workspaces != nil {
		return false, flaw(file, "overrides and workspaces are not supported for bots; put node_modules into the folder")
	}
	for _, set := range []map[string]string{list.Dependencies, list.OptionalDependencies, list.DevDependencies, list.PeerDependencies} {
		for name, version := range set {
			if strings.ContainsAny(version, "/:\\") {
				return false, flaw(file, "the dependency %q is not from the registry (%q); put node_modules into the folder", name, version)
			}
		}
	}
	return len(list.Dependencies)+len(list.OptionalDependencies) > 0, nil
}

// lockFromRegistry returns an error for a package-lock.json with a URL outside the registry.
func lockFromRegistry(file string) error {
	text, err := regular.Read(file)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return flaw("package-lock.json", "%v", err)
	}
	return onlyServers(tree)
}

func onlyServers(v any) error {
	switch v := v.(type) {
	case map[string]any:
		if at, ok := v["resolved"].(string); ok && !strings.HasPrefix(at, "https://") && !strings.HasPrefix(at, "http://") || v["link"] == true {
			return flaw("package-lock.json", "%q is not from the registry; put node_modules into the folder", v["resolved"])
		}
		for _, inner := range v {
			if err := onlyServers(inner); err != nil {
				return err
			}
		}
	case []any:
		for _, inner := range v {
			if err := onlyServers(inner); err != nil {
				return err
			}
		}
	}
	return nil
}
