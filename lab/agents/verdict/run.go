package verdict

import (
	"fmt"
	"slices"

	"agon/format/rating"
)

// A Version is a bot as it played: one that an agent handed in, or a house bot. An agent's versions with equal files are one.
type Version struct {
	Agent  string `json:"agent"` // of a house bot its name
	Round  int    `json:"round"` // the first in which it played, from 1; 0 of a house bot
	House  bool   `json:"house"`
	Hash   string `json:"hash"`   // of its files
	Played []int  `json:"played"` // rounds in which it was its agent's version, ascending; none of a house bot
}

// String returns "ann@3", or the name of a house bot.
func (v Version) String() string {
	if v.House {
		return v.Agent
	}
	return fmt.Sprintf("%s@%d", v.Agent, v.Round)
}

// A Game is a game with a result.
type Game struct {
	Number int              `json:"number"` // in the plan, from 1
	Round  int              `json:"round"`
	Spare  bool             `json:"spare"`  // of a stage of yardsticks: it counts for strengths, not for the round
	Start  int              `json:"start"`  // equal in games of one start: of one match, with the same seed
	Seats  []int            `json:"seats"`  // indexes of versions
	Values []float64        `json:"values"` // by seat, from 0 to 1: the part of the others that it beat, equals counting half
	Faults []map[string]int `json:"faults"` // by seat and name
}

// A Run is one contest from its start: R rounds of edit and play.
type Run struct {
	Seed     int64     `json:"seed"`
	Agents   []string  `json:"agents"`
	Rounds   int       `json:"rounds"` // that have games
	Versions []Version `json:"versions"`
	Games    []Game    `json:"games"` // in the order of the plan
}

// version returns the index of the version with which an agent played a round, -1 if it did not.
func (r *Run) version(agent string, round int) int {
	return slices.IndexFunc(r.Versions, func(v Version) bool {
		return !v.House && v.Agent == agent && slices.Contains(v.Played, round)
	})
}

// first returns the index of an agent's first version, -1 if it has none.
func (r *Run) first(agent string) int {
	for round := range r.Rounds {
		if at := r.version(agent, round+1); at >= 0 {
			return at
		}
	}
	return -1
}

// last returns the index of an agent's last version, -1 if it has none.
func (r *Run) last(agent string) int {
	for round := r.Rounds; round > 0; round-- {
		if at := r.version(agent, round); at >= 0 {
			return at
		}
	}
	return -1
}

// rated returns the games that compare versions: of those in which a version meets itself, nothing is learnt.
func (r *Run) rated(yield func(*Game) bool) {
	for i := range r.Games {
		g, twice := &r.Games[i], false
		for k, v := range g.Seats {
			twice = twice || slices.Contains(g.Seats[:k], v)
		}
		if !twice && len(g.Seats) > 1 && !yield(g) {
			return
		}
	}
}

// units returns the rated games as units of one start.
func (r *Run) units() rating.Units {
	var units [][]rating.Meeting
	var start *Game
	for g := range r.rated {
		if start == nil || g.Start != start.Start || !sameSeats(g, start) {
			units, start = append(units, nil), g
		}
		last := &units[len(units)-1]
		*last = append(*last, rating.Meeting{Entries: g.Seats, Points: g.Values})
	}
	return slices.Values(units)
}

// sameSeats reports whether the same versions play two games, whatever their seats.
func sameSeats(a, b *Game) bool {
	return slices.Equal(slices.Sorted(slices.Values(a.Seats)), slices.Sorted(slices.Values(b.Seats)))
}

// zero returns the versions whose mean strength is 0: house bots, or else the first versions of all agents.
func (r *Run) zero() (list []int) {
	for i, v := range r.Versions {
		if v.House {
			list = append(list, i)
		}
	}
	if list != nil {
		return list
	}
	for _, agent := range r.Agents {
		if at := r.first(agent); at >= 0 {
			list = append(list, at)
		}
	}
	return list
}

// parts returns for each version a number that is equal for all that are connected by games.
func (r *Run) parts() []int {
	up := make([]int, len(r.Versions))
	for i := range up {
		up[i] = i
	}
	root := func(v int) int {
		for up[v] != v {
			v = up[v]
		}
		return v
	}
	for g := range r.rated {
		for _, v := range g.Seats[1:] {
			one, other := root(g.Seats[0]), root(v)
			up[max(one, other)] = min(one, other)
		}
	}
	for i := range up {
		up[i] = root(i)
	}
	return up
}
