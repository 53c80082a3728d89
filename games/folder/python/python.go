/*
Package python runs the rules of a game that are a class in Python. Its processes run host.py, which calls the class, packs its states,
and refuses what would make equal games differ.
*/
package python

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"time"

	"agon/bot"
	"agon/games/folder/process"
)

//go:embed host.py
var host string

const (
	memory = 1 << 30
	calls  = 200_000 // then a process is replaced, so that rules that keep memory do not fill the machine
)

// Config describes which rules to run, and how.
type Config struct {
	Python   string // path of the interpreter
	Folder   string // of the game, absolute
	File     string // of the rules, in it
	Launcher func() bot.Launcher
	Call     time.Duration // of processor time for one call; 0: 5 s
}

// New returns an engine, which starts processes when it is asked.
func New(c Config) *process.Engine {
	c.Call = cmp.Or(c.Call, 5*time.Second)
	return process.New(process.Config{
		Command: bot.Command{
			Path: c.Python, Args: []string{"-u", "-c", host, c.Folder, c.File}, Dir: "/", Readable: []string{c.Folder},
			Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8", "PYTHONHASHSEED=0",
				"PYTHONDONTWRITEBYTECODE=1", "PYTHONNOUSERSITE=1", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", bot.NoDebugger},
			Limits: bot.Limits{Memory: memory, Tasks: 16, Disk: 16 << 20},
		},
		Ready: func(*bot.Command) error {
			if _, err := os.Stat(c.Python); err != nil {
				return &bot.HostError{Err: fmt.Errorf("the rules need Python, and there is none at %s: install it (apt-get install "+
					"python3) or name another one in AGON_PYTHON", c.Python)}
			}
			return nil
		},
		File: c.File, Launcher: c.Launcher, Call: c.Call, Calls: calls,
	})
}
