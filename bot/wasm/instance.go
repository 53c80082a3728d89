package wasm

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"

	"agon/bot"
	"agon/bot/program"
)

// instance is a module at work, in one game.
type instance struct {
	streams *streams
	stop    context.CancelFunc
	killed  chan struct{} // closed with stop
	gone    chan struct{} // closed when the module has ended
	begun   time.Time
	memory  *memory
	exit    bot.Exit      // once it is gone
	spent   time.Duration // once it is gone
}

// start starts the module.
func (m *Module) start(log *bot.Log) *instance {
	i := &instance{streams: newStreams(), killed: make(chan struct{}), gone: make(chan struct{}), begun: time.Now(), memory: &memory{most: m.memory}}
	ctx, stop := context.WithCancel(context.Background())
	i.stop = func() { stop() }
	ctx = experimental.WithMemoryAllocator(ctx, i.memory)
	config := wazero.NewModuleConfig().
		WithName("").
		WithArgs(append([]string{m.name}, m.args...)...).
		WithStdin(i.streams).WithStdout(output{i.streams}).WithStderr(log).
		WithRandSource(rand.Reader).
		WithSysNanotime().
		WithNanosleep(i.sleep)
	go func() {
		defer close(i.gone)
		running, err := m.runtime.InstantiateModule(ctx, m.compiled, config)
		if running != nil {
			running.Close(context.Background())
		}
		stop()
		i.exit = i.ending(err, log)
		i.spent = i.CPU()
		i.streams.end()
	}()
	return i
}

// sleep lets the module sleep, but not longer than it lives.
func (i *instance) sleep(ns int64) {
	timer := time.NewTimer(time.Duration(ns))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-i.killed:
	}
}

// ending says how the module ended. The trace of a trap goes to the log.
func (i *instance) ending(err error, log *bot.Log) bot.Exit {
	var e bot.Exit
	var exit *sys.ExitError
	switch {
	case errors.As(err, &exit):
		e.Code = int(exit.ExitCode())
	case err != nil:
		log.Printf("%v", err)
		what, _, _ := strings.Cut(err.Error(), "\n")
		e.Code, e.Fault = -1, "it was stopped by an error: "+what
	}
	if e.Code != 0 && i.memory.refused > 0 {
		e.Memory = true
		e.Fault = fmt.Sprintf("it wanted %d MiB of memory and may have %d", i.memory.refused>>20, i.memory.most>>20)
	}
	return e
}

func (i *instance) Write(b []byte) { i.streams.write(b) }

func (i *instance) Written() time.Time {
	i.streams.mu.Lock()
	defer i.streams.mu.Unlock()
	return i.streams.written
}

func (i *instance) Take(b []byte) (program.Chunk, error) { return i.streams.take(b) }

func (i *instance) Wait(b []byte, until time.Time) (program.Chunk, error) {
	var late <-chan time.Time
	if !until.IsZero() {
		timer := time.NewTimer(time.Until(until))
		defer timer.Stop()
		late = timer.C
	}
	for {
		if c, err := i.Take(b); err != program.ErrNothing {
			return c, err
		}
		select {
		case <-i.streams.said:
		case <-late:
			return program.Chunk{}, program.ErrNothing
		}
	}
}

// Settle has nothing to wait for: output ends with the module.
func (i *instance) Settle() (bot.Exit, bool) {
	i.Kill()
	<-i.gone
	return i.exit, true
}

// Kill stops the module.
func (i *instance) Kill() {
	select {
	case <-i.killed:
		return
	default:
	}
	close(i.killed)
	i.streams.close()
	i.stop()
}

func (i *instance) Gone() { <-i.gone }

// CPU is the time in which the module did not wait for input.
func (i *instance) CPU() time.Duration {
	select {
	case <-i.gone:
		return i.spent
	default:
	}
	i.streams.mu.Lock()
	defer i.streams.mu.Unlock()
	return max(time.Since(i.begun)-i.streams.idle, 0)
}
