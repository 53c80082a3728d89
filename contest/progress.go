package contest

import (
	"time"

	"agon/tournament"
)

// count adds a game that counts to the run's result.
func (s *stageRun) count(g finished) {
	r := s.result
	r.Games++
	r.PlayedNow++
	r.Rounds += int64(g.result.Rounds)
	r.CPU += g.CPU()
	entries := g.Entries()
	for seat, of := range g.result.Seats {
		name := s.contest.Entries[entries[seat]].Name
		for why, n := range of.Faults {
			if r.Faults[name] == nil {
				r.Faults[name] = map[string]int{}
			}
			r.Faults[name][why] += n
		}
	}
	s.newest = g
	if s.options.Played != nil {
		s.options.Played(s.playedBy(g))
	}
}

// playedBy describes a game that counts.
func (s *stageRun) playedBy(g finished) Played {
	p := Played{Game: g.result.Fixture, DrawnOnce: tournament.DrawnOnce(s.stage.play)}
	entries := g.Entries()
	for seat, of := range g.result.Seats {
		p.Bots = append(p.Bots, PlayedBot{s.contest.Entries[entries[seat]].Name, of.Faults})
	}
	return p
}

// tellEvery is the least time between two reports of progress.
const tellEvery = 100 * time.Millisecond

// tell reports the run's progress, at most every tellEvery except for the last report.
func (s *stageRun) tell(last bool) {
	if s.options.Progress == nil || !last && time.Since(s.told) < tellEvery {
		return
	}
	s.told = time.Now()
	p := Progress{
		Stage: s.nth, Bots: s.field.At(tournament.Now).Size(), Planned: s.expected(), Done: s.ledger.Done(), Played: s.result.PlayedNow, Rounds: s.result.Rounds,
		Elapsed: time.Since(s.begun), Efficiency: s.efficiency(), Strain: s.strain.Report(), Faults: s.result.Faults,
		Last:  s.newest.result,
		Table: func() tournament.Table { return tournament.Standings(s.stage.play, &s.field, s.ledger.All()) },
	}
	if n := s.result.PlayedNow; n > 0 {
		p.Left = time.Duration(float64(p.Elapsed) / float64(n) * float64(p.Planned-p.Done))
		p.LastSeats = s.newest.Entries()
	}
	s.options.Progress(p)
}

// expected returns how many games the stage will have, at most if it may end early.
func (s *stageRun) expected() int {
	planned := s.ledger.Planned() - s.ledger.GivenUp()
	if s.over {
		return planned
	}
	return max(tournament.Most(s.stage.play, s.field.At(tournament.Now)), planned)
}

// efficiency returns the processor time of bots divided by that of all cores, so far.
func (r *run) efficiency() float64 {
	cores := max(r.options.Cores, 0)
	if r.current != nil {
		cores = r.current.backlog.allCores()
	}
	return r.result.CPU.Seconds() / (time.Since(r.begun).Seconds() * float64(max(cores, 1)))
}
