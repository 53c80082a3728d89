package program

import "os"

// tryWrite writes nothing: this system cannot write to a pipe without blocking, so a goroutine does.
func tryWrite(*os.File, []byte) int { return 0 }
