package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/game"
	"agon/games/all"
	gamefolder "agon/games/folder"
)

// ownGames are the games of folders that this process knows. Their rules run at the strongest level of the sandbox, whatever is chosen for
// bots.
var ownGames = &gamefolder.Folders{Host: gamefolder.Host{Python: pythonOfRules(), Launcher: sync.OnceValue(rulesLauncher),
	Cache: cacheOfRules("modules"), Program: ownCommand("rules"),
	Shim: ownCommand("seat"), Own: sandbox.OwnName}}

// cacheOfRules returns a folder of this user's for "modules", compiled, or "rules", which a server has sent; empty: there is none.
func cacheOfRules(of string) string {
	dir, err := build.Home()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, of)
}

// pythonOfRules returns the interpreter of rules in Python.
func pythonOfRules() string {
	if chosen := os.Getenv("AGON_PYTHON"); chosen != "" {
		return chosen
	}
	return "/usr/bin/python3"
}

// rulesLauncher opens the sandbox in which rules run.
func rulesLauncher() bot.Launcher {
	level, err := sandbox.Best()
	if err == nil {
		var box *sandbox.Sandbox
		if box, err = sandbox.Open(level); err == nil {
			return box
		}
	}
	return noLauncher{err}
}

// noLauncher is a launcher that could not be opened.
type noLauncher struct{ err error }

func (n noLauncher) Start(bot.Command) (*bot.Process, error) { return nil, n.err }
func (noLauncher) Level() string                             { return "none" }
func (noLauncher) Remote() bool                              { return false }
func (n noLauncher) Rooted() error                           { return n.err }

// findKind returns a kind of game by its name, or by the path of a folder with game.toml, as people name it.
func findKind(name string) (*game.Kind, error) {
	if _, err := all.Find(name); err != nil && gamefolder.Named(name) {
		f, err := ownGames.Open(name)
		if err != nil {
			return nil, err
		}
		return f.Kind, nil
	}
	return recordedKind(name)
}

// recordedKind returns a kind by the name that a record has. A record names no folder: what rules run is not for a file to say that came
// from elsewhere.
func recordedKind(name string) (*game.Kind, error) {
	k, err := all.Find(name)
	if err == nil {
		return k, nil
	}
	k, wrong := ownGames.Find(name)
	switch {
	case wrong == nil:
		return k, nil
	case errors.Is(wrong, gamefolder.ErrUnknown) && wrong.Error() != gamefolder.ErrUnknown.Error():
		return nil, fmt.Errorf("%w; %w", err, wrong)
	}
	return nil, fmt.Errorf("%w; if it is a game of a folder, name the folder, or the folder around it in AGON_GAMES", err)
}

// handedInKind opens the game in a folder that a site has taken from a browser, apart from all others. Its rules run in a sandbox or not at
// all.
func handedInKind(dir string) (*game.Kind, func() error, error) {
	if level := ownGames.Host.Launcher().Level(); level == sandbox.None.String() {
		return nil, nil, errors.New("no sandbox works on the site's machine, and games that are handed in run in one alone")
	}
	f, err := gamefolder.Open(dir, ownGames.Host)
	if err != nil {
		return nil, nil, err
	}
	return f.Kind, f.Close, nil
}

// kindOfServer returns a kind that a worker is asked to play: one of this agon's own, or the game whose rules the server has sent. Those
// run in a sandbox or not at all.
func kindOfServer(name string, rules map[string][]byte) (*game.Kind, error) {
	if len(rules) == 0 {
		return all.Find(name)
	}
	dir := cacheOfRules("rules")
	if dir == "" {
		return nil, errors.New("this machine has no folder for caches, where the rules of the game could be")
	}
	if level := ownGames.Host.Launcher().Level(); level == sandbox.None.String() {
		return nil, errors.New("no sandbox works here, and rules that a server sends run in one alone; agon sandbox shows why")
	}
	f, err := ownGames.Receive(dir, rules)
	if err != nil {
		return nil, err
	}
	return f.Kind, nil
}

// keepRules writes the rules of a contest's own game into its folder, so that the folder alone verifies.
func keepRules(c *contest.Contest) error {
	f := ownGames.Folder(c.Kind)
	if f == nil {
		return nil
	}
	return f.KeepIn(c.Dir)
}
