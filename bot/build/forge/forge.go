/*
Package forge is the part of a build that runs inside the sandbox: submitted code is compiled here and nowhere else.

The host starts its own program again, as one more confined program, and hands it an [Order] on standard input. [Main] copies the
sources into a folder of its own, takes the steps of the order there, and writes what came of it to standard output as a tar archive.
What compilers say goes to standard error. Nothing else leaves the sandbox, and the host unpacks the archive with the distrust that it
has for any stranger's (package unpack).

Where there is no sandbox the host takes the same steps itself, with [Lay] and [Pack].
*/
package forge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// An Order is what is to be built, and how.
type Order struct {
	From  string   // folder of the sources; only read
	Seeds []Seed   // folders that compilers find in their scratch folder
	Steps []Step   // taken one after the other; the first that fails ends the build
	Env   []string // NAME=value of all steps; {scratch} stands for the scratch folder
	Take  []Take   // files moved when the steps are done
	Leave []string // files and folders of the result that are not brought back
}

// A Seed is a folder that is copied into the scratch folder.
type Seed struct{ From, To string }

// A Step is a program that is run in the folder of the sources.
type Step struct {
	Path string
	Args []string
}

// A Take moves a file within the folder.
type Take struct{ From, To string }

// How Main ends.
const (
	Done   = 0
	Broken = 3 // a step failed; its own words say why
	Lost   = 4 // the forge itself failed
)

// largestOrder bounds what is read from standard input.
const largestOrder = 16 << 20

// Main carries out the order on in, writes the archive to out and what compilers say to words, and tells how it ended.
func Main(in io.Reader, out, words io.Writer) int {
	var o Order
	if err := json.NewDecoder(io.LimitReader(in, largestOrder)).Decode(&o); err != nil {
		fmt.Fprintln(words, "forge: read the order:", err)
		return Lost
	}
	err := o.carryOut(out, words)
	var step *exec.ExitError
	switch {
	case err == nil:
		return Done
	case errors.As(err, &step):
		return Broken
	}
	fmt.Fprintln(words, "forge:", err)
	return Lost
}

func (o *Order) carryOut(out, words io.Writer) error {
	scratch, err := os.MkdirTemp("", "forge-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	dir, err := o.Lay(scratch)
	if err != nil {
		return err
	}
	for _, s := range o.Steps {
		c := exec.Command(s.Path, s.Args...)
		c.Dir, c.Stdout, c.Stderr = dir, words, words
		c.Env = append(os.Environ(), o.Environment(scratch)...)
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(s.Path), err)
		}
	}
	return o.Pack(dir, out)
}

// Lay copies the sources and the seeds into a scratch folder, and gives the folder in which the steps are to be taken.
func (o *Order) Lay(scratch string) (dir string, err error) {
	dir = filepath.Join(scratch, "bot")
	if err := os.CopyFS(dir, os.DirFS(o.From)); err != nil {
		return "", fmt.Errorf("copy the sources: %w", err)
	}
	for _, s := range o.Seeds {
		if err := os.CopyFS(filepath.Join(scratch, s.To), os.DirFS(s.From)); err != nil {
			return "", fmt.Errorf("copy %s: %w", s.To, err)
		}
	}
	return dir, nil
}

// Environment is the order's own, for a scratch folder.
func (o *Order) Environment(scratch string) []string {
	env := make([]string, len(o.Env))
	for i, e := range o.Env {
		env[i] = strings.ReplaceAll(e, "{scratch}", scratch)
	}
	return env
}
