//go:build amd64 || arm64

package sandbox

import (
	"path"

	"golang.org/x/sys/unix"

	"agon/bot/sandbox/entry"
)

// Steps shared by several parts of a plan.

const here = unix.AT_FDCWD

// open opens a file.
func (p *plan) open(section int, name string, flags int) *step {
	return p.do(section, "open "+name, unix.SYS_OPENAT, number(here), at(p.text(name)), number(flags|unix.O_CLOEXEC))
}

// folder makes a folder in Root, if it does not exist.
func (p *plan) folder(name string, mode int) {
	p.do(entry.Root, "make folder "+name, unix.SYS_MKDIRAT, number(here), at(p.text(name)), number(mode)).orNot()
}

// folders makes a folder and its parents. done holds the folders already made.
func (p *plan) folders(name string, done map[string]bool) {
	if name == "." || name == "/" || done[name] {
		return
	}
	done[name] = true
	p.folders(path.Dir(name), done)
	p.folder(name, 0o755)
}

// file makes a file in Root with the given content.
func (p *plan) file(name string, mode int, content []byte) {
	fd := p.words(0)
	flags := unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL | unix.O_NOFOLLOW | unix.O_CLOEXEC
	p.do(entry.Root, "make file "+name, unix.SYS_OPENAT, number(here), at(p.text(name)), number(flags), number(mode)).to(fd)
	if len(content) > 0 {
		p.do(entry.Root, "write file "+name, unix.SYS_WRITE, what(fd), at(p.bytes(content)), number(len(content)))
	}
	p.do(entry.Root, "close file "+name, unix.SYS_CLOSE, what(fd))
}

func (p *plan) link(name, target string) {
	p.do(entry.Root, "link "+name, unix.SYS_SYMLINKAT, at(p.text(target)), number(here), at(p.text(name)))
}

func (p *plan) mount(kind, name string, flags int, options string) {
	p.do(entry.Root, "mount "+kind+" at "+name, unix.SYS_MOUNT, at(p.text(kind)), at(p.text(name)), at(p.text(kind)), number(flags),
		at(p.text(options)))
}

func (p *plan) chdir(section int, name string) {
	p.do(section, "enter "+name, unix.SYS_CHDIR, at(p.text(name)))
}

func (p *plan) prctl(section int, name string, option int, argument value) *step {
	return p.do(section, name, unix.SYS_PRCTL, number(option), argument)
}
