package entries

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// removeOldest drops files of an author's oldest versions that neither play nor are fixed, until the rest is in the limit. A version that
// has just been checked stays.
func (e *Entries) removeOldest(ctx context.Context, newest *Version) error {
	type old struct {
		id, size int64
		place    string
		bad      bool
		stays    bool
	}
	var all []old
	total := int64(0)
	err := e.db.Each(ctx, func(scan func(...any) error) error {
		var v old
		if err := scan(&v.id, &v.size, &v.place, &v.bad, &v.stays); err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(e.dir, v.place)); v.bad && err != nil {
			return nil // its files were removed before
		}
		total += v.size
		all = append(all, v)
		return nil
	}, `SELECT v.id, v.size, v.place, v.state = 'bad', v.id = ?1 OR v.id = coalesce(b.active, 0) OR EXISTS (SELECT 1 FROM fixed f WHERE f.version = v.id) FROM version v JOIN bot b ON b.id = v.bot, bot mine
		WHERE v.state IN ('good', 'bad') AND mine.id = ?2 AND (b.team = mine.team OR b.team IS NULL AND mine.team IS NULL AND b.owner = mine.owner) ORDER BY v.id`, newest.ID, newest.Bot)
	if err != nil {
		return fmt.Errorf("read the versions of an author: %w", err)
	}
	for _, v := range all {
		if total <= e.limits.Kept {
			break
		}
		if v.stays {
			continue
		}
		total -= v.size
		if err := e.drop(ctx, v.id, v.place, v.bad); err != nil {
			return err
		}
	}
	return nil
}

// drop removes the files of a version that does not play. One that failed stays as it is, without them.
func (e *Entries) drop(ctx context.Context, id int64, place string, failed bool) error {
	if !failed {
		err := e.db.Exec(context.WithoutCancel(ctx), `UPDATE version SET state = 'removed', log = log || ? WHERE id = ?`,
			fmt.Sprintf("\nIts files were removed: your versions have more than %d MiB together, and it was the oldest that did not "+
				"play.\n", e.limits.Kept>>20), id)
		if err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(e.dir, place))
}
