package entries

import "context"

// Files returns the folder with the files of a version, which others must not change; the error is [people.ErrNobody] if there is none.
func (e *Entries) Files(ctx context.Context, version int64) (string, error) {
	v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, version).Scan)
	if err != nil {
		return "", err
	}
	return e.folderOf(ctx, v)
}
