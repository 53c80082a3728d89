package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"

	"agon/bot"
	"agon/bot/sandbox"
)

// nobody is the user of programs if agon is root: a user and a group that own nothing.
const nobody = 65534

// bindable returns nil if the programs of this system can run in containers, else the reason.
func bindable() error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("containers run Linux, and this machine's programs are for %s; use an image (docker-daemon:NAME)", runtime.GOOS)
	}
	return nil
}

// system returns the binds of the system folders, as arguments and as paths.
func system() (args, paths []string, err error) {
	return bindAll(nil, sandbox.System(), true)
}

// open returns the arguments for what a command's program sees besides the system folders. It first makes the program the owner of what it
// may write.
func (b *Box) open(c bot.Command) ([]string, error) {
	for _, p := range sandbox.Reads(c) {
		if err := readable(p); err != nil {
			return nil, err
		}
	}
	args, _, err := bindAll(b.bound, sandbox.Reads(c), true)
	if err != nil {
		return nil, err
	}
	for _, p := range c.Writable {
		if err := setOwner(p); err != nil {
			return nil, fmt.Errorf("make %s writable: %w", p, err)
		}
	}
	writable, _, err := bindAll(nil, c.Writable, false)
	return append(args, writable...), err
}

// bindAll turns paths into arguments, shorter ones first and each once, without those visible through another.
func bindAll(seen, paths []string, sealed bool) (args, all []string, err error) {
	paths = append([]string(nil), paths...)
	sort.Slice(paths, func(i, j int) bool { return len(paths[i]) < len(paths[j]) })
	for _, p := range paths {
		if covered(seen, p) {
			continue
		}
		if strings.ContainsAny(p, ",\"\n") {
			return nil, nil, fmt.Errorf("%q has a comma, a quote or a line break, which engines do not support: rename it", p)
		}
		arg := "--mount=type=bind,source=" + p + ",target=" + p
		if sealed {
			arg += ",readonly"
		}
		args, seen = append(args, arg), append(seen[:len(seen):len(seen)], p)
	}
	return args, seen, nil
}

// covered reports whether a path lies in one of the folders.
func covered(folders []string, p string) bool {
	for _, f := range folders {
		if p == f || strings.HasPrefix(p, f+"/") {
			return true
		}
	}
	return false
}

// readable returns an error for what the program's user cannot read, with the remedy.
func readable(p string) error {
	info, err := os.Stat(p)
	if err != nil {
		return err
	}
	need := os.FileMode(0o004)
	if info.IsDir() {
		need = 0o005
	}
	if os.Geteuid() == 0 && info.Mode()&need != need {
		return fmt.Errorf("make %s readable: its mode is %v, and the program runs as another user: chmod -R o+rX %s", p, info.Mode().Perm(),
			p)
	}
	return nil
}

// setOwner makes the program's user the owner of a folder and everything in it, if agon has the right to. It changes the owner of links
// without following them.
func setOwner(top string) error {
	info, err := os.Lstat(top)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errors.New("not a folder")
	}
	if os.Geteuid() != 0 {
		return nil // the program is the same user
	}
	return filepath.WalkDir(top, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, nobody, nobody)
	})
}

// user returns the arguments for the program's user: nobody if agon is root, else agon's own user, who gains no privileges.
func (e *Engine) user() []string {
	own, group := os.Geteuid(), os.Getegid()
	if own <= 0 {
		return []string{fmt.Sprintf("--user=%d:%d", nobody, nobody)}
	}
	args := []string{fmt.Sprintf("--user=%d:%d", own, group)}
	if e.Name == "podman" {
		args = append(args, "--userns=keep-id")
	}
	return args
}
