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

// A bind is a file or folder of the host at the same path in the program's root: bound read-only, or copied as a link if the host has a
// link to something that is bound as well.
type bind struct {
	path   string // absolute, in the program's root
	source string // its path on the host; empty: the same path
	target string // target of a link; empty: it is bound
	folder bool
	device bool
	open   bool // it is writable
	tree   cell // descriptor of the mount
}

// systemBinds returns the binds of the system folders that this machine has.
func systemBinds() ([]bind, error) { return addBinds(nil, System(), false) }

// addBinds adds paths to binds, leaving out those visible through another bind. If strangers is set, every user must be able to read them.
func addBinds(binds []bind, paths []string, strangers bool) ([]bind, error) {
	paths = append([]string(nil), paths...)
	sort.Slice(paths, func(i, j int) bool {
		if a, b := isLink(paths[i]), isLink(paths[j]); a != b {
			return b // links come last, so that their targets exist
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

// look decides how a path is bound.
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
		return bind{}, fmt.Errorf("make %s readable: its mode is %v, and the program runs as another user: chmod -R o+rX %s", p,
			info.Mode().Perm(), p)
	}
	return bind{path: p, folder: info.IsDir()}, nil
}

// openBinds adds writable folders on top of the binds that contain them. As root it first makes the program's user their owner.
func openBinds(binds []bind, paths []string, who identity) ([]bind, error) {
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

// giveTree makes user the owner of a folder and everything in it. It changes the owner of links without following them.
func giveTree(top string, user int) error {
	return filepath.WalkDir(top, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, user, user)
	})
}

// covered reports whether a path is visible through one of the binds.
func covered(binds []bind, p string) bool {
	for _, b := range binds {
		if isBelow(p, b.path) {
			return true
		}
	}
	return false
}

// isBelow reports whether p is top or lies below it.
func isBelow(p, top string) bool {
	return p == top || top == "/" || strings.HasPrefix(p, top+"/")
}

// reachable returns an error if another user cannot reach p. It is for levels that cannot bind p to another place.
func reachable(p string) error {
	for dir := path.Dir(p); dir != "/"; dir = path.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if info.Mode()&0o001 == 0 {
			return fmt.Errorf("%s lies in %s, whose mode is %v, and the program runs as another user: chmod o+x %s", p, dir,
				info.Mode().Perm(), dir)
		}
	}
	return nil
}

// permitted returns an error if binding p would hide or expose more than intended.
func permitted(p string) error {
	for _, own := range [...]string{"/proc", "/sys", "/dev"} {
		if isBelow(p, own) && !strings.HasPrefix(p, shm+"/") {
			return fmt.Errorf("make %s readable: a program has a %s of its own", p, own)
		}
	}
	for _, own := range [...]string{"/tmp", HomePath, "/etc/passwd", "/proc"} {
		if isBelow(own, p) {
			return fmt.Errorf("make %s readable: that is too wide, for %s is the program's own", p, own)
		}
	}
	return nil
}

// Attributes that mount_setattr sets.
const (
	sealed         = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	deviceSealed   = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC
	attributeBytes = 32
)

func (p *plan) attributes(set uint64) cell { return p.words(set, 0, unix.MS_PRIVATE, 0) }

// hold opens the tree of mounts below a bind's source.
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
	p.do(section, "open "+source, unix.SYS_OPEN_TREE, number(here), at(p.text(source)),
		number(unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)).to(b.tree)
	p.do(section, "make read-only "+b.path, unix.SYS_MOUNT_SETATTR, what(b.tree), at(empty), number(unix.AT_EMPTY_PATH|unix.AT_RECURSIVE),
		at(p.attributes(set)), number(attributeBytes))
}

// shm is the host's folder of files in memory. To a program that is a link to its own /tmp, below which what is there on the host is bound.
const shm = "/dev/shm"

// inside returns where a bind is in the new root.
func (b *bind) inside() string {
	if below, ok := strings.CutPrefix(b.path, shm+"/"); ok {
		return "/tmp/" + below
	}
	return b.path
}

// place mounts a bind in the new root, which is the working directory.
func (p *plan) place(b bind, done map[string]bool) {
	name := b.inside()[1:]
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
	p.do(entry.Root, "bind "+b.path, unix.SYS_MOVE_MOUNT, what(b.tree), at(p.text("")), number(here), at(p.text(name)),
		number(unix.MOVE_MOUNT_F_EMPTY_PATH))
	p.do(entry.Root, "close "+b.path, unix.SYS_CLOSE, what(b.tree))
}
