package gamefolder

import (
	"errors"
	"os"
	"path/filepath"

	"agon/bot"
)

// HandedIn is the name of the file that marks a folder whose rules a site has taken from a browser: whoever opens the folder, and the copy
// that a contest keeps, runs them in the sandbox or not at all.
const HandedIn = "handed-in"

// handedIn reports whether a folder is marked. One that cannot be looked at is.
func handedIn(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, HandedIn))
	return !os.IsNotExist(err)
}

// strict returns a host that starts rules in the sandbox alone.
func (h Host) strict() Host {
	open := h.Launcher
	h.Confined = true
	h.Launcher = func() bot.Launcher {
		if open == nil {
			return refusing{}
		}
		if l := open(); l.Level() != unconfined {
			return l
		}
		return refusing{}
	}
	return h
}

// unconfined is the level of a launcher without a sandbox.
const unconfined = "none"

// refusing is a launcher that starts nothing.
type refusing struct{}

func (refusing) err() error {
	return errors.New("no sandbox works here, and rules that were handed in run in one alone; agon sandbox shows why")
}

func (r refusing) Start(bot.Command) (*bot.Process, error) { return nil, r.err() }
func (refusing) Level() string                             { return unconfined }
func (refusing) Remote() bool                              { return false }
func (r refusing) Rooted() error                           { return r.err() }
