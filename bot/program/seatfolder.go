package program

import (
	"os"
	"path"
	"path/filepath"
	"strconv"

	"agon/bot"
	"agon/game"
)

// replays is the folder of a seat that contains the folders of its moves.
const replays = "replays"

// A folder belongs to one seat in one game. A program may write anything into its subfolders, so they are accessed only through a root that
// no link leaves.
type folder struct {
	folders *Folders
	game    *gameFolder
	name    string // relative to the game's folder
	path    string // as its programs see it
	root    *os.Root
	copies  bool // shared files are copied, because the program's user owns what it finds

	moves  int
	round  *os.Root // folder of the current move
	at     string   // path of the current move, relative to replays
	laid   []string // files written into it before the program
	looked int      // answers of other seats that were copied
}

// place returns where the folder of the game lies.
func (f *folder) place() (p bot.Place) {
	if f.game.seen != f.game.path {
		p = bot.Place{Seen: f.game.seen, Host: f.game.path}
	}
	return p
}

// tree returns the folder that the programs of a seat may read.
func (f *folder) tree() string { return filepath.Join(f.path, replays) }

// begin writes the files of a move and returns its folder.
func (f *folder) begin(turn int, common, own *game.Prompt) (dir string, err error) {
	f.moves++
	f.laid = f.laid[:0]
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
			err = f.layOut(file)
		} else {
			err = f.showNew(path.Join(common.Dir, file.Name), file.Data)
		}
		if err != nil {
			return "", err
		}
	}
	for _, file := range own.Files {
		if err := f.layOut(file); err != nil {
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

// layOut writes a file into the folder of the move.
func (f *folder) layOut(file game.File) error {
	name := filepath.FromSlash(file.Name)
	if dir := path.Dir(file.Name); dir != "." {
		if err := f.round.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			return err
		}
	}
	f.laid = append(f.laid, name)
	return f.round.WriteFile(name, file.Data, 0o644)
}
