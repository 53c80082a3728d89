// Package regular opens regular files only. Opening a FIFO blocks until it has a writer, and a device may never end: a name from a user or
// a contestant must not block agon.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrIrregular is the error for a folder, a FIFO, a socket or a device.
var ErrIrregular = errors.New("not a regular file")

// Check returns an error if a name is that of something else than a regular file; nil if nothing has that name.
func Check(name string) error {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() {
		return nil
	}
	if err == nil {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	return err
}

// Open opens a regular file for reading.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name) // first, because opening a device may have effects
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	if err != nil {
		return nil, err
	}
	return checked(os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
}

// checked closes a file that has replaced the regular one since it was checked.
func checked(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: f.Name(), Err: ErrIrregular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Read returns the content of a regular file.
func Read(name string) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ReadSmall returns the content of a regular file of at most the given number of bytes.
func ReadSmall(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return small(f, most)
}

// ReadSmallIn is [ReadSmall] for a file below a folder.
func ReadSmallIn(root *os.Root, name string, most int64) ([]byte, error) {
	info, err := root.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	if err != nil {
		return nil, err
	}
	f, err := checked(root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return small(f, most)
}

func small(f *os.File, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if int64(len(text)) > most {
		return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: fmt.Errorf("larger than %d bytes", most)}
	}
	return text, err
}
