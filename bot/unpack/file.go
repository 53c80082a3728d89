package unpack

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agon/internal/clutter"
	"agon/internal/regular"
)

// suffixes are the names' endings of archives that [File] unpacks.
var suffixes = [...]string{".zip", ".tar.gz", ".tgz"}

// Is reports whether a file's name is that of an archive.
func Is(path string) bool { return suffix(path) != "" }

func suffix(path string) string {
	name := strings.ToLower(filepath.Base(path))
	for _, s := range suffixes {
		if strings.HasSuffix(name, s) {
			return s
		}
	}
	return ""
}

// Stem returns an archive's name without its ending.
func Stem(path string) string {
	name := filepath.Base(path)
	return name[:len(name)-len(suffix(path))]
}

// File unpacks an archive, whose format its name implies, into a folder that must not exist.
func File(ctx context.Context, path, dir string, l Limits) error {
	f, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > l.Bytes {
		return Refuse("", "it has %d MiB; at most %d are allowed", info.Size()>>20, l.Bytes>>20)
	}
	switch suffix(path) {
	case ".zip":
		return Zip(ctx, f, info.Size(), dir, l)
	case "":
		return fmt.Errorf("unknown archive %s (want .zip, .tar.gz or .tgz)", path)
	}
	return TarGz(ctx, f, dir, l)
}

// Trunk returns the root folder of an unpacked bot: its only folder if there is nothing else.
func Trunk(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return dir
	}
	var only os.DirEntry
	for _, e := range entries {
		if name := e.Name(); clutter.Any(name) || name == "pax_global_header" {
			continue
		}
		if only != nil {
			return dir
		}
		only = e
	}
	if only == nil || !only.IsDir() {
		return dir
	}
	return filepath.Join(dir, only.Name())
}
