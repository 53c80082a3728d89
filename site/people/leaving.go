package people

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"agon/site/database"
)

// renameEvery is how often a person may take another name: a name that was in tables is not thrown away as one likes.
const renameEvery = 7 * 24 * time.Hour

// Rename gives an account another name, under the rules of a new account's. The name before stays taken for everybody else, so that nobody
// comes by its games. It returns the name as it is kept.
func (p *People) Rename(ctx context.Context, person int64, name string) (clean string, err error) {
	if clean, err = CleanName(name); err != nil {
		return "", err
	}
	now := p.now()
	return clean, p.change(ctx, person, func(tx *sql.Tx) error {
		if err := (Naming{Name: clean, Person: person}).Allow(tx); err != nil {
			return err
		}
		var had string
		var last int64
		if err := tx.QueryRow(`SELECT name, coalesce((SELECT max(until) FROM former_name WHERE person = id), 0) FROM person WHERE id = ?`,
			person).Scan(&had, &last); err != nil {
			return err
		}
		if had == clean {
			return nil
		}
		if next := time.Unix(last, 0).Add(renameEvery); last > 0 && now.Before(next) {
			return &Wait{Problem{fmt.Sprintf("You have changed your name on %s; it can be changed again from %s.",
				time.Unix(last, 0).Format(dayForm), next.Format(dayForm))}, next.Sub(now)}
		}
		return rename(tx, person, had, clean, now)
	}, true)
}

// dayForm is how sentences write a day.
const dayForm = "2 January 2006"

// rename changes the name of an account in a transaction, and keeps the one before for it.
func rename(tx *sql.Tx, person int64, had, name string, now time.Time) error {
	if _, err := tx.Exec(`UPDATE person SET name = ?, folded = ? WHERE id = ?`, name, folded(name), person); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT OR REPLACE INTO former_name (folded, name, person, until) VALUES (?, ?, ?, ?)`, folded(had), had, person,
		now.Unix())
	return err
}

// FormerNames returns the names that an account had, the newest first.
func (p *People) FormerNames(ctx context.Context, person int64) ([]string, error) {
	return database.List(ctx, p.db, func(scan database.Scan) (name string, err error) {
		err = scan(&name)
		return name, err
	}, `SELECT name FROM former_name WHERE person = ? ORDER BY until DESC, name`, person)
}

// Delete deletes an account: it is closed, and what says whose it was is gone: name, names before, address of mail, password, passkeys,
// tokens, and what it was told. What others have played with stays, under the name "deleted". The last organiser's is not deleted.
func (p *People) Delete(ctx context.Context, person int64) error {
	return p.change(ctx, person, func(tx *sql.Tx) error {
		if err := p.end(tx, person); err != nil {
			return err
		}
		for _, of := range []string{"former_name", "feed", "visit", "alert"} {
			if _, err := tx.Exec(`DELETE FROM `+of+` WHERE person = ?`, person); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(`UPDATE match SET shared = NULL WHERE person = ?`, person); err != nil {
			return err
		}
		_, err := tx.Exec(`UPDATE person SET name = ?, folded = ?, mail = '', handle = NULL, role = ? WHERE id = ?`, deleted,
			fmt.Sprintf("%s/%d", deleted, person), string(Viewer), person) // "/" is in no name
		return err
	}, false)
}

// Gone returns the deleted accounts that have bots of their own with files: the site ended before they had left.
func (p *People) Gone(ctx context.Context) ([]int64, error) {
	return database.List(ctx, p.db, func(scan database.Scan) (id int64, err error) {
		err = scan(&id)
		return id, err
	}, `SELECT DISTINCT p.id FROM person p JOIN bot b ON b.owner = p.id AND b.team IS NULL JOIN version v ON v.bot = b.id
		WHERE p.name = ? AND p.closed > 0 AND v.state <> 'removed'`, deleted)
}
