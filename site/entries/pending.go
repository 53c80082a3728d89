package entries

import (
	"context"
	"time"

	"agon/site/database"
)

// A Pending is a version that waits for its check.
type Pending struct {
	Bot      int64
	Name     string // of the bot
	Owner    string // the person, or the team
	Number   int
	Received time.Time
}

// Pending returns the versions of a contest that wait for their check, the next first.
func (e *Entries) Pending(ctx context.Context, contest string) ([]Pending, error) {
	return database.List(ctx, e.db, func(scan database.Scan) (p Pending, err error) {
		var received int64
		err = scan(&p.Bot, &p.Name, &p.Owner, &p.Number, &received)
		p.Received = time.UnixMilli(received)
		return p, err
	}, `SELECT b.id, b.name, coalesce(t.name, p.name), v.number, v.received FROM version v JOIN bot b ON b.id = v.bot JOIN person p ON p.id = b.owner LEFT JOIN team t ON t.id = b.team
		WHERE v.state = 'checking' AND b.contest = ? ORDER BY v.id`, contest)
}
