package debugger

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
)

// nameOf returns the path of a terminal.
func nameOf(terminal *os.File) (string, error) {
	if _, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS); err != nil {
		return "", errTerminal
	}
	return os.Readlink(fmt.Sprintf("/proc/self/fd/%d", terminal.Fd()))
}

// Times to wait for what is always quick, and for a debugger to load a program's symbols.
const (
	soon    = 2 * time.Second
	loading = 30 * time.Second
	pause   = 5 * time.Millisecond
)

// until waits until a condition holds, and reports whether it does.
func until(limit time.Duration, holds func() bool) bool {
	for begun := time.Now(); !holds(); time.Sleep(pause) {
		if time.Since(begun) > limit {
			return false
		}
	}
	return true
}

// attach opens a debugger on a process that waits for its input.
func (d *Debugger) attach(p *bot.Process, report func(how string)) error {
	if p.Asleep != nil {
		until(soon, p.Asleep) // it may still do something after its last answer
	}
	pid := innermost(p.Pid)
	runtime := runtimeOf(pid)
	switch {
	case strings.HasPrefix(runtime, "python"):
		if !catches(pid, unix.SIGUSR2) {
			return fmt.Errorf("this Python, process %d, has not loaded agon's hook, as with the flags -S, -I and -E", pid)
		}
		if d.Editor != 0 {
			report(d.editorAt())
			return unix.Kill(pid, unix.SIGUSR2)
		}
		report("pdb: n runs a line, s steps into a call, p NAME prints, c goes on")
		return unix.Kill(pid, unix.SIGUSR2)
	case runtime == "node":
		if err := d.ask(); err != nil {
			return err
		}
		if d.Editor != 0 {
			report(d.editorAt())
			return nil
		}
		report("node inspect: out leaves agon's function that has read the input, s steps into a call, n runs a line, " +
			"exec('NAME') prints, c goes on, .exit ends")
		d.later(d.inspect)
		return nil
	case runtime == "java" && d.Editor != 0:
		return d.attached(fmt.Sprintf("127.0.0.1:%d", d.Editor), report)
	case runtime == "java":
		report("jdb: stop in CLASS.METHOD sets a breakpoint, resume goes on, print NAME, quit ends")
		return d.jdb(false)
	case d.Editor != 0:
		return d.attached(fmt.Sprintf("process %d", pid), report)
	}
	return d.native(pid, report)
}

// editorAt returns the text with the port at which an editor attaches.
func (d *Debugger) editorAt() string {
	return fmt.Sprintf("attach your editor to 127.0.0.1:%d", d.Editor)
}

// attached waits until a person says that an editor has attached to the bot, at a port or as a process: nothing here sees that it has.
func (d *Debugger) attached(to string, report func(how string)) error {
	report(fmt.Sprintf("attach your editor to %s, set a breakpoint, and press Enter here", to))
	_, err := d.terminal.Read(make([]byte, 1<<10))
	return err
}

// native opens dlv on a program of Go if it is there, and gdb on all others.
func (d *Debugger) native(pid int, report func(how string)) error {
	exe := fmt.Sprintf("/proc/%d/exe", pid)
	if _, err := buildinfo.ReadFile(exe); err == nil {
		if _, err := exec.LookPath("dlv"); err == nil {
			report("dlv: break FILE:LINE, continue, next, print NAME, quit")
			return d.foreground(pid, "dlv", "attach", strconv.Itoa(pid))
		}
	}
	report("gdb: break FILE:LINE, continue, next, print NAME, quit")
	return d.foreground(pid, "gdb", d.gdb(pid)...)
}

func (d *Debugger) gdb(pid int, more ...string) []string {
	return append([]string{"-q", "-iex", "set debuginfod enabled off", "-iex", "set confirm off", "-iex", "set pagination off", "-ex",
		"directory " + d.sources, "-p", strconv.Itoa(pid)}, more...)
}

// advice is how to get a debugger.
var advice = map[string]string{
	"gdb": "apt-get install gdb", "jdb": "apt-get install default-jdk", "node": "apt-get install nodejs",
	"dlv": "go install github.com/go-delve/delve/cmd/dlv@latest",
}

// foreground opens a debugger in the foreground of the terminal, and returns when it holds the process.
func (d *Debugger) foreground(pid int, name string, args ...string) error {
	ended, err := d.run(nil, name, args...)
	if err != nil {
		return err
	}
	held := until(loading, func() bool { return tracer(pid) != 0 || isClosed(ended) })
	switch {
	case tracer(pid) != 0:
		return nil
	case !held:
		return fmt.Errorf("%s does not hold process %d after %v", name, pid, loading)
	}
	d.Wait()
	if scope, err := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope"); err == nil && strings.TrimSpace(string(scope)) != "0" &&
		os.Geteuid() != 0 {
		return fmt.Errorf("%s could not attach to process %d: this system lets only root do so; sudo sysctl kernel.yama.ptrace_scope=0 "+
			"changes that", name, pid)
	}
	return fmt.Errorf("%s could not attach to process %d", name, pid)
}

// run starts a debugger in the foreground of the terminal. What it writes goes through filter, if there is one.
func (d *Debugger) run(filter func(io.Writer) io.Writer, name string, args ...string) (ended chan struct{}, err error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("%s is not installed: %s", name, advice[name])
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = d.folder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = d.terminal, d.terminal, d.terminal
	if filter != nil {
		cmd.Stdout = filter(d.terminal)
	}
	// Ctrl-C then reaches the debugger alone. Taking the foreground back is a write of a process in the background.
	cmd.SysProcAttr = &syscall.SysProcAttr{Foreground: true, Ctty: int(d.terminal.Fd())}
	signal.Ignore(syscall.SIGTTOU)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	ended = make(chan struct{})
	d.mu.Lock()
	d.open = ended
	d.mu.Unlock()
	go func() {
		cmd.Wait()
		unix.IoctlSetPointerInt(int(d.terminal.Fd()), unix.TIOCSPGRP, unix.Getpgrp())
		close(ended)
	}()
	return ended, nil
}

