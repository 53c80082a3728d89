package wasm

import "strconv"

// Folder is the folder inside the bot's in which a build leaves the compiled module.
const Folder = "agon-compiled"

// NeedsName is a file in [Folder] with the pages of memory that the module needs to start, in decimal digits.
const NeedsName = "needs"

// SeedName is the environment variable with the seed of a module's generator, in decimal digits. The module itself has no environment.
const SeedName = "AGON_WASM_SEED"

// Verbs of a process of package inside.
const (
	CompileVerb = "compile"
	RunVerb     = "run"
)

// Page is the unit of a module's memory, in bytes.
const Page = 64 << 10

// Usual is the default memory of a module in bytes, the runtime's own included.
const Usual = 512 << 20

// Tasks is the number of processes and threads that the runtime needs.
const Tasks = 24

// CompileArgs returns the arguments with which agon compiles a module into a folder.
func CompileArgs(module, folder string) []string { return []string{CompileVerb, module, folder} }

// A Run describes the execution of a module.
type Run struct {
	Name   string // its argument 0
	Module string // its file
	Folder string // folder of its compiled form
	Size   int64  // size of the module in bytes
	Memory int64  // limit of the whole process in bytes
}

// Args returns the arguments with which agon runs the module; those of the module follow.
func (r Run) Args() []string {
	return []string{RunVerb, strconv.FormatInt(r.Share(), 10), r.Module, r.Folder, r.Name}
}

// The runtime's own memory: a fixed amount, and an amount per byte of a module, for its machine code.
const (
	ownMemory = 20 << 20
	perByte   = 6
	most      = 65536 * Page
)

// Share returns how much of the process's memory the module itself may have: whole pages, in bytes.
func (r Run) Share() int64 {
	return min(max(r.Memory-ownMemory-perByte*r.Size, 0), most) / Page * Page
}
