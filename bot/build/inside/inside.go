/*
Package inside is the part of a build that runs inside the sandbox: submitted code is compiled only here.

The host starts its own binary again, as a sandboxed program, and writes a [Job] to its standard input. [Main] copies the
sources into a folder of its own, runs the steps of the job there, and writes the result to standard output as a tar archive.
Compilers' output goes to standard error. Nothing else leaves the sandbox, and the host unpacks the archive like any untrusted one
(package unpack).

Without a sandbox the host runs the same steps itself, with [Prepare] and [Pack].
*/
package inside

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"agon/bot/sandbox/port"
)

// A Job describes what to build, and how.
type Job struct {
	From   string   // folder of the sources; read-only
	Copies []Copy   // folders that compilers find in the scratch folder
	Steps  []Step   // run in order; the first failure ends the build
	Env    []string // NAME=value for all steps; {scratch} stands for the scratch folder
	Moves  []Move   // files moved after the steps
	Omit   []string // files and folders that are left out of the result
	Listen bool     // descriptor 3 is a socket to the host, which gets a port of this process's network and serves a proxy there
	Proxy  string   // the address of the proxy, for {proxy} in Env; set by Listen
	Look   bool     // the steps only read the sources, where they are, and have no result
}

// Sources is the working folder of the steps, in their arguments and in Env.
const Sources = "{scratch}/bot"

// A Copy is a folder that is copied into the scratch folder.
type Copy struct{ From, To string }

// A Step is a program that runs in the folder of the sources.
type Step struct {
	Path string
	Args []string // {scratch} stands for the scratch folder
	Or   []Step   // run in its place where it has failed, in turn
	Else string   // printed after its output if all fail; may be empty
}

// Try calls attempt with a step and those in its place until one succeeds. If none does, the error is that of the first.
func (s *Step) Try(attempt func(s Step) error) error {
	first := attempt(*s)
	if first == nil {
		return nil
	}
	for _, other := range s.Or {
		if attempt(other) == nil {
			return nil
		}
	}
	return first
}

// A Move moves a file within the folder.
type Move struct{ From, To string }

// Exit codes of Main.
const (
	Done   = 0
	Broken = 3 // a step failed; its output says why
	Lost   = 4 // an error of the host
)

// largestJob bounds the size of a job in bytes.
const largestJob = 16 << 20

// Main reads a job from in and carries it out, writes the archive to out and compiler output to words, and returns an exit code.
func Main(in io.Reader, out, words io.Writer) int {
	var j Job
	if err := json.NewDecoder(io.LimitReader(in, largestJob)).Decode(&j); err != nil {
		fmt.Fprintln(words, "build: read the job:", err)
		return Lost
	}
	err := j.carryOut(out, words)
	var step *exec.ExitError
	switch {
	case err == nil:
		return Done
	case errors.As(err, &step):
		return Broken
	}
	fmt.Fprintln(words, "build:", err)
	return Lost
}

func (j *Job) carryOut(out, words io.Writer) error {
	if j.Listen {
		host := os.NewFile(port.Descriptor, "host")
		at, err := port.Hand(host)
		if err != nil {
			return fmt.Errorf("open a port for the proxy: %w", err)
		}
		host.Close() // no step inherits it
		j.Proxy = at
	}
	scratch, err := os.MkdirTemp("", "build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	dir, err := j.Prepare(scratch)
	if err != nil {
		return err
	}
	env := append(os.Environ(), j.Environment(scratch)...)
	for _, s := range j.Placed(scratch) {
		if err := s.runStep(dir, env, words); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(s.Path), err)
		}
	}
	if j.Look {
		return nil
	}
	return j.Pack(dir, out)
}

// runStep runs a step. Of one with several attempts words gets the output of the last if it succeeded, else that of the first.
func (s *Step) runStep(dir string, env []string, words io.Writer) error {
	var first, last bytes.Buffer
	alternatives := s.Or
	err := s.Try(func(s Step) error {
		c := exec.Command(s.Path, s.Args...)
		c.Dir, c.Env, c.Stdout, c.Stderr = dir, env, words, words
		if len(alternatives) == 0 {
			return c.Run()
		}
		last.Reset()
		c.Stdout, c.Stderr = &last, &last
		err := c.Run()
		if first.Len() == 0 {
			first.Write(last.Bytes())
		}
		return err
	})
	if err == nil {
		_, err = last.WriteTo(words)
		return err
	}
	first.WriteTo(words)
	if s.Else != "" {
		fmt.Fprintln(words, "\n"+s.Else) // apart from the last message
	}
	return err
}

// Prepare copies the sources and the copies into a scratch folder, and returns the working directory of the steps.
func (j *Job) Prepare(scratch string) (dir string, err error) {
	if j.Look {
		return j.From, nil
	}
	dir = filepath.Join(scratch, "bot")
	if err := os.CopyFS(dir, os.DirFS(j.From)); err != nil {
		return "", fmt.Errorf("copy the sources: %w", err)
	}
	for _, s := range j.Copies {
		if err := os.CopyFS(filepath.Join(scratch, s.To), os.DirFS(s.From)); err != nil {
			return "", fmt.Errorf("copy %s: %w", s.To, err)
		}
	}
	return dir, nil
}

// Placed returns the steps for a scratch folder, which compilers know by its path without links.
func (j *Job) Placed(scratch string) []Step {
	if real, err := filepath.EvalSymlinks(scratch); err == nil {
		scratch = real
	}
	return placed(j.Steps, scratch)
}

func placed(steps []Step, scratch string) []Step {
	all := make([]Step, len(steps))
	for i, s := range steps {
		args := make([]string, len(s.Args))
		for n, arg := range s.Args {
			args[n] = strings.ReplaceAll(arg, "{scratch}", scratch)
		}
		s.Args, s.Or = args, placed(s.Or, scratch)
		all[i] = s
	}
	return all
}

// Environment returns the job's environment for a scratch folder.
func (j *Job) Environment(scratch string) []string {
	env := make([]string, len(j.Env))
	for i, e := range j.Env {
		env[i] = strings.NewReplacer("{scratch}", scratch, "{proxy}", j.Proxy).Replace(e)
	}
	return env
}
