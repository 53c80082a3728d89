package program

import (
	"agon/bot"
	"agon/game"
)

// A Config describes which program to play with, and how.
type Config struct {
	Command  bot.Command // how to start it
	Launcher bot.Launcher
	Launch   game.Launch             // of the kind; PerGame, Together, Home and Replies are used
	Ending   func(bot.Exit) bot.Exit // for NewLines and NewAgon: interprets the exit codes of the program's runtime; nil: they are its own
	Taken    string                  // a sentence: which file of the bot was taken, and how its author names another; empty: unknown
	Log      *bot.Log
	Stop     <-chan struct{} // closed when nobody waits for the program any more; nil: never
	Caps     Caps
	Warm     bool     // NewFresh forks Python programs from an interpreter that has loaded them
	After    []string // of NewFresh: arguments after those of the move
	Seed     string   // environment variable for the seed of a program that plays one game, in decimal digits; empty: none
	Secret   *bot.Secret
	Anew     bool     // NewAgon starts the program for each game instead of once
	Scratch  string   // where folders of games are made; empty: in memory or in the folder for temporary files
	Folders  *Folders // folders of this core's games, in which players of one game share files; nil: none are shared

	watch func(bot.Trace) // called for every move of NewFresh; may be nil
}

// takenNote returns Taken as the end of a sentence.
func (c *Config) takenNote() string {
	if c.Taken == "" {
		return ""
	}
	return ": " + c.Taken
}

// Caps bound a program's output, in bytes. A zero field has its default.
type Caps struct {
	Line int // standard output without a line end: 64 KiB
	Move int // standard output per move, dropped output included: 1 MiB
	Game int // standard output per game: 64 MiB
	File int // size of a file that is read back: 1 MiB
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

// A startError reports that a program failed to start because of the program itself.
type startError struct{ error }
