/*
Package disk keeps a part of a site's disk free, and copies the ledgers of contests while there is room.

A disk that is full would end games and lose submissions. So nothing is taken and nothing is played while less than the reserve is free:
whoever is about to write asks [Disk.Room] first.
*/
package disk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"agon/contest/store/sqlite"
	"agon/internal/diskfree"
	"agon/site/backup"
	"agon/site/contests"
	"agon/site/people"
)

// usualReserve is how many bytes of its disk a site leaves free.
const usualReserve = 100 << 20

// A Disk is the one with the folder of a site. Its methods are safe for concurrent use.
type Disk struct {
	dir     string
	reserve int64
	log     *slog.Logger
	copying sync.Mutex // held while a ledger is copied
}

// Open returns the disk of a folder, of which a number of bytes is kept free; 0: 100 MiB. It removes the copies that a killed site left.
func Open(dir string, reserve int64, log *slog.Logger) (*Disk, error) {
	if reserve <= 0 {
		reserve = usualReserve
	}
	left, err := filepath.Glob(filepath.Join(dir, copiesBegin+"*"))
	for _, name := range left {
		err = errors.Join(err, os.RemoveAll(name))
	}
	return &Disk{dir: dir, reserve: reserve, log: log}, err
}

// Free returns the number of bytes that are free.
func (d *Disk) Free() (int64, error) { return diskfree.Of(d.dir) }

// Room returns a [*people.Problem] while the disk has less than the reserve, or cannot be asked.
func (d *Disk) Room() error {
	free, err := d.Free()
	if err != nil {
		d.log.Error("is there room", "error", err)
		return &people.Problem{Text: "The site's disk cannot be read: nothing is taken and no games are played until it can."}
	}
	if free < d.reserve {
		return &people.Problem{Text: fmt.Sprintf(
			"The site's disk is full (%d MiB are free, and it keeps %d MiB): nothing is taken and no games are played "+
				"until there is room. The organiser is told.", free>>20, d.reserve>>20)}
	}
	return nil
}

// Unkept returns an error of keeping a submission as one that its owner can read, if the disk became full meanwhile.
func (d *Disk) Unkept(err error) error {
	if !diskfree.IsFull(err) {
		return err
	}
	d.log.Error("keep a submission", "error", err)
	return &people.Problem{Text: "The site's disk is full: nothing was kept. The organiser is told; submit it again later."}
}

// copiesBegin is how the names of folders with copies of ledgers begin, in the site's folder.
const copiesBegin = ".ledger-"

// A Copy is a copy of a contest's ledger. Close removes it.
type Copy struct{ *os.File }

// Close closes the file and removes it.
func (c *Copy) Close() error {
	return errors.Join(c.File.Close(), os.RemoveAll(filepath.Dir(c.Name())))
}

// Copy returns a copy of the ledger in a file of some bytes, while games go on. One is made at a time, as each needs room.
func (d *Disk) Copy(ctx context.Context, ledger string, size int64) (*Copy, error) {
	if !d.copying.TryLock() {
		return nil, &contests.Conflict{Text: "A ledger is being copied already; try again in a moment."}
	}
	defer d.copying.Unlock()
	if free, err := d.Free(); err != nil || free < d.reserve+size {
		return nil, errors.Join(err, &people.Problem{
			Text: "The site's disk has no room for a copy of the ledger. Copy the contest's folder with agon backup, or make room.",
		})
	}
	dir, err := os.MkdirTemp(d.dir, copiesBegin)
	if err != nil {
		return nil, err
	}
	copied := filepath.Join(dir, sqlite.Name)
	if err = backup.Snapshot(ctx, ledger, copied); err == nil {
		var f *os.File
		if f, err = os.Open(copied); err == nil {
			return &Copy{f}, nil
		}
	}
	return nil, errors.Join(err, os.RemoveAll(dir))
}
