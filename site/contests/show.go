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
	t.sign(s.authors(s.ctx, c))
	t.Stage.SetForm(p.Newest)
	c.set(t, seen)
}

// showResult makes the table of a run that has ended. seen is as in [Table.follow].
func (s *Contests) showResult(c *Contest, open *contest.Contest, r *contest.Result, seen map[int]Progress) {
	if len(r.Stages) == 0 {
		return
	}
	s.sign(s.ctx, c, open)
	nth := len(r.Stages) - 1
	last := &r.Stages[nth]
	f, err := s.File(c)
	t := &Table{At: time.Now(), Nth: nth, Over: r.Finished && (err != nil || f.At(s.setup.Now()) == f), Bots: bots(open),
		Stage: stage(open, nth, last.Table, last.Ledger.Done(), last.Ledger.Planned()-last.Ledger.GivenUp(), last.Finished)}
	t.Stage.SetForm(last.Ledger.All().Newest)
	if before := c.Newest(); before != nil && before.Nth == nth && !last.Finished {
		t.Next = before.Next // what was open then goes on
	}
	c.set(t, seen)
}

// authors returns the authors of a contest's submitted bots by their names.
func (s *Contests) authors(ctx context.Context, c *Contest) map[string]string {
	if s.setup.Authors == nil {
		return nil
	}
	by, err := s.setup.Authors(context.WithoutCancel(ctx), c.Name)
	if err != nil {
		s.setup.Log(c.Name, err.Error()) // its ledger has the authors too, as they were called then
	}
	return by
}

// sign names the authors of submitted bots in a contest that nothing plays as they are called now. Its ledger has what they were called
// when their bots came.
func (s *Contests) sign(ctx context.Context, c *Contest, open *contest.Contest) {
	by := s.authors(ctx, c)
	for i := range open.Entries {
		if author, ok := by[open.Entries[i].Name]; ok {
			open.Entries[i].Author = author
		}
	}
}

// sign names authors in a table that nobody has seen.
func (t *Table) sign(by map[string]string) {
	for i := range t.Bots {
		if author, ok := by[t.Bots[i].Name]; ok {
			t.Bots[i].Author = author
		}
	}
	for i := range t.Stage.Standings {
		l := &t.Stage.Standings[i]
		if author, ok := by[l.Name]; ok {
			l.Author = author
		}
	}
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
	s.Tied(table.Ties)
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
