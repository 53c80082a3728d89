package contest

import (
	"fmt"
	"slices"

	"agon/game"
	"agon/tournament"
)

// planned adds fixtures in the order of the plan. given holds those that were given up since; it may be nil.
func (r *run) planned(fixtures []tournament.Fixture, given map[int]bool) {
	if r.retiring != nil {
		r.retiring.Plan(fixtures, given)
	}
}

// entered adds a result that stands.
func (r *run) entered(f tournament.Fixture, result tournament.Result) {
	if r.retiring == nil {
		return
	}
	absent, _ := r.retiring.Absent(f)
	for entry := range absent {
		r.without[entry]++
	}
	for _, entry := range r.retiring.Enter(f, result) {
		r.note(fmt.Sprintf("%s: %s", r.contest.Entries[entry].Name, r.retiring.Why(entry)))
	}
}

// tellIdle tells once of each bot that does not play, and is started all the same.
func (s *stageRun) tellIdle() {
	if s.retiring != nil || s.contest.Kind.Launch.Form == game.Fresh {
		return
	}
	for entry, why := range tournament.Idle(&s.field, s.ledger.All()) {
		if !slices.Contains(s.idle, entry) {
			s.idle = append(s.idle, entry)
			s.note(fmt.Sprintf("%s: %s", s.contest.Entries[entry].Name, why))
		}
	}
}

// retired lists the bots that are retired and still in the contest.
func (r *run) retired() (list []Retired) {
	if r.retiring == nil {
		return nil
	}
	for entry := range r.contest.Entries {
		if r.contest.Out(entry) != "" {
			continue
		}
		if why := r.retiring.Why(entry); why != "" {
			list = append(list, Retired{Entry: entry, Why: why, Games: r.without[entry]})
		}
	}
	return list
}
