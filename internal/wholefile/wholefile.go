/*
Package wholefile writes files atomically: under the name with ".part" at the end, which is then renamed.

Readers see the old file or the new one, never a part of one, whatever happens to the writer. A ".part" left by a killed writer is
overwritten by the next. One process at a time may write a file.

Libraries for this either do not replace files on Windows or leave them readable by their owner only.
*/
package wholefile

import (
	"bufio"
	"io"
	"os"

	"agon/internal/regular"
)

// Suffix ends the names of files that are being written.
const Suffix = ".part"

// Write replaces a file atomically without flushing it to the disk, for files that can be made again after a power failure.
func Write(name string, write func(io.Writer) error) error { return replace(name, write, false) }

// WriteBytes is Write for content in memory.
func WriteBytes(name string, content []byte) error { return Write(name, whole(content)) }

// Keep replaces a file that cannot be made again: it is on the disk when Keep returns.
func Keep(name string, content []byte) error { return replace(name, whole(content), true) }

func whole(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

func replace(name string, write func(io.Writer) error, sync bool) error {
	if err := regular.Check(name + Suffix); err != nil {
		return err
	}
	f, err := os.OpenFile(name+Suffix, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
