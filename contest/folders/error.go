package folders

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"agon/internal/cause"
)

// Error wraps an error of a contest's folder as the host's: what went wrong, where, and what can be done about it. An error that has a
// cause already stays as it is.
func Error(dir string, err error) error {
	if err == nil || cause.Of(err) != cause.User {
		return err
	}
	if !strings.Contains(err.Error(), dir) {
		err = fmt.Errorf("%s: %w", dir, err)
	}
	if advice := remedy(err); advice != "" {
		err = fmt.Errorf("%w; %s", err, advice)
	}
	return cause.Host(err)
}

// remedy returns what can be done about an error of the system or the database, or "" if that is unknown.
func remedy(err error) string {
	code := 0
	var database *driver.Error
	if errors.As(err, &database) {
		code = database.Code() & 0xff // the higher bits are details
	}
	is := func(list ...error) bool {
		for _, e := range list {
			if errors.Is(err, e) {
				return true
			}
		}
		return false
	}
	switch {
	case is(syscall.ENOSPC, syscall.EDQUOT) || code == codes.SQLITE_FULL:
		return "make space and run the same command again; what has been kept is kept"
	case is(syscall.EROFS, fs.ErrPermission) || code == codes.SQLITE_READONLY || code == codes.SQLITE_PERM || code == codes.SQLITE_CANTOPEN:
		return "make the folder writable, or name another with --out (agon run)"
	case is(syscall.ENAMETOOLONG):
		return "name a shorter folder with --out (agon run)"
	case is(syscall.EMFILE, syscall.ENFILE):
		return "allow more open files (ulimit -n)"
	case is(syscall.ENOTDIR, fs.ErrExist):
		return "a file stands where a folder should be: move it away, or name another folder with --out (agon run)"
	case is(syscall.EIO) || code == codes.SQLITE_IOERR:
		return "look at the disk"
	}
	return ""
}
