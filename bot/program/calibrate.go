package program

import (
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
)

// idle holds arguments with which interpreters start and do nothing, by prefixes of their names. Programs with other names are assumed to
// start at once.
var idle = map[string][]string{
	"python": {"-I", "-c", ""},
	"node":   {"-e", ""},
	"java":   {"-version"},
	"mono":   {"--version"},
	"dotnet": {"--version"},
}

// calibrate measures the start-up time of the bot's language, in the bot's environment; 0 if unknown.
func calibrate(c Config) time.Duration {
	command, ok := doingNothing(c.Command)
	if !ok {
		return 0
	}
	c.Log = bot.NewLog(0)
	call := &bot.Call{Clock: true, Limit: calibration}
	r, err := start(c, call, command, nil)
	if err != nil {
		return 0
	}
	if r.wait(call, c.Caps.Move, false, c.Stop) != byItself {
		return 0
	}
	return max(r.cpu, r.took-r.stall)
}

// calibration is the largest start-up time that a language is granted.
const calibration = 4 * time.Second

// doingNothing returns the command's interpreter with arguments that do nothing; false if the command has none.
func doingNothing(c bot.Command) (bot.Command, bool) {
	name := filepath.Base(c.Path)
	for language, args := range idle {
		if strings.HasPrefix(name, language) {
			c.Args, c.Dir = args, ""
			return c, true
		}
	}
	return c, false
}
