/*
Package engine runs images in a container engine on this machine: docker or podman, through their command lines.

An [Engine] is found and checked once, by [Find]; [Engine.Inspect] describes an image; a [Launcher] then starts one container per program,
without network and capabilities, with a read-only root, limits of memory and tasks, and the sandbox's list of denied system calls. Other
settings, such as another runtime, belong in the engine's own configuration.

A [Box] starts any program of this machine the same way, in containers of an empty image into which the machine's folders are bound: what
agon calls --sandbox engine.

	engine.go     the engines, and what they report about images
	launcher.go   containers of one image, and the arguments of every container
	profile.go    the seccomp profile
	openbox.go    checks and cleaning up, before and after running programs of this machine
	box.go        such programs in containers
	binds.go      what such a program sees, and its user
	account.go    the processor time of a container
	container.go  a container of either kind, from its start to its end

The clock of a move starts when the container has been created and is about to start: the engine writes the container's ID to a file at
that time, and Start waits for it. Failures to create a container (no daemon, no such image) are reported there, and no bot is blamed.
*/
package engine
