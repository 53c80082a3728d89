//go:build unix

package sandbox

import "syscall"

func (p *plainTree) dump() { syscall.Kill(-p.pid(), syscall.SIGUSR1) }

func (p *plainTree) abort() { syscall.Kill(-p.pid(), syscall.SIGABRT) }
