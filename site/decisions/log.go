package decisions

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
)

// Itself is who decides what the site decides without a person.
const Itself = "the site"

// Reason returns the reason of a decision as it is kept. The error is a [*people.Problem] if there is none.
func Reason(text string) (string, error) {
	why := strings.ToValidUTF8(strings.TrimSpace(text), "")
	if why == "" || len(why) > 1000 {
		return "", &people.Problem{Text: "Give a reason, in at most 1000 letters: others read it in the log of decisions."}
	}
	return why, nil
}

// A Log is the log of decisions.
type Log struct {
	db  *database.Database
	now func() time.Time
}

// NewLog returns the log in a database.
func NewLog(db *database.Database, now func() time.Time) *Log { return &Log{db, now} }

// A Decision is a line of the log.
type Decision struct {
	ID             int64
	At             time.Time
	Who, What, Why string
	About          string // the contest; empty: none
	Undo           bool   // it can be undone
	Undone         bool
}

// Record writes a decision into the log. who is a person's name, or [Itself]; contest may be empty. undo undoes it, as JSON; nil: nothing
// does.
func (l *Log) Record(ctx context.Context, who, what, why, contest string, undo any) error {
	return l.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error { return l.Insert(tx, who, what, why, contest, undo) })
}

// Insert is Record within a transaction.
func (l *Log) Insert(tx *sql.Tx, who, what, why, contest string, undo any) error {
	var text []byte
	if undo != nil {
		var err error
		if text, err = json.Marshal(undo); err != nil {
			return err
		}
	}
	_, err := tx.Exec(`INSERT INTO audit (at, who, what, why, about, undo) VALUES (?, ?, ?, ?, ?, ?)`, l.now().UnixMilli(), who, what, why,
		contest, string(text))
	return err
}

// Bounds of what is read of the log.
const (
	mostNewest = 500
	mostAbout  = 50
)

// Newest returns the newest decisions, at most 500, the newest first.
func (l *Log) Newest(ctx context.Context) ([]Decision, error) {
	return l.read(ctx, `ORDER BY id DESC LIMIT ?`, mostNewest)
}

// About returns the newest decisions about a contest, at most 50, the newest first.
func (l *Log) About(ctx context.Context, contest string) ([]Decision, error) {
	return l.read(ctx, `WHERE about = ? ORDER BY id DESC LIMIT ?`, contest, mostAbout)
}

func (l *Log) read(ctx context.Context, which string, args ...any) ([]Decision, error) {
	return database.List(ctx, l.db, func(scan database.Scan) (d Decision, err error) {
		var at int64
		err = scan(&d.ID, &at, &d.Who, &d.What, &d.Why, &d.About, &d.Undo, &d.Undone)
		d.At = time.UnixMilli(at)
		return d, err
	}, `SELECT id, at, who, what, why, about, undo <> '' AND undone = 0, undone FROM audit `+which, args...)
}

// undoing returns what was decided about a contest, and the JSON that undoes it. The error is [people.ErrNobody] if there is no such
// decision, and a [*contests.Conflict] if it cannot be undone.
func (l *Log) undoing(ctx context.Context, contest string, id int64) (what string, undo []byte, err error) {
	var undone bool
	err = l.db.Row(ctx, `SELECT what, undo, undone FROM audit WHERE id = ? AND about = ?`, id, contest).Scan(&what, &undo, &undone)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", nil, people.ErrNobody
	case err == nil && (len(undo) == 0 || undone):
		return "", nil, &contests.Conflict{Text: "This decision cannot be undone, or was undone already."}
	}
	return what, undo, err
}

// undone notes that a decision was undone.
func (l *Log) undone(ctx context.Context, id int64) error {
	return l.db.Exec(context.WithoutCancel(ctx), `UPDATE audit SET undone = 1 WHERE id = ?`, id)
}
