package image

import (
	"bufio"
	"debug/elf"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot/image/layers"
)

// find finds the program of an ENTRYPOINT in an image's files and checks whether it can be started. It returns the path by which a program
// in the image would call it.
func find(root *os.Root, c *v1.Config) (string, error) {
	name := c.Entrypoint[0]
	places := []string{path.Join(workDir(c), name)}
	switch {
	case path.IsAbs(name):
		places[0] = path.Clean(name)
	case !strings.Contains(name, "/"):
		places = places[:0]
		for _, dir := range searched(c) {
			places = append(places, path.Join(workDir(c), dir, name))
			if path.IsAbs(dir) {
				places[len(places)-1] = path.Join(dir, name)
			}
		}
	}
	for _, p := range places {
		real, info, err := layers.Find(root, p)
		if err != nil || info.IsDir() {
			continue
		}
		switch {
		case !info.Mode().IsRegular():
			return "", refuse("its ENTRYPOINT %.80q is not a file", name)
		case info.Mode()&0o111 == 0:
			return "", refuse("its ENTRYPOINT %.80q may not be executed; chmod +x in the image", name)
		}
		return p, runnable(root, real, name)
	}
	return "", refuse("its ENTRYPOINT %.80q is not in the image", name)
}

// machines maps Go's names of processors to those of ELF.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// runnable returns an error for files that the kernel would not start, and for those that need what the image does not have.
func runnable(root *os.Root, file, name string) error {
	f, err := root.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 4)
	switch n, _ := io.ReadFull(f, head); {
	case n >= 2 && string(head[:2]) == "#!":
		return script(root, f, name)
	case n < 4 || string(head) != elf.ELFMAG:
		return refuse("its ENTRYPOINT %.80q is neither a Linux program nor a script that begins with #!", name)
	}
	program, err := elf.NewFile(f)
	if err != nil {
		return refuse("its ENTRYPOINT %.80q is a damaged program (%v)", name, err)
	}
	if want, known := machines[runtime.GOARCH]; known && program.Machine != want {
		return refuse("its ENTRYPOINT %.80q is a program for another processor (%v), and this machine is %s", name, program.Machine,
			runtime.GOARCH)
	}
	for _, p := range program.Progs {
		if p.Type != elf.PT_INTERP || p.Filesz > 4096 {
			continue
		}
		text, err := io.ReadAll(p.Open())
		if err != nil {
			return refuse("its ENTRYPOINT %.80q is a damaged program (%v)", name, err)
		}
		return there(root, strings.TrimRight(string(text), "\x00"), name)
	}
	return nil
}

// script checks the interpreter of a script.
func script(root *os.Root, f io.ReadSeeker, name string) error {
	if _, err := f.Seek(2, io.SeekStart); err != nil {
		return err
	}
	line, _, _ := bufio.NewReaderSize(f, 4096).ReadLine()
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return refuse("its ENTRYPOINT %.80q is a script that names no interpreter", name)
	}
	return there(root, words[0], name)
}

// there returns an error if a loader or interpreter is not in the image.
func there(root *os.Root, wanted, name string) error {
	_, info, err := layers.Find(root, wanted)
	if err == nil && info.Mode().IsRegular() {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return refuse("its ENTRYPOINT %.80q needs %.80s: %v", name, wanted, err)
	}
	return refuse("its ENTRYPOINT %.80q needs %.80s, which is not in the image", name, wanted)
}
