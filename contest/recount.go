package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"agon/contest/ledger"
	"agon/contest/rounds"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/shellword"
)

// Recount computes every table from the ledger, and plans the contest again from its seed and its results. findings are sentences about
// differences between that plan and the ledger. It plays and stores nothing.
func (c *Contest) Recount(ctx context.Context) (result *Result, findings []string, err error) {
	kept := rounds.Read(ctx, c.store)
	defer kept.Close()
	r := recount{contest: c, kept: kept, result: &Result{Finished: true, Faults: map[string]map[string]int{}}}
	advancing, first := c.began, 0
	for i := range c.Stages {
		if !r.result.Finished {
			n, err := kept.Skip(i)
			if err != nil {
				return nil, nil, err
			}
			if n > 0 {
				r.find("stage %q has %d games, though the stage before is not over", c.Stages[i].Name, n)
			}
			continue
		}
		entries, err := c.Entering(i, advancing)
		if err != nil {
			return nil, nil, err
		}
		if r.result.Unplayed, err = c.Unplayable(i, entries); err != nil {
			return nil, nil, err
		} else if r.result.Unplayed != "" {
			break
		}
		if err := r.stage(i, first, entries); err != nil {
			return nil, nil, fmt.Errorf("stage %q: %w", c.Stages[i].Name, err)
		}
		s := &r.result.Stages[i]
		r.result.Finished = s.Finished
		first, advancing = s.Ledger.Next(), s.Field.Advancing(s.Table)
	}
	return r.result, r.findings, r.strangers()
}

// Unplayable returns why a stage is not played by these entries because bots have left; empty if it is played. The error is that of a field
// which its format never accepts.
func (c *Contest) Unplayable(nth int, entries []int) (why string, err error) {
	stage, err := c.asBegun(nth)
	if err != nil {
		return "", err
	}
	field := c.StageField(nth, entries)
	if _, err := c.unmeasured(&stage, entries); err != nil && nth > 0 {
		return fmt.Sprintf("stage %q (%s) is not played: %s", stage.Name, stage.Format, err), nil
	}
	if nth == 0 || len(c.changes) == 0 && stage.bots == nil {
		if err = stage.play.Check(&field); err != nil {
			err = fmt.Errorf("stage %q: %w", stage.Name, err)
		}
		return "", err
	}
	if err = tournament.CheckLeft(stage.play, &field); err == nil {
		return "", nil
	}
	why = err.Error()
	if small := (*tournament.TooSmall)(nil); errors.As(err, &small) {
		why = fmt.Sprintf("it needs at least %d bots, and %s", small.Least, botsLeft(small.Bots))
	}
	return fmt.Sprintf("stage %q (%s) is not played: %s. The table of stage %q is the last one. To play the stage, "+
		"let a bot return (agon reinstate %s BOT --why TEXT, or its line in the contest file) and run the contest again",
		stage.Name, stage.Format, why, c.Stages[nth-1].Name, shellword.Quote(c.Dir)), nil
}

// recount is the state of one Recount.
type recount struct {
	contest  *Contest
	kept     *rounds.Reader
	result   *Result
	findings []string
}

func (r *recount) find(format string, args ...any) {
	r.findings = append(r.findings, fmt.Sprintf(format, args...))
}

// strangers reports games that remain after those of the last stage.
func (r *recount) strangers() error {
	for {
		games, err := r.kept.First()
		if err != nil || len(games) == 0 {
			return err
		}
		stage := games[0].Stage
		n, err := r.kept.Skip(stage)
		if err != nil {
			return err
		}
		r.find("%d games are of stage %d where no games of it can be; the contest has %d stages", n, stage+1, len(r.contest.Stages))
	}
}

// stage plans a stage again, enters its results and computes its table.
func (r *recount) stage(nth, first int, entries []int) error {
	stage, err := r.contest.asBegun(nth)
	if err != nil {
		return err
	}
	s := StageResult{Stage: stage, Field: r.contest.StageField(nth, entries), Ledger: tournament.NewLedger(nth, first)}
	changes := &recounted{r.contest, r.contest.InStage(nth)}
	if err := r.plan(&s, changes); err != nil {
		return err
	}
	// Games of a different plan count too, since they are in the ledger.
	for {
		rest, err := r.kept.Peek(nth, rounds.Batch)
		if err != nil {
			return err
		}
		if len(rest) == 0 {
			break
		}
		if err := r.enter(&s, rest, changes); err != nil {
			return err
		}
		r.kept.Take(len(rest))
	}
	if err := changes.until(&s, tournament.After); err != nil {
		return err
	}
	for _, change := range r.contest.InStage(nth) {
		if change.What != store.Again {
			continue
		}
		if err := s.Ledger.TakeBack(change.Games...); err != nil {
			return fmt.Errorf("the ledger's changes: %w", err)
		}
	}
	s.Finished = s.Finished && s.Ledger.Settled()
	s.Count()
	r.result.Stages = append(r.result.Stages, s)
	return nil
}

