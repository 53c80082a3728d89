/*
Package wasm plays bots that are WebAssembly modules (WASI preview 1). They speak the agon protocol on their standard input and output,
as PROTOCOL.md of package program defines it.

A module is compiled once and started anew for each game, in this process: it has memory up to its limit and the two streams, and nothing
else. No file, no network, no environment, and of clocks only one that tells how time passes. So it needs no sandbox, and plays alike on
every system.

A module that is silent at its deadline is stopped in the middle of its work, wherever it is.
*/
package wasm
