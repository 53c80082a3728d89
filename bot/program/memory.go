package program

import "agon/bot"

// inMemory is a folder in memory, on Linux.
const inMemory = "/dev/shm"

// scratch returns the folder in which folders of games are made, empty for the system's, and whether programs see them elsewhere. Those of
// sandboxed programs lie in memory if their launcher can show them at another path: the host's devices are hidden from them.
func (c *Config) scratch() (folder string, placed bool) {
	if c.Scratch != "" || !roomy(inMemory) {
		return c.Scratch, false
	}
	if placer, ok := c.Launcher.(bot.Placer); ok && placer.Places() {
		if runsFrom(inMemory) {
			return inMemory, true
		}
		return "", false
	}
	if c.Launcher.Level() == "none" {
		return inMemory, false
	}
	return "", false
}
