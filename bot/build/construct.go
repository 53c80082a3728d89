package build

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/build/inside"
	"agon/bot/unpack"
)

// Limits of a build.
const (
	usualCPU    = 60 * time.Second
	usualWall   = 10 * time.Minute // far more: on a busy machine a build gets a small share of the processors
	buildMemory = 2 << 30          // bytes
	buildDisk   = 1 << 30          // bytes
	buildTasks  = 256
	mostWords   = 64 << 10 // bytes of compiler output that are kept
)

// limits returns the limits of a whole build.
func (b *Builder) limits() bot.Limits {
	return bot.Limits{Memory: buildMemory, Tasks: buildTasks, CPU: cmp.Or(b.CPU, usualCPU), Disk: buildDisk}
}

// buildEnvironment returns the environment of compilers.
func (p *plan) buildEnvironment() []string {
	path := "/usr/local/bin:/usr/bin:/bin"
	if runtime.GOOS == "windows" {
		path = os.Getenv("PATH")
	}
	for _, dir := range p.paths {
		path += string(os.PathListSeparator) + dir
	}
	env := []string{"PATH=" + path, "LANG=C.UTF-8", "HOME={scratch}", "TMPDIR={scratch}", "TMP={scratch}", "TEMP={scratch}", "NO_COLOR=1"}
	if runtime.GOOS == "windows" {
		env = append(env, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	}
	return append(env, p.job.Env...)
}

// construct carries out the plan's job and makes the folder of its result: in the sandbox, or in this process without a sandbox and
// Command.
func (b *Builder) construct(ctx context.Context, p *plan, dir string) error {
	job := p.job
	job.Env = p.buildEnvironment()
	if len(b.Command) == 0 {
		if b.Launcher.Level() == "none" {
			return b.here(ctx, p, job, dir)
		}
		return errors.New("no command builds bots in the sandbox: set Builder.Command")
	}
	text, err := json.Marshal(job)
	if err != nil {
		panic(err) // strings always marshal
	}
	command := bot.Command{
		Path: b.Command[0], Args: b.Command[1:], Env: environment(), Dir: "/", Limits: b.limits(), Sessions: true, Locks: true,
	}
	if p.socket != nil {
		command.Extra, command.Loopback = []*os.File{p.socket}, true
	}
	command.Readable = append([]string{job.From, b.Command[0]}, p.readable...)
	for _, s := range job.Copies {
		command.Readable = append(command.Readable, s.From)
	}
	w, err := b.start(ctx, command, p.wall)
	if err != nil {
		return err
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		w.process.In.Write(text) // if the build's process has ended, its exit says why
		w.process.In.Close()
	}()
	var unpacked error
	if !job.Look {
		unpacked = unpack.Tar(ctx, w.process.Out, dir, unpack.Usual())
	}
	io.Copy(io.Discard, w.process.Out) // so that the process ends by itself and its exit code says who failed
	err = w.judge(ctx, "the build", inside.Broken, unpacked)
	<-sent
	p.printed = show(w.words.Bytes())
	return err
}

// here carries out the steps without a sandbox, each in a process of its own.
func (b *Builder) here(ctx context.Context, p *plan, job inside.Job, dir string) error {
	scratch := dir + ".scratch"
	if err := os.Mkdir(scratch, 0o755); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	defer os.RemoveAll(scratch)
	work, err := job.Prepare(scratch)
	if err != nil {
		return err
	}
	for _, s := range job.Placed(scratch) {
		err := s.Try(func(s inside.Step) error {
			path := s.Path
			if !filepath.IsAbs(path) {
				path = filepath.Join(work, filepath.FromSlash(path))
			}
			command := bot.Command{Path: path, Args: s.Args, Env: job.Environment(scratch), Dir: work, Limits: b.limits()}
			w, err := b.start(ctx, command, p.wall)
			if err != nil {
				return flaw("", "its build: %v", err)
			}
			w.process.In.Close()
			io.Copy(w, w.process.Out)
			err = w.judge(ctx, filepath.Base(s.Path), -1, nil)
			p.printed += show(w.words.Bytes())
			return err
		})
		if failed := (*Failed)(nil); s.Else != "" && errors.As(err, &failed) {
			failed.Words += "\n" + s.Else
		}
		if err != nil {
			return err
		}
	}
	if job.Look {
		return nil
	}
	return bring(ctx, &job, work, dir)
}

// bring unpacks the result of a build in the same way as one from a sandbox: files left by untrusted code are not copied blindly.
func bring(ctx context.Context, job *inside.Job, work, dir string) error {
	r, w := io.Pipe()
	packed := make(chan error, 1)
	go func() {
		err := job.Pack(work, w)
		w.CloseWithError(err)
		packed <- err
	}()
	err := unpack.Tar(ctx, r, dir, unpack.Usual())
	r.CloseWithError(io.ErrClosedPipe)
	if failed := <-packed; failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		return &Failed{What: failed.Error()}
	}
	return err
}