// plan plans a stage as far as the stored plan agrees with it.
func (r *recount) plan(s *StageResult, changes *recounted) error {
	for {
		if err := changes.until(s, s.Ledger.Rounds()); err != nil {
			return err
		}
		fixtures, over := tournament.Next(s.Stage.play, &s.Field, s.Ledger)
		games, err := r.kept.Peek(s.Ledger.Stage(), max(1, len(fixtures)))
		if err != nil {
			return err
		}
		if len(fixtures) == 0 {
			s.Finished = over && len(games) == 0
			if over && len(games) > 0 {
				r.find("stage %q is over before game %d, and its plan goes on", s.Stage.Name, games[0].ID+1)
			}
			return nil
		}
		if at := differs(fixtures, games); at >= 0 && !formerly(s, games) {
			if r.again(s.Ledger.Stage()) {
				return nil // later rounds were planned from results that have been replaced
			}
			f, g := fixtures[at], games[at]
			r.find("game %d is planned otherwise than seed and results plan it: entries %v with seed %d where entries %v with seed %d "+
				"should be",
				g.ID+1, g.Seats, g.Seed, f.Seats, f.Seed)
			return nil
		}
		if len(games) < len(fixtures) {
			if len(games) > 0 {
				r.find("stage %q: the plan ends in the middle of a round", s.Stage.Name)
			}
			return nil
		}
		if err := r.enter(s, games, changes); err != nil {
			return err
		}
		r.kept.Take(len(games))
	}
}

// differs returns the index of the first of a round's games that is planned otherwise, -1 if there is none.
func differs(fixtures []tournament.Fixture, games []store.Game) int {
	for i := range min(len(fixtures), len(games)) {
		if !fixtures[i].Equal(games[i].Fixture) {
			return i
		}
	}
	return -1
}

// formerly reports whether earlier versions planned these games of the next round.
func formerly(s *StageResult, games []store.Game) bool {
	format, ok := s.Stage.play.(tournament.Former)
	if !ok {
		return false
	}
	fixtures, _ := tournament.Next(format.Former(), &s.Field, s.Ledger)
	return len(fixtures) == len(games) && differs(fixtures, games) < 0
}

// again reports whether a decision had games of a stage played again.
func (r *recount) again(stage int) bool {
	return slices.ContainsFunc(r.contest.changes, func(c store.Change) bool { return c.What == store.Again && c.Stage == stage })
}

// recounted holds the changes of a stage that have not taken effect yet.
type recounted struct {
	contest *Contest
	left    []store.Change
}

// until applies the changes up to a round of play.
func (c *recounted) until(s *StageResult, round int) error {
	for len(c.left) > 0 && c.left[0].Round <= round {
		change := c.left[0]
		c.left = c.left[1:]
		s.Field.Change(ledger.Turns(&s.Field, change)...)
		switch change.What {
		case store.Again:
			continue
		case store.Grown:
			stage, err := c.contest.StageAfter(s.Ledger.Stage(), []store.Change{change})
			if err != nil {
				return err
			}
			s.Stage = stage
		}
		if err := s.Ledger.GiveUp(change.Games...); err != nil {
			return fmt.Errorf("the ledger's changes: %w", err)
		}
	}
	return nil
}

func (r *recount) enter(s *StageResult, games []store.Game, changes *recounted) error {
	given := ledger.GivenUp(changes.left)
	if err := s.Ledger.Plan(rounds.Fixtures(games)...); err != nil {
		return fmt.Errorf("the ledger's plan: %w", err)
	}
	for i := range games {
		g := &games[i]
		if !g.Done || given[g.ID] {
			continue
		}
		if _, err := s.Ledger.Enter(g.Result); err != nil {
			return fmt.Errorf("the ledger: %w", err)
		}
		r.result.Games++
	}
	return nil
}
