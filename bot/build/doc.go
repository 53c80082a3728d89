/*
Package build turns what a bot's author submitted (a source file, a folder, an archive) into a program that can be started.

# From files to a program

	Find        describes the bot at a path as a [Source]: its files, their hash, its language
	CopySource  copies a Source that needs no build to a folder of its own
	Make        builds a Source, if necessary, and returns how to start it: a [Program]

A folder is described by a bot.toml (manifest.go), by the bot.json of the Entelect Challenge (entelect.go), or by the names of its
files (folder.go). A single file comes with the files beside it that it imports or includes (uses.go); what a file of Python
imports is read from its syntax tree, in the sandbox (python.go).

# Projects

The language's own compiler builds what a project file lists: a pom.xml (maven.go), Visual Studio's projects for .NET (msbuild.go) and
C++ (windows.go), a build.gradle (kotlin.go), a requirements.txt (wheels.go). Their own tools run where a compiler is not enough, and
only then: Maven (mvn.go, with its pom adapted by pom.go), MSBuild or xbuild (xbuild.go) and make (makefile.go). Why they do not come
first stands, tool by tool and with the published bots that need what is read here, in docs/fields-notes.md. C and C++ from Windows have
their includes corrected in the copy that is built (includes.go). Compilers of .NET that mono runs come from the contest's packages if
the machine has none (compilers.go). Libraries come from the bot's folder, from a folder that the contest provides (provided.go,
nuget.go), or from Debian's packages.

# Languages

A language is one entry of the table in language.go and one plan function, which chooses tools, their arguments, and how the result is
started. It fills in a plan (plan.go), or a type around it if the language needs more: javaBuild, netBuild, nativeBuild, rustBuild. Tools of
this machine are used (tools.go), unless the organiser has chosen others (runtimes.go); the error for a missing one names it and how to
install it. What agon adds to the sources of bots lies in the folder added: among it what has output sent line by line that a language would
keep in a buffer (flushing.go). Shims restore behaviour of older interpreters on request (shims.go).

A WebAssembly module (module.go) is compiled and run by agon's own binary; see package wasm.

Interpreters read a bot's main file when it is built, without running it (check.go): a mistake in its syntax is one of the build.

# Untrusted code

No submitted code runs outside a sandbox: compilers run in package inside, started through a [bot.Launcher] without network. Their output
is unpacked like any untrusted archive, by package unpack. If an author asks for dependencies (network = true), the language's own
package manager downloads them first, with scripts disabled. It runs in the sandbox too, in a network whose only way out is a proxy to
registries (fetch.go, package reach), and without a sandbox only for bots of the operator's own choice. Commands are lists of words and
never pass through a shell.

# The cache

Everything lies in a [Cache], under the hash of its inputs, and is made once: one process builds while others wait. Entries are made
elsewhere and then renamed, so they are always complete. The cache may be deleted at any time.

# Errors

A bot that cannot be built is its author's problem and not the host's: [Reason] distinguishes them. It knows [Flaw], a mistake in what was
submitted; [Failed], with the compiler's output; [Missing], a tool that this machine does not have; and refused archives.
*/
package build
