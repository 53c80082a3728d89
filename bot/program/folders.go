package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"sync"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/internal/diskfree"
)

/*
Folders are the folders of the games that are played at one core. Each game has one, and in it each seat its own, which is all that the
seat's programs can see:

	agon-…-game-123/
	  site/                from which the interpreters of warm programs start
	  shared/              what all seats see, written once
	    12/state.json
	  0/                   of seat 0
	    replays/           read-only, but for the folder of the move at hand; a warm program has copies, which it may change
	      12/state.json    the shared file
	      12/A/            the folder of a move: its own files, and what the program writes
	  1/                   of seat 1

Files of earlier turns stay as they were. What other seats have left in their folders as their answers is seen from the next turn on, and
never in the same one. They are small and many, so they are in memory if the launcher can show such a folder. A copy of the bot's own
folder, where the kind gives it one, may be large, and is in a folder for temporary files. The zero value is ready.
*/
type Folders struct {
	mu    sync.Mutex
	games map[*game.Table]*gameFolder
}

// gameFolder is the folder of one game.
type gameFolder struct {
	table *game.Table
	path  string
	root  *os.Root
	seats int // number of seats with a folder in it
	homes *homes

	mu      sync.Mutex
	written map[string]bool // names of shared files
	answers []answerFile
}

// homes are the copies of the bots' folders for a game, by seat.
type homes struct {
	path string
	root *os.Root
}

// answerFile is an answer that a seat has left.
type answerFile struct {
	turn int
	name string // relative to shared and to replays
}

// seat makes the folder of a seat, in its game's folder.
func (f *Folders) seat(c Config, t *game.Table, seat game.Seat) (*folder, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	g := f.games[t]
	if g == nil {
		var err error
		if g, err = newGameFolder(c, t); err != nil {
			return nil, fmt.Errorf("make the folder of a game: %w", err)
		}
		if f.games == nil {
			f.games = map[*game.Table]*gameFolder{}
		}
		f.games[t] = g
	}
	own, err := g.seat(strconv.Itoa(int(seat)))
	if err != nil {
		if g.seats == 0 {
			delete(f.games, t)
			g.remove()
		}
		return nil, fmt.Errorf("make the folder of a seat: %w", err)
	}
	own.folders, own.copies = f, c.Warm
	return own, nil
}

// leave removes the folder of a seat, and after the last one the game's.
func (f *Folders) leave(own *folder) error {
	err := own.clear()
	f.mu.Lock()
	defer f.mu.Unlock()
	g := own.game
	if g.seats--; g.seats == 0 {
		delete(f.games, g.table)
		err = errors.Join(err, g.remove())
	}
	return err
}

// inMemory is a folder in memory, on Linux.
const inMemory = "/dev/shm"

// room is how many bytes must be free in memory for a game: it takes about a tenth of that, and others begin beside it.
const room = 1 << 30

// roomy reports whether there is a folder with room for games.
func roomy(folder string) bool {
	free, err := diskfree.Of(folder)
	return err == nil && free >= room
}

// newGameFolder makes a folder for the programs of a launcher. It is in memory where bots have all rights anyway, and where a control group
// counts what they keep there.
func newGameFolder(c Config, t *game.Table) (*gameFolder, error) {
	scratch, level := c.Scratch, c.Launcher.Level()
	if scratch == "" && (level == "none" || level == "full") && roomy(inMemory) {
		scratch = inMemory
	}
	at, root, err := newRoot(scratch, "game")
	if err != nil {
		return nil, err
	}
	if err := root.Mkdir("shared", 0o700); err != nil {
		return nil, errors.Join(err, root.Close(), os.RemoveAll(at))
	}
	return &gameFolder{table: t, path: at, root: root, written: map[string]bool{}}, nil
}

// site returns the folder from which the interpreters of warm programs start. The first call makes it.
func (g *gameFolder) site() (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	const name = "site"
	err := g.root.Mkdir(name, 0o755)
	if err == nil {
		err = g.root.WriteFile(filepath.Join(name, "sitecustomize.py"), siteCode, 0o644)
	} else if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return filepath.Join(g.path, name), err
}

// newRoot makes a folder. Only agon may list it, so that programs of other seats cannot look into it even without a sandbox. Programs that
// run as other users can pass through it. Its name says whose it is, so that the next sandbox removes what a killed run has left.
func newRoot(in, what string) (at string, root *os.Root, err error) {
	if at, err = os.MkdirTemp(in, sandbox.OwnName()+"-"+what+"-"); err != nil {
		return "", nil, err
	}
	if err = os.Chmod(at, 0o711); err == nil {
		root, err = os.OpenRoot(at)
	}
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(at))
	}
	return at, root, nil
}

