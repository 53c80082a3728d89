package build

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agon/internal/pattern"
)

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
func (p *plan) cratesOf() (used []crate) {
	named := map[string]bool{}
	for _, name := range p.all(".rs") {
		text, err := p.source.readText(name)
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
func (p *plan) withCrates(rustc tool) (done bool, err error) {
	used := p.cratesOf()
	if len(used) == 0 {
		return false, nil
	}
	var lines, missing, names []string
	for _, c := range used {
		lines = append(lines, fmt.Sprintf("%s = %q", c.name, c.version))
		names = append(names, c.name)
		found, _ := filepath.Glob(filepath.Join(p.tools.crates(), c.name+"-[0-9]*"))
		if len(found) == 0 {
			missing = append(missing, "librust-"+c.name+"-dev")
		}
		p.marks = append(p.marks, found...)
	}
	cargo, err := p.tools.rust("cargo")
	if err == nil && len(missing) == 0 {
		return true, p.cargoFile(rustc, cargo, names)
	}
	p.advice = cratesAdvice(names, missing, lines)
	return false, nil
}

// cargoFile plans a build of the main file by cargo.
func (p *plan) cargoFile(rustc, cargo tool, names []string) error {
	var list strings.Builder
	fmt.Fprintf(&list, "[package]\nname = \"bot\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[[bin]]\nname = \"bot\"\npath = "+
		"%q\n[dependencies]\n", p.source.Entry)
	for _, name := range names {
		fmt.Fprintf(&list, "%s = \"*\"\n", name)
	}
	p.extra["Cargo.toml"] = list.String()
	p.extra[".cargo/config.toml"] = fmt.Sprintf("[source.crates-io]\nreplace-with = \"debian\"\n[source.debian]\ndirectory = %q\n",
		p.tools.crates())
	p.reads(p.tools.crates())
	p.cargoBuild(rustc, cargo, "bot")
	p.job.Omit = append(p.job.Omit, "Cargo.toml", "Cargo.lock", ".cargo")
	return nil
}

// cratesAdvice says how a program with crates is built.
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
