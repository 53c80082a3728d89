package entries

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"agon/bot/build"
	"agon/bot/unpack"
)

// MostSource bounds the files of a version that an editor opens, in bytes together, and mostSources their number.
const (
	MostSource  = 256 << 10
	mostSources = 8
)

// Source returns the files of a version as an editor opens them, by name: its single file, or the few of an archive. It is empty if they
// are more, no text, or not kept: those of a version that failed are until the next.
func (e *Entries) Source(ctx context.Context, b *Bot, number int) (map[string]string, error) {
	v, err := e.version(ctx, b.ID, number)
	if err != nil || !v.Editable() {
		return nil, err
	}
	files, err := sources(filepath.Join(e.dir, v.place, v.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return files, err
}

// Editable reports whether what was handed in may be a source that an editor opens.
func (v *Version) Editable() bool {
	_, source := build.SourceLanguage(v.File)
	packed := strings.EqualFold(filepath.Ext(v.File), ".zip")
	return v.State != Removed && v.Address == "" && v.Size > 0 && v.Size <= MostSource && (source || packed)
}

// sources reads the files of an upload.
func sources(upload string) (map[string]string, error) {
	if !unpack.Is(upload) {
		text, err := os.ReadFile(upload)
		if err != nil || !utf8.Valid(text) {
			return nil, err
		}
		return map[string]string{filepath.Base(upload): string(text)}, nil
	}
	archive, err := zip.OpenReader(upload)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, nil // the check says what is wrong with it
	}
	defer archive.Close()
	if len(archive.File) > mostSources {
		return nil, nil
	}
	files := map[string]string{}
	total := 0
	for _, f := range archive.File {
		text, ok := entryText(f, MostSource-total)
		if !ok {
			return nil, nil
		}
		total += len(text)
		files[f.Name] = text
	}
	return files, nil
}

// entryText returns the text of a file of an archive; ok is false if it lies in a folder, or is no text of at most so many bytes.
func entryText(f *zip.File, most int) (text string, ok bool) {
	if strings.ContainsAny(f.Name, `/\`) {
		return "", false
	}
	from, err := f.Open()
	if err != nil {
		return "", false
	}
	defer from.Close()
	all, err := io.ReadAll(io.LimitReader(from, int64(most)+1))
	return string(all), err == nil && len(all) <= most && utf8.Valid(all)
}
