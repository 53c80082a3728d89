package worker

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"golang.org/x/sys/unix"
)

// pin binds this thread, and every program that it starts, to a processor: the first one from its own on that no other run of this user has
// taken, or else its own. release gives the processor back, and the thread its processors; it must be called in the same thread.
func pin(core int) (release func()) {
	var allowed unix.CPUSet
	if unix.SchedGetaffinity(0, &allowed) != nil || allowed.Count() == 0 {
		return func() {}
	}
	mine := processors(&allowed)
	own := core % len(mine)
	cpu, give := mine[own], func() {}
	for i := range mine {
		next := mine[(own+i)%len(mine)]
		if g, ok := hold(next); ok {
			cpu, give = next, g
			break
		}
	}
	var one unix.CPUSet
	one.Set(cpu)
	unix.SchedSetaffinity(0, &one)
	return func() {
		give()
		unix.SchedSetaffinity(0, &allowed)
	}
}

func processors(set *unix.CPUSet) (list []int) {
	for cpu := 0; len(list) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}

// hold marks a processor as taken until release is called or this program ends. It returns false if another run has it, or if runs cannot
// signal each other.
func hold(cpu int) (release func(), ok bool) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("agon-processors-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return nil, false
	}
	// In a shared folder anybody may have made a folder of that name.
	var info unix.Stat_t
	if unix.Lstat(dir, &info) != nil || info.Mode&unix.S_IFMT != unix.S_IFDIR || int(info.Uid) != os.Getuid() || info.Mode&0o022 != 0 {
		return nil, false
	}
	lock := flock.New(filepath.Join(dir, fmt.Sprint(cpu)))
	if got, err := lock.TryLock(); err != nil || !got {
		return nil, false
	}
	return func() { lock.Unlock() }, true
}
