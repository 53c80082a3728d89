//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// Users are assigned in pairs, one for pid 1 and one for the program, from a range that neither people nor systemd nor container engines
// use. So no two programs of a host have the same user ID, and those of two hosts only by rare chance, which would merely make them share a
// count of processes.
const (
	firstUser = 0x7000_0000
	userPairs = 0x0700_0000
)

// users assigns user IDs to programs.
type users struct {
	many  bool // IDs can be mapped freely: the host is root
	next  atomic.Uint32
	first uint32
	pairs uint32
}

// newUsers finds out which user IDs this process may assign. In a container with mapped user IDs the range is taken from those.
func newUsers() *users {
	u := &users{}
	if os.Geteuid() != 0 {
		return u
	}
	first, count := freeIDs("/proc/self/uid_map")
	if f, n := freeIDs("/proc/self/gid_map"); f != first || n < count {
		first, count = f, n
	}
	if count == 0 {
		return u
	}
	u.many, u.first, u.pairs = true, first, count/2
	u.next.Store(rand.Uint32())
	return u
}

// freeIDs returns the range to assign IDs from: the one above, or the upper quarter of the largest mapped range.
func freeIDs(file string) (first, count uint32) {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		var in, out, n uint32
		fmt.Sscan(line, &in, &out, &n)
		if uint64(in)+uint64(n) >= firstUser+2*userPairs {
			return firstUser, 2 * userPairs
		}
		if n >= 1<<16 && n/4 > count {
			first, count = in+n/2, n/4
		}
	}
	return first, count
}

// An identity holds the user IDs of one program on the host: id for its pid 1, the next one for the program. They are the same for an
// ordinary user.
type identity struct {
	many  bool
	id    uint32
	user  int // inside its namespace
	group int
}

func (u *users) identity(c *bot.Command) identity {
	w := identity{many: u.many}
	w.user, w.group = ids(c)
	if u.many {
		w.id = u.first + 2*(u.next.Add(1)%u.pairs)
	}
	return w
}

// mapped fills in the maps of the new user namespace.
func (w identity) mapped(p *plan) {
	groups, uids, gids := "deny", fmt.Sprintf("%d %d 1\n", w.user, os.Geteuid()), fmt.Sprintf("%d %d 1\n", w.group, os.Getegid())
	if w.many {
		groups = ""
		uids = fmt.Sprintf("0 %d 1\n%d %d 1\n", w.id, w.user, w.id+1)
		gids = fmt.Sprintf("0 %d 1\n%d %d 1\n", w.id, w.group, w.id+1)
	}
	p.groups = p.words(0, 0, 0, 0, 0, 0)
	for i, t := range [...]string{groups, gids, uids} {
		entryAt := p.groups + cell(16*i)
		p.point(entryAt, p.text(t))
		p.data[entryAt+8] = byte(len(t))
	}
}

// become changes the user of a process in the plan and drops its other groups.
func (p *plan) become(section int, user, group uint32) {
	p.do(section, "leave all groups", unix.SYS_SETGROUPS)
	p.do(section, "change group", unix.SYS_SETRESGID, number(group), number(group), number(group))
	p.do(section, "change user", unix.SYS_SETRESUID, number(user), number(user), number(user))
}

// pid1 makes the first process the owner of what it mounts.
func (w identity) pid1(p *plan) {
	if w.many {
		p.become(entry.Root, 0, 0)
	}
}
