package bot

import (
	"errors"
	"strings"
	"syscall"
)

// A HostError is something that the host cannot do for a bot: nobody's fault but the host's. Its text begins with the cause and ends
// with what mends it.
type HostError struct{ Err error }

func (e *HostError) Unwrap() error { return e.Err }

func (e *HostError) Error() string {
	text := e.Err.Error()
	var cause syscall.Errno
	if !errors.As(e.Err, &cause) {
		return text
	}
	text = cause.Error() + ": " + strings.TrimSuffix(text, ": "+cause.Error())
	if mend := mends[cause]; mend != "" {
		text += "; " + mend
	}
	return text
}

// mends are what the host can lack, and what is to be done.
var mends = map[syscall.Errno]string{
	syscall.EMFILE:       "raise the limit of open files (ulimit -n)",
	syscall.ENFILE:       "too many files are open on this machine: raise fs.file-max, or play fewer games at once (--jobs)",
	syscall.EAGAIN:       "raise the limit of processes (ulimit -u), or play fewer games at once (--jobs)",
	syscall.ENOMEM:       "free memory, or raise the limit on it",
	syscall.ENOSPC:       "make room there, or set AGON_CACHE and TMPDIR to folders on another disk",
	syscall.EROFS:        "set AGON_CACHE and TMPDIR to folders that can be written",
	syscall.ENAMETOOLONG: "use a shorter path (AGON_CACHE, TMPDIR)",
	syscall.EIO:          "look at the disk",
}

// Lacks reports whether an error is of something that a host runs out of, whatever was being done.
func Lacks(err error) bool {
	var cause syscall.Errno
	return errors.As(err, &cause) && mends[cause] != ""
}
