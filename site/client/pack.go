package client

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/bot/unpack"
	"agon/internal/clutter"
	"agon/internal/regular"
)

// mostPacked bounds what is sent, in bytes. Sites allow less.
const mostPacked = 256 << 20

// Pack returns what is sent for a bot: a file or an archive as it is, a folder as an archive. name is the file's, and stem the name of the
// bot.
func Pack(bot string) (name, stem string, content []byte, err error) {
	whole, err := filepath.Abs(bot)
	if err != nil {
		return "", "", nil, err
	}
	info, err := os.Stat(whole)
	if err != nil {
		return "", "", nil, err
	}
	name = filepath.Base(whole)
	if !info.IsDir() {
		if stem = unpack.Stem(name); !unpack.Is(name) {
			stem = strings.TrimSuffix(name, filepath.Ext(name))
		}
		content, err = regular.ReadSmall(whole, mostPacked)
		return name, stem, content, err
	}
	content, err = folder(whole)
	return name + ".tar.gz", name, content, err
}

// folder packs a folder. Equal files give equal bytes.
func folder(dir string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	w := tar.NewWriter(packed)
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && clutter.Any(d.Name()):
			return fs.SkipDir
		case d.IsDir(), clutter.File(d.Name()):
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is neither a file nor a folder: copy what it stands for, or remove it", filepath.Join(dir, name))
		}
		content, err := regular.ReadSmallIn(root, filepath.FromSlash(name), mostPacked)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: int64(info.Mode().Perm()), Size: int64(len(content)),
			ModTime: time.Unix(0, 0)}); err != nil {
			return err
		}
		if _, err := io.Copy(w, bytes.NewReader(content)); err != nil {
			return err
		}
		if out.Len() > mostPacked {
			return fmt.Errorf("%s has more than %d MiB", dir, mostPacked>>20)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := packed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
