package verdict

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"agon/format/rating"
)

// A Simulation is contests of agents of known strength and gain, without bots. Strengths are in points.
type Simulation struct {
	Agents     []Simulated
	House      []float64 // strengths of house bots
	Rounds     int
	Repeat     int // runs of a contest
	Pairs      int // pairs of games of two agents in a round; both games of a pair have one start
	Yardsticks int // kept versions of an agent, at most
	Contests   int
	Seed       uint64
}

// A Simulated agent. Its strength in a round of a run is that of its first version, the gain of each round so far, what the run adds to all
// its versions, and what each edit adds, the last two drawn.
type Simulated struct {
	Strength, Gain float64
	Run, Edit      float64 // standard deviations of what is drawn
}

// Power is how often what is said of simulated contests is right.
type Power struct {
	Contests int
	Wrong    int // contests in which an agent is said to be better that is not
	Pairs    int // of agents of which one is better
	Said     int // how many of these are said
	Bare     int // statements and figures without an interval
	Rounds   int // winners of rounds that are said
	Fooled   int // those of them that are not the strongest
	Gains    int // gains from the first version to the last
	Held     int // how many of them are within their interval
}

// Simulate plays contests and judges them.
func Simulate(s Simulation) Power {
	p := Power{Contests: s.Contests}
	for nth := range s.Contests {
		runs, truths := make([]Run, s.Repeat), make([][]float64, s.Repeat)
		for i := range runs {
			play := play{Simulation: &s, dice: rand.New(rand.NewPCG(s.Seed, uint64(nth*s.Repeat+i)))}
			play.run()
			runs[i], truths[i] = play.Run, play.truth
		}
		p.count(&s, Judge(runs), truths)
	}
	return p
}

// play is one simulated run.
type play struct {
	*Simulation
	Run
	dice  *rand.Rand
	truth []float64 // by version
}

func (p *play) run() {
	p.Run = Run{Seed: int64(p.dice.Uint64() >> 1)}
	for i, strength := range p.House {
		p.enter(Version{Agent: fmt.Sprint("house", i), House: true}, strength)
	}
	now := make([]float64, len(p.Simulation.Agents))
	for i, a := range p.Simulation.Agents {
		p.Run.Agents = append(p.Run.Agents, agentName(i))
		now[i] = a.Strength + a.Run*p.dice.NormFloat64()
	}
	for round := 1; round <= p.Simulation.Rounds; round++ {
		kept := Keep(p.Run, p.Yardsticks, nil)
		var field []int
		for i, a := range p.Simulation.Agents {
			if round > 1 {
				now[i] += a.Gain
			}
			v := Version{Agent: agentName(i), Round: round, Played: []int{round}}
			field = append(field, p.enter(v, now[i]+a.Edit*p.dice.NormFloat64()))
		}
		p.Run.Rounds = round
		p.round(round, field, kept)
	}
}

func agentName(i int) string { return fmt.Sprint("agent", i) }

func (p *play) enter(v Version, strength float64) int {
	v.Hash = fmt.Sprint(len(p.Versions))
	p.Versions, p.truth = append(p.Versions, v), append(p.truth, strength)
	return len(p.Versions) - 1
}

// round plays the games of a round: each agent against each, and against the yardsticks.
func (p *play) round(round int, field []int, kept []Version) {
	var yardsticks []int
	for i, v := range p.Versions {
		if v.House || slices.ContainsFunc(kept, func(k Version) bool { return k.Hash == v.Hash }) {
			yardsticks = append(yardsticks, i)
		}
	}
	for i, one := range field {
		for _, other := range append(slices.Clone(field[i+1:]), yardsticks...) {
			for range p.Pairs {
				start := len(p.Games)
				p.game(round, start, one, other)
				p.game(round, start, other, one)
			}
		}
	}
}

func (p *play) game(round, start, one, other int) {
	g := Game{Number: len(p.Games) + 1, Round: round, Start: start, Seats: []int{one, other}, Values: []float64{0, 1},
		Faults: make([]map[string]int, 2)}
	if p.dice.Float64() < rating.Expected(p.truth[one], p.truth[other]) {
		g.Values = []float64{1, 0}
	}
	p.Games = append(p.Games, g)
}

// count compares what is said with the truth.
func (p *Power) count(s *Simulation, v *Verdict, truths [][]float64) {
	last := func(i int) float64 { return s.Agents[i].Strength + s.Agents[i].Gain*float64(s.Rounds-1) }
	wrong, nth := false, 0
	for i := range s.Agents {
		for k := i + 1; k < len(s.Agents) && nth < len(v.Pairs); k++ {
			pair, apart := v.Pairs[nth], last(i)-last(k)
			nth++
			if apart != 0 {
				p.Pairs++
			}
			if pair.Difference == nil {
				p.Bare++
			}
			if pair.Better == "" {
				continue
			}
			if said := pair.Better == pair.One; apart == 0 || said != (apart > 0) {
				wrong = true
			} else {
				p.Said++
			}
		}
	}
	if wrong {
		p.Wrong++
	}
	for i := range v.Runs {
		p.countRun(&v.Runs[i], truths[i])
	}
}

func (p *Power) countRun(r *RunVerdict, truth []float64) {
	for _, a := range r.Agents {
		first, last := a.Rounds[0].Version, a.Rounds[len(a.Rounds)-1].Version
		if a.First == nil || a.Gained == nil {
			p.Bare++
			continue
		}
		p.Gains++
		if gain := truth[last] - truth[first]; a.Gained.Low <= gain && gain <= a.Gained.High {
			p.Held++
		}
	}
	for _, round := range r.Rounds {
		if round.Winner == "" {
			continue
		}
		p.Rounds++
		best, winner := math.Inf(-1), 0.0
		for _, a := range r.Agents {
			strength := truth[a.Rounds[round.Round-1].Version]
			if best = max(best, strength); a.Name == round.Winner {
				winner = strength
			}
		}
		if winner < best {
			p.Fooled++
		}
	}
}
