package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// costs measures four operations on this machine that decide how fast processes play: a round trip through two pipes to another
// process, a system call, a page fault, and the start and end of a process. Each is the least of several: noise only slows things down.
func costs() (string, error) {
	pipe, err := pipeTrip()
	if err != nil {
		return "", err
	}
	fault, err := pageFault()
	if err != nil {
		return "", err
	}
	start := time.Hour
	for range 50 {
		begun := time.Now()
		if err := exec.Command("/bin/true").Run(); err != nil {
			return "", err
		}
		start = min(start, time.Since(begun))
	}
	call := least(10, 10_000, func() { syscall.Getppid() })
	return fmt.Sprintf("a round trip through two pipes %v, a system call %v, a page fault %v, the start and end of /bin/true %v",
		pipe, call, fault, start.Round(10*time.Microsecond)), nil
}

// least returns the shortest time of a call, of some rounds of n calls.
func least(rounds, n int, call func()) time.Duration {
	best := time.Hour
	for range rounds {
		begun := time.Now()
		for range n {
			call()
		}
		best = min(best, time.Since(begun)/time.Duration(n))
	}
	return best
}

// pipeTrip measures a byte to cat and back, by blocking calls of one thread.
func pipeTrip() (time.Duration, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var to, from [2]int
	for _, p := range []*[2]int{&to, &from} {
		if err := syscall.Pipe2(p[:], syscall.O_CLOEXEC); err != nil {
			return 0, err
		}
	}
	cat := exec.Command("cat")
	cat.Stdin, cat.Stdout = os.NewFile(uintptr(to[0]), "in"), os.NewFile(uintptr(from[1]), "out")
	if err := cat.Start(); err != nil {
		return 0, err
	}
	var failed error
	b := make([]byte, 1)
	trip := least(10, 2000, func() {
		if _, err := syscall.Write(to[1], b); err != nil {
			failed = err
		} else if _, err := syscall.Read(from[0], b); err != nil {
			failed = err
		}
	})
	syscall.Close(to[1])
	syscall.Close(from[0])
	if err := cat.Wait(); failed == nil {
		failed = err
	}
	return trip, failed
}

// pageFault measures the first touch of pages of anonymous memory.
func pageFault() (time.Duration, error) {
	const pages, size = 4096, 4096
	best := time.Hour
	for range 5 {
		memory, err := syscall.Mmap(-1, 0, pages*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANONYMOUS)
		if err != nil {
			return 0, err
		}
		syscall.Madvise(memory, syscall.MADV_NOHUGEPAGE) // a kernel without large pages refuses it
		begun := time.Now()
		for at := 0; at < len(memory); at += size {
			memory[at] = 1
		}
		best = min(best, time.Since(begun)/pages)
		if err := syscall.Munmap(memory); err != nil {
			return 0, err
		}
	}
	return best, nil
}
