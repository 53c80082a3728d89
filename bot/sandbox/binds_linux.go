//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/sys/unix"

	"agon/bot/sandbox/entry"
)

// A bind is a file or folder of the host at the same place in the program's root: bound read-only, or, where the host has a link to
// what is bound anyway, made as the same link.
type bind struct {
	path   string // absolute, in the program's root
	source string // where it lies on the host; empty: at the same place
	target string // of a link; empty: bound
	folder bool
	device bool
	open   bool // it can be written
	tree   cell // the descriptor of the mount
}

// systemBinds finds those that this machine has.
func systemBinds() ([]bind, error) { return addBinds(nil, System(), false) }

// addBinds adds paths to binds, leaving out what is visible through another. Every user must be able to read them if strangers do.
func addBinds(binds []bind, paths []string, strangers bool) ([]bind, error) {
	paths = append([]string(nil), paths...)
	sort.Slice(paths, func(i, j int) bool {
		if a, b := isLink(paths[i]), isLink(paths[j]); a != b {
			return b // links last, when what they lead to is there
		}
		return len(paths[i]) < len(paths[j])
	})
	binds = append([]bind(nil), binds...)
	for _, p := range paths {
		if covered(binds, p) {
			continue
		}
		if err := permitted(p); err != nil {
			return nil, err
		}
		b, err := look(p, binds, strangers)
		if err != nil {
			return nil, err
		}
		binds = append(binds, b)
	}
	return binds, nil
}

func isLink(p string) bool {
	_, err := os.Readlink(p)
	return err == nil
}

// look finds out how a path is to be bound.
func look(p string, binds []bind, strangers bool) (bind, error) {
	if target, err := os.Readlink(p); err == nil {
		full := target
		if !filepath.IsAbs(full) {
			full = filepath.Join(filepath.Dir(p), target)
		}
		if covered(binds, filepath.Clean(full)) {
			return bind{path: p, target: target}, nil
		}
	}
	info, err := os.Stat(p)
	if err != nil {
		return bind{}, fmt.Errorf("make %s readable: %w", p, err)
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return bind{}, fmt.Errorf("make %s readable: neither a regular file nor a folder, but %v", p, info.Mode())
	}
	need := os.FileMode(0o004)
	if info.IsDir() {
		need = 0o005
	}
	if strangers && info.Mode()&need != need {
		return bind{}, fmt.Errorf("make %s readable: its mode is %v, and the program runs as another user: chmod -R o+rX %s", p, info.Mode().Perm(), p)
	}
	return bind{path: p, folder: info.IsDir()}, nil
}

// openBinds adds folders that can be written, on top of what they may lie in. As root they are given to the program's user first.
func openBinds(binds []bind, paths []string, who person) ([]bind, error) {
	for _, p := range paths {
		if err := permitted(p); err != nil {
			return nil, err
		}
		info, err := os.Lstat(p)
		if err != nil {
			return nil, fmt.Errorf("make %s writable: %w", p, err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("make %s writable: not a folder, but %v", p, info.Mode())
		}
		if who.many {
			if err := giveTree(p, int(who.id+1)); err != nil {
				return nil, fmt.Errorf("make %s writable: %w", p, err)
			}
		}
		binds = append(binds, bind{path: p, folder: true, open: true})
	}
	return binds, nil
}

// giveTree makes a folder and all in it a user's. Links are given, never followed.
func giveTree(top string, user int) error {
	return filepath.WalkDir(top, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, user, user)
	})
}

// covered says whether a path is visible through one of the binds.
func covered(binds []bind, p string) bool {
	for _, b := range binds {
		if beneath(p, b.path) {
			return true
		}
	}
	return false
}

// beneath says whether p is top or lies under it.
func beneath(p, top string) bool {
	return p == top || top == "/" || strings.HasPrefix(p, top+"/")
}

// reachable refuses what another user cannot come to, where folders cannot be bound elsewhere.
func reachable(p string) error {
	for dir := path.Dir(p); dir != "/"; dir = path.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if info.Mode()&0o001 == 0 {
			return fmt.Errorf("%s lies in %s, whose mode is %v, and the program runs as another user: chmod o+x %s", p, dir, info.Mode().Perm(), dir)
		}
	}
	return nil
}

// permitted refuses what would hide or show the wrong things.
func permitted(p string) error {
	for _, own := range [...]string{"/proc", "/sys", "/dev"} {
		if beneath(p, own) {
			return fmt.Errorf("make %s readable: a program has a %s of its own", p, own)
		}
	}
	for _, own := range [...]string{"/tmp", HomePath, "/etc/passwd", "/proc"} {
		if beneath(own, p) {
			return fmt.Errorf("make %s readable: that is too wide, for %s is the program's own", p, own)
		}
	}
	return nil
}

// What mount_setattr sets.
const (
	sealed         = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	deviceSealed   = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC
	attributeBytes = 32
)

func (p *plan) attributes(set uint64) cell { return p.words(set, 0, unix.MS_PRIVATE, 0) }

// hold takes hold of what is to be bound, with all that is mounted in it.
func (p *plan) hold(section int, b *bind) {
	if b.target != "" {
		return
	}
	b.tree = p.words(0)
	set := uint64(sealed)
	if b.device {
		set = deviceSealed
	}
	if b.open {
		set &^= unix.MOUNT_ATTR_RDONLY
	}
	source := b.source
	if source == "" {
		source = b.path
	}
	empty := p.text("")
	p.do(section, "open "+source, unix.SYS_OPEN_TREE, number(here), at(p.text(source)), number(unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)).to(b.tree)
	p.do(section, "make read-only "+b.path, unix.SYS_MOUNT_SETATTR, what(b.tree), at(empty), number(unix.AT_EMPTY_PATH|unix.AT_RECURSIVE), at(p.attributes(set)), number(attributeBytes))
}

// place puts a bind into the new root, which is the working directory.
func (p *plan) place(b bind, done map[string]bool) {
	name := b.path[1:]
	p.folders(path.Dir(name), done)
	if b.target != "" {
		p.link(name, b.target)
		return
	}
	if b.folder {
		p.folders(name, done)
	} else {
		p.file(name, 0o444, nil)
	}
	p.do(entry.Root, "bind "+b.path, unix.SYS_MOVE_MOUNT, what(b.tree), at(p.text("")), number(here), at(p.text(name)), number(unix.MOVE_MOUNT_F_EMPTY_PATH))
	p.do(entry.Root, "close "+b.path, unix.SYS_CLOSE, what(b.tree))
}
