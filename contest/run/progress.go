package run

import (
	"time"

	"agon/format/tournament"
)

// count adds a game that counts to the run's result.
func (s *stageRun) count(g finished) {
	r := s.result
	r.Games++
	r.PlayedNow++
	r.Rounds += int64(g.result.Rounds)
	s.rounds += int64(g.result.Rounds)
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
	p := Played{Game: g.result.Fixture, DrawnOnce: tournament.DrawnOnce(s.stage.Scheme())}
	entries := g.Entries()
	for seat, of := range g.result.Seats {
		p.Bots = append(p.Bots, PlayedBot{s.contest.Entries[entries[seat]].Name, of.Faults, of.Silence()})
	}
	return p
}

// reportEvery is the least time between two reports of progress.
const reportEvery = 100 * time.Millisecond

// report reports the run's progress, at most every reportEvery except for the last report.
func (s *stageRun) report(last bool) {
	if s.options.Progress == nil || !last && time.Since(s.reported) < reportEvery {
		return
	}
	s.reported = time.Now()
	s.backlog.sample(s.options.Meter)
	now := s.playing.sum()
	p := Progress{
		Stage: s.nth, Bots: s.field.At(tournament.Now).Size(), Planned: s.expected(), Done: s.ledger.Done(), Played: s.result.PlayedNow,
		Rounds: s.result.Rounds + now.all, Elapsed: time.Since(s.begun), Efficiency: s.efficiency(now.cpu), Strain: s.strain.Report(),
		Faults: s.result.Faults, Last: s.newest.result,
		Table: func() tournament.Table { return tournament.Standings(s.stage.Scheme(), &s.field, s.ledger.All()) },
		Newest: func(entries []int, most int) map[int][]tournament.Placing {
			return s.ledger.All().Newest(entries, most)
		},
	}
	p.StageRounds, p.StageTotal, p.Part = s.gauge.read(&amount{
		planned: p.Planned, done: p.Done, rounds: s.rounds, playing: now.rounds, scale: s.scale(),
	})
	p.Left = left(&p, s.stage.Scheme())
	if p.Played > 0 {
		open := s.ledger.Planned() - s.ledger.GivenUp() - s.ledger.Done()
		p.Next = time.Duration(float64(p.Elapsed) / float64(p.Played) * float64(open))
	}
	if s.result.PlayedNow > 0 {
		p.LastSeats = s.newest.Entries()
	}
	s.options.Progress(p)
}

// left estimates how long a stage takes from now, at the rate of the run; 0 if that is unknown, or the stage has no end.
func left(p *Progress, format tournament.Format) time.Duration {
	open, ok := format.(tournament.Endless)
	switch {
	case ok && open.Endless():
	case p.StageTotal > 0 && p.Rounds > 0:
		return time.Duration(float64(p.Elapsed) / float64(p.Rounds) * max(p.StageTotal-p.StageRounds, 0))
	case p.Played > 0:
		return time.Duration(float64(p.Elapsed) / float64(p.Played) * float64(p.Planned-p.Done))
	}
	return 0
}

// scale returns the rounds of a game of the stage as its rules say, approximately; 0 if they do not.
func (s *stageRun) scale() int {
	if s.ledger.Planned() == 0 {
		return 0
	}
	_, rounds := s.contest.Kind.Scale(s.contest.Settings, len(s.ledger.Fixture(s.ledger.Next()-1).Seats))
	return rounds
}

// expected returns how many games the stage will have, at most if it may end early.
func (s *stageRun) expected() int {
	planned := s.ledger.Planned() - s.ledger.GivenUp()
	if s.over {
		return planned
	}
	return max(tournament.Most(s.stage.Scheme(), s.field.At(tournament.Now)), planned)
}

// efficiency returns the processor time of bots divided by that of all cores, so far. playing is that of games without a result.
func (r *run) efficiency(playing time.Duration) float64 {
	cores := max(r.options.Cores, 0)
	if r.current != nil {
		cores = r.current.backlog.allCores()
	}
	return (r.result.CPU + playing).Seconds() / (time.Since(r.begun).Seconds() * float64(max(cores, 1)))
}
