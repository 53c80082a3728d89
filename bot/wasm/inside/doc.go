/*
Package inside is what runs in the process of a WebAssembly module: its compiler and its runtime. The host starts its own program again,
as one more confined program, and calls [Main] there; see package wasm.

Compiling has a budget of its own, of processor time and of memory, at every level of the sandbox. While a module runs the host's limits
hold for the whole process, and besides the module's own memory never grows beyond its share.
*/
package inside
