package entries

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"agon/site/database"
)

// A Kept is a version of a bot whose files a site keeps.
type Kept struct {
	Bot, Author string // the author is a team or a person
	Number      int    // of the version, from 1
	Path        string // of its folder, or of what was handed in
}

// AllKept returns the versions of a contest's bots whose files are in the folder of submissions dir, and how many others there were. It
// changes nothing.
func AllKept(ctx context.Context, db *database.Database, dir, contest string) (list []Kept, gone int, err error) {
	err = db.Each(ctx, func(scan func(...any) error) error {
		var k Kept
		var place, file string
		if err := scan(&k.Bot, &k.Number, &place, &file, &k.Author); err != nil {
			return err
		}
		k.Path = filepath.Join(dir, place, unpacked)
		if _, err := os.Stat(k.Path); err != nil {
			k.Path = filepath.Join(dir, place, file)
		}
		if _, err := os.Stat(k.Path); err != nil || file == "" {
			gone++
			return nil
		}
		list = append(list, k)
		return nil
	}, `SELECT b.name, v.number, v.place, v.file, `+authorOf+` JOIN version v ON v.bot = b.id WHERE b.contest = ? ORDER BY b.id, v.number`,
		contest)
	if err != nil {
		return nil, 0, fmt.Errorf("read the submissions: %w", err)
	}
	return list, gone, nil
}
