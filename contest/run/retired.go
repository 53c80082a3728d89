package run

import (
	"context"
	"fmt"
	"slices"

	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
)

// planned adds fixtures in the order of the plan. given holds those that were given up since; it may be nil.
func (s *stageRun) planned(fixtures []tournament.Fixture, given map[int]bool) {
	if s.spent != nil {
		s.spent.Plan(fixtures, given)
	}
	if s.retiring != nil {
		s.retiring.Plan(fixtures, given)
	}
}

// giveUpSpent gives up the games of bots that have used the time which they may use in a round of play.
func (s *stageRun) giveUpSpent(ctx context.Context) error {
	for s.spent != nil {
		over := s.spent.Over()
		if over == nil {
			break
		}
		change := store.Change{What: store.Spent, By: "agon", Entry: over.Entry, Instead: -1, Games: over.Games}
		change.Why = fmt.Sprintf("its games of round %d took %.2f s of processor time, and limits.round_cpu is %v", over.Round+1,
			float64(over.Used)/1e6, s.contest.File.Limits.RoundCPU)
		if err := s.enact(s.contest.Enact(ctx, s.state(), change)); err != nil {
			return err
		}
	}
	return nil
}

// entered adds a result that stands.
func (s *stageRun) entered(f tournament.Fixture, result tournament.Result) {
	if s.spent != nil {
		s.spent.Settle(f, result.Seats...)
	}
	r := s.run
	if r.retiring == nil {
		return
	}
	absent, _ := r.retiring.Absent(f)
	for entry := range absent {
		r.without[entry]++
	}
	for _, entry := range r.retiring.Enter(f, result) {
		why, _ := r.retiring.Why(entry)
		r.note(fmt.Sprintf("%s: %s", r.contest.Entries[entry].Name, why))
	}
}

// startsIdle reports whether bots that do not play are started all the same: those of kinds with a process for each game.
func (s *stageRun) startsIdle() bool {
	return s.retiring == nil && s.contest.Kind.Launch.Form != game.Fresh
}

// noteIdle notes each bot that does not play, and is started all the same, once.
func (s *stageRun) noteIdle() {
	if !s.startsIdle() {
		return
	}
	for entry, why := range tournament.Idle(&s.field, s.ledger.All()) {
		if !slices.Contains(s.idle, entry) {
			s.idle = append(s.idle, entry)
			s.note(fmt.Sprintf("%s: %s", s.contest.Entries[entry].Name, why))
		}
	}
}

// retired lists the bots of the contest that are retired, or do not play and are started all the same.
func (r *run) retired() (list []contest.Retired) {
	idle := map[int]tournament.Silence{}
	if s := r.current; s != nil && s.startsIdle() {
		idle = tournament.Idle(&s.field, s.ledger.All())
	}
	for entry := range r.contest.Entries {
		found := contest.Retired{Entry: entry, How: idle[entry], Why: idle[entry].String()}
		if r.retiring != nil {
			found.Why, found.How = r.retiring.Why(entry)
			found.Games = r.without[entry]
		}
		if found.Why != "" && r.contest.Out(entry) == "" {
			list = append(list, found)
		}
	}
	return list
}
