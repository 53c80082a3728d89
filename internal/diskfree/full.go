package diskfree

import (
	"errors"
	"syscall"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// IsFull reports whether an error says that a disk, or a user's share of it, is full.
func IsFull(err error) bool {
	var database *driver.Error
	if errors.As(err, &database) && database.Code()&0xff == codes.SQLITE_FULL { // the higher bits are details
		return true
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
