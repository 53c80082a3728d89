package entries

import (
	"context"
	"fmt"
	"time"
)

// Used is what an author has used of the limits.
type Used struct {
	Bots    int // in a contest, which have passed a check or wait for one
	Waiting int // versions that wait for their check, or are checked
	Hourly  int // submissions in the last hour

	Checking time.Duration // of checks in the last hour
}

// Used returns what a person, with the person's team, has used of the limits in a contest.
func (e *Entries) Used(ctx context.Context, contest string, owner int64) (u Used, err error) {
	err = e.db.Row(ctx, `SELECT (SELECT count(*) FROM bot b WHERE contest = ?2 AND `+ofPerson+` AND `+counts+`), count(*) FILTER (WHERE v.state = 'checking'), count(*) FILTER (WHERE v.received > ?3)
		FROM version v JOIN bot b ON b.id = v.bot WHERE `+ofPerson, owner, contest, e.now().Add(-time.Hour).UnixMilli()).Scan(&u.Bots, &u.Waiting, &u.Hourly)
	if err != nil {
		return u, fmt.Errorf("count submissions: %w", err)
	}
	var author string
	if err := e.db.Row(ctx, `SELECT coalesce('team ' || (SELECT team FROM member WHERE person = ?1), 'person ' || ?1)`, owner).Scan(
		&author); err != nil {
		return u, fmt.Errorf("find the author of submissions: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	u.Checking = e.used(author, e.now())
	return u, nil
}
