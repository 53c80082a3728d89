package wasm_test

import (
	"os/exec"
	"syscall"
	"testing"

	"agon/bot"
	"agon/bot/wasm"
)

// glutton is the code of a function that allocates as much memory as possible, MiB by MiB, writes to all of it, and is then stopped.
const glutton = "\x03\x40" + // loop
	"\x41\x10\x40\x00\x22\x00\x41\x7f\x46\x04\x40\x00\x0b" + // memory.grow by 16 pages; unreachable if it is refused
	"\x20\x00\x41\x10\x74\x41\x01\x41\x80\x80\xc0\x00\xfc\x0b\x00" + // memory.fill of the new part
	"\x0c\x00\x0b"

// The limit of a module's memory holds for its whole process, even if only the runtime enforces it.
func TestPeak(t *testing.T) {
	const limit = 512 << 20
	made, err := built(t, assembled(t, glutton), limit)
	if err != nil {
		t.Fatal(err)
	}
	c := made.Command(bot.Limits{Memory: limit})
	process := exec.Command(c.Path, c.Args...)
	process.Env, process.Dir = c.Env, c.Dir
	words, err := process.CombinedOutput()
	if code := process.ProcessState.ExitCode(); code != wasm.OutOfMemory {
		t.Fatalf("%v, want exit code %d: %.500s", err, wasm.OutOfMemory, words)
	}
	peak := process.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	t.Logf("at most %d MiB of %d", peak>>20, limit>>20)
	if peak > limit/20*21 || peak < limit/20*18 {
		t.Errorf("it had %d MiB of memory, want its limit of %d and no more", peak>>20, limit>>20)
	}
}
