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
	"time"

	"agon/bot"
	"agon/bot/unpack"
)

// A Builder builds bots. It may be used by any number of goroutines.
type Builder struct {
	Cache    *Cache
	Launcher bot.Launcher
	Tools    *Tools
	Command  []string      // a program and its arguments that call inside.Main; needed where the launcher is a sandbox
	CPU      time.Duration // processor time of a build, if the system reports it; 0: 60 s
	Wall     time.Duration // of a build; 0: 3 min
}

// A Use is what a program is wanted for.
type Use struct {
	PerMove  bool  // it is started anew for every move
	Readline bool  // a bot of JavaScript is given readline()
	Memory   int64 // bytes that it may have; 0 for what its language has usually
}

// A Program is a bot that can be started.
type Program struct {
	Dir      string // its files and what was built; nobody writes there
	Path     string // absolute
	Args     []string
	After    []string // arguments behind those of each move
	Env      []string
	Readable []string                // what it may read beside the system's own, Dir included
	Memory   int64                   // bytes that its language needs usually, where that is more than others; else 0
	Tasks    int                     // processes and threads that it may have at most; 0: as many as others
	PerGame  bool                    // it plays one game and is started anew for the next
	Runtime  string                  // what runs it, with its version; empty where its own code does
	Seed     string                  // the environment variable that takes the seed of its generators; empty: it takes none
	Ending   func(bot.Exit) bot.Exit // says what the exit codes of its runtime mean; nil: they are the bot's own
}

// Command starts the program in its folder.
func (p *Program) Command(l bot.Limits) bot.Command {
	if p.Tasks > 0 && (l.Tasks == 0 || l.Tasks > p.Tasks) {
		l.Tasks = p.Tasks
	}
	return bot.Command{Path: p.Path, Args: p.Args, Env: p.Env, Dir: p.Dir, Readable: p.Readable, Limits: l}
}

// Make builds a bot, unless that was done before, and says how it is started. [Reason] separates the bot's errors from the host's.
func (b *Builder) Make(ctx context.Context, s *Source, use Use) (*Program, error) {
	p, err := newPlan(s, b.Tools, use)
	if err != nil {
		return nil, err
	}
	if p.standard != nil {
		if err := b.seedGo(ctx, p); err != nil {
			return nil, err
		}
	}
	dir, err := b.Cache.Keep(ctx, "built", p.key(), func(dir string) error { return b.build(ctx, p, dir) })
	if err != nil {
		return nil, err
	}
	return p.program(dir)
}

// key is the hash of everything that the result of a plan depends on.
func (p *plan) key() string {
	extra := make(map[string]string, len(p.extra))
	for name, text := range p.extra {
		extra[name] = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	}
	facts, err := json.Marshal([]any{
		2, runtime.GOOS, runtime.GOARCH, p.source.Hash, p.source.Network, p.job, p.marks, extra, p.folders, p.run.path,
	})
	if err != nil {
		panic(err) // they are texts and numbers
	}
	sum := sha256.Sum256(facts)
	return hex.EncodeToString(sum[:16])
}

// build makes the folder of a bot: its own files, what was fetched for it, what was built of it.
func (b *Builder) build(ctx context.Context, p *plan, dir string) error {
	from := dir + ".from"
	if err := b.copy(ctx, p, from); err != nil {
		return err
	}
	if p.source.Network {
		if err := b.fetch(ctx, p, from); err != nil {
			return err
		}
	}
	if err := p.add(from); err != nil {
		return err
	}
	if len(p.job.Steps) == 0 {
		return errors.Join(p.start(from), os.Rename(from, dir))
	}
	p.job.From = from
	if err := b.construct(ctx, p, dir); err != nil {
		return err
	}
	return p.start(dir)
}

// copy takes the bot's files as they are now, and makes sure that they are those that were hashed.
func (b *Builder) copy(ctx context.Context, p *plan, to string) error {
	if err := unpack.Into(ctx, to, unpack.Usual(), p.source.lay); err != nil {
		return err
	}
	again := *p.source
	again.Root = to
	if err := again.hash(); err != nil {
		return err
	}
	if again.Hash != p.source.Hash {
		return flaw("", "its files have changed while they were read; try again")
	}
	return nil
}

// add puts what the plan adds beside the bot's own files: files, and the folders that the steps write to.
func (p *plan) add(dir string) error {
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
			return fmt.Errorf("build: %w", err)
		}
		root.Remove(name)
		if err := errors.Join(root.WriteFile(name, []byte(text), 0o644), root.Chmod(name, 0o644)); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return nil
}

// makeFolder makes a folder and those above it, where they are not there. Every user may enter them, whatever the umask is.
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

// start makes what is started executable.
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

// program is how a bot in its folder is started.
func (p *plan) program(dir string) (*Program, error) {
	r := &Program{Dir: dir, Path: p.run.path, Args: append(p.args, p.source.Args...), After: p.source.After, Memory: p.memory}
	r.Env = append(environment(), p.env...)
	r.Runtime = p.version(dir)
	r.Readable = append([]string{dir}, p.run.readable...)
	if p.module != "" {
		return r, p.runModule(r)
	}
	if !filepath.IsAbs(r.Path) {
		r.Path = filepath.Join(dir, filepath.FromSlash(r.Path))
	}
	return r, nil
}

// environment is what every bot finds: nothing of the host's own, and one thread for numeric libraries.
func environment() []string {
	env := []string{"LANG=C.UTF-8", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1"}
	if runtime.GOOS != "windows" {
		return append(env, "PATH=/usr/local/bin:/usr/bin:/bin")
	}
	for _, name := range []string{"PATH", "SYSTEMROOT", "TEMP", "TMP"} {
		env = append(env, name+"="+os.Getenv(name)) // nothing starts without them there
	}
	return env
}
