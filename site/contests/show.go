package contests

import (
	"context"
	"time"

	"agon/contest"
	"agon/contest/compile"
	"agon/contest/run"
	"agon/format/tournament"
	"agon/show/report"
)

// How often a table is computed at most, and which part of the time that may take.
const (
	tableEvery = time.Second
	tableShare = 40
)

// show makes the newest table from a run's progress, with the stages that the run has seen.
func (s *Contests) show(c *Contest, open *contest.Contest, p run.Progress, seen map[int]Progress) {
	t := &Table{At: time.Now(), Nth: p.Stage, Left: p.Left, Next: p.Next, Bots: bots(open),
		Stage: stage(open, p.Stage, p.Table(), p.Done, p.Planned, false)}
	t.Stage.SetForm(p.Newest)
	c.set(t, seen)
}

// showResult makes the table of a run that has ended. seen is as in [Table.follow].
func (s *Contests) showResult(c *Contest, open *contest.Contest, r *contest.Result, seen map[int]Progress) {
	if len(r.Stages) == 0 {
		return
	}
	nth := len(r.Stages) - 1
	last := &r.Stages[nth]
	t := &Table{At: time.Now(), Nth: nth, Over: r.Finished, Bots: bots(open),
		Stage: stage(open, nth, last.Table, last.Ledger.Done(), last.Ledger.Planned()-last.Ledger.GivenUp(), last.Finished)}
	t.Stage.SetForm(last.Ledger.All().Newest)
	c.set(t, seen)
}

// stage returns a stage with its standings.
func stage(c *contest.Contest, nth int, table tournament.Table, done, planned int, finished bool) report.Stage {
	unit, _ := c.Kind.Scale(c.Settings, len(c.Playing()))
	s := report.Stage{
		Name: c.Stages[nth].Name, Format: c.Stages[nth].Format, Played: done, Planned: planned, Finished: finished, Unit: unit,
		Limit: compile.Limit(c),
		By:    table.By, NotApart: table.NotApart, Bracket: table.Bracket, Standings: compile.Standings(c, table),
	}
	if nth+1 < len(c.Stages) {
		s.Next = c.Stages[nth+1].Name
	}
	for i := range s.Standings {
		if s.Standings[i].Broken != "" {
			s.Standings[i].Broken = "it does not start" // the reason may quote its files, and everybody sees the table
		}
	}
	s.Remark(compile.LastOrder(c, nth), table.Rematches)
	return s
}

// set makes a table the newest. seen is as in [Table.follow].
func (c *Contest) set(t *Table, seen map[int]Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.follow(c.table, seen)
	t.remember(c.table)
	t.climb()
	c.table, c.dirty = t, true
	if c.wall != nil {
		c.wall.Rank(&t.Stage)
	}
}

// keepTable stores a contest's newest table, if it is not stored.
func (s *Contests) keepTable(c *Contest) error {
	c.mu.Lock()
	t, dirty := c.table, c.dirty
	c.dirty = false
	c.mu.Unlock()
	if !dirty {
		return nil
	}
	data, err := t.encode()
	if err != nil {
		return err
	}
	return s.db.Exec(context.WithoutCancel(s.ctx), `UPDATE contest SET table_at = ?, table_data = ? WHERE name = ?`, t.At.UnixMilli(), data,
		c.Name)
}
