//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// plan lists the steps that start a program.
func (l *linux) plan(c *bot.Command, b *box) (*plan, error) {
	p := newPlan()
	p.stayOnProcessors()
	first := 3 + len(c.Extra)
	who := l.users.identity(c)
	calls := l.filter(extraCalls{c.Sessions, c.Locks, c.Loopback, c.Continues})
	with := confinement{user: -1, calls: calls, first: first, home: HomePath, tmp: "/tmp"}
	if l.level == Landlock {
		if err := l.planFiles(p, c, b, who, &with); err != nil {
			return nil, err
		}
	}
	if l.level != Landlock {
		if err := l.planNamespaces(p, c, who, &with); err != nil {
			return nil, err
		}
	}
	if err := l.planGroup(p, c, b); err != nil {
		return nil, err
	}
	p.confine(c, with)
	const noWordOfStops = 1 // SA_NOCLDSTOP: pid 1 is not woken when the program is stopped or continued
	p.do(entry.Keep, "ignore stopped children", unix.SYS_RT_SIGACTION, number(int(unix.SIGCHLD)), at(p.words(0, noWordOfStops, 0, 0)),
		number(0), number(8))
	p.do(entry.Keep, "close descriptors", unix.SYS_CLOSE_RANGE, number(0), number(first-1), number(0))
	p.lastWords(c)
	return p, nil
}

// filter returns the seccomp filter for what a program needs, which is ready for usual needs.
func (l *linux) filter(extra extraCalls) []byte {
	if ready, ok := l.filters[extra]; ok {
		return ready
	}
	return filtering{l.level == Full, l.level == Landlock, extra}.filter()
}

// stayOnProcessors restricts the program to the processors of this thread. The launcher may run on others.
func (p *plan) stayOnProcessors() {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return
	}
	p.do(entry.Root, "choose processors", unix.SYS_SCHED_SETAFFINITY, number(0), number(unsafe.Sizeof(set)),
		at(p.bytes(unsafe.Slice((*byte)(unsafe.Pointer(&set)), unsafe.Sizeof(set)))))
}

// planNamespaces adds the steps of the levels with namespaces.
func (l *linux) planNamespaces(p *plan, c *bot.Command, who identity, with *confinement) error {
	binds, err := l.seen(c, who)
	if err != nil {
		return err
	}
	if c.Root != "" {
		with.home = "/"
	}
	if binds, err = openBinds(binds, c.Writable, who); err != nil {
		return err
	}
	p.buildRoot(c, who, binds)
	if c.Loopback {
		p.startLoopback()
		p.lendSockets(3 + len(c.Extra))
	}
	if who.many {
		with.user, with.group = int64(who.user), int64(who.group)
	}
	with.tasks = l.ownTasks(c, who)
	with.files = &ruleset{version: l.version, section: entry.Bot, network: c.Loopback}
	with.files.allow(readRights, "/")
	with.files.allow(fileRights, "/dev")
	if c.Limits.Disk > 0 {
		with.files.allow(^uint64(0), "/tmp")
	}
	with.files.allow(^uint64(0), c.Writable...)
	return nil
}

// seen returns the binds of everything that a program sees: of the host, or of its own root.
func (l *linux) seen(c *bot.Command, who identity) ([]bind, error) {
	if c.Root == "" {
		return addBinds(l.system, append(append([]string(nil), c.Readable...), c.Path), who.many)
	}
	binds, err := rootBinds(c.Root, who.many)
	if err != nil {
		return nil, err
	}
	return addBinds(binds, c.Readable, who.many)
}

// ownTasks returns the limit on processes per user for levels where no control group counts them. In a user namespace the kernel counts
// only processes within. Without one, an ordinary user's bots count together with the user's other processes, so the limit only stops the
// worst.
func (l *linux) ownTasks(c *bot.Command, who identity) int {
	tasks := c.Limits.Tasks
	switch {
	case l.level == Full || tasks == 0:
		return 0
	case who.many:
		return tasks
	case l.level == Namespaces:
		return tasks + 1 // pid 1 is the same user
	}
	return tasks + systemTasks()
}

// planFiles adds the steps of level landlock.
func (l *linux) planFiles(p *plan, c *bot.Command, b *box, who identity, with *confinement) error {
	if c.Root != "" {
		return errNoRoot
	}
	if c.Loopback {
		return errNoLoopback
	}
	files, err := newScratch()
	if err != nil {
		return err
	}
	b.files = files
	with.home, with.tmp = files.home(), files.tmp()
	if who.many {
		with.user, with.group = int64(who.id+1), int64(who.id+1)
		if err := files.setOwner(int(who.id+1), int(who.id+1)); err != nil {
			return err
		}
	}
	binds, err := addBinds(l.system, append(append([]string(nil), c.Readable...), c.Path), who.many)
	if err != nil {
		return err
	}
	if _, err := openBinds(nil, c.Writable, who); err != nil {
		return err
	}
	with.tasks = l.ownTasks(c, who)
	with.files = &ruleset{version: l.version, section: entry.Host}
	with.files.allow(^uint64(0), c.Writable...)
	for _, bind := range binds {
		if err := reachable(bind.path); err != nil && who.many {
			return err
		}
		rights := uint64(readRights)
		if !bind.folder {
			rights &= fileRights
		}
		if bind.target == "" {
			with.files.allow(rights, bind.path)
		}
	}
	with.files.allow(readRights, "/proc", files.home(), files.tmp())
	with.files.allow(fileRights, "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
	if c.Limits.Disk > 0 {
		with.files.allow(^uint64(0), files.tmp())
	}
	p.cloneWith(0)
	p.sweep = true
	p.prctl(entry.Root, "adopt orphans", unix.PR_SET_CHILD_SUBREAPER, number(1))
	p.prctl(entry.Root, "hide the guard", unix.PR_SET_DUMPABLE, number(0))
	return nil
}

// planGroup makes the control group and puts the program into it.
func (l *linux) planGroup(p *plan, c *bot.Command, b *box) error {
	if l.groups == nil {
		return nil
	}
	g, err := l.groups.makeGroup(fmt.Sprintf("%s-%d", l.name, l.started.Add(1)), c.Limits)
	if err != nil {
		return err
	}
	b.group = g
	g.admitProgram(p)
	return nil
}

// The last message holds the bot's wait status and a struct statfs of /tmp, whose free blocks and free inodes are at these words.
const (
	statTmp    = 1
	freeBlocks = statTmp + 3
	freeInodes = statTmp + 6
	lastWords  = statTmp + 15
)

func (p *plan) lastWords(c *bot.Command) {
	p.message = p.room(8 * lastWords)
	p.size = 8 * lastWords
	if c.Limits.Disk > 0 && !p.sweep {
		p.do(entry.Last, "read the free space of /tmp", unix.SYS_STATFS, at(p.text("/tmp")), at(p.message+8*statTmp)).orNot()
	}
}
