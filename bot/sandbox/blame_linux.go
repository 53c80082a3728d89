//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// What the host does to a program.
var (
	errStarved = errors.New("the kernel killed it for lack of memory while it was within its own limit: this machine, or agon's control group, has too little memory")
	errOutside = errors.New("it was killed from outside: something on this machine ended its pid 1, which no program can do from within")
)

// blame returns what of the host ended a program; nil for the program's own end, for one by its limits, and for ours. A program that sends
// SIGKILL to itself cannot be told from one that somebody outside has sent it to, so that counts as its own doing; what pid 1 has died
// of, and whom the kernel has ended for memory, no program can feign.
func (b *box) blame(e Exit, told bool) error {
	switch {
	case b.ours || e.Signal != syscall.SIGKILL || e.Hit&(Memory|CPU) != 0:
		return nil
	case b.group != nil && b.group.starved():
		return errStarved
	case b.group == nil && b.kills >= 0 && oomKills() > b.kills:
		return errStarved
	case !told && b.level > Landlock:
		return errOutside
	}
	return nil
}

// oomKills is how many processes of this process's own control group the kernel has ended for want of memory so far, programs without a
// group of their own among them; negative: it does not say.
func oomKills() int64 {
	account := ownAccount()
	if account == "" {
		return -1
	}
	n, err := figure(filepath.Dir(account), filepath.Base(account), "oom_kill")
	if err != nil {
		return -1
	}
	return n
}

// ownAccount is the file of that count; empty: there is none.
var ownAccount = sync.OnceValue(func() string {
	all, _ := hierarchies()
	for _, h := range all {
		file := "memory.events"
		if h.options != "" {
			file = "memory.oom_control"
		}
		if account := filepath.Join(h.own, file); (h.options == "" || h.has("memory")) && readable(account) {
			return account
		}
	}
	return ""
})

func readable(file string) bool {
	_, err := os.ReadFile(file)
	return err == nil
}
