package bot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// A HostError is a failure of the host, which no bot is blamed for. Its text names the cause first and ends with the remedy.
type HostError struct{ Err error }

func (e *HostError) Unwrap() error { return e.Err }

func (e *HostError) Error() string {
	text := e.Err.Error()
	var cause syscall.Errno
	if !errors.As(e.Err, &cause) {
		return text
	}
	text = cause.Error() + ": " + strings.TrimSuffix(text, ": "+cause.Error())
	if remedy := remedies[cause]; remedy != "" {
		text += "; " + remedy
	}
	return text
}

// remedies maps errors of a host that lacks a resource to advice for its user.
var remedies = map[syscall.Errno]string{
	syscall.EMFILE:       "raise the limit of open files (ulimit -n)",
	syscall.ENFILE:       "too many files are open on this machine: raise fs.file-max, or play fewer games at once (--jobs)",
	syscall.EAGAIN:       "raise the limit of processes (ulimit -u), or play fewer games at once (--jobs)",
	syscall.ENOMEM:       "free memory, or raise the limit on it",
	syscall.ENOSPC:       "make room there, or set AGON_CACHE and TMPDIR to folders on another disk",
	syscall.EROFS:        "set AGON_CACHE and TMPDIR to folders that can be written",
	syscall.ENAMETOOLONG: "use a shorter path (AGON_CACHE, TMPDIR)",
	syscall.EIO:          "check the disk",
}

// Lacks reports whether err says that the host has run out of a resource, such as descriptors, memory or disk space.
func Lacks(err error) bool {
	var cause syscall.Errno
	return errors.As(err, &cause) && remedies[cause] != ""
}

// BotsOwn reports whether a program's start failed because of the program: it is no program, not executable, or names an interpreter that
// does not exist. Other causes are the host's: no launcher, no pipes, no memory, or a file that has been deleted.
func BotsOwn(c Command, err error) bool {
	var file *fs.PathError
	switch {
	case Lacks(err):
		return false
	case errors.As(err, &file) && file.Op != "fork/exec" && file.Path != c.Path:
		return false // an error in the launcher's own work
	case errors.Is(err, fs.ErrNotExist):
		path := c.Path
		switch {
		case c.Root != "":
			path = c.Root // files missing in a root are its author's mistake
		case !filepath.IsAbs(path):
			path = filepath.Join(c.Dir, path)
		}
		_, err := os.Stat(path)
		return err == nil // the file exists, so the interpreter on its first line is missing
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOEXEC):
		return true
	}
	return false
}