// A work is a running process of a build. It keeps part of the process's standard error.
type work struct {
	process *bot.Process
	mu      sync.Mutex
	words   bytes.Buffer
	drained chan struct{}
	ended   chan struct{}
	watched chan string // why the watch ended it, if it did
}

func (b *Builder) start(ctx context.Context, c bot.Command, wall time.Duration) (*work, error) {
	process, err := b.Launcher.Start(c)
	if err != nil {
		return nil, err
	}
	w := &work{process: process, drained: make(chan struct{}), ended: make(chan struct{}), watched: make(chan string, 1)}
	go func() {
		defer close(w.drained)
		io.Copy(w, process.Err)
	}()
	go w.watch(ctx, c.Limits.CPU, cmp.Or(wall, b.Wall, usualWall))
	return w, nil
}

// Write keeps the beginning of the output.
func (w *work) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.words.Write(b[:min(len(b), mostWords-w.words.Len())])
	return len(b), nil
}

// watch ends a build that takes too long.
func (w *work) watch(ctx context.Context, mostCPU, mostWall time.Duration) {
	begin := time.Now()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-w.ended:
			w.watched <- ""
			return
		case <-ctx.Done():
			w.process.Kill()
			w.watched <- ""
			return
		case <-tick.C:
		}
		why := ""
		if w.process.CPU() > mostCPU {
			why = fmt.Sprintf("it took more than %v of processor time", mostCPU)
		}
		if time.Since(begin) > mostWall {
			why = fmt.Sprintf("it took more than %v", mostWall)
		}
		if why != "" {
			w.process.Kill()
			w.watched <- why
			return
		}
	}
}

// judge waits for the end of a process and returns its result. stepFailed is the exit code for a failed step, which has reported its error.
func (w *work) judge(ctx context.Context, what string, stepFailed int, unpacked error) error {
	select {
	case <-w.drained:
	case <-time.After(2 * time.Second): // a process that it left running holds the pipe
		w.process.Kill()
	}
	w.process.Wait()
	exit := w.process.Close()
	<-w.drained
	close(w.ended)
	killed := <-w.watched
	words := show(w.words.Bytes())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case killed != "":
		return &Failed{What: what + " was ended: " + killed, Words: words}
	case exit.Fault != "":
		return &Failed{What: what + " was ended: " + exit.Fault, Words: words}
	case exit.Cause() == bot.MemoryLimit:
		return &Failed{What: fmt.Sprintf("%s was ended: it needed more than %d MiB of memory", what, buildMemory>>20), Words: words}
	case exit.Code == stepFailed:
		return &Failed{What: "a step of the build failed", Words: words}
	case unpacked != nil && exit.Code == inside.Done:
		return unpacked
	case exit.Signal != 0:
		return &Failed{What: what + " was ended by a signal: " + exit.Signal.String(), Words: words}
	case exit.Code != 0:
		return &Failed{What: fmt.Sprintf("%s ended with code %d", strings.TrimPrefix(what, "./"), exit.Code), Words: words}
	}
	return unpacked
}
