//go:build unix

package sandbox

import "syscall"

func (p *plainBody) dump() { syscall.Kill(-p.pid(), syscall.SIGUSR1) }

func (p *plainBody) abort() { syscall.Kill(-p.pid(), syscall.SIGABRT) }
