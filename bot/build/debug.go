package build

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"agon/bot/build/inside"
	"agon/internal/shellword"
)

// An editor sets breakpoints in the author's own files. A bot that is debugged therefore runs them where they are, if an interpreter does,
// and what is compiled from a copy names them in place of the copy's.

// debugFlags returns the flags of a compiler of C or C++ for debuggers.
func (p *plan) debugFlags() []string {
	return []string{"-Og", "-g", fmt.Sprintf("-fdebug-prefix-map=%s=%s", inside.Sources, p.source.Root)}
}

// remapped returns the flag of rustc by which the program names the author's files.
func (p *plan) remapped() string {
	return fmt.Sprintf("--remap-path-prefix=%s=%s", inside.Sources, p.source.Root)
}

// sourceMap returns the flags by which a compiler of TypeScript writes a map to the author's files, with their folder at the end of the
// last; nil for a bot that is not debugged.
func (p *plan) sourceMap(flags ...string) []string {
	if !p.use.Debug {
		return nil
	}
	flags[len(flags)-1] += filepath.ToSlash(p.source.Root) + "/"
	return flags
}

// debugEnvironment returns variables that do for cargo, make and their like what flags do for compilers, where a project does not decide
// otherwise.
func (p *plan) debugEnvironment() []string {
	if !p.use.Debug {
		return nil
	}
	flags := p.debugFlags()
	for i := range flags {
		flags[i] = shellword.Quote(flags[i]) // make hands them to a shell
	}
	all := strings.Join(flags, " ")
	return []string{"CFLAGS=" + all, "CXXFLAGS=" + all, "CARGO_ENCODED_RUSTFLAGS=" + p.remapped(), "CARGO_PROFILE_RELEASE_DEBUG=2",
		"CARGO_PROFILE_RELEASE_OPT_LEVEL=0"}
}

// inPlace reports whether the bot runs in its author's folder: nothing is built or fetched for it, and its files are run as they are.
func (p *plan) inPlace() bool {
	if !p.use.Debug || len(p.job.Steps) > 0 || p.source.Network || p.cached {
		return false
	}
	for name := range p.extra {
		if p.source.has(name) && !p.readsAsIs(name) {
			return false
		}
	}
	if filepath.IsAbs(p.run.path) {
		return true
	}
	info, err := os.Stat(filepath.Join(p.source.Root, filepath.FromSlash(p.run.path)))
	return err == nil && info.Mode()&0o111 != 0
}

// readsAsIs reports whether the bot's interpreter reads a file of its author's as it is, which agon has rewritten for those that do not.
func (p *plan) readsAsIs(name string) bool {
	raw, err := readSmall(filepath.Join(p.source.Root, filepath.FromSlash(name)))
	return err == nil && utf8.Valid(raw) && slices.Contains([]string{"python", "javascript", "typescript"}, p.source.Language)
}

// runInPlace has a bot run in its author's folder. What agon has added to its files is in the folder of the build.
func (p *plan) runInPlace(r *Program) {
	added := func(text, name string) string {
		return strings.ReplaceAll(text, "./"+name, filepath.Join(r.Dir, filepath.FromSlash(name)))
	}
	r.Args = slices.Clone(r.Args)
	for i, arg := range r.Args {
		for name := range p.extra {
			if !p.source.has(name) {
				arg = added(arg, name)
			}
		}
		if p.source.Entry != "" && arg == p.entry() {
			arg = filepath.Join(p.source.Root, filepath.FromSlash(p.source.Entry))
		}
		r.Args[i] = arg
	}
	for i, pair := range r.Env {
		if pair == providedPath {
			r.Env[i] = "PYTHONPATH=" + filepath.Join(r.Dir, providedFolder)
		}
	}
	r.Dir = p.source.Root
	r.Readable = append(r.Readable, r.Dir)
}
