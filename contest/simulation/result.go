package simulation

import (
	"time"

	"agon/format/rating"
	"agon/format/tournament"
)

// A Result is what a simulated contest took.
type Result struct {
	Stages []StageResult
	Wall   time.Duration // from the first job to the last result
	Games  int           // with a result
	Lost   int           // played again
	CPU    float64       // core time of games in seconds, lost ones included
	Weeks  []Week        // of a season
	Late   Late          // of a season
}

// Efficiency returns the fraction of the time of all cores in which they played, from 0 to 1.
func (r *Result) Efficiency(cores int) float64 {
	if r.Wall == 0 {
		return 0
	}
	return r.CPU / (r.Wall.Seconds() * float64(cores))
}

// A StageResult is what a stage took.
type StageResult struct {
	Name      string
	Field     tournament.Field
	Ledger    *tournament.Ledger
	Wall      time.Duration
	Wait      time.Duration // longest wait of a core at the end of the stage
	Early     string        // how it ended if what mattered was certain before the last game: "ended after 412 of 1000 games: …"
	Certainty *Certainty    // nil: not computed, as there are more games or bots than can be ranked in seconds, or a bracket
}

// The certainty of ranks is computed in fields and after games up to these numbers: in larger ones it takes minutes.
const (
	rankedBots  = 10_000
	rankedGames = 500_000
)

// A Certainty is how certain the ranks of a finished stage are.
type Certainty struct {
	Widest int // places in the widest 95 % interval of a rank
	More   int // about how many more games of the stage would separate all ranks; 0: they are separated
}

// Values of Certainty.More that are no numbers of games.
const (
	Unknown = -1               // equal values, or too few games
	Many    = rating.ManyGames // more than ten times those played
)

// certainty reads the certainty of ranks from a table.
func certainty(t tournament.Table) *Certainty {
	if t.By == tournament.ByBracket {
		return nil
	}
	c := &Certainty{}
	for _, s := range t.Standings {
		c.Widest = max(c.Widest, s.RankHigh-s.RankLow+1)
	}
	needs := map[int]int{} // games, by group
	for _, k := range t.NotApart {
		switch {
		case k.More == 0:
			c.More = Unknown
			return c
		case k.More >= Many:
			needs[k.Group] = Many
		default:
			needs[k.Group] = max(needs[k.Group], k.More)
		}
	}
	for _, games := range needs {
		c.More = min(c.More+games, Many)
	}
	return c
}

// end records what the stage took, and returns the entries that advance; none if it was the last.
func (s *stageRun) end(last bool) (through []int) {
	r := StageResult{Name: s.Name, Field: s.field, Ledger: s.ledger, Wall: s.now - s.began}
	for i := range s.cores {
		r.Wait = max(r.Wait, s.now-s.cores[i].idle)
	}
	if ending, ok := tournament.Ended(s.Format, &s.field, s.ledger); ok {
		r.Early = ending.String()
	}
	if s.season != nil {
		s.endWeek()
		s.result.Weeks, s.result.Late = s.season.weeks, s.season.found
	}
	ranked := s.season == nil && s.field.Size() <= rankedBots && s.ledger.Done() <= rankedGames
	if ranked || !last {
		field := s.field
		field.OrderOnly = !ranked
		table := s.Format.Table(&field, s.ledger.All())
		through = table.Through()
		if ranked {
			r.Certainty = certainty(table)
		}
	}
	s.result.Stages = append(s.result.Stages, r)
	return through
}
