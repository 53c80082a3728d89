package layers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// mostHops is how many links one name may lead through, as the kernel has it.
const mostHops = 40

// Find looks a name up as a program would whose root this is, and follows every link so: what it gives is the file's own name beneath
// the root, "." for the root. A file that is not there is an fs.ErrNotExist.
func Find(root *os.Root, name string) (real string, info fs.FileInfo, err error) {
	hops := 0
	return walk(root, ".", name, &hops)
}

// walk goes from a folder, which is no link, along a name.
func walk(root *os.Root, from, name string, hops *int) (string, fs.FileInfo, error) {
	at := from
	if path.IsAbs(name) {
		at = "."
	}
	info, err := root.Lstat(at)
	if err != nil {
		return "", nil, err
	}
	for _, part := range strings.Split(name, "/") {
		if part == "" || part == "." {
			continue
		}
		if !info.IsDir() {
			return "", nil, fmt.Errorf("%s is no folder: %w", at, fs.ErrNotExist)
		}
		if part == ".." {
			at = path.Dir(at)
			if info, err = root.Lstat(at); err != nil {
				return "", nil, err
			}
			continue
		}
		if at, info, err = step(root, at, part, hops); err != nil {
			return "", nil, err
		}
	}
	return at, info, nil
}

// step goes from a folder to what is called by a name in it, through links.
func step(root *os.Root, dir, part string, hops *int) (string, fs.FileInfo, error) {
	next := path.Join(dir, part)
	info, err := root.Lstat(next)
	if err != nil || info.Mode().Type() != fs.ModeSymlink {
		return next, info, err
	}
	if *hops++; *hops > mostHops {
		return "", nil, errors.New("its links form a loop")
	}
	target, err := root.Readlink(next)
	if err != nil {
		return "", nil, err
	}
	return walk(root, dir, target, hops)
}
