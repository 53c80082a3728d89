package contest

import (
	"context"
	"fmt"
	"maps"

	"agon/tournament"
)

// planned tells of fixtures in the order of the plan.
func (r *runner) planned(fixtures ...tournament.Fixture) {
	if r.retiring != nil {
		r.retiring.plan(fixtures)
	}
}

// entered tells of a result that stands.
func (r *runner) entered(f tournament.Fixture, result tournament.Result) {
	if r.retiring == nil {
		return
	}
	absent, _ := r.retiring.absent(f)
	for entry := range absent {
		r.without[entry]++
	}
	for _, entry := range r.retiring.enter(f, result) {
		r.note(fmt.Sprintf("%s: %s", r.contest.Entries[entry].Name, r.retiring.why(entry)))
	}
}

// retired lists the bots that are retired.
func (r *runner) retired() (list []Retired) {
	if r.retiring == nil {
		return nil
	}
	for entry := range r.contest.Entries {
		if why := r.retiring.why(entry); why != "" {
			list = append(list, Retired{Entry: entry, Why: why, Games: r.without[entry]})
		}
	}
	return list
}

// enterDecided enters those results of a batch of which it is known who took part by right. The others wait for the games that they
// depend on; those in which a bot was asked that is retired are played again without it.
func (r *runner) enterDecided(ctx context.Context, batch []played) error {
	r.held = append(r.held, batch...)
	for {
		ready := r.sift()
		if len(ready) == 0 {
			return nil
		}
		if err := r.enter(ctx, ready); err != nil {
			return err
		}
	}
}

// sift takes out of the held results those that can be entered, and offers again what is to be played again.
func (r *runner) sift() (ready []played) {
	if r.retiring == nil {
		ready, r.held = r.held, nil
		return ready
	}
	var waiting []played
	var again []tournament.Fixture
	for _, p := range r.held {
		f := r.ledger.Fixture(p.result.Fixture)
		absent, decided := r.retiring.absent(f)
		switch {
		case !decided:
			waiting = append(waiting, p)
		case maps.Equal(absent, p.absent):
			ready = append(ready, p)
		default:
			again = append(again, f)
		}
	}
	r.held = waiting
	r.desk.offerFirst(again)
	return ready
}
