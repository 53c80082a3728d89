package verdict

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/pattern"
)

// stageName matches the name of a stage of a round: "round 3", "round 3: groups", "round 3: yardsticks".
var stageName = pattern.Of(`^round ([1-9]\d{0,5})(?:(: yardsticks)$|:|$)`)

// Of reads a run from the ledger of a contest with these agents. Entries with an agent's name are its versions, "ann@3" is that of round 3,
// and all others are house bots.
func Of(ctx context.Context, c *contest.Contest, agents []string) (Run, error) {
	r := reader{contest: c, run: Run{Seed: c.Seed, Agents: agents}, versions: make(map[int]int)}
	err := c.Games(ctx, r.game)
	return r.run, err
}

// A reader reads the games of a contest in the order of the plan.
type reader struct {
	contest  *contest.Contest
	run      Run
	versions map[int]int // by entry
	before   tournament.Fixture
	starts   int
}

func (r *reader) game(g *store.Game) error {
	name := r.contest.Stages[g.Stage].Name
	found := stageName().FindStringSubmatch(name)
	if found == nil {
		return fmt.Errorf(`read a contest of agents: stage %q is not named "round N", and so belongs to no round`, name)
	}
	round, _ := strconv.Atoi(found[1])
	if b := r.before; r.starts == 0 || b.Stage != g.Stage || b.Match != g.Match || b.Seed != g.Seed {
		r.starts++
	}
	r.before = g.Fixture
	own := Game{Number: g.ID + 1, Round: round, Spare: found[2] != "", Start: r.starts, Values: values(g.Result.Seats)}
	for seat, entry := range g.Seats {
		own.Seats = append(own.Seats, r.version(entry, round))
		own.Faults = append(own.Faults, g.Result.Seats[seat].Faults)
	}
	r.run.Rounds = max(r.run.Rounds, round)
	r.run.Games = append(r.run.Games, own)
	return nil
}

// values returns for each seat the part of the others that it beat; equals count half.
func values(seats []tournament.Seat) []float64 {
	list := make([]float64, len(seats))
	for i := range seats {
		for k := range seats {
			if i != k {
				list[i] += against(float64(seats[k].Place), float64(seats[i].Place)) / float64(len(seats)-1)
			}
		}
	}
	return list
}

// version returns the version of an entry that plays in a round.
func (r *reader) version(entry, round int) int {
	at, known := r.versions[entry]
	own := slices.Contains(r.run.Agents, r.contest.Entries[entry].Name)
	if !known {
		at = r.find(entry, round)
		r.versions[entry] = at
	}
	if v := &r.run.Versions[at]; own && !slices.Contains(v.Played, round) {
		v.Played = append(v.Played, round)
	}
	return at
}

// find returns the version of an entry that has not played yet, which an earlier one with equal files may be.
func (r *reader) find(entry, round int) int {
	e := &r.contest.Entries[entry]
	v := Version{Agent: e.Name, Round: round, Hash: e.Hash, Played: []int{}}
	if name, of, kept := strings.Cut(e.Name, "@"); kept && slices.Contains(r.run.Agents, name) {
		if n, err := strconv.Atoi(of); err == nil {
			v.Agent, v.Round = name, n
			if at := r.run.version(name, n); at >= 0 {
				return at
			}
		}
	}
	if v.House = !slices.Contains(r.run.Agents, v.Agent); v.House {
		v.Round = 0
	}
	if at := slices.IndexFunc(r.run.Versions, func(o Version) bool { return o.Agent == v.Agent && o.Hash == v.Hash }); at >= 0 {
		return at
	}
	r.run.Versions = append(r.run.Versions, v)
	return len(r.run.Versions) - 1
}
