package entries

import (
	"context"
	"time"
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
func (e *Entries) Pending(ctx context.Context, contest string) (list []Pending, err error) {
	err = e.db.Each(ctx, func(scan func(...any) error) error {
		var p Pending
		var received int64
		if err := scan(&p.Bot, &p.Name, &p.Owner, &p.Number, &received); err != nil {
			return err
		}
		p.Received = time.UnixMilli(received)
		list = append(list, p)
		return nil
	}, `SELECT b.id, b.name, coalesce(t.name, p.name), v.number, v.received FROM version v JOIN bot b ON b.id = v.bot JOIN person p ON p.id = b.owner LEFT JOIN team t ON t.id = b.team
		WHERE v.state = 'checking' AND b.contest = ? ORDER BY v.id`, contest)
	return list, err
}
