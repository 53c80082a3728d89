package verdict

import (
	"cmp"
	"slices"

	"agon/format/rating"
)

// A Verdict is all that is said of a contest of agents.
type Verdict struct {
	Said   []string     `json:"said"`   // sentences about agents
	Agents []Effect     `json:"agents"` // over runs; empty with fewer than two
	Pairs  []Pair       `json:"pairs"`  // of agents, over runs; empty with fewer than two
	Runs   []RunVerdict `json:"runs"`
}

// A RunVerdict is what is said of the versions of one run.
type RunVerdict struct {
	Seed       int64       `json:"seed"`
	Rounds     []Round     `json:"rounds"`
	Connected  bool        `json:"connected"`  // games connect all versions
	Dispersion float64     `json:"dispersion"` // of games of one start, 1: they are independent
	Agents     []Agent     `json:"agents"`
	Versions   []Strength  `json:"versions"`
	Met        []Encounter `json:"met"` // pairs of versions with games
}

// A Round is what is said of a round.
type Round struct {
	Round  int      `json:"round"`
	Games  int      `json:"games"`  // of the round's own stages
	Winner string   `json:"winner"` // empty: the games do not tell the best apart
	Chance float64  `json:"chance"` // that who has the most points has the strongest version
	Tied   []string `json:"tied"`   // agents any of which may have the strongest version; most points first
}

// An Agent is what is said of an agent's versions in one run.
type Agent struct {
	Name        string       `json:"name"`
	Rounds      []AgentRound `json:"rounds"`
	First       *Figure      `json:"first"`       // strength of the first version over the zero
	Gained      *Figure      `json:"gained"`      // from the first version to the last
	Held        *Figure      `json:"held"`        // the same against rivals that neither had met before
	Share       *Figure      `json:"share"`       // of the gain that held; nil if it is not certain that there was one
	Regressions []int        `json:"regressions"` // rounds whose version is surely worse than the one before
}

// An AgentRound is an agent's version in a round, and what it did there.
type AgentRound struct {
	Round    int            `json:"round"`
	Version  int            `json:"version"` // index into the run's versions
	Same     bool           `json:"same"`    // the version of the round before played on
	Strength *Figure        `json:"strength"`
	Gain     *Figure        `json:"gain"`   // over the version of the round before; nil in the first
	Worse    *float64       `json:"worse"`  // the probability that it is weaker than that one; nil in the first
	Points   float64        `json:"points"` // mean part of the rivals beaten in the round's own stages
	Games    int            `json:"games"`  // of these
	Faults   map[string]int `json:"faults"` // by name, over all games of the round, yardsticks too
}

// A Strength is a version with its strength and its games.
type Strength struct {
	Version
	Name     string  `json:"name"` // "ann@3"
	Strength *Figure `json:"strength"`
	Games    []int   `json:"games"` // their numbers in the plan
}

