package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"agon/bot"
	"agon/game"
)

// A Config says which program is to be played with, and how.
type Config struct {
	Command  bot.Command // how it is started
	Launcher bot.Launcher
	Launch   game.Launch             // the kind's: PerGame, Together, Home and Replies are heeded
	Ending   func(bot.Exit) bot.Exit // of NewLines and NewAgon: says in words what the exit codes of the program's runtime mean; nil: they are its own
	Log      *bot.Log
	Stop     <-chan struct{} // closed when nobody waits for the program any more; nil: never
	Caps     Caps
	Warm     bool     // Python programs of NewFresh are forked from an interpreter that has them ready
	After    []string // of a warm program: its last arguments
	Seed     string   // environment variable of a program that plays one game: the seed of its generators, in decimal digits; empty: it takes none
	Secret   *bot.Secret
	Anew     bool     // a program of NewAgon is started for each game, not once for all
	Scratch  string   // where folders of games are made; empty: on /dev/shm where there is one
	Folders  *Folders // of the games at this core, where players of one game share files; nil: the player shares none

	watch func(bot.Trace) // hears of every move of NewFresh; nil for nobody
}

// Caps bound what a program may say, in bytes. A zero field has its default.
type Caps struct {
	Line int // of standard output without a line's end: 64 KiB
	Move int // of standard output for one move, what is dropped included: 1 MiB
	Game int // of standard output in one game: 64 MiB
	File int // of a file that is read back: 1 MiB
}

func (c Caps) orDefault() Caps {
	for _, d := range []struct {
		cap   *int
		usual int
	}{{&c.Line, 64 << 10}, {&c.Move, 1 << 20}, {&c.Game, 64 << 20}, {&c.File, 1 << 20}} {
		if *d.cap == 0 {
			*d.cap = d.usual
		}
	}
	return c
}

// botsOwn reports whether a program could not be started for reasons of its own: it is no program, may not be run, or names an
// interpreter that is not there. Everything else is the host's: no launcher, no pipes, no memory, and a file that has vanished.
func botsOwn(c bot.Command, err error) bool {
	var file *fs.PathError
	switch {
	case bot.Lacks(err):
		return false
	case errors.As(err, &file) && file.Op != "fork/exec" && file.Path != c.Path:
		return false // something that the launcher itself wanted to use
	case errors.Is(err, fs.ErrNotExist):
		path := c.Path
		switch {
		case c.Root != "":
			path = c.Root // what is missing in it, its maker has forgotten
		case !filepath.IsAbs(path):
			path = filepath.Join(c.Dir, path)
		}
		_, err := os.Stat(path)
		return err == nil // it is there, so what is missing is the interpreter of its first line
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOEXEC):
		return true
	}
	return false
}

// A startError is a program that could not be started for reasons of its own.
type startError struct{ error }
