//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"agon/bot"
)

// Reasons for which the host ends a program.
var (
	errStarved = errors.New("the kernel killed it for lack of memory while it was within its own limit: this machine, or agon's control " +
		"group, has too little memory")
	errOutside = errors.New("it was killed from outside: something on this machine ended its pid 1, which a sandboxed program cannot do")
)

// blame returns why the host ended a program, or nil if the program ended by itself, broke a limit, or was killed by agon. A SIGKILL that a
// program sends to itself looks like one sent from outside, so it counts as the program's own. A program cannot fake the cause of
// death of its pid 1 or an OOM kill.
func (b *box) blame(e bot.Exit, reported bool) error {
	switch {
	case b.ours || e.Signal != syscall.SIGKILL || e.Hit&(bot.MemoryLimit|bot.CPULimit) != 0:
		return nil
	case b.group != nil && b.group.starved():
		return errStarved
	case b.group == nil && b.kills >= 0 && oomKills() > b.kills:
		return errStarved
	case !reported && b.level > Landlock:
		return errOutside
	}
	return nil
}

// oomKills returns how many processes of this process's own control group the kernel has killed for lack of memory, including programs
// without a group of their own; negative if the kernel does not report it.
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

// ownAccount returns the path of the file with that count; empty if there is none.
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
