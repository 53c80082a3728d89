package build

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agon/bot/build/inside"
	"agon/internal/pattern"
)

// A rustBuild plans a bot in Rust.
type rustBuild struct {
	*plan
	rustc tool
}

// planRust compiles one file with rustc, and a package with cargo, offline.
func planRust(p *plan) error {
	rustc, err := p.tools.rust("rustc")
	if err != nil {
		return err
	}
	if _, err := p.tools.find("Rust", "apt-get install gcc", "cc", "gcc"); err != nil {
		return err // the linker is missing
	}
	b := &rustBuild{p, rustc}
	if p.source.has("Cargo.toml") {
		return b.cargo()
	}
	if err := p.needsEntry(".rs"); err != nil {
		return err
	}
	if done, err := b.withCrates(); done || err != nil {
		return err
	}
	flags := []string{"-O"}
	if p.use.Debug {
		flags = []string{"-g", p.remapped()}
	}
	p.compile(rustc, append(flags, "--edition", "2021", "--crate-name", "bot", "-o", makes(), p.entry())...)
	return nil
}

// cargo plans a build of a package.
func (b *rustBuild) cargo() error {
	cargo, err := b.tools.rust("cargo")
	if err != nil {
		return err
	}
	name, err := b.source.crate()
	if err != nil {
		return err
	}
	b.cargoBuild(cargo, name)
	return nil
}

// cargoBuild plans a build by cargo, without a network.
func (b *rustBuild) cargoBuild(cargo tool, name string) {
	b.uses(b.rustc)
	b.compile(cargo, "build", "--release", "--offline", "--quiet")
	b.job.Env = append(b.job.Env, "RUSTC="+b.rustc.path, "CARGO_HOME={scratch}/cargo", "CARGO_TARGET_DIR={scratch}/bot/target",
		"CARGO_TERM_COLOR=never")
	b.job.Moves = []inside.Move{{From: "target/release/" + name, To: makes()}}
	b.job.Omit = []string{"target"}
}

// crate returns the name that cargo gives to the program.
func (s *Source) crate() (string, error) {
	text, err := readSmall(filepath.Join(s.Root, "Cargo.toml"))
	if err != nil {
		return "", err
	}
	var c struct {
		Package struct{ Name string }
		Bin     []struct{ Name string }
	}
	if err := toml.Unmarshal(text, &c); err != nil {
		return "", flaw("Cargo.toml", "%v", err)
	}
	name := c.Package.Name
	if len(c.Bin) > 0 {
		name = c.Bin[0].Name
	}
	if name == "" || strings.ContainsAny(name, `/\`) {
		return "", flaw("Cargo.toml", "its Cargo.toml names no package")
	}
	return name, nil
}

// A crate is one that CodinGame gives to every program in Rust, in one file.
type crate struct{ name, version string }

var crates = []crate{{"chrono", "0.4"}, {"itertools", "0.11"}, {"libc", "0.2"}, {"rand", "0.8"}, {"regex", "1"}, {"time", "0.3"}}

// debianCrates is where Debian's packages librust-NAME-dev put the sources of crates, which cargo builds without a network.
const debianCrates = "/usr/share/cargo/registry"

var (
	crateImport = pattern.Of(`(?m)^\s*(?:pub\s+)?(?:use\s+(?:::)?|extern\s+crate\s+|#\[macro_use\]\s*extern\s+crate\s+)(\w+)`)
	cratePath   = pattern.Of(`(?:^|[^:\w])(chrono|itertools|libc|rand|regex)::`) // time:: may be that of std
	stdTime     = pattern.Of(`\bstd::time\s*(?:;|as\b)|\bstd::\{[^}]*\btime\s*[,}]`)
	ownModule   = pattern.Of(`(?m)^\s*(?:pub\s+)?mod\s+(\w+)`)
)

// cratesOf returns which of the crates the sources use.
func (b *rustBuild) cratesOf() (used []crate) {
	named := map[string]bool{}
	for _, name := range b.all(".rs") {
		text, err := b.source.readText(name)
		if err != nil {
			continue // the compiler will report it
		}
		for _, find := range []func() *regexp.Regexp{crateImport, cratePath} {
			for _, m := range find().FindAllStringSubmatch(text, -1) {
				named[m[1]] = true
			}
		}
		if stdTime().MatchString(text) {
			delete(named, "time")
		}
		for _, m := range ownModule().FindAllStringSubmatch(text, -1) {
			delete(named, m[1])
		}
	}
	return slices.DeleteFunc(slices.Clone(crates), func(c crate) bool { return !named[c.name] })
}

// withCrates plans a build by cargo from Debian's crates, if all that the sources use are installed. Otherwise the build by rustc alone
// will fail, and says how it would not.
func (b *rustBuild) withCrates() (done bool, err error) {
	used := b.cratesOf()
	if len(used) == 0 {
		return false, nil
	}
	var lines, missing, names []string
	for _, c := range used {
		lines = append(lines, fmt.Sprintf("%s = %q", c.name, c.version))
		names = append(names, c.name)
		found, _ := filepath.Glob(filepath.Join(b.tools.crates(), c.name+"-[0-9]*"))
		if len(found) == 0 {
			missing = append(missing, "librust-"+c.name+"-dev")
		}
		b.marks = append(b.marks, found...)
	}
	cargo, err := b.tools.rust("cargo")
	if err == nil && len(missing) == 0 {
		b.cargoFile(cargo, names)
		return true, nil
	}
	b.advice = cratesAdvice(names, missing, lines)
	return false, nil
}

// cargoFile plans a build of the main file by cargo.
func (b *rustBuild) cargoFile(cargo tool, names []string) {
	b.extra["Cargo.toml"] = fmt.Sprintf("[package]\nname = \"bot\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[[bin]]\nname = \"bot\"\n"+
		"path = %q\n[dependencies]\n%s = \"*\"\n", b.source.Entry, strings.Join(names, " = \"*\"\n"))
	b.extra[".cargo/config.toml"] = fmt.Sprintf("[source.crates-io]\nreplace-with = \"debian\"\n[source.debian]\ndirectory = %q\n",
		b.tools.crates())
	b.reads(b.tools.crates())
	b.cargoBuild(cargo, "bot")
	b.job.Omit = append(b.job.Omit, "Cargo.toml", "Cargo.lock", ".cargo")
}

// cratesAdvice describes how a program with crates is built.
func cratesAdvice(names, missing, lines []string) string {
	all := strings.Join(names, ", ")
	install := ""
	if len(missing) > 0 {
		install = fmt.Sprintf(" Where apt-get install cargo %s was run, agon builds the file as it is.", strings.Join(missing, " "))
	}
	return fmt.Sprintf(`the crates %s are not part of Rust, and not installed here.%s Elsewhere a folder brings them, with the file as src/main.rs, a bot.toml of

[build]
network = true

and a Cargo.toml of

[package]
name = "bot"
version = "0.1.0"
edition = "2021"

[dependencies]
%s
`, all, install, strings.Join(lines, "\n"))
}
