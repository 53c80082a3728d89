package sandbox

import "syscall"

// dump sends the signal to all processes of the program except pid 1.
func (b *box) dump() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || b.main() == 0 {
		return
	}
	for _, pid := range b.processes() {
		syscall.Kill(pid, syscall.SIGUSR1)
	}
}
