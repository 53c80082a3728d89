/*
Package shim is what agon starts inside the sandbox of an engine that starts its bots itself: for each bot a process that passes bytes
between the engine and agon, and, where the engine reads or writes files that agon must see, one that runs the engine.

Each of them connects to a socket of agon's. What it says first is a line: "seat N PIPE", with the inode of the pipe to which it writes the
answers of seat N, or "run", which agon answers with an [Order].
*/
package shim

// Out is what stands for the folder of files in the arguments of an engine: its /tmp.
const Out = "{out}"

// An Order is what agon has an engine run with.
type Order struct {
	Files map[string][]byte `json:"files"` // written to its folder before it is started, by name
}