func (g *gameFolder) seat(name string) (*folder, error) {
	if err := g.root.Mkdir(name, 0o755); err != nil {
		return nil, err
	}
	root, err := g.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if err := root.Mkdir(replays, 0o755); err != nil {
		root.Close()
		return nil, err
	}
	g.seats++
	return &folder{game: g, name: name, path: filepath.Join(g.path, name), root: root}, nil
}

func (g *gameFolder) remove() error {
	err := clearAway(g.root, ".")
	g.root.Close()
	return errors.Join(err, g.homes.remove(), os.Remove(g.path))
}

// home copies the folder of a seat's bot. The caller holds the lock of the folders.
func (g *gameFolder) home(scratch, seat, from string) (string, error) {
	if g.homes == nil {
		at, root, err := newRoot(scratch, "homes")
		if err != nil {
			return "", err
		}
		g.homes = &homes{at, root}
	}
	if err := copyFolder(g.homes.root, seat, from); err != nil {
		return "", err
	}
	return filepath.Join(g.homes.path, seat), nil
}

// share writes a file for all seats, once.
func (g *gameFolder) share(name string, data []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.written[name] {
		return nil
	}
	at := path.Join("shared", name)
	if err := g.root.MkdirAll(filepath.FromSlash(path.Dir(at)), 0o755); err != nil {
		return err
	}
	if err := g.root.WriteFile(filepath.FromSlash(at), data, 0o644); err != nil {
		return err
	}
	g.written[name] = true
	return nil
}

// answered shares the answer that a seat has left.
func (g *gameFolder) answered(turn int, name string, data []byte) error {
	if err := g.share(name, data); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.answers = append(g.answers, answerFile{turn, name})
	return nil
}

// earlier returns the answers, from an index on, that were left before a turn.
func (g *gameFolder) earlier(from, turn int) []answerFile {
	g.mu.Lock()
	defer g.mu.Unlock()
	to := from
	for to < len(g.answers) && g.answers[to].turn < turn {
		to++
	}
	return g.answers[from:to:to]
}

// replays is the folder of a seat that contains the folders of its moves.
const replays = "replays"

// A folder belongs to one seat in one game. A program may write anything into its subfolders, so they are accessed only through a root that
// no link leaves.
type folder struct {
	folders *Folders
	game    *gameFolder
	name    string // relative to the game's folder
	path    string
	root    *os.Root
	housed  bool // it has a home
	copies  bool // shared files are copied, because the program's user owns what it finds

	moves  int
	round  *os.Root // folder of the current move
	at     string   // path of the current move, relative to replays
	names  []string // files written into it before the program
	looked int      // answers of other seats that were copied
	left   int64    // bytes in files that programs have left
}

// tree returns the folder that the programs of a seat may read.
func (f *folder) tree() string { return filepath.Join(f.path, replays) }

// begin writes the files of a move and returns its folder.
func (f *folder) begin(turn int, common, own *game.Prompt) (dir string, err error) {
	f.moves++
	f.names = f.names[:0]
	if f.at = own.Dir; f.at == "" {
		f.at = "move-" + strconv.Itoa(f.moves)
	}
	if err := f.makeDir(f.at); err != nil {
		return "", err
	}
	if f.round, err = f.root.OpenRoot(filepath.Join(replays, filepath.FromSlash(f.at))); err != nil {
		return "", err
	}
	for _, a := range f.game.earlier(f.looked, turn) {
		f.looked++
		if err := f.show(a.name); err != nil {
			return "", err
		}
	}
	for _, file := range common.Files {
		if common.Dir == "" {
			err = f.write(file)
		} else {
			err = f.showNew(path.Join(common.Dir, file.Name), file.Data)
		}
		if err != nil {
			return "", err
		}
	}
	for _, file := range own.Files {
		if err := f.write(file); err != nil {
			return "", err
		}
	}
	return filepath.Join(f.tree(), filepath.FromSlash(f.at)), nil
}

func (f *folder) makeDir(name string) error {
	return f.root.MkdirAll(filepath.Join(replays, filepath.FromSlash(name)), 0o755)
}

// showNew shares a file and shows it to the programs of the seat.
func (f *folder) showNew(name string, data []byte) error {
	if err := f.game.share(name, data); err != nil {
		return err
	}
	return f.show(name)
}

