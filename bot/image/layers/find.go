package layers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// mostHops is the largest number of links in the resolution of a name, as in the kernel.
const mostHops = 40

// Find resolves a name as a program would whose root this is, and returns the file's own path relative to the root, "." for the root. A
// missing file is an fs.ErrNotExist.
func Find(root *os.Root, name string) (real string, info fs.FileInfo, err error) {
	hops := 0
	return walk(root, ".", name, &hops)
}

// walk resolves a name relative to a folder, which is no link.
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

// step resolves one part of a name in a folder, through links.
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
