//go:build !linux

package join

import "os"

func adopt() error { return nil }

// endAll kills a command. What it has started goes on: only Linux lets it be found.
func endAll(command int) {
	if p, err := os.FindProcess(command); err == nil {
		p.Kill()
	}
}
