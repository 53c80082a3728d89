package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"agon/bot"
)

// A Builder builds bots. It is safe for concurrent use.
type Builder struct {
	Cache    *Cache
	Launcher bot.Launcher
	Tools    *Tools
	Command  []string      // a program and its arguments that call inside.Main; required if the launcher is a sandbox
	CPU      time.Duration // processor time of a build, if the system reports it; 0: 60 s
	Wall     time.Duration // wall time of a build; 0: 10 min

	// Own means that bots are those that whoever runs agon has chosen. Only their dependencies are fetched without a sandbox.
	Own bool
	// Fetching bounds what registries send for a bot, and the time of its package manager; zero: 512 MiB, 5 min.
	Fetching FetchBounds
	// Unresolved means that names of registries which this machine cannot resolve are left to its own proxy (HTTPS_PROXY).
	Unresolved bool
	// Warn gets a sentence about what is not confined; nil: it is dropped. It must be safe for concurrent use.
	Warn func(text string)
	// Built gets the commands that built a bot, and what they printed; nil: it is dropped. It must be safe for concurrent use.
	Built func(bot, log string)
}

// A Use describes how a program will be used.
type Use struct {
	PerMove  bool  // it is started once per move
	Readline bool  // a JavaScript bot gets readline()
	Memory   int64 // its memory limit in bytes; 0: its language's default
	Debug    bool  // with what debuggers read, and in the author's own folder: see debug.go
}

// A Program is a bot that can be started.
type Program struct {
	Dir      string // its files and the build's results; read-only
	Path     string // absolute
	Args     []string
	After    []string // arguments after those of each move
	Env      []string
	Readable []string                // what it may read besides the system folders, Dir included
	Memory   int64                   // default memory of its language in bytes, if above the general default; else 0
	Tasks    int                     // largest number of processes and threads; 0: the general default
	PerGame  bool                    // it plays one game and is restarted for the next
	Runtime  string                  // the interpreter or runtime with its version; empty for native code
	Seed     string                  // the environment variable for the seed of its generators; empty: none
	Ending   func(bot.Exit) bot.Exit // interprets the exit codes of its runtime; nil: they are the bot's own
}

// Command returns the command that starts the program in its folder.
func (p *Program) Command(l bot.Limits) bot.Command {
	if p.Tasks > 0 && (l.Tasks == 0 || l.Tasks > p.Tasks) {
		l.Tasks = p.Tasks
	}
	return bot.Command{Path: p.Path, Args: p.Args, Env: p.Env, Dir: p.Dir, Readable: p.Readable, Limits: l}
}

// Make builds a bot, unless the cache has it, and returns how to start it. [Reason] separates the bot's errors from the host's.
func (b *Builder) Make(ctx context.Context, s *Source, use Use) (*Program, error) {
	p, err := newPlan(s, b.Tools, use)
	if err != nil {
		return nil, err
	}
	p.cached = b.Cache.Holds(s.Root)
	if p.standard != nil {
		if err := b.seedGo(ctx, p); err != nil {
			return nil, err
		}
	}
	if s.Network {
		if p.place, err = b.place(); err != nil {
			return nil, err
		}
	}
	log := b.Cache.Dir("built", p.key()) + logEnding
	dir, err := b.Cache.Keep(ctx, "built", p.key(), func(dir string) error {
		if err := b.build(ctx, p, dir); err != nil {
			return err
		}
		return p.keepLog(log)
	})
	if err != nil {
		return nil, err
	}
	if b.Built != nil {
		if text, err := os.ReadFile(log); err == nil { // builds of earlier versions of agon have none
			b.Built(s.Name, string(text))
		}
	}
	return p.program(dir)
}

// logEnding is what the log of a build ends with in the cache, beside the folder of its result.
const logEnding = ".log"

// keepLog writes the commands of a build that succeeded, and what they printed.
func (p *plan) keepLog(file string) error {
	if len(p.job.Steps) == 0 {
		return nil
	}
	var text strings.Builder
	for _, s := range p.job.Steps {
		fmt.Fprintln(&text, strings.Join(append([]string{filepath.Base(s.Path)}, s.Args...), " "))
	}
	if p.printed != "" {
		fmt.Fprintln(&text, strings.TrimRight(p.printed, "\n"))
	}
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(text.String()), 0o644)
	}
	if err != nil {
		return fmt.Errorf("keep the log of a build: %w", err)
	}
	return nil
}

