//go:build amd64 || arm64

package sandbox

import (
	"golang.org/x/sys/unix"

	"agon/bot/sandbox/entry"
)

// Access rights to files, by Landlock's numbers.
const (
	readRights  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	fileRights  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | writeFile
	writeFile   = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	firstRights = 1<<13 - 1 // those of version 1
)

// landlockVersion returns the kernel's version of Landlock; 0: it has none.
func landlockVersion() int {
	const askVersion = 1
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, askVersion)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// handled returns what a ruleset restricts in a version: access to files, to the network, and reaching out of the sandbox.
func handled(version int) (files, network, scope uint64, size int) {
	files, size = firstRights, 8
	if version >= 2 {
		files |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		files |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		network, size = unix.LANDLOCK_ACCESS_NET_BIND_TCP|unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, 16
	}
	if version >= 5 {
		files |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= 6 {
		scope, size = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET|unix.LANDLOCK_SCOPE_SIGNAL, 24
	}
	return files, network, scope, size
}

// A ruleset lists the files that a program may use. A nil ruleset allows everything.
type ruleset struct {
	version int
	section int // the section in which the paths are opened
	rules   []rule
	network bool // TCP is allowed
}

type rule struct {
	path   string
	rights uint64
}

func (r *ruleset) allow(rights uint64, paths ...string) {
	for _, p := range paths {
		r.rules = append(r.rules, rule{p, rights})
	}
}

// addRuleset adds the steps that enforce a ruleset.
func (p *plan) addRuleset(r *ruleset) {
	if r == nil || r.version == 0 {
		return
	}
	files, network, scope, size := handled(r.version)
	if r.network {
		network = 0
	}
	set := p.words(0)
	p.do(entry.Bot, "make a ruleset", unix.SYS_LANDLOCK_CREATE_RULESET, at(p.words(files, network, scope)), number(size), number(0)).to(set)
	for _, rule := range r.rules {
		attribute := p.words(rule.rights&files, 0) // the second word receives the descriptor
		p.open(r.section, rule.path, unix.O_PATH).to(attribute + 8)
		const pathBeneath = 1
		p.do(entry.Bot, "allow "+rule.path, unix.SYS_LANDLOCK_ADD_RULE, what(set), number(pathBeneath), at(attribute), number(0))
	}
	p.do(entry.Bot, "enforce the ruleset", unix.SYS_LANDLOCK_RESTRICT_SELF, what(set), number(0))
}
