//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
)

// mostTops is the largest number of files at the top of a root, and in its /tmp: each is a mount of its own.
const mostTops = 200

// rootBinds returns the binds of a root that replaces the host's system: everything in it except /proc, /sys and /dev, of which every
// program has its own. /tmp is private too, with the contents of the root's /tmp bound into it. Links are copied and resolve inside the
// program's root; none is followed here.
func rootBinds(root string, strangers bool) ([]bind, error) {
	names, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("read the root: %w", err)
	}
	if len(names) > mostTops {
		return nil, fmt.Errorf("the root %s has %d files and folders at its top; at most %d are supported", root, len(names), mostTops)
	}
	var binds []bind
	for _, n := range names {
		switch n.Name() {
		case "proc", "sys", "dev":
			continue
		case "tmp":
			inside, err := tmpBinds(root, n, strangers)
			if err != nil {
				return nil, err
			}
			binds = append(binds, inside...)
			continue
		}
		b, err := rootBind(root, "/"+n.Name(), strangers)
		if err != nil {
			return nil, err
		}
		binds = append(binds, b)
	}
	return binds, nil
}

// tmpBinds returns the binds of the contents of a root's /tmp.
func tmpBinds(root string, tmp os.DirEntry, strangers bool) (binds []bind, err error) {
	if !tmp.IsDir() {
		return nil, nil
	}
	names, err := os.ReadDir(filepath.Join(root, "tmp"))
	if err != nil {
		return nil, fmt.Errorf("read the root: %w", err)
	}
	if len(names) > mostTops {
		return nil, fmt.Errorf("the root %s has %d files and folders in its /tmp; at most %d are supported", root, len(names), mostTops)
	}
	for _, n := range names {
		b, err := rootBind(root, "/tmp/"+n.Name(), strangers)
		if err != nil {
			return nil, err
		}
		binds = append(binds, b)
	}
	return binds, nil
}

// rootBind returns the bind of one file, folder or link of a root.
func rootBind(root, place string, strangers bool) (bind, error) {
	source := filepath.Join(root, place)
	if target, err := os.Readlink(source); err == nil {
		return bind{path: place, target: target}, nil
	}
	b, err := look(source, nil, strangers)
	b.path, b.source = place, source
	return b, err
}

// holds reports whether one of the binds has that path.
func holds(binds []bind, place string) bool {
	for _, b := range binds {
		if b.path == place {
			return true
		}
	}
	return false
}
