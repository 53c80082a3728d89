package gamefolder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/game"
	"agon/internal/regular"
	"agon/internal/tomlfile"
)

// Folders finds games in folders, by their path or by the name that records have. It is safe for concurrent use.
type Folders struct {
	Host Host

	mu   sync.Mutex
	open []*Folder
	near []string
}

// Named reports whether a name of a kind is the path of a folder: it has a separator, or a dot before it.
func Named(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") || Is(name)
}

// Until ends compilations of the games that are opened from now on with a context.
func (s *Folders) Until(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Host.Ended = ctx.Done()
}

// Near has games looked for in and beside what a command names: a folder, or a file in one.
func (s *Folders) Near(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dir := path
	info, err := os.Stat(path)
	if err != nil {
		return
	}
	if !info.IsDir() {
		dir = filepath.Dir(path)
		if ext := filepath.Ext(path); ext == ".toml" {
			s.near = append(s.near, strings.TrimSuffix(path, ext)) // the contest's own folder
		}
	}
	if !slices.Contains(s.near, dir) {
		s.near = append(s.near, dir)
	}
}

// Open returns the game of a folder.
func (s *Folders) Open(dir string) (*Folder, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened(abs, s.Host)
}

// opened returns the game of a folder, anew if its rules have changed. s is locked.
func (s *Folders) opened(dir string, h Host) (*Folder, error) {
	f, err := Open(dir, h)
	if err != nil {
		return nil, err
	}
	for _, known := range s.open {
		if known.Dir == f.Dir && known.Kind.Version == f.Kind.Version && known.confined == f.confined {
			f.Close()
			return known, nil
		}
	}
	s.open = append(s.open, f)
	return f, nil
}

// ErrUnknown reports that no folder has a game of some name.
var ErrUnknown = errors.New("no folder with a game of this name")

// Find returns the game with a name. It looks at the games that are open, and then in the folders that a command has named, in those of
// AGON_GAMES and in the working folder: at the folder itself, at those in it, and at the copy that a contest keeps of its rules.
func (s *Folders) Find(name string) (*game.Kind, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.open {
		if f.Kind.Name == name {
			return f.Kind, nil
		}
	}
	dirs := append(slices.Clone(s.near), filepath.SplitList(os.Getenv("AGON_GAMES"))...)
	var broken error
	for _, dir := range append(dirs, ".") {
		for _, path := range gamesIn(dir) {
			f, err := s.opened(path, s.Host)
			if err != nil {
				broken = errors.Join(broken, err)
				continue
			}
			if f.Kind.Name == name {
				return f.Kind, nil
			}
		}
	}
	if broken != nil {
		return nil, fmt.Errorf("%w; %w", ErrUnknown, broken)
	}
	return nil, ErrUnknown
}

// Folder returns the folder of a kind that was opened here; nil if it was not.
func (s *Folders) Folder(k *game.Kind) *Folder {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.open {
		if f.Kind == k {
			return f
		}
	}
	return nil
}

// Copy is the name of the folder in which a contest keeps its rules.
const Copy = "rules"

// gamesIn returns the folders with games in and at a folder, as absolute paths.
func gamesIn(dir string) (found []string) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	list := []string{dir, filepath.Join(dir, Copy)}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) < 10_000 {
		for _, e := range entries {
			if e.IsDir() {
				list = append(list, filepath.Join(dir, e.Name()))
			}
		}
	}
	for _, path := range list {
		if Is(path) && !slices.Contains(found, path) {
			found = append(found, path)
		}
	}
	return found
}

// Close ends the processes of all games.
func (s *Folders) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.open {
		f.Close()
	}
	s.open = nil
}

// KeepIn writes what decides games into a contest's folder, if it is not there yet.
func (f *Folder) KeepIn(contest string) error {
	dir := filepath.Join(contest, Copy)
	if f.Dir == dir {
		return nil
	}
	if kept, err := Open(dir, Host{}); err == nil && kept.Kind.Version == f.Kind.Version {
		return nil
	}
	return f.copyTo(dir)
}

