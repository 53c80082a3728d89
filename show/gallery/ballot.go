package gallery

import (
	"errors"
	"fmt"
	"slices"
)

// A Method is a voting method.
type Method string

// The methods.
const (
	Approval Method = "approval" // the exhibits that the voter likes
	Ranked   Method = "ranked"   // exhibits in order of preference
)

// A Ballot is one voter's choice.
type Ballot struct {
	Likes []int `json:"likes,omitempty"` // Approval: indexes of exhibits, ascending
	Ranks []int `json:"ranks,omitempty"` // Ranked: for each exhibit its rank from 1, 0 for none; ranks may be shared
	Own   []int `json:"own,omitempty"`   // indexes of the voter's own exhibits, ascending: the ballot says nothing about them
}

// ErrEmpty is the error of Check for an empty ballot.
var ErrEmpty = errors.New("the ballot is empty: choose at least one")

// ErrOwn is the error of Check for a ballot that votes for the voter's own exhibit.
var ErrOwn = errors.New("nobody votes for an exhibit of his or her own")

// Check returns an error, for the voter, if a ballot is invalid in a vote on n exhibits.
func (b Ballot) Check(m Method, n int) error {
	for _, at := range b.Own {
		if at < 0 || at >= n {
			return fmt.Errorf("no exhibit %d", at)
		}
		if slices.Contains(b.Likes, at) || at < len(b.Ranks) && b.Ranks[at] != 0 {
			return ErrOwn
		}
	}
	if m == Approval {
		return b.checkLikes(n)
	}
	if len(b.Likes) > 0 || len(b.Ranks) != n {
		return fmt.Errorf("the ballot ranks %d of %d exhibits", len(b.Ranks), n)
	}
	for _, rank := range b.Ranks {
		if rank < 0 || rank > n {
			return fmt.Errorf("%d is not a rank among %d", rank, n)
		}
	}
	if slices.Max(b.Ranks) == 0 {
		return ErrEmpty
	}
	return nil
}

func (b Ballot) checkLikes(n int) error {
	if len(b.Ranks) > 0 {
		return errors.New("this vote has no ranks")
	}
	if len(b.Likes) == 0 {
		return ErrEmpty
	}
	for i, at := range b.Likes {
		if at < 0 || at >= n {
			return fmt.Errorf("no exhibit %d", at)
		}
		if i > 0 && b.Likes[i-1] >= at {
			return errors.New("the ballot names an exhibit twice")
		}
	}
	return nil
}

// A Line is an exhibit's line in a tally.
type Line struct {
	Exhibit int
	Place   int  // from 1; shared by ties
	Tied    bool // others have the same place
	Votes   int  // Approval: number of ballots that like it. Ranked: number of exhibits that it beats
}

// Tally counts ballots on n exhibits, best first. Tied exhibits share a place and keep their order.
func Tally(m Method, n int, ballots []Ballot) []Line {
	if m == Ranked {
		return rank(n, ballots)
	}
	return count(n, ballots)
}

// count ranks exhibits by the number of ballots that like them.
func count(n int, ballots []Ballot) []Line {
	lines := make([]Line, n)
	for i, votes := range approvals(n, ballots) {
		lines[i] = Line{Exhibit: i, Votes: votes}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return b.Votes - a.Votes })
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && lines[i].Votes == lines[i-1].Votes {
			lines[i].Place = lines[i-1].Place
			lines[i].Tied, lines[i-1].Tied = true, true
		}
	}
	return lines
}

/*
rank places exhibits by the method of Schulze: A beats B if the strongest chain of majorities from A to B is stronger than the
strongest one back. A chain is as strong as its weakest majority. First are all exhibits that nothing beats; next those that nothing
but the first beat, and so on. Exhibits that a ballot leaves without a place count as behind all that it places.
*/
func rank(n int, ballots []Ballot) []Line {
	path := strongest(majorities(n, ballots))
	beats := func(a, b int) bool { return path[a][b] > path[b][a] }
	lines := make([]Line, 0, n)
	placed := make([]bool, n)
	for len(lines) < n {
		from := len(lines)
		for a := range n {
			if placed[a] {
				continue
			}
			beaten, votes := false, 0
			for b := range n {
				beaten = beaten || !placed[b] && beats(b, a)
				if beats(a, b) {
					votes++
				}
			}
			if !beaten {
				lines = append(lines, Line{Exhibit: a, Place: from + 1, Votes: votes})
			}
		}
		for i := from; i < len(lines); i++ {
			lines[i].Tied = len(lines)-from > 1
			placed[lines[i].Exhibit] = true
		}
	}
	return lines
}

func approvals(n int, ballots []Ballot) []int {
	votes := make([]int, n)
	for _, b := range ballots {
		for _, at := range b.Likes {
			votes[at]++
		}
	}
	return votes
}

// strongest replaces the strength of each majority by that of the strongest chain between the two exhibits.
func strongest(path [][]int) [][]int {
	for via := range path {
		for from := range path {
			for to := range path {
				path[from][to] = max(path[from][to], min(path[from][via], path[via][to]))
			}
		}
	}
	return path
}

// majorities returns for each pair how many voters prefer the first exhibit, if more do than the other way round; else 0.
func majorities(n int, ballots []Ballot) [][]int {
	prefer := make([][]int, n)
	for i := range prefer {
		prefer[i] = make([]int, n)
	}
	for _, ballot := range ballots {
		for a, x := range ballot.Ranks {
			for b, y := range ballot.Ranks {
				if slices.Contains(ballot.Own, a) || slices.Contains(ballot.Own, b) {
					continue
				}
				if x > 0 && (y == 0 || x < y) {
					prefer[a][b]++
				}
			}
		}
	}
	for a := range n {
		for b := range a {
			switch {
			case prefer[a][b] > prefer[b][a]:
				prefer[b][a] = 0
			case prefer[a][b] < prefer[b][a]:
				prefer[a][b] = 0
			default:
				prefer[a][b], prefer[b][a] = 0, 0
			}
		}
	}
	return prefer
}
