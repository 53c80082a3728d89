//go:build amd64 || arm64

package sandbox

import (
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// lastCapability is above every capability known so far; dropping an unknown one is harmless.
const lastCapability = 45

// A confinement restricts the program itself, in addition to what it can see.
type confinement struct {
	user  int64 // the user ID to change to; negative: no change
	group int64
	tasks int // processes and threads of its user; 0: no limit
	files *ruleset
	calls []byte // the seccomp filter
	first int    // the first descriptor that the program must not inherit
	home  string
	tmp   string
}

// confine adds the steps from a fresh process to the running program. Their order matters: each drops rights that only earlier steps need.
func (p *plan) confine(c *bot.Command, with confinement) {
	const bot = entry.Bot
	p.do(bot, "begin a session", unix.SYS_SETSID)
	for _, l := range ownRlimits(c.Limits, with.tasks) {
		p.do(bot, "limit resource "+itoa(l.resource), unix.SYS_PRLIMIT64, number(0), number(l.resource), at(p.words(lower(l)...)),
			number(0))
	}
	for capability := range lastCapability {
		p.prctl(bot, "drop the bounding set", unix.PR_CAPBSET_DROP, number(capability)).orNot()
	}
	if with.user >= 0 {
		p.become(bot, uint32(with.user), uint32(with.group))
	}
	p.do(bot, "drop capabilities", unix.SYS_CAPSET, at(p.words(unix.LINUX_CAPABILITY_VERSION_3)), at(p.words(0, 0, 0)))
	p.prctl(bot, "forbid new privileges", unix.PR_SET_NO_NEW_PRIVS, number(1))
	p.prctl(bot, "die with pid 1", unix.PR_SET_PDEATHSIG, number(unix.SIGKILL))
	p.do(bot, "set the umask", unix.SYS_UMASK, number(0o022))
	dir := c.Dir
	if dir == "" {
		dir = with.home
	}
	p.chdir(bot, dir)
	p.addRuleset(with.files)
	p.do(bot, "close descriptors", unix.SYS_CLOSE_RANGE, number(with.first), number(^uint32(0)), number(unix.CLOSE_RANGE_CLOEXEC))
	p.do(bot, "unblock signals", unix.SYS_RT_SIGPROCMASK, number(unix.SIG_SETMASK), at(p.words(0)), number(0), number(8))
	argv := p.list(append([]string{c.Path}, c.Args...))
	envp := p.list(environment(c, with.home, with.tmp))
	file := p.text(c.Path)
	p.filter(with.calls)
	p.do(bot, "execute", unix.SYS_EXECVE, at(file), at(argv), at(envp))
}

// An rlimit is a per-process limit, by the kernel's number (RLIMIT_CPU…). The program cannot raise it.
type rlimit struct {
	resource int
	value    uint64
}

// ownRlimits returns the per-process limits that follow from Limits, and those that every program has. There is none on address space: Go,
// Java and JavaScript reserve much more than they use.
func ownRlimits(l bot.Limits, tasks int) []rlimit {
	const noCore = 1 // 0 would still start the host's core dump handler, if any: see core(5); 1 does not
	all := []rlimit{{unix.RLIMIT_CORE, noCore}, {unix.RLIMIT_MEMLOCK, 64 << 10}, {unix.RLIMIT_MSGQUEUE, 0}, {unix.RLIMIT_RTPRIO, 0},
		{unix.RLIMIT_NICE, 0}}
	add := func(resource int, value int64) {
		if value > 0 {
			all = append(all, rlimit{resource, uint64(value)})
		}
	}
	add(unix.RLIMIT_FSIZE, l.FileSize)
	add(unix.RLIMIT_NPROC, int64(tasks))
	add(unix.RLIMIT_CPU, int64((l.CPU+time.Second-1)/time.Second)) // a backstop: it counts in seconds, per process
	return all
}

// lower returns the limit, or the host's own if that is lower: a hard limit cannot be raised.
func lower(l rlimit) []uint64 {
	hard := l.value
	if l.resource == unix.RLIMIT_CPU {
		hard++ // SIGXCPU first, SIGKILL a second later
	}
	var own unix.Rlimit
	if unix.Getrlimit(l.resource, &own) == nil && own.Max < hard {
		hard = own.Max
	}
	return []uint64{min(l.value, hard), hard}
}

// filter installs the seccomp filter. From then on the program can make only the calls that it allows.
func (p *plan) filter(program []byte) {
	const mode = 1 // SECCOMP_SET_MODE_FILTER
	head := p.words(uint64(len(program)/8), 0)
	p.point(head+8, p.bytes(program))
	p.do(entry.Bot, "filter system calls", unix.SYS_SECCOMP, number(mode), number(0), at(head))
}
