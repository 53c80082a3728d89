package program

import (
	"path/filepath"
	"strings"

	"agon/bot"
)

// moved is a command that starts its program in a copy of its folder: what it says of the folder it says of the copy.
func moved(c bot.Command, home string) bot.Command {
	from := filepath.Clean(c.Dir)
	rebase := func(path string) string {
		if path == from {
			return home
		}
		if rest, ok := strings.CutPrefix(path, from+string(filepath.Separator)); ok {
			return filepath.Join(home, rest)
		}
		return path
	}
	all := func(list []string) []string {
		rebased := make([]string, len(list))
		for i, path := range list {
			rebased[i] = rebase(path)
		}
		return rebased
	}
	c.Path, c.Dir = rebase(c.Path), home
	c.Args, c.Readable = all(c.Args), all(c.Readable)
	c.Writable = append(all(c.Writable), home)
	return c
}
