package edit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"agon/internal/diskfree"
)

const (
	deepest     = 100 // levels of folders
	longestPath = 1024
	longestName = 256
	block       = 4096 // bytes that the smallest file counts as

	lookEvery  = 100 * time.Millisecond
	countEvery = time.Second // at the latest
	shareOf    = 20          // counting takes at most this part of the time
	mostShrunk = 8           // the part of what may still be written after which files are counted
	leastFree  = 128 << 20   // bytes that stay free on the disk
)

// errDeep reports folders that are nested too deep.
var errDeep = fmt.Errorf("folders are nested deeper than %d levels, or paths are longer than %d bytes", deepest, longestPath)

// Room returns the bytes that agents may still write on a folder's disk, and an error if there are none, so that it is the host's to act.
func Room(folder string) (left int64, err error) {
	free, err := room(folder)
	return free - leastFree, err
}

// room is Room with what must stay free.
func room(folder string) (free int64, err error) {
	if free, err = diskfree.Of(folder); err == nil && free < leastFree {
		err = fmt.Errorf("only %d MiB are free on the disk of %s: agents need %d MiB and what each may write", free>>20, folder,
			leastFree>>20)
	}
	return free, err
}

// walk visits everything below a folder, folders before what is in them. It follows no link. A folder of which visit returns
// [fs.SkipDir] is not entered.
func walk(dir *os.Root, below string, visit func(dir *os.Root, name string, info fs.FileInfo) error) error {
	if strings.Count(below, "/") >= deepest || len(below) > longestPath {
		return errDeep
	}
	list, err := dir.Open(".")
	if err != nil {
		return gone(err)
	}
	names, err := list.Readdirnames(-1)
	list.Close()
	if err != nil {
		return gone(err)
	}
	slices.Sort(names)
	for _, base := range names {
		name := below + base
		info, err := dir.Lstat(base)
		if err == nil {
			if err = visit(dir, name, info); err == nil && info.IsDir() {
				err = enter(dir, name, info, visit)
			}
		}
		if err = gone(err); err != nil && err != fs.SkipDir {
			return err
		}
	}
	return nil
}

// gone returns an error that is not about a file which is no longer there.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// enter walks through a folder, which it makes readable.
func enter(dir *os.Root, name string, info fs.FileInfo, visit func(*os.Root, string, fs.FileInfo) error) error {
	base := path.Base(name)
	if mode := info.Mode().Perm(); mode&0o500 != 0o500 {
		if err := dir.Chmod(base, mode|0o700); err != nil {
			return err
		}
	}
	sub, err := dir.OpenRoot(base)
	if err != nil {
		return err
	}
	defer sub.Close()
	return walk(sub, name+"/", visit)
}

// open opens a folder of the host's that an agent may write, and makes it readable.
func open(folder string) (*os.Root, error) {
	if info, err := os.Lstat(folder); err == nil && info.IsDir() && info.Mode()&0o700 != 0o700 {
		os.Chmod(folder, 0o755)
	}
	return os.OpenRoot(folder)
}

// through walks through such a folder.
func through(folder string, visit func(dir *os.Root, name string, info fs.FileInfo) error) error {
	dir, err := open(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	return walk(dir, "", visit)
}

// tidy removes from a folder whose programs have all ended what nothing here can handle: pipes, sockets and devices, set-user-ID bits, and
// what lies too deep. Its owner may then read and remove the rest.
func tidy(folder string) error {
	top, err := open(folder)
	if err != nil {
		return err
	}
	defer top.Close()
	var deep []string // where what lies too deep is moved to, since removing it in its place needs a descriptor for each level
	visit := func(dir *os.Root, name string, info fs.FileInfo) error {
		mode, base := info.Mode(), path.Base(name)
		switch {
		case mode.IsDir() && (strings.Count(name, "/") >= deepest-2 || len(name) > longestPath-longestName):
			to := ".agon-" + rand.Text()
			if err := top.Rename(name, to); err != nil {
				return err
			}
			deep = append(deep, to)
			return fs.SkipDir
		case mode.IsDir():
			return repair(dir, base, mode, 0o700)
		case mode.IsRegular():
			return repair(dir, base, mode, 0o600)
		case mode&fs.ModeSymlink != 0:
			return nil
		}
		return dir.Remove(base)
	}
	err = walk(top, "", visit)
	for i := 0; err == nil && i < len(deep); i++ {
		var info fs.FileInfo
		if info, err = top.Lstat(deep[i]); err == nil {
			err = enter(top, deep[i], info, visit)
		}
	}
	for _, name := range deep {
		err = errors.Join(err, top.RemoveAll(name))
	}
	return err
}

// repair gives a file's owner the rights of own, and takes special bits from it.
func repair(dir *os.Root, base string, mode, own fs.FileMode) error {
	if mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) == 0 && mode&own == own {
		return nil
	}
	return dir.Chmod(base, mode.Perm()|own)
}

// takes returns what a file takes of the disk, in bytes. Holes count, since a copy has none.
func takes(info fs.FileInfo) int64 { return max(info.Size(), allocated(info), block) }

// used returns what workspace and home take of the disk, in bytes.
func (e *edit) used() (sum int64, err error) { return Used(e.Workspace, e.Home) }

// Used returns what folders of an agent take of the disk, in bytes. Links to one file count each, since a copy has a file for each. Folders
// that are nested too deep are an error.
func Used(folders ...string) (sum int64, err error) {
	for _, folder := range folders {
		err = errors.Join(err, through(folder, func(_ *os.Root, _ string, info fs.FileInfo) error {
			sum += takes(info)
			return nil
		}))
	}
	return sum, err
}

// watchDisk ends the edit when it has written too much, until the context is done.
func (e *edit) watchDisk(ctx context.Context) {
	var used, mark int64 // what was counted, and the free space then
	var counted time.Time
	var pause time.Duration // until files are counted again
	for {
		free, err := room(e.Workspace)
		if err != nil {
			e.lose(err)
			return
		}
		since, shrunk, left := time.Since(counted), mark-free, e.Limits.Disk-used
		if shrunk > left || shrunk > left/mostShrunk && since > pause || since > max(countEvery, pause) {
			began := time.Now()
			used, err = e.used()
			used += deleted(e.process.Pid, e.Workspace)
			counted, mark, pause = time.Now(), free, shareOf*time.Since(began)
			if err != nil { // folders changed meanwhile
				counted = time.Time{}
			}
		}
		switch {
		case errors.Is(err, errDeep):
			e.end(NoDisk, "was ended: its %v", err)
			return
		case used > e.Limits.Disk:
			e.end(e.full(used))
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookEvery):
		}
	}
}
