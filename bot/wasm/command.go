package wasm

import "strconv"

// Folder is where a build leaves the compiled form of a module, in the folder of the bot.
const Folder = "agon-compiled"

// NeedsName is a file in [Folder]: the pages of memory with which the module starts, in decimal digits.
const NeedsName = "needs"

// SeedName is the environment variable from which a module's process takes the seed of its generator, in decimal digits. The module
// itself has no environment.
const SeedName = "AGON_WASM_SEED"

// What a process of package inside is started to do.
const (
	CompileVerb = "compile"
	RunVerb     = "run"
)

// Page is the unit of a module's memory, in bytes.
const Page = 64 << 10

// Usual is the memory of a module that nobody limited, in bytes, the runtime's own included.
const Usual = 512 << 20

// Tasks is how many processes and threads a module may have: those of the runtime, which starts no more.
const Tasks = 24

// CompileArgs are the arguments with which agon compiles a module into a folder.
func CompileArgs(module, folder string) []string { return []string{CompileVerb, module, folder} }

// A Run is a module at work.
type Run struct {
	Name   string // its argument 0
	Module string // file
	Folder string // of its compiled form
	Size   int64  // of the module, in bytes
	Memory int64  // that the whole process may have, in bytes
}

// Args are the arguments with which agon runs the module; those of the module follow.
func (r Run) Args() []string {
	return []string{RunVerb, strconv.FormatInt(r.Share(), 10), r.Module, r.Folder, r.Name}
}

// The runtime's own memory: what it always has, and what it has for each byte of a module, whose machine code it holds.
const (
	ownMemory = 20 << 20
	perByte   = 6
	most      = 65536 * Page
)

// Share is how much of the process' memory the module itself may have, in bytes: whole pages, what the runtime leaves.
func (r Run) Share() int64 {
	return min(max(r.Memory-ownMemory-perByte*r.Size, 0), most) / Page * Page
}