// An Encounter sums up the games of two versions.
type Encounter struct {
	One   int `json:"one"` // indexes of versions
	Other int `json:"other"`
	Won   int `json:"won"` // by One
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Judge returns what the games of all runs, which have the same agents, say.
func Judge(runs []Run) *Verdict {
	v := &Verdict{Said: []string{}, Agents: []Effect{}, Pairs: []Pair{}, Runs: make([]RunVerdict, len(runs))}
	scales := make([]*scale, len(runs))
	for i := range runs {
		scales[i] = newScale(&runs[i])
		v.Runs[i] = scales[i].verdict()
	}
	v.compare(scales)
	return v
}

func (s *scale) verdict() RunVerdict {
	r := RunVerdict{Seed: s.run.Seed, Connected: s.whole, Dispersion: s.dispersion, Rounds: []Round{}, Agents: []Agent{}, Met: s.met}
	for _, name := range s.run.Agents {
		r.Agents = append(r.Agents, s.agent(name))
	}
	for round := range s.run.Rounds {
		r.Rounds = append(r.Rounds, s.round(round+1, r.Agents))
	}
	r.Versions = make([]Strength, len(s.run.Versions))
	for i, v := range s.run.Versions {
		r.Versions[i] = Strength{Version: v, Name: v.String(), Strength: s.strength(i), Games: []int{}}
	}
	for _, g := range s.run.Games {
		for _, v := range slices.Compact(slices.Sorted(slices.Values(g.Seats))) {
			r.Versions[v].Games = append(r.Versions[v].Games, g.Number)
		}
	}
	return r
}

// agent returns what is said of an agent's versions.
func (s *scale) agent(name string) Agent {
	a := Agent{Name: name, Rounds: []AgentRound{}, Regressions: []int{}}
	before := -1
	for round := 1; round <= s.run.Rounds; round++ {
		at := s.run.version(name, round)
		if at < 0 {
			continue
		}
		line := s.agentRound(at, before, round)
		a.Rounds = append(a.Rounds, line)
		if line.Worse != nil && *line.Worse >= Sure {
			a.Regressions = append(a.Regressions, round)
		}
		before = at
	}
	if len(a.Rounds) > 0 {
		first := a.Rounds[0].Version
		a.First, a.Gained = s.strength(first), s.above(before, first)
		a.Held, a.Share = s.held(first, before)
	}
	return a
}

// agentRound returns a version in a round. before is that of the round before, -1 if there is none.
func (s *scale) agentRound(at, before, round int) AgentRound {
	line := AgentRound{Round: round, Version: at, Same: at == before, Strength: s.strength(at), Faults: map[string]int{}}
	points := 0.0
	for i := range s.run.Games {
		g := &s.run.Games[i]
		seat := slices.Index(g.Seats, at)
		if g.Round != round || seat < 0 {
			continue
		}
		if !g.Spare {
			points += g.Values[seat]
			line.Games++
		}
		for name, n := range g.Faults[seat] {
			line.Faults[name] += n
		}
	}
	line.Points = rating.Round(points / float64(max(1, line.Games)))
	if before < 0 {
		return line
	}
	if line.Gain = s.above(at, before); line.Gain != nil {
		worse := 0.0
		if at != before {
			worse = s.chance(func(x []float64) bool { return x[at] < x[before] })
		}
		line.Worse = &worse
	}
	return line
}

// round returns what is said of a round: who won it, if its leader surely has the strongest version.
func (s *scale) round(round int, agents []Agent) Round {
	r := Round{Round: round, Tied: []string{}}
	for i := range s.run.Games {
		if g := &s.run.Games[i]; g.Round == round && !g.Spare {
			r.Games++
		}
	}
	var here []AgentRound
	linked := true
	for _, a := range agents {
		if i := slices.IndexFunc(a.Rounds, func(l AgentRound) bool { return l.Round == round }); i >= 0 {
			here = append(here, a.Rounds[i])
			linked = linked && s.parts[here[0].Version] == s.parts[a.Rounds[i].Version]
		}
	}
	slices.SortStableFunc(here, func(a, b AgentRound) int { return cmp.Compare(b.Points, a.Points) })
	for nth, line := range here {
		first := s.chance(func(x []float64) bool {
			return !slices.ContainsFunc(here, func(other AgentRound) bool { return x[other.Version] > x[line.Version] })
		})
		if nth == 0 {
			r.Chance = first
		}
		if first > 1-Sure {
			r.Tied = append(r.Tied, s.run.Versions[line.Version].Agent)
		}
	}
	if len(here) > 1 && linked && r.Games > 0 && r.Chance >= Sure {
		r.Winner, r.Tied = s.run.Versions[here[0].Version].Agent, []string{}
	}
	return r
}

// met returns the encounters of all pairs of versions.
func (r *Run) met() []Encounter {
	list, at := []Encounter{}, make(map[[2]int]int)
	for g := range r.rated {
		for i, one := range g.Seats {
			for k, other := range g.Seats {
				if one >= other {
					continue
				}
				nth, known := at[[2]int{one, other}]
				if !known {
					nth, at[[2]int{one, other}] = len(list), len(list)
					list = append(list, Encounter{One: one, Other: other})
				}
				*[]*int{&list[nth].Lost, &list[nth].Drawn, &list[nth].Won}[int(2*against(g.Values[i], g.Values[k]))]++
			}
		}
	}
	return list
}
