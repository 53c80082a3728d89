package inside

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// spare is how much more than the module's share the process may still map, in bytes: Go's runtime takes addresses in large pieces, and
// its threads have stacks.
const spare = 256 << 20

// limit bounds what the process maps from now on, also where nothing else counts its memory: a module can make the runtime's own grow, by
// its tables. What is mapped already is not counted; Go's runtime maps much more than it uses.
func limit(share uint64) {
	text, err := os.ReadFile("/proc/self/statm")
	var pages uint64
	if err != nil {
		return
	}
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return
	}
	most := pages*uint64(os.Getpagesize()) + share + spare
	var now unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &now) == nil && now.Max > most {
		unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most})
	}
}
