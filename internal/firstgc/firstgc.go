/*
Package firstgc puts off the first garbage collection of a program that imports it until its heap has 16 MiB. What a large program's
packages set up takes more than the usual 4 MiB, so that otherwise each start, even one for a help text, collects garbage: a third of its
processor time. From the first collection on, the runtime's own goal holds, or GOGC.

The runtime initialises packages in the order of their paths as far as their imports allow, so this one, which imports little, comes
before what is large.
*/
package firstgc

import (
	"os"
	"runtime"
	"runtime/debug"
)

// usual is the runtime's own goal; first is the one of which the least heap, 4 MiB of 100 %, becomes 16 MiB.
const (
	usual = 100
	first = 400
)

func init() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(first)
	runtime.AddCleanup(new([16]byte), func(int) { debug.SetGCPercent(usual) }, 0)
}
