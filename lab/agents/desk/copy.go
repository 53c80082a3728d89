package desk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"agon/bot/unpack"
	"agon/internal/clutter"
	"agon/internal/regular"
	"agon/lab/tools"
)

// limits are those of a bot that is handed in. A site takes as much.
var limits = unpack.Limits{Entries: unpack.MostEntries, Bytes: 16 << 20}

// notBot are names in the top folder of a workspace that agon writes itself.
var notBot = map[string]bool{"feedback": true, "TASK.md": true}

// copy copies a folder of the workspace to a new one, without clutter, or a file into it, of which it returns the name.
func (d *Desk) copy(ctx context.Context, name, to string) (file string, err error) {
	below, err := tools.Below(d.Workspace, name)
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(d.Workspace)
	if err != nil {
		return "", err
	}
	defer root.Close()
	top := filepath.ToSlash(below)
	info, err := root.Lstat(below)
	if err != nil {
		return "", fmt.Errorf("there is no %q in the workspace", name)
	}
	base := top
	switch {
	case info.Mode().IsRegular():
		base, file = path.Dir(top), path.Base(top)
	case !info.IsDir():
		return "", fmt.Errorf("%q is neither a file nor a folder: copy what it stands for", name)
	}
	err = unpack.Into(ctx, to, limits, func(t *unpack.Target) error {
		return fs.WalkDir(root.FS(), top, func(at string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(base, at)
			switch {
			case err != nil:
				return err
			case at != top && (top == "." && notBot[rel] || clutter.Folder(e.Name()) || clutter.File(e.Name())):
				return skip(e)
			case e.IsDir():
				return nil
			case !e.Type().IsRegular():
				return fmt.Errorf("%s is neither a file nor a folder: copy what it stands for, or remove it", at)
			}
			return one(root, t, at, filepath.ToSlash(rel))
		})
	})
	if err != nil {
		return "", fmt.Errorf("copy %q: %w", name, err)
	}
	return file, nil
}

func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// one copies a file.
func one(root *os.Root, t *unpack.Target, at, to string) error {
	content, err := regular.ReadSmallIn(root, filepath.FromSlash(at), limits.Bytes)
	if err != nil {
		return err
	}
	info, err := root.Stat(filepath.FromSlash(at))
	if err != nil {
		return err
	}
	return t.File(to, info.Mode()&0o100 != 0, bytes.NewReader(content))
}

// hash returns the hash of the files in a folder, their names and whether they can be executed; "" of an empty one.
func hash(folder string) (string, error) {
	sum, files := sha256.New(), 0
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		f, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		defer f.Close()
		files++
		fmt.Fprintf(sum, "%q %t %d\n", name, info.Mode()&0o100 != 0, info.Size())
		_, err = io.Copy(sum, f)
		return err
	})
	if err != nil || files == 0 {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
