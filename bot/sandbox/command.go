package sandbox

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/bot"
)

// HomePath is the home of a program at the levels namespaces and full. At lower levels the home is a folder of the host, named by HOME.
const HomePath = "/home/bot"

// check returns an error for a command that no level can start.
func check(c *bot.Command) error {
	if !filepath.IsAbs(c.Path) {
		return fmt.Errorf("the program's path %q is not absolute", c.Path)
	}
	for _, t := range slices.Concat([]string{c.Path, c.Dir}, c.Args, c.Env, c.Readable, c.Writable) {
		if strings.IndexByte(t, 0) >= 0 {
			return fmt.Errorf("%q has a NUL byte in it", t)
		}
	}
	for _, e := range c.Env {
		if strings.IndexByte(e, '=') < 1 {
			return fmt.Errorf("the environment holds %q (want NAME=value)", e)
		}
	}
	for _, p := range slices.Concat(c.Readable, c.Writable) {
		if !isClean(p) {
			return fmt.Errorf("the path %q is not absolute and clean", p)
		}
	}
	if c.Root != "" && !isClean(c.Root) {
		return fmt.Errorf("the root %q is not absolute and clean", c.Root)
	}
	if c.User < 0 || c.Group < 0 || c.User > mostID || c.Group > mostID {
		return fmt.Errorf("invalid user %d and group %d (want 0 to %d)", c.User, c.Group, mostID)
	}
	return nil
}

// isClean reports whether a path is absolute and in its shortest form.
func isClean(path string) bool { return filepath.IsAbs(path) && filepath.Clean(path) == path }

// mostID is the largest user ID and group ID.
const mostID = 1<<31 - 1

// ids returns the user ID and the group ID of the program inside its sandbox.
func ids(c *bot.Command) (user, group int) {
	user, group = c.User, c.Group
	if user == 0 {
		user = inside
	}
	if group == 0 {
		group = inside
	}
	return user, group
}

// inside is the default user ID and group ID of a program.
const inside = 1000

// environment returns the command's variables, the last one of each name, and adds HOME and TMPDIR if they are missing.
func environment(c *bot.Command, home, tmp string) []string {
	var env []string
	for i, e := range c.Env {
		if name, _, _ := strings.Cut(e, "="); !hasName(c.Env[i+1:], name) {
			env = append(env, e)
		}
	}
	for _, v := range [...][2]string{{"HOME", home}, {"TMPDIR", tmp}} {
		if !hasName(env, v[0]) {
			env = append(env, v[0]+"="+v[1])
		}
	}
	return env
}

func hasName(env []string, name string) bool {
	for _, e := range env {
		if strings.HasPrefix(e, name+"=") {
			return true
		}
	}
	return false
}

func itoa(n int) string { return strconv.Itoa(n) }
