package inside

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// spare is how much more the process may map than it has mapped before the module begins, in bytes: Go's runtime takes addresses in large pieces and
// keeps them, the module's stack grows to 100 MiB by being copied, and threads have stacks.
const spare = 640 << 20

// limit bounds what the process maps from now on, also where nothing else counts its memory: a module can make the runtime's own grow, by
// its tables. What is mapped already is not counted, such as the module's memory; Go's runtime maps much more than it uses.
func limit() {
	text, err := os.ReadFile("/proc/self/statm")
	var pages uint64
	if err != nil {
		return
	}
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return
	}
	most := pages*uint64(os.Getpagesize()) + spare
	var now unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &now) == nil && now.Max > most {
		unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most})
	}
}
