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

// nobody is who programs are where agon itself is root: a user and a group that own nothing.
const nobody = 65534

// bindable returns why the programs of this system cannot run in containers; nil where they can.
func bindable() error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("containers run Linux, and this machine's programs are for %s; use an image (docker-daemon:NAME)", runtime.GOOS)
	}
	return nil
}

// system is what every program sees of this machine, as arguments and as paths.
func system() (args, paths []string, err error) {
	return bindAll(nil, sandbox.System(), true)
}

// open is what a command's program sees beside the system, as arguments. What it may write is made its own first.
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
		if err := give(p); err != nil {
			return nil, fmt.Errorf("make %s writable: %w", p, err)
		}
	}
	writable, _, err := bindAll(nil, c.Writable, false)
	return append(args, writable...), err
}

// bindAll makes arguments of paths, the shorter first and each once, leaving out what is seen already by way of another.
func bindAll(seen, paths []string, sealed bool) (args, all []string, err error) {
	paths = append([]string(nil), paths...)
	sort.Slice(paths, func(i, j int) bool { return len(paths[i]) < len(paths[j]) })
	for _, p := range paths {
		if covered(seen, p) {
			continue
		}
		if strings.ContainsAny(p, ",\"\n") {
			return nil, nil, fmt.Errorf("%q has a comma, a quote or a line's end in it, which engines do not take: call it otherwise", p)
		}
		arg := "--mount=type=bind,source=" + p + ",target=" + p
		if sealed {
			arg += ",readonly"
		}
		args, seen = append(args, arg), append(seen[:len(seen):len(seen)], p)
	}
	return args, seen, nil
}

// covered reports whether a path lies in one of some folders.
func covered(folders []string, p string) bool {
	for _, f := range folders {
		if p == f || strings.HasPrefix(p, f+"/") {
			return true
		}
	}
	return false
}

// readable refuses what the program's user cannot read, and says what to do.
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
		return fmt.Errorf("make %s readable: its mode is %v, and the program runs as another user: chmod -R o+rX %s", p, info.Mode().Perm(), p)
	}
	return nil
}

// give makes a folder and all in it the program's, where agon has the right to. Links are given, never followed.
func give(top string) error {
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

// user is who the program is: nobody where agon is root, else agon's own user, who gains nothing by it.
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
