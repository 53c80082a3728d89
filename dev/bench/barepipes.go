package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"agon/bot/pyhost"
)

// A barePipe is a process that answers bytes with bytes.
type barePipe struct {
	cmd      *exec.Cmd
	to, from *os.File
}

// openPipe starts one in Python that answers prompts of size bytes with answer bytes.
func openPipe(ctx context.Context, size, answer int) (*barePipe, error) {
	return openProgram(exec.CommandContext(ctx, pyhost.Python(""), "dev/bench/pipe.py", strconv.Itoa(size), strconv.Itoa(answer)))
}

// openProgram starts one. It runs on the processor of the calling thread, as bots do.
func openProgram(cmd *exec.Cmd) (*barePipe, error) {
	in, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &barePipe{cmd: cmd, to: to, from: from}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, os.Stderr
	err = p.cmd.Start()
	in.Close()
	out.Close()
	return p, err
}

// ask writes a prompt and reads the answer, with system calls. The answer is in the buffer.
func (p *barePipe) ask(prompt, buffer []byte) ([]byte, error) {
	if _, err := syscall.Write(int(p.to.Fd()), prompt); err != nil {
		return nil, err
	}
	n, err := syscall.Read(int(p.from.Fd()), buffer)
	if err != nil || n <= 0 {
		return nil, fmt.Errorf("it answers nothing: %w", errors.Join(err, io.EOF))
	}
	return buffer[:n], nil
}

func (p *barePipe) close() error {
	p.to.Close()
	defer p.from.Close()
	return p.cmd.Wait()
}

// barePipes returns the turns per second of two such processes that answer in turn, with the bytes of a turn of the kind in both
// directions, in the best of several stretches of the length of a game. It uses system calls in a thread bound to its processor: nothing in
// Go is faster.
func barePipes(ctx context.Context) (best float64, err error) {
	const stretches, rounds = 10, 2730 / 2
	size, answer := turnBytes()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	unpin := pin(0)
	defer unpin()
	var ends [2][2]int
	for i := range ends {
		p, err := openPipe(ctx, size, answer)
		if err != nil {
			return 0, fmt.Errorf("bare pipes: %w", err)
		}
		defer p.close()
		ends[i] = [2]int{int(p.to.Fd()), int(p.from.Fd())}
	}
	prompt, reply := make([]byte, size), make([]byte, answer)
	turn := func(end [2]int) error {
		if _, err := syscall.Write(end[0], prompt); err != nil {
			return err
		}
		n, err := syscall.Read(end[1], reply)
		if err == nil && n != answer {
			err = fmt.Errorf("%d bytes of %d came back", n, answer)
		}
		return err
	}
	for range stretches {
		begin := time.Now()
		for range rounds {
			for _, end := range ends {
				if err := turn(end); err != nil {
					return 0, fmt.Errorf("bare pipes: %w", err)
				}
			}
		}
		best = max(best, perSecond(2*rounds, time.Since(begin)))
	}
	return best, nil
}