// Libraries compiles what all builds of a bot's language share, unless the cache has it: Go's standard library. What is wrong with the bot
// is for [Builder.Make] to say. The error is the host's.
func (b *Builder) Libraries(ctx context.Context, s *Source) error {
	p, err := newPlan(s, b.Tools, Use{})
	if err != nil || p.standard == nil {
		return nil
	}
	return b.seedGo(ctx, p)
}

// key returns the hash of everything that the result of a plan depends on.
func (p *plan) key() string {
	extra := make(map[string]string, len(p.extra))
	for name, text := range p.extra {
		extra[name] = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	}
	facts, err := json.Marshal([]any{
		2, runtime.GOOS, runtime.GOARCH, p.source.Hash, p.place.key(), p.job, p.marks, extra, p.folders, p.run.path, p.check,
	})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	sum := sha256.Sum256(facts)
	return hex.EncodeToString(sum[:16])
}

// build makes the folder of a bot: its own files, fetched dependencies, and the build's results.
func (b *Builder) build(ctx context.Context, p *plan, dir string) error {
	from := dir + ".from"
	if err := p.source.copyTo(ctx, from, false); err != nil {
		return err
	}
	if p.source.Network {
		if err := b.fetch(ctx, p, from); err != nil {
			return err
		}
	}
	if err := p.addFiles(from); err != nil {
		return err
	}
	built := from
	if len(p.job.Steps) > 0 {
		built = dir
		p.job.From = from
		if err := b.construct(ctx, p, dir); err != nil {
			return p.advise(err)
		}
	}
	if err := errors.Join(b.look(ctx, p, built), p.start(built)); err != nil || built == dir {
		return err
	}
	return os.Rename(from, dir)
}

// advise adds the plan's advice to the failure of a build.
func (p *plan) advise(err error) error {
	if failed := (*Failed)(nil); p.advice != "" && errors.As(err, &failed) {
		failed.What += "; " + p.advice
	}
	return err
}

// addFiles puts the plan's extra files beside the bot's own, and makes the folders that the steps write to.
func (p *plan) addFiles(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	defer root.Close()
	for _, name := range p.folders {
		if err := makeFolder(root, filepath.FromSlash(name)); err != nil {
			return flaw("", "the folder %s cannot be made: %v", name, err)
		}
	}
	for name, text := range p.extra {
		name := filepath.FromSlash(name)
		if err := makeFolder(root, filepath.Dir(name)); err != nil {
			return flaw("", "the folder of %s cannot be made: %v", name, err)
		}
		mode := os.FileMode(0o644)
		if before, err := root.Lstat(name); err == nil && before.Mode().IsRegular() && before.Mode()&0o111 != 0 {
			mode = 0o755
		}
		if err := root.RemoveAll(name); err != nil {
			return fmt.Errorf("build: %w", err)
		}
		if err := errors.Join(root.WriteFile(name, []byte(text), mode), root.Chmod(name, mode)); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return nil
}

// makeFolder makes a folder and missing parents, which every user may enter, whatever the umask.
func makeFolder(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if info, err := root.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if err := makeFolder(root, filepath.Dir(name)); err != nil {
		return err
	}
	return errors.Join(root.Mkdir(name, 0o755), root.Chmod(name, 0o755))
}

// start makes the program executable.
func (p *plan) start(dir string) error {
	if filepath.IsAbs(p.run.path) || p.run.path == "" {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	defer root.Close()
	name := filepath.FromSlash(p.run.path)
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() {
		return flaw("", "no program %s to start", p.run.path)
	}
	return root.Chmod(name, 0o755)
}

// program returns how a bot in its folder is started.
func (p *plan) program(dir string) (*Program, error) {
	r := &Program{Dir: dir, Path: p.run.path, Args: append(p.args, p.source.Args...), After: p.source.After, Memory: p.memory}
	r.Env = slices.Concat(environment(), p.env, Environment(p.source.Parameters))
	r.Runtime = p.version(dir)
	r.Readable = append([]string{dir}, p.run.readable...)
	if p.module != "" {
		return r, p.runModule(r)
	}
	if p.inPlace() {
		p.runInPlace(r)
	}
	if !filepath.IsAbs(r.Path) {
		r.Path = filepath.Join(r.Dir, filepath.FromSlash(r.Path))
	}
	return r, nil
}

// environment returns the environment of every bot: nothing of the host's, and one thread for numeric libraries.
func environment() []string {
	env := []string{"LANG=C.UTF-8", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1"}
	if runtime.GOOS != "windows" {
		return append(env, "PATH=/usr/local/bin:/usr/bin:/bin")
	}
	for _, name := range []string{"PATH", "SYSTEMROOT", "TEMP", "TMP"} {
		env = append(env, name+"="+os.Getenv(name)) // Windows starts nothing without them
	}
	return env
}