func (f *Folder) copyTo(dir string) error {
	names, err := f.ruleFiles()
	if err != nil {
		return err
	}
	fresh := dir + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	for _, name := range append(names, File, "README.md", HandedIn) {
		text, err := regular.Read(filepath.Join(f.Dir, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) && (name == "README.md" || name == HandedIn) {
			continue
		}
		if err != nil {
			return err
		}
		to := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o755); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

// Bounds of the rules that are sent to workers, and of what a worker keeps.
const (
	mostSent         = 16 << 20 // bytes of all files
	mostSentOfEngine = 64 << 20
	mostKept         = 16 // games
)

// most returns how many bytes all files may have.
func (e *externalEngine) most() int {
	if e == nil {
		return mostSent
	}
	return mostSentOfEngine
}

// sent returns the files of the rules for a worker.
func (f *Folder) sent() (map[string][]byte, error) {
	names, err := f.ruleFiles()
	if err != nil {
		return nil, err
	}
	all, size := map[string][]byte{}, 0
	for _, name := range append(names, File) {
		text, err := regular.Read(filepath.Join(f.Dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if size += len(text); size > f.external.most() {
			return nil, fmt.Errorf("the rules in %s have more than %d MiB: workers are sent less", f.Dir, f.external.most()>>20)
		}
		all[name] = text
	}
	return all, nil
}

// Receive opens a game whose files came from a server, below a folder of this user's own, which keeps the last ones. Its rules run in the
// sandbox. The game that was received before is closed: a worker plays one contest at a time.
func (s *Folders) Receive(below string, files map[string][]byte) (*Folder, error) {
	name, err := nameOfSent(files)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(below, name)
	if !Is(dir) {
		if err := keepSent(below, dir, files); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	os.Chtimes(dir, now, now)
	forget(below)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = slices.DeleteFunc(s.open, func(f *Folder) bool {
		old := f.confined && f.Dir != dir
		if old {
			f.Close()
		}
		return old
	})
	h := s.Host
	h.Confined = true
	return s.opened(dir, h)
}

// nameOfSent returns the name of the folder for the files of a game, unique to the game. It returns an error for files that belong to
// no rules.
func nameOfSent(files map[string][]byte) (string, error) {
	sum, size := sha256.New(), 0
	var s schema
	if _, err := tomlfile.Decode(File, files[File], &s); err != nil {
		return "", fmt.Errorf("the server sends rules that this agon cannot read: %w", err)
	}
	rules := func(name string) bool {
		return name == File || strings.HasSuffix(name, ".py") || strings.HasSuffix(name, ".wasm") || s.Engine != nil && s.Engine.has(name)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !filepath.IsLocal(filepath.FromSlash(name)) || !rules(name) || len(files) > 1000 {
			return "", fmt.Errorf("the server sends a file %q, which belongs to no rules", name)
		}
		if size += len(files[name]); size > s.Engine.most() {
			return "", fmt.Errorf("the server sends rules of more than %d MiB", s.Engine.most()>>20)
		}
		fmt.Fprintf(sum, "%q %d\n%s", name, len(files[name]), files[name])
	}
	return fmt.Sprintf("sent-%x", sum.Sum(nil)[:12]), nil
}

// keepSent writes the files of a game into a folder below another.
func keepSent(below, dir string, files map[string][]byte) error {
	fresh, err := os.MkdirTemp(mustExist(below), "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	for name, text := range files {
		to := filepath.Join(fresh, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, text, 0o755)); err != nil {
			return err
		}
	}
	if err := os.Chmod(fresh, 0o755); err != nil { // rules run as another user
		return err
	}
	if err := os.Rename(fresh, dir); err != nil && !Is(dir) {
		return err
	}
	return nil
}

// forget removes the games that a server has sent but those that were asked for last.
func forget(below string) {
	sent, _ := filepath.Glob(filepath.Join(below, "sent-*"))
	age := func(dir string) int64 {
		info, err := os.Stat(dir)
		if err != nil {
			return 0
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(sent, func(a, b string) int { return cmp.Compare(age(b), age(a)) })
	for _, dir := range sent[min(len(sent), mostKept):] {
		os.RemoveAll(dir)
	}
}

// mustExist makes a folder, and returns it: what is done in it fails if it could not be made.
func mustExist(dir string) string {
	os.MkdirAll(dir, 0o755)
	return dir
}
