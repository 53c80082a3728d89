/*
Package engine plays images by a container engine that is on the machine: docker or podman, by their command lines.

An [Engine] is found and asked once, by [Find]; [Engine.Inspect] tells what an image is; a [Launcher] then starts one container for each
program, with no network, no rights, a read-only root, limits of memory and tasks, and the sandbox's list of denied system calls. What the engine is given more, such as another
runtime, its own configuration says.

A [Box] starts any program of this machine the same way, in containers of an empty image into which the machine's folders are bound: what
agon calls --sandbox engine.

	engine.go     what engines there are, and what they tell of images
	launcher.go   containers of one image, and what every container is started with
	profile.go    which system calls there are
	openbox.go    what an engine is asked before it starts programs of this machine, and what it is rid of afterwards
	box.go        such programs in containers
	binds.go      what such a program sees, and who it is
	account.go    the processor time of a container
	container.go  one container, whatever it is of, from its start to its end

The clock of a move starts when the container has been made and is about to be started: the engine writes the container's number into a file
just then, and Start waits for it. Whoever cannot make a container (no daemon, no such image) fails there, and no bot is blamed.
*/
package engine
