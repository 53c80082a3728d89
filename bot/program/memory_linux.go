package program

import "golang.org/x/sys/unix"

// What a folder in memory must have free for a game to lie there: a bot may write as much as its disk takes.
const (
	roomyBytes = 1 << 30
	roomyFiles = 1 << 16
)

// roomy reports whether a folder exists, has room, and has more of it free than used.
func roomy(folder string) bool {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil || s.Type != unix.TMPFS_MAGIC {
		return false
	}
	return s.Bavail*uint64(s.Bsize) >= roomyBytes && s.Ffree >= roomyFiles && s.Bavail >= s.Blocks/2
}

// runsFrom reports whether programs can be started from a file system.
func runsFrom(folder string) bool {
	var s unix.Statfs_t
	return unix.Statfs(folder, &s) == nil && s.Flags&unix.ST_NOEXEC == 0
}
