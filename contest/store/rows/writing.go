package rows

import (
	"fmt"

	"agon/contest/store"
	"agon/format/tournament"
)

// A Table is what a transaction of a database does with rows. Seals are not its affair.
type Table interface {
	// Game returns a planned game, with what this transaction has stored of it; nil if the plan has none with this ID. If a Table keeps
	// the value for the next call, it finds there what the transaction has stored meanwhile.
	Game(id int) (*Game, error)
	InsertFixture(r Fixture) error
	// InsertResult inserts a result into those that stand, or into the others.
	InsertResult(r Result, stands bool) error
	// DeleteResult deletes the standing result of a game.
	DeleteResult(id int) error
	InsertChange(r Change) error
}

// A Game is a planned game.
type Game struct {
	Sum      int64 // of its fixture's row
	Seats    int
	Standing *tournament.Result // nil if it has no result
}

// A Writing is a transaction that updates the seal with the rows.
type Writing struct {
	Seal  Seal
	Table Table
}

// Plan stores fixtures. IDs are consecutive from 0, so the seal's count is the next ID.
func (w *Writing) Plan(fixtures []tournament.Fixture) error {
	for _, f := range fixtures {
		r := OfFixture(f)
		if r.ID < 0 || r.ID > w.Seal.Plan {
			return store.Gap(r.ID, w.Seal.Plan)
		}
		if r.ID == w.Seal.Plan {
			w.Seal.AddFixture(r)
			if err := w.Table.InsertFixture(r); err != nil {
				return err
			}
			continue
		}
		game, err := w.Table.Game(r.ID)
		switch {
		case err != nil:
			return fmt.Errorf("read game %d of the plan: %w", r.ID, err)
		case game == nil:
			return fmt.Errorf("read game %d of the plan: it is gone", r.ID)
		case game.Sum != r.Sum:
			return store.Replanned(r.ID)
		}
	}
	return nil
}

// Record stores results and returns the verdict on each.
func (w *Writing) Record(results []tournament.Result) ([]store.Verdict, error) {
	verdicts := make([]store.Verdict, len(results))
	for i, r := range results {
		game, err := w.Table.Game(r.Fixture)
		if err != nil {
			return nil, fmt.Errorf("record results: game %d: %w", r.Fixture, err)
		}
		if game == nil {
			return nil, store.Unplanned(r.Fixture)
		}
		if err := r.Check(game.Seats); err != nil {
			return nil, fmt.Errorf("record results: %w", err)
		}
		verdicts[i] = store.Judge(game.Standing, r)
		if verdicts[i] == store.Known {
			continue
		}
		row := OfResult(r)
		if verdicts[i] == store.Stands {
			game.Standing = &results[i]
			w.Seal.AddResult(row)
		} else {
			w.Seal.AddOther(row)
		}
		if err := w.Table.InsertResult(row, verdicts[i] == store.Stands); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

// Change stores changes, and moves the results of games that are to be played again to the others.
func (w *Writing) Change(changes []store.Change) error {
	for _, c := range changes {
		if err := c.Check(); err != nil {
			return err
		}
		r := OfChange(w.Seal.Changes+1, c)
		w.Seal.AddChange(r)
		if err := w.Table.InsertChange(r); err != nil {
			return err
		}
		for _, id := range c.Games {
			if err := w.reopen(id, c.What == store.Again); err != nil {
				return err
			}
		}
	}
	return nil
}

// reopen checks that a game is planned and, if it is to be played again, moves its result to the others.
func (w *Writing) reopen(id int, again bool) error {
	game, err := w.Table.Game(id)
	if err != nil {
		return fmt.Errorf("record results: game %d: %w", id, err)
	}
	if game == nil {
		return store.Unplanned(id)
	}
	if game.Standing == nil || !again {
		return nil
	}
	row := OfResult(*game.Standing)
	game.Standing = nil
	w.Seal.RemoveResult(row)
	w.Seal.AddOther(row)
	if err := w.Table.DeleteResult(id); err != nil {
		return err
	}
	return w.Table.InsertResult(row, false)
}

// Begin stores what defines a contest by define, or compares it with what was stored before; rename stores another name.
func (w *Writing) Begin(was, now *store.Contest, define, rename func(*store.Contest) error) error {
	if was == nil {
		w.Seal.SetContest(now)
		return define(now)
	}
	if differences := was.Differences(now); differences != nil {
		return &store.Changed{Differences: differences}
	}
	if was.Name == now.Name {
		return nil
	}
	was.Name = now.Name
	w.Seal.SetContest(was)
	return rename(was)
}
