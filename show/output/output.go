/*
Package output writes a contest's own files of a game to the disk, as its original runner did, so that tools made for them keep working.

The kind's [game.OutputFiles], a pure function, determines these files and their content. Since it may be wrong, nothing is written outside
the game's folder: names that lead out of it are refused, and links that do are not followed. Pictures of text become animated GIFs here,
by package art.
*/
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"agon/game"
	"agon/show/art"
)

// Write writes the files of a game into a folder, which is created if necessary. Files of the same names are replaced, all others stay.
func Write(dir string, k *game.Kind, rec *game.Record, players []game.Participant) error {
	root, err := openFolder(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return k.Write(rec, players, func(p game.OutputFile) error { return put(root, p) })
}

func openFolder(dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

// A Live writes the files of a game while it is played, so that other programs can follow it.
type Live struct {
	root  *os.Root
	names []string // those that were written, in order
	turn  func() error
	stop  func()
}

// Follow starts writing the files of a game that has been dealt at a table.
func Follow(dir string, t *game.Table, players []game.Participant) (*Live, error) {
	root, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	l := &Live{root: root}
	l.turn, l.stop, err = t.Kind.Follow(t, players, func(p game.OutputFile) error {
		l.names = append(l.names, strings.TrimSuffix(p.Name, "/"))
		return put(root, p)
	})
	if err == nil {
		err = l.turn()
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return l, nil
}

// Turn writes the changes of a turn.
func (l *Live) Turn() error { return l.turn() }

// Close ends the work; the files stay.
func (l *Live) Close() error {
	l.stop()
	return l.root.Close()
}

// Discard ends the work and removes the files of a game that does not count.
func (l *Live) Discard() error {
	l.stop()
	for _, name := range slices.Backward(l.names) {
		l.root.Remove(name) // a folder with other files stays
	}
	return l.root.Close()
}

// put applies one change below root.
func put(root *os.Root, p game.OutputFile) error {
	name := strings.TrimSuffix(p.Name, "/")
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\\x00:") {
		return fmt.Errorf("invalid file name %q in a game's folder", p.Name)
	}
	switch {
	case p.Remove:
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	case name != p.Name:
		return root.MkdirAll(name, 0o755)
	}
	data, err := content(p)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	if folder := path.Dir(name); folder != "." {
		if err := root.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	return root.WriteFile(name, data, 0o644)
}

// content returns the content of a file.
func content(p game.OutputFile) ([]byte, error) {
	if len(p.Film) == 0 {
		return p.Data, nil
	}
	frames := make([]art.Frame, len(p.Film))
	for i, rows := range p.Film {
		frames[i] = rows
	}
	var b bytes.Buffer
	options := art.Options{}
	if p.Margin {
		options.Layout = art.Runner
	}
	if err := art.GIF(&b, frames, options); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
