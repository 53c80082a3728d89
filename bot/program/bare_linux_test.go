package program_test

import (
	"bytes"
	"testing"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox"
)

// bare is the lower bound: descriptors of the same programs, written to and read from, and nothing else.
type bare struct {
	b       *testing.B
	in, out []int
	line    []byte
	answer  [64]byte
}

func newBare(b *testing.B, command bot.Command) *bare {
	floor := &bare{b: b}
	for range crowd {
		p, err := sandbox.Plain().Start(command)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { p.Kill(); p.Wait() })
		floor.in, floor.out = append(floor.in, int(p.In.Fd())), append(floor.out, int(p.Out.Fd()))
		unix.SetNonblock(floor.in[len(floor.in)-1], false)
		unix.SetNonblock(floor.out[len(floor.out)-1], false)
	}
	return floor
}

func (f *bare) round(size int) {
	if len(f.line) != size {
		f.line = append(bytes.Repeat([]byte{'.'}, size-1), '\n')
	}
	for _, fd := range f.in {
		if _, err := unix.Write(fd, f.line); err != nil {
			f.b.Fatal(err)
		}
	}
	for _, fd := range f.out {
		if _, err := unix.Read(fd, f.answer[:]); err != nil {
			f.b.Fatal(err)
		}
	}
}
