package inside

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// spare is how much more the process may map than before the module starts, in bytes: Go's runtime reserves addresses in large pieces and
// keeps them, the module's stack grows to 100 MiB by being copied, and threads have stacks.
const spare = 640 << 20

// limit bounds what the process maps from now on, even if nothing else limits its memory: a module can make the runtime's own memory grow,
// through its tables. Existing mappings, such as the module's memory, do not count; Go's runtime maps much more than it uses.
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
