//go:build amd64 || arm64

package sandbox

import (
	"runtime"
	"time"

	"agon/bot"
)

// lookEvery is the interval at which a tree is polled whose memory or tasks the kernel does not limit. A poll costs some 10 µs per process.
const lookEvery = 20 * time.Millisecond

// watch enforces the limits that the kernel does not: processor time of the tree at all levels, and memory and tasks without control
// groups. It runs until the program has ended, and not at all if there is nothing to enforce.
func (b *box) watch() {
	b.stop = make(chan struct{})
	if b.group == nil {
		b.kills = oomKills()
	}
	polled := b.group == nil && (b.limits.Memory > 0 || b.limits.Tasks > 0)
	if !polled && b.limits.CPU == 0 {
		return
	}
	b.watched.Add(1)
	go func() {
		defer b.watched.Done()
		for pause := b.interval(0, polled); ; {
			select {
			case <-b.stop:
				return
			case <-time.After(pause):
			}
			used, broken := b.look(polled)
			if broken != 0 {
				b.end(broken)
				return
			}
			pause = b.interval(used, polled)
		}
	}()
}

// interval returns how long the next poll can wait: a tree cannot use more time than all processors give.
func (b *box) interval(used time.Duration, polled bool) time.Duration {
	if polled {
		return lookEvery
	}
	return max(5*time.Millisecond, (b.limits.CPU-used)/time.Duration(runtime.NumCPU()))
}

// look reads the tree's usage and returns the limit that it has broken.
func (b *box) look(polled bool) (used time.Duration, broken bot.Limit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return 0, 0
	}
	var m members
	if polled {
		m = b.tree.below(b.id)
		used = b.spend(m)
	} else {
		used = b.account()
	}
	if b.limits.CPU > 0 && used >= b.limits.CPU {
		return used, bot.CPULimit
	}
	if !polled {
		return used, 0
	}
	var memory int64
	for _, pid := range m.living {
		memory += ownMemory(pid)
	}
	b.most = max(b.most, memory)
	switch {
	case b.limits.Memory > 0 && memory > b.limits.Memory:
		return used, bot.MemoryLimit
	case b.limits.Tasks > 0 && m.tasks > b.limits.Tasks:
		return used, bot.TasksLimit
	case b.limits.Tasks > 0 && m.tasks == b.limits.Tasks:
		b.hit |= bot.TasksLimit // the next task is refused, or ends it
	}
	return used, 0
}
