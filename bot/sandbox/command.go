package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// HomePath is the home of a program at the levels namespaces and full. At the lower levels it is a folder of the host; HOME says
// which.
const HomePath = "/home/bot"

// A Command is a program to be started.
//
// The program sees the folders of the system (/usr, /bin, /lib and the like), what Readable names, /tmp, its home, and nothing
// else. It may write to /tmp and its home. It has no network at any level but none.
type Command struct {
	Path     string     // absolute; must be readable
	Args     []string   // without the program's own name
	Env      []string   // NAME=value. HOME and TMPDIR are added unless they are here; nothing is inherited
	Dir      string     // where it starts; empty: its home
	Readable []string   // absolute paths that it may read and execute, at the same place. At levels with namespaces all users must be allowed to read them
	Writable []string   // absolute paths of folders that it may read and write, at the same place; as root they are made its own, with all in them
	Extra    []*os.File // its descriptors 3 and up
	Home     *Home      // nil: the home is empty and cannot be written
	Root     string     // absolute path of a folder that is the program's whole system instead of the host's; Path and Dir are places in it. It needs namespaces, and leaves no home
	User     int        // who the program is in its world; 0: 1000, for nobody is root
	Group    int        // its group; 0: 1000
	Calls    Calls      // that it may make beyond what every program may
	Own      int        // tasks that it has by its starter's doing and not by its bot's, which Pause is not for; 0: 1
	Limits   Limits
	Rlimits  []Rlimit
}

// Calls are system calls that some programs need and others could harm with; a set.
type Calls uint8

const (
	// Sessions are setsid and setpgid: for shells, and whoever starts programs to end them as a group.
	Sessions Calls = 1 << iota
	// FileLocks is flock, for compilers and what manages packages. To a program that plays it does nothing, and succeeds: a lock on a file
	// of the system could be seen by every other program that has the file. Locks by fcntl are there for all.
	FileLocks

	allCalls = 1 << iota
)

// A Home is a folder of the program's own, made for one start and gone with it.
type Home struct {
	Bytes  int64  // what fits in; must be positive
	Inodes int    // files and folders; 0: one for every 4 KiB
	Files  []File // what is in it at the start
}

// A File is put into a home.
type File struct {
	Name string // beneath the home, with slashes: "state/round.txt"
	Data []byte
	Exec bool
}

// check refuses what cannot be started at any level.
func (c *Command) check() error {
	if !filepath.IsAbs(c.Path) {
		return fmt.Errorf("the program's path %q is not absolute", c.Path)
	}
	for _, text := range [][]string{{c.Path, c.Dir}, c.Args, c.Env, c.Readable, c.Writable} {
		for _, t := range text {
			if strings.IndexByte(t, 0) >= 0 {
				return fmt.Errorf("%q has a NUL byte in it", t)
			}
		}
	}
	for _, e := range c.Env {
		if strings.IndexByte(e, '=') < 1 {
			return fmt.Errorf("the environment holds %q: it has to be NAME=value", e)
		}
	}
	for _, p := range append(append([]string(nil), c.Readable...), c.Writable...) {
		if !filepath.IsAbs(p) || filepath.Clean(p) != p {
			return fmt.Errorf("the path %q is not absolute and clean", p)
		}
	}
	if c.Root != "" && (!filepath.IsAbs(c.Root) || filepath.Clean(c.Root) != c.Root) {
		return fmt.Errorf("the root %q is not absolute and clean", c.Root)
	}
	if c.User < 0 || c.Group < 0 || c.User > mostID || c.Group > mostID {
		return fmt.Errorf("invalid user %d and group %d (want 0 to %d)", c.User, c.Group, mostID)
	}
	if c.Home == nil {
		return nil
	}
	if c.Root != "" {
		return errors.New("a program with its own root has no home beside it")
	}
	return c.Home.check()
}

func (h *Home) check() error {
	if h.Bytes <= 0 {
		return errors.New("the home has no size")
	}
	for _, f := range h.Files {
		if !filepath.IsLocal(f.Name) || path.Clean(f.Name) != f.Name || f.Name == "." || strings.ContainsAny(f.Name, "\x00\\") {
			return fmt.Errorf("the file %q does not lie beneath the home", f.Name)
		}
	}
	return nil
}

// mostID is the greatest number of a user and of a group.
const mostID = 1<<31 - 1

// ids are the user and the group of the program in its world.
func (c *Command) ids() (user, group int) {
	user, group = c.User, c.Group
	if user == 0 {
		user = inside
	}
	if group == 0 {
		group = inside
	}
	return user, group
}

// inside is who programs are that are nobody else.
const inside = 1000

// environment is the command's own, of a name given twice the last, and what a home and a place for temporary files are called.
func (c *Command) environment(home, tmp string) []string {
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
