/*
Package build makes a program that can be started of what a bot's author handed in: a source file, a folder, an archive.

# From files to a program

	Find     looks at a path and says what the bot there consists of: a [Source], with its files, their hash, its language
	Hand     copies a Source that is loaded as it is to where nothing else lies
	Make     builds a Source, if anything is to be built, and says how what came of it is started: a [Program]

A folder says what it is in a bot.toml (manifest.go), in the bot.json of the Entelect Challenge (entelect.go), or by the names of its
files (folder.go). A single file is itself and the sources beside it that it mentions (mention.go).

Project files are read for what belongs to a program: a pom.xml (maven.go), what Visual Studio writes for .NET (msbuild.go) and for C++
(windows.go), a requirements.txt (wheels.go). Of the tools that they were written for Maven alone is run, where a compiler is not enough
(mvn.go). Compilers of .NET that mono runs come from the contest's packages where the machine has none (compilers.go).
Libraries that a project wants come from the bot's folder, from a folder that the contest provides (provided.go, nuget.go), or from where
Debian's packages put them.

# Languages

A language is one entry of the table in language.go and one function that plans: which tools it takes, what they are called with, how
the result is run. Tools are looked for on this machine (tools.go), unless the organiser has chosen them (runtimes.go); where one is missing
the author reads one sentence which names it. What interpreters of an earlier time had is given where it is asked for (shims.go).

A WebAssembly module (module.go) is compiled as well, and run, by our own program started again; see package wasm.

# Strangers' code

No submitted code runs outside a sandbox: compilers meet it in package inside, started through a [bot.Launcher] without network. What
comes out of there is unpacked like any stranger's archive, by package unpack. Where an author asks for dependencies (network = true)
the language's own package manager fetches them first, with scripts off, and it is given nothing but the lists of dependencies, a home for
this build and, where agon is root, a user of its own (ground.go).
No shell is part of anything: commands are lists of words.

# The cache

Everything lies in a [Cache], under the hash of what it was made from, and is made once: one process builds while others wait. What is
there is complete, for it was made elsewhere and then renamed. The cache may be deleted at any time.

# Errors

A bot that cannot be built is its author's trouble, not the host's: [Reason] tells the one from the other. It knows [Flaw], a mistake in
what was handed in; [Failed], with the compiler's own words; [Missing], a tool that this machine does not have; and refused archives.
*/
package build
