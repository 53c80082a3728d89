package entries

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// removeOldest drops files of an author's oldest versions that neither play nor are fixed, until the rest is in the limit. A version that
// has just become good stays.
func (e *Entries) removeOldest(ctx context.Context, newest *Version) error {
	type old struct {
		id, size int64
		place    string
		stays    bool
	}
	var all []old
	total := int64(0)
	err := e.db.Each(ctx, func(scan func(...any) error) error {
		var v old
		if err := scan(&v.id, &v.size, &v.place, &v.stays); err != nil {
			return err
		}
		total += v.size
		all = append(all, v)
		return nil
	}, `SELECT v.id, v.size, v.place, v.id = ?1 OR v.id = coalesce(b.active, 0) OR EXISTS (SELECT 1 FROM fixed f WHERE f.version = v.id) FROM version v JOIN bot b ON b.id = v.bot, bot mine
		WHERE v.state = 'good' AND mine.id = ?2 AND (b.team = mine.team OR b.team IS NULL AND mine.team IS NULL AND b.owner = mine.owner) ORDER BY v.id`, newest.ID, newest.Bot)
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
		err := e.db.Exec(context.WithoutCancel(ctx), `UPDATE version SET state = 'removed', log = log || ? WHERE id = ?`,
			fmt.Sprintf("\nIts files were removed: your versions have more than %d MiB together, and it was the oldest that did not "+
				"play.\n", e.limits.Kept>>20), v.id)
		if err != nil {
			return err
		}
		if err := os.RemoveAll(filepath.Join(e.dir, v.place)); err != nil {
			return err
		}
	}
	return nil
}
