// Package regular opens regular files and nothing else. To open a FIFO waits for its writer, and a device may never end: a name that a user
// or a contestant gave must not keep agon waiting.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrIrregular is the error of a name that is a folder, a FIFO, a socket or a device.
var ErrIrregular = errors.New("not a regular file")

// Open opens a regular file to be read.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name) // first, because to open a device may do something
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	if err != nil {
		return nil, err
	}
	return checked(os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0))
}

// checked closes a file that has taken a regular one's place since it was looked at.
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

// ReadSmallIn is [ReadSmall] of a file beneath a folder.
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
