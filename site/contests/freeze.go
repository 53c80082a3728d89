package contests

import (
	"context"
	"fmt"
	"time"

	"agon/site/database"
)

// Freeze keeps the contest's table of this moment for those who must not see newer ones, until Reveal. at is the time that is shown
// of.
func (s *Contests) Freeze(ctx context.Context, c *Contest, at time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.frozen.IsZero() {
		return nil
	}
	var data []byte
	if c.table != nil {
		var err error
		if data, err = c.table.encode(); err != nil {
			return err
		}
	}
	err := s.db.Exec(ctx, `INSERT INTO contest (name, state, since, frozen, frozen_data) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET frozen = excluded.frozen, frozen_data = excluded.frozen_data`, c.Name, string(c.state), c.since.Unix(), at.UnixMilli(), data)
	if err != nil {
		return fmt.Errorf("freeze the table of %s: %w", c.Name, err)
	}
	c.frozen, c.public = at, c.table
	close(c.froze)
	return nil
}

// FreezeDue freezes the tables of contests whose time for it has come while no server ran. It is called before the contests are opened.
func FreezeDue(ctx context.Context, db *database.Database, now time.Time) error {
	err := db.Exec(ctx, `UPDATE contest SET frozen = d.freezes, frozen_data = table_data FROM schedule d
			WHERE d.contest = contest.name AND d.freezes <> 0 AND d.freezes <= ? AND d.froze = 0 AND frozen = 0`, now.UnixMilli())
	if err == nil {
		err = db.Exec(ctx, `UPDATE contest SET frozen = t.at, frozen_data = table_data
				FROM (SELECT contest, max(freezes) at FROM timetable WHERE freezes <> 0 AND freezes <= ? GROUP BY contest) t
				WHERE t.contest = contest.name AND frozen = 0`, now.UnixMilli())
	}
	if err != nil {
		return fmt.Errorf("freeze tables: %w", err)
	}
	return nil
}

// Reveal ends a freeze: everybody sees the newest table again.
func (s *Contests) Reveal(ctx context.Context, c *Contest) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.frozen.IsZero() {
		return nil
	}
	err := s.db.Exec(ctx, `UPDATE contest SET frozen = 0, frozen_data = NULL WHERE name = ?`, c.Name)
	if err != nil {
		return fmt.Errorf("reveal the table of %s: %w", c.Name, err)
	}
	c.frozen, c.public, c.froze = time.Time{}, nil, make(chan struct{})
	return nil
}

// Frozen returns the time since which the table is frozen, zero if it is not, and a channel that is closed when it is.
func (c *Contest) Frozen() (at time.Time, frozen <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.frozen, c.froze
}

// Newest is Table for organisers and jury: no freeze holds it back.
func (c *Contest) Newest() *Table {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.table
}
