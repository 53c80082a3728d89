package entries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"agon/internal/regular"
	"agon/site/database"
)

// authorFile returns the path of the file that names a bot's author to the contest, as package contest reads it: the team, or the person.
// What the bot's own files claim does not count on a site.
func authorFile(c *Contest, bot string) string { return filepath.Join(c.Folder, ".author-"+bot) }

// authorOf is the name of the author of a bot b, a person p, with its team t.
const authorOf = `coalesce(t.name, p.name) FROM bot b JOIN person p ON p.id = b.owner LEFT JOIN team t ON t.id = b.team`

// Authors returns the authors of a contest's bots by the names of the bots.
func Authors(ctx context.Context, db *database.Database, contest string) (map[string]string, error) {
	by := map[string]string{}
	err := db.Each(ctx, func(scan func(...any) error) error {
		var bot, author string
		err := scan(&bot, &author)
		by[bot] = author
		return err
	}, `SELECT b.name, `+authorOf+` WHERE b.contest = ?`, contest)
	if err != nil {
		return nil, fmt.Errorf("read the authors of bots: %w", err)
	}
	return by, nil
}

// Contests returns the names of the contests that have a bot of a person, or of the person's team.
func (e *Entries) Contests(ctx context.Context, person int64) ([]string, error) {
	return database.List(ctx, e.db, func(scan database.Scan) (contest string, err error) {
		err = scan(&contest)
		return contest, err
	}, `SELECT DISTINCT contest FROM bot b WHERE `+ofPerson+` ORDER BY contest`, person)
}

// signed writes the author of a bot into its contest's folder. changed is false if it was there already.
func (e *Entries) signed(ctx context.Context, c *Contest, bot int64, name string) (changed bool, err error) {
	var author string
	if err := e.db.Row(ctx, `SELECT `+authorOf+` WHERE b.id = ?`, bot).Scan(&author); err != nil {
		return false, fmt.Errorf("find the author of %s: %w", name, err)
	}
	if had, err := regular.ReadSmall(authorFile(c, name), mostBeside); err == nil && string(had) == author {
		return false, nil
	}
	return true, writeBeside(c, authorFile(c, name), author)
}

// Sign writes the authors of all bots that play into the folders of their contests, after people have joined or left teams.
func (e *Entries) Sign(ctx context.Context) error {
	e.placing.Lock()
	defer e.placing.Unlock()
	bots, err := database.List(ctx, e.db, scanBot, `SELECT `+botColumns+` FROM bot WHERE active IS NOT NULL ORDER BY contest, id`)
	if err != nil {
		return fmt.Errorf("read the authors of bots: %w", err)
	}
	for _, b := range bots {
		c, err := e.find(b.Contest)
		if errors.Is(err, fs.ErrNotExist) || err == nil && (c.Folder == "" || c.Over) {
			continue
		}
		if err != nil {
			e.log.Error("a bot keeps the name of its author", "bot", b.Name, "contest", b.Contest, "error", err)
			continue
		}
		changed, err := e.signed(ctx, c, b.ID, b.Name)
		if err != nil {
			return err
		}
		if changed && c.Changed != nil {
			c.Changed()
		}
	}
	return nil
}

// Fit returns a [*people.Problem] if a team would have too many bots in a contest with those of a person.
func (e *Entries) Fit(tx *sql.Tx, team, person int64) error {
	rows, err := tx.Query(`SELECT contest, count(*) FROM bot b
		WHERE (team = ?1 OR team IS NULL AND owner = ?2) AND `+counts+` GROUP BY contest HAVING count(team) < count(*)`, team, person)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var contest string
		var bots int
		if err := rows.Scan(&contest, &bots); err != nil {
			return err
		}
		c, err := e.find(contest)
		if errors.Is(err, fs.ErrNotExist) || err == nil && c.Over {
			continue
		}
		if err != nil {
			return err
		}
		if most := e.most(c); bots > most {
			return problem("The team would have %d bots in the contest %s with yours, and the limit is %d.", bots, contest, most)
		}
	}
	return rows.Err()
}
