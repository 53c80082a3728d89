package program

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"agon/bot/sandbox"
	"agon/game"
)

/*
Folders are the folders of the games that are played at one core. Each game has one, and in it each seat its own, which is all that the
seat's programs can see:

	agon-game-123/
	  shared/              what all seats see, written once
	    12/state.json
	  0/                   of seat 0
	    home/              a copy of the bot's folder, where the kind gives it one
	    replays/           read-only, but for the folder of the move at hand
	      12/state.json    the shared file
	      12/A/            the folder of a move: its own files, and what the program writes
	  1/                   of seat 1

Files of earlier turns stay as they were. What other seats have left in their folders as their answers is seen from the next turn on, and
never in the same one. The zero value is ready.
*/
type Folders struct {
	mu    sync.Mutex
	games map[*game.Table]*gameFolder
}

// gameFolder is the folder of one game.
type gameFolder struct {
	table *game.Table
	path  string // on the host
	seen  string // as its programs see it; usually the same
	root  *os.Root
	seats int // number of seats with a folder in it

	mu      sync.Mutex
	written map[string]bool // names of shared files
	answers []answerFile
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

// newGameFolder makes a folder for the programs of a launcher.
func newGameFolder(c Config, t *game.Table) (*gameFolder, error) {
	const prefix = "agon-game-"
	scratch, placed := c.scratch()
	pattern := prefix
	if placed {
		pattern = sandbox.OwnName() + "-game-" // if this process is killed, the next one removes it from memory
	}
	at, err := os.MkdirTemp(scratch, pattern)
	if err != nil {
		return nil, err
	}
	seen := at
	if placed {
		seen = filepath.Join(os.TempDir(), prefix+strings.TrimPrefix(filepath.Base(at), pattern))
	}
	// Only agon may list the folder, so that programs of other seats cannot look into it even without a sandbox. Programs that run as other
	// users can pass through it.
	if err := os.Chmod(at, 0o711); err != nil {
		os.Remove(at)
		return nil, err
	}
	root, err := os.OpenRoot(at)
	if err == nil {
		err = root.Mkdir("shared", 0o700)
	}
	if err != nil {
		os.RemoveAll(at)
		return nil, err
	}
	return &gameFolder{table: t, path: at, seen: seen, root: root, written: map[string]bool{}}, nil
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
	return &folder{game: g, name: name, path: filepath.Join(g.seen, name), root: root}, nil
}

func (g *gameFolder) remove() error {
	err := clearAway(g.root, ".")
	g.root.Close()
	return errors.Join(err, os.Remove(g.path))
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
