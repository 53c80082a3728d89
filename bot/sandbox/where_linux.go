package sandbox

import "syscall"

func (b *box) dump() { b.tell(syscall.SIGUSR1) }

func (b *box) abort() { b.tell(syscall.SIGABRT) }

// tell sends a signal to all processes of the program, except pid 1.
func (b *box) tell(signal syscall.Signal) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || b.main() == 0 {
		return
	}
	for _, pid := range b.processes() {
		syscall.Kill(pid, signal)
	}
}
