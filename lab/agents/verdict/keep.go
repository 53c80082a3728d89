package verdict

import (
	"cmp"
	"math"
	"slices"
)

// about is the number of games that a kept version is expected to play against each current one.
const about = 20

// Keep returns the kept versions that tell most about the current ones, at most so many of each agent, in the order of the run's versions:
// the yardsticks of the next round. A version tells by how much games against it would reduce the variances of the current ones: a game
// that is won with p has the information p(1-p), and all of them no more than is known of the version itself. Where games do not connect
// all versions, the best of each part comes first, so that the next round connects them. The last version of an agent of replaced does not
// play on as its agent's, so it may be kept; it stands for the one that replaces it.
func Keep(run Run, most int, replaced map[string]bool) []Version {
	if most < 1 || len(run.Versions) == 0 {
		return nil
	}
	online := run.fit()
	var current []int
	for _, agent := range run.Agents {
		if at := run.last(agent); at >= 0 {
			current = append(current, at)
		}
	}
	tells := make([]float64, len(run.Versions))
	for v := range tells {
		own := online.Strength(v)
		for _, c := range current {
			now := online.Strength(c)
			p, variance := 1/(1+math.Exp(now.Log-own.Log)), now.Err*now.Err
			tells[v] += variance * variance / (variance + 1/(about*p*(1-p)) + own.Err*own.Err)
		}
	}
	var order []int
	for v, of := range run.Versions {
		if !of.House && (replaced[of.Agent] || !slices.Contains(current, v)) {
			order = append(order, v)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(tells[b], tells[a]), cmp.Compare(b, a)) })
	kept, of := []int{}, make(map[string]int)
	for _, v := range linking(order, run.parts(), current) {
		if agent := run.Versions[v].Agent; of[agent] < most {
			of[agent]++
			kept = append(kept, v)
		}
	}
	slices.Sort(kept)
	list := make([]Version, len(kept))
	for i, v := range kept {
		list[i] = run.Versions[v]
	}
	return list
}

// linking returns versions with the first of each part that has no current version in front.
func linking(order, parts, current []int) []int {
	reached := make(map[int]bool)
	for _, v := range current {
		reached[parts[v]] = true
	}
	var front, rest []int
	for _, v := range order {
		if reached[parts[v]] {
			rest = append(rest, v)
			continue
		}
		reached[parts[v]] = true
		front = append(front, v)
	}
	return append(front, rest...)
}
