package program

import (
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
)

// Arguments with which the interpreters of languages start and do nothing, by how their names begin. Programs of other names
// need no time to speak of.
var idle = map[string][]string{
	"python": {"-c", ""},
	"node":   {"-e", ""},
	"java":   {"-version"},
	"mono":   {"--version"},
	"dotnet": {"--version"},
}

// calibrate measures what the bot's language needs to start, in the place where the bot is started; 0 where that is unknown.
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

// calibration is the most that a language can be granted.
const calibration = 4 * time.Second

// doingNothing is the command's interpreter with nothing to do; false for a program that is none.
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
