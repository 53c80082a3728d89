/*
Package wasm is what the host knows of bots that are WebAssembly modules (WASI preview 1): how agon is started to compile and to run
them, and what it means how such a process ended.

No code of a module runs in the host's own process, and none is read there. A module is compiled as every other bot is built: by a step
of its build, in the sandbox, whose result package build keeps by the hash of all that it depends on. It plays as every other program
does: agon is started again as the process of the bot, with all that the sandbox keeps from programs, and runs the module on its own
standard streams. What is kept is machine code that a stranger's module has shaped, and is loaded in such processes only. Package
inside is what they run.

A module has memory, its two streams, and standard error; no file, no network, no environment, and of clocks only one that tells how
time passes: that of the day begins in every game on the first of January 2022. It is started for each game, and what it draws by
random_get is seeded by the game, the seat and the contest's secret ([bot.Secret]), so that equal seeds give equal games.
*/
package wasm