// later opens a debugger while the bot runs. Wait returns its failure.
func (d *Debugger) later(open func() error) {
	opened := make(chan struct{})
	d.mu.Lock()
	d.open = opened
	d.mu.Unlock()
	go func() {
		err := open()
		d.mu.Lock()
		next := d.open
		d.failure = err
		d.mu.Unlock()
		if next != opened {
			<-next
		}
		close(opened)
	}()
}

// inspect opens node's debugger when the bot has stopped.
func (d *Debugger) inspect() error {
	name := filepath.Join(d.folder, "address")
	var address []byte
	if !until(loading, func() (there bool) {
		address, _ = os.ReadFile(name)
		return len(address) > 0
	}) {
		return errors.New("node has not read its input in a way that agon's hook sees")
	}
	os.Remove(name)
	_, err := d.run(nil, "node", "inspect", string(address))
	return err
}

// jdb opens Java's debugger, and returns when all threads are suspended; from the beginning they are.
func (d *Debugger) jdb(suspended bool) error {
	args := []string{"-attach", "127.0.0.1:" + strconv.Itoa(d.port)}
	if d.sources != "" {
		args = append(args, "-sourcepath", d.sources)
	}
	if suspended {
		os.Remove(filepath.Join(d.folder, ".jdbrc"))
	}
	held := make(chan struct{})
	ended, err := d.run(func(to io.Writer) io.Writer { return &awaited{to: to, words: "suspended", seen: held} }, "jdb", args...)
	if err != nil || suspended {
		return err
	}
	select {
	case <-held:
		return nil
	case <-ended:
		return errors.New("jdb could not attach to the bot")
	case <-time.After(loading):
		return fmt.Errorf("jdb does not hold the bot after %v", loading)
	}
}

// awaited passes on what is written, and closes seen when it has had some words.
type awaited struct {
	to    io.Writer
	words string
	had   []byte
	seen  chan struct{}
}

func (a *awaited) Write(data []byte) (int, error) {
	if a.words != "" {
		if a.had = append(a.had, data...); bytes.Contains(a.had, []byte(a.words)) {
			a.words = ""
			close(a.seen)
		}
	}
	return a.to.Write(data)
}

// hold has a program that no hook can stop wait before it begins, and returns the pipe for which it waits; empty: it need not.
func (d *Debugger) hold(c *bot.Command) string {
	switch name := filepath.Base(c.Path); {
	case strings.HasPrefix(name, "python"), name == "node", name == "java":
		return ""
	}
	pipe := filepath.Join(d.folder, "begin")
	os.Remove(pipe)
	if unix.Mkfifo(pipe, 0o600) != nil {
		return ""
	}
	c.Args = append([]string{"-c", `read begin <"$0"; exec "$@"`, pipe, c.Path}, c.Args...)
	c.Path = "/bin/sh"
	return pipe
}

// begun opens a debugger on a process that has just been started and stops where it begins. held is the pipe for which it waits. d is
// locked.
func (d *Debugger) begun(p *bot.Process, held string) error {
	d.mu.Unlock()
	defer d.mu.Lock()
	switch {
	case held != "":
		err := d.beginning(p.Pid)
		if pipe, wrong := os.OpenFile(held, os.O_WRONLY, 0); wrong == nil {
			pipe.WriteString("\n")
			pipe.Close()
		}
		return err
	case d.Editor != 0: // it waits by itself
	case runtimeOf(innermost(p.Pid)) == "java":
		return d.jdb(true)
	case runtimeOf(innermost(p.Pid)) == "node":
		d.later(d.inspect)
	}
	return nil
}

// beginning has a debugger attach to a process that waits to become the bot's program.
func (d *Debugger) beginning(pid int) error {
	if d.Editor != 0 {
		return d.attached(fmt.Sprintf("process %d", pid), func(how string) { fmt.Fprintf(d.terminal, "agon: %s\n", how) })
	}
	return d.foreground(pid, "gdb", d.gdb(pid, "-ex", "catch exec", "-ex", "continue")...)
}

// shells start the program that is meant.
var shells = map[string]bool{"sh": true, "dash": true, "bash": true, "env": true, "busybox": true}

// innermost returns the process below pid that is the bot's program: the last child that is not a shell, or pid.
func innermost(pid int) int {
	for {
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
		list := strings.Fields(string(children))
		if err != nil || len(list) == 0 || !shells[runtimeOf(pid)] && runtimeOf(pid) != runtimeOf(number(list[0])) {
			return pid
		}
		pid = number(list[0])
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// runtimeOf returns the name of the program that a process runs.
func runtimeOf(pid int) string {
	path, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return filepath.Base(path)
}

// status returns a field of a process's status.
func status(pid int, field string) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && name == field {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// tracer returns the process that traces another, 0 for none.
func tracer(pid int) int { return number(status(pid, "TracerPid")) }

// catches reports whether a process has a handler for a signal.
func catches(pid int, s syscall.Signal) bool {
	mask, _ := strconv.ParseUint(status(pid, "SigCgt"), 16, 64)
	return mask>>(s-1)&1 == 1
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
