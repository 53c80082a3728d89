/*
Package wasm is the host's side of bots that are WebAssembly modules (WASI preview 1): how agon is started to compile and to run them, and
what the exit of such a process means.

No code of a module runs in the host's own process, nor is it parsed there. A module is compiled like every other bot: by a step
of its build, in the sandbox, whose result package build caches by the hash of its inputs. It plays like every other program: agon is
started again as the process of the bot, sandboxed like any program, and runs the module on its own standard streams. The cached result is
machine code derived from an untrusted module, and is loaded only in such processes. They run package inside.

A module has memory, its two streams, and standard error; no file, no network, no environment, and only a monotonic clock: its wall clock
starts at 1 January 2022 in every game. It is started for each game, and its random_get is seeded from the game, the seat and the
contest's secret ([bot.Secret]), so that equal seeds give equal games.
*/
package wasm
