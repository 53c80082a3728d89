//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
)

// mostTops is how much may lie at the top of a root, and in its /tmp: each is a mount of its own.
const mostTops = 200

// rootBinds is what a program sees of a root that it has instead of the host's: all that lies in it, but for /proc, /sys and /dev, of
// which every program has its own. /tmp is the program's own too, with what lies in the root's put into it. Links are made anew and
// lead wherever they lead in the program's world; none is followed here.
func rootBinds(root string, strangers bool) ([]bind, error) {
	names, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("read the root: %w", err)
	}
	if len(names) > mostTops {
		return nil, fmt.Errorf("the root %s has %d files and folders at its top; %d are possible", root, len(names), mostTops)
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

// tmpBinds is what lies in a root's /tmp, which is not bound itself.
func tmpBinds(root string, tmp os.DirEntry, strangers bool) (binds []bind, err error) {
	if !tmp.IsDir() {
		return nil, nil
	}
	names, err := os.ReadDir(filepath.Join(root, "tmp"))
	if err != nil {
		return nil, fmt.Errorf("read the root: %w", err)
	}
	if len(names) > mostTops {
		return nil, fmt.Errorf("the root %s has %d files and folders in its /tmp; %d are possible", root, len(names), mostTops)
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

// rootBind is one file, folder or link of a root.
func rootBind(root, place string, strangers bool) (bind, error) {
	source := filepath.Join(root, place)
	if target, err := os.Readlink(source); err == nil {
		return bind{path: place, target: target}, nil
	}
	b, err := look(source, nil, strangers)
	b.path, b.source = place, source
	return b, err
}

// holds reports whether one of the binds is at a place.
func holds(binds []bind, place string) bool {
	for _, b := range binds {
		if b.path == place {
			return true
		}
	}
	return false
}
