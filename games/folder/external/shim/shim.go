/*
Package shim is what agon starts inside the sandbox of an engine that starts its bots itself: for each bot a process that passes bytes
between the engine and agon, and, where the engine reads or writes files that agon must see, or listens for its bots, one that runs the
engine.

Each of them connects to a socket of agon's. What it says first is a line: "seat N PIPE PORT", with the inode of the pipe to which it writes
the answers of seat N, and the port from which it is connected to the engine, 0 if it is not; or "run", which agon answers by [Order]s.
A bridge is such a process in the sandbox of a bot: what agon writes to it goes to the bot's connection.
*/
package shim

// Out is what stands for the folder of files in the arguments of an engine: its /tmp.
const Out = "{out}"

// An Order is what agon has an engine run with, and then each connection that it has made.
type Order struct {
	Files map[string][]byte `json:"files,omitempty"` // of the first order: written to the engine's folder before it is started, by name
	Dial  string            `json:"dial,omitempty"`  // of the others: an address, which is dialled until the engine listens there
	Seat  []string          `json:"seat,omitempty"`  // the program, and its arguments, whose input and output is that connection
}
