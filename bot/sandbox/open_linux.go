//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"agon/bot"
)

// linux implements the levels above none.
type linux struct {
	level   Level
	users   *users
	system  []bind
	filters map[extraCalls][]byte
	version int    // version of Landlock
	groups  groups // nil: none
	name    string // prefix of the names of its control groups
	started atomic.Uint64
	launcher
	templates templates
}

// open prepares a level and checks what costs nothing to check. Whether the level really protects is for a canary to find out.
func open(level Level) (platform, error) {
	sweepScratch()
	if level == None {
		return plain{}, nil
	}
	l := &linux{level: level, users: newUsers(), filters: map[extraCalls][]byte{}, version: landlockVersion()}
	for _, g := range [...]extraCalls{{}, {sessions: true}, {locks: true}, {sessions: true, locks: true},
		{sessions: true, loopback: true}, {sessions: true, locks: true, loopback: true}, {sessions: true, continues: true}} {
		l.filters[g] = filtering{level == Full, level == Landlock, g}.filter()
	}
	l.name = fmt.Sprintf("%s-%04x", ownName(), rand.Uint32()&0xffff)
	var err error
	if l.system, err = systemBinds(); err != nil {
		return nil, err
	}
	if level == Landlock && l.version == 0 {
		return nil, errors.New("the kernel has no Landlock, or it is turned off")
	}
	if level != Full {
		return l, nil
	}
	if l.groups, err = findGroups(); err != nil {
		return nil, err
	}
	l.groups.sweep()
	return l, nil
}

func (l *linux) close() error {
	l.launcher.stop()
	l.templates.stop()
	if l.groups != nil {
		l.groups.close()
	}
	return nil
}

func (l *linux) about() string {
	parts := []string{"system call filter"}
	if l.level > Landlock {
		parts = append([]string{"own namespaces"}, parts...)
	}
	if l.version > 0 {
		parts = append(parts, fmt.Sprintf("Landlock %d", l.version))
	}
	switch l.groups.(type) {
	case *groups1:
		parts = append(parts, "control groups 1")
	case *groups2:
		parts = append(parts, "control groups 2")
	default:
		parts = append(parts, "memory of process trees is only polled: run programs that you trust not to exhaust it")
	}
	return strings.Join(parts, ", ")
}

func (l *linux) start(c *bot.Command) (*bot.Process, error) {
	b, err := l.box(c)
	if err != nil {
		return nil, err
	}
	return b.process(), nil
}

// box makes a plan, sends it to the launcher, and watches the program.
func (l *linux) box(c *bot.Command) (*box, error) {
	if len(c.Extra) > maxExtra {
		return nil, fmt.Errorf("%d extra descriptors are more than %d", len(c.Extra), maxExtra)
	}
	b := &box{level: l.level, limits: c.Limits, pauser: pauser{own: c.Own}}
	p, err := l.plan(c, b)
	if err == nil {
		err = whileBusy(func() error { return l.launch(p, c, b) })
	}
	if err != nil {
		b.discard()
		return nil, err
	}
	b.watch()
	return b, nil
}