// show makes a shared file visible to the programs of the seat, unless it is.
func (f *folder) show(name string) error {
	if err := f.makeDir(path.Dir(name)); err != nil {
		return err
	}
	shared := filepath.Join("shared", filepath.FromSlash(name))
	own := filepath.Join(f.name, replays, filepath.FromSlash(name))
	if _, err := f.game.root.Lstat(own); err == nil {
		return nil
	}
	if !f.copies && f.game.root.Link(shared, own) == nil {
		return nil
	}
	// A copy is required, or the file system has no hard links.
	data, err := f.game.root.ReadFile(shared)
	if err != nil {
		return err
	}
	return f.root.WriteFile(filepath.Join(replays, filepath.FromSlash(name)), data, 0o644)
}

// write writes a file into the folder of the move.
func (f *folder) write(file game.File) error {
	name := filepath.FromSlash(file.Name)
	if dir := path.Dir(file.Name); dir != "." {
		if err := f.round.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			return err
		}
	}
	f.names = append(f.names, name)
	return f.round.WriteFile(name, file.Data, 0o644)
}

// Limits of what a program may leave in the folder of a move until the end of the game, and of what is left of all moves.
const (
	keptFiles = 16
	keptFile  = 64 << 10 // bytes
	keptGame  = 32 << 20 // bytes
)

// end ends a move. It removes the files that were written for this move only, and folders and large files that the program has left. A
// folder used by this move only is removed as a whole.
func (f *folder) end(log *bot.Log, own *game.Prompt) {
	if f.round == nil {
		return
	}
	var err error
	if own.Dir == "" {
		err = f.discard()
	} else {
		err = f.tidy()
	}
	f.round.Close()
	f.round = nil
	if err != nil {
		log.Printf("the folder of its move could not be cleared: %v", err)
	}
}

func (f *folder) discard() error {
	tree, err := f.root.OpenRoot(replays)
	if err != nil {
		return err
	}
	defer tree.Close()
	return clearAway(tree, f.at)
}

// tidy keeps some small files, which everybody may read.
func (f *folder) tidy() error {
	f.round.Chmod(".", 0o755) // its program may have locked it
	if f.left > keptGame {
		return clearAway(f.round, ".")
	}
	for _, name := range f.names {
		f.round.Remove(name)
	}
	kept, left := 0, int64(0)
	dir, err := f.round.OpenFile(".", os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return err
	}
	entries, _ := dir.ReadDir(keptFiles + 1)
	dir.Close()
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > keptFile || kept == keptFiles {
			kept = -1
			break
		}
		kept++
		left += info.Size()
		f.round.Chmod(e.Name(), 0o644)
	}
	if kept < 0 || len(entries) > keptFiles {
		return f.keepSmallFiles()
	}
	f.left += left
	return nil
}

// keepSmallFiles keeps the small files of a folder in which a program has left other things too.
func (f *folder) keepSmallFiles() error {
	var small []game.File
	dir, err := f.round.OpenFile(".", os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return err
	}
	entries, _ := dir.ReadDir(256)
	dir.Close()
	for _, e := range entries {
		if len(small) == keptFiles {
			break
		}
		if data, there, err := f.read(e.Name(), keptFile); there && err == nil && len(data) < keptFile {
			small = append(small, game.File{Name: e.Name(), Data: data})
		}
	}
	if err := clearAway(f.round, "."); err != nil {
		return err
	}
	for _, file := range small {
		f.left += int64(len(file.Data))
		if err := f.round.WriteFile(file.Name, file.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// home copies a bot's folder.
func (f *folder) home(c Config, from string) (string, error) {
	f.folders.mu.Lock()
	defer f.folders.mu.Unlock()
	home, err := f.game.home(c.Scratch, f.name, from)
	f.housed = f.game.homes != nil
	return home, err
}

// clear removes the folder with its contents.
func (f *folder) clear() error {
	err := clearAway(f.root, ".")
	f.root.Close()
	if f.housed {
		err = errors.Join(err, clearAway(f.game.homes.root, f.name))
	}
	return errors.Join(err, f.game.root.Remove(f.name))
}

// remove ends the seat's part in the game.
func (f *folder) remove() error { return f.folders.leave(f) }

// read reads a file that a program has left in the folder of its move. Anything but a regular file counts as missing. Only the first bytes
// of a long file are read.
func (f *folder) read(name string, most int) (data []byte, there bool, err error) {
	name = filepath.FromSlash(name)
	if info, err := f.round.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, false, nil
	}
	file, err := f.round.OpenFile(name, os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return nil, false, nil
	}
	defer file.Close()
	// It may have been replaced since Lstat.
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, false, nil
	}
	data, err = io.ReadAll(io.LimitReader(file, int64(most)))
	return data, err == nil, err
}
