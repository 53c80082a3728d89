/*
Package inside runs in the process of a WebAssembly module: it holds its compiler and its runtime. The host starts its own binary again, as
a sandboxed program, and calls [Main] there; see package wasm.

Compiling has limits of processor time and memory at every level of the sandbox. While a module runs the host's limits apply to the whole
process, and in addition the module's own memory never grows beyond its share.
*/
package inside
