package entries

import "context"

// Playable returns a version of a bot that passed its check, whether it plays in its contest or not; number 0 is the active one. The error
// is [people.ErrNobody] if there is none.
func (e *Entries) Playable(ctx context.Context, b *Bot, number int) (*Version, error) {
	return scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+
		` FROM version WHERE bot = ? AND state = 'good' AND CASE ? WHEN 0 THEN id = ? ELSE number = ? END`, b.ID, number, b.Active,
		number).Scan)
}

// Files returns the folder with the files of a version, which others must not change; the error is [people.ErrNobody] if there is none.
func (e *Entries) Files(ctx context.Context, version int64) (string, error) {
	v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, version).Scan)
	if err != nil {
		return "", err
	}
	return e.folderOf(ctx, v)
}
