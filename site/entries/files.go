package entries

import (
	"context"
	"os"
	"path/filepath"

	"agon/internal/regular"
)

// Files returns the folder with the files of a version, which others must not change; the error is [people.ErrNobody] if there is none.
func (e *Entries) Files(ctx context.Context, version int64) (string, error) {
	v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, version).Scan)
	if err != nil {
		return "", err
	}
	return e.folderOf(ctx, v)
}

// Upload opens what was handed in, or fetched, as a version of a bot. The error is a [*people.Problem] if it is not kept.
func (e *Entries) Upload(ctx context.Context, b *Bot, number int) (*os.File, error) {
	v, err := e.version(ctx, b.ID, number)
	if err != nil {
		return nil, err
	}
	if !v.Kept {
		return nil, problem("The files of version %d are not kept.", number)
	}
	return regular.Open(filepath.Join(e.dir, v.place, v.File))
}

// kept reports whether the site has what was handed in: not if it was removed, or has not been fetched. Of versions that failed it has the
// newest.
func (e *Entries) kept(v *Version) bool {
	if v.Hash == "" || v.State == Removed {
		return false
	}
	info, err := os.Stat(filepath.Join(e.dir, v.place, v.File))
	return err == nil && info.Mode().IsRegular()
}
