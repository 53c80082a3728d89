package rows

import (
	"fmt"

	"agon/contest/store"
	"agon/game"
)

// A Seal has the number of rows of each table and their combined checksums. The combination does not depend on the order.
type Seal struct {
	Plan, Results, Others         int
	PlanSum, ResultSum, OthersSum int64
	Changes                       int
	ChangesSum                    int64
	Facts                         int64 // the checksum of what defines the contest, 0 before it is stored
}

// AddFixture adds a row of the plan.
func (s *Seal) AddFixture(r Fixture) {
	s.Plan++
	s.PlanSum ^= r.Sum
}

// AddResult adds a result that stands.
func (s *Seal) AddResult(r Result) {
	s.Results++
	s.ResultSum ^= r.Sum
}

// AddOther adds a result that does not stand. Two of them may be equal, so their checksums are added instead of XORed.
func (s *Seal) AddOther(r Result) {
	s.Others++
	s.OthersSum += r.Sum
}

// RemoveResult removes a result that no longer stands.
func (s *Seal) RemoveResult(r Result) {
	s.Results--
	s.ResultSum ^= r.Sum
}

// AddChange adds a change.
func (s *Seal) AddChange(r Change) {
	s.Changes++
	s.ChangesSum ^= r.Sum
}

// SetContest sets the checksum of the contest, nil before it is stored. What ledgers of earlier versions do not have is added only where it
// is known, so that theirs holds.
func (s *Seal) SetContest(c *store.Contest) {
	if c == nil {
		return
	}
	var h game.Hash
	add := func(name, text string) {
		h.Text(name)
		h.Text(text)
	}
	for _, fact := range c.Facts() {
		add(fact.Name, fact.Text)
	}
	if c.Name != "" {
		add("name", c.Name)
	}
	for _, b := range c.Bots {
		if b.Author != "" {
			add("author", b.Author)
		}
		if b.Broken != "" && b.Broken != store.Unknown {
			add("broken", b.Broken)
		}
	}
	s.Facts = int64(h.Sum())
}

// Check compares a counted seal with the stored one, and returns an error that describes the difference.
func (s Seal) Check(kept Seal) error {
	switch {
	case s == kept:
		return nil
	case s.Plan != kept.Plan:
		return fmt.Errorf("its plan has %d games where %d were written", s.Plan, kept.Plan)
	case s.Results != kept.Results:
		return fmt.Errorf("it has %d results where %d were written", s.Results, kept.Results)
	case s.Others != kept.Others:
		return fmt.Errorf("it has %d odd results where %d were written", s.Others, kept.Others)
	case s.Changes != kept.Changes:
		return fmt.Errorf("it has %d changes of its bots and games where %d were written", s.Changes, kept.Changes)
	case s.Facts != kept.Facts:
		return fmt.Errorf("its facts about the contest are not those that were written")
	}
	return fmt.Errorf("its rows are not those that were written")
}
