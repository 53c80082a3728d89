package gallery

import (
	"errors"
	"fmt"
	"slices"
)

// A Method is what a ballot says.
type Method string

// The methods.
const (
	Approval Method = "approval" // which exhibits the voter likes
	Ranked   Method = "ranked"   // which it likes best, second best…
)

// A Ballot is one voter's choice.
type Ballot struct {
	Likes []int `json:"likes,omitempty"` // Approval: numbers of exhibits, rising
	Ranks []int `json:"ranks,omitempty"` // Ranked: for each exhibit its place from 1, 0 for none; places may be shared
}

// ErrEmpty is what Check says of a ballot with nothing on it.
var ErrEmpty = errors.New("the ballot is empty: choose at least one")

// Check returns, as a sentence for the voter, why a ballot cannot count in a vote on n exhibits.
func (b Ballot) Check(m Method, n int) error {
	if m == Approval {
		return b.checkLikes(n)
	}
	if len(b.Likes) > 0 || len(b.Ranks) != n {
		return fmt.Errorf("the ballot ranks %d of %d exhibits", len(b.Ranks), n)
	}
	for _, rank := range b.Ranks {
		if rank < 0 || rank > n {
			return fmt.Errorf("%d is no place among %d", rank, n)
		}
	}
	if slices.Max(b.Ranks) == 0 {
		return ErrEmpty
	}
	return nil
}

func (b Ballot) checkLikes(n int) error {
	if len(b.Ranks) > 0 {
		return errors.New("this vote ranks nothing")
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
	Votes   int  // Approval: ballots that like it. Ranked: exhibits that it beats
}

// Tally counts ballots on n exhibits, best first. Tied exhibits share a place and are listed in their own order.
func Tally(m Method, n int, ballots []Ballot) []Line {
	if m == Ranked {
		return rank(n, ballots)
	}
	return count(n, ballots)
}

// count places exhibits by the number of ballots that like them.
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

// majorities is how many voters prefer one exhibit to another, where more do than the other way round; else 0.
func majorities(n int, ballots []Ballot) [][]int {
	prefer := make([][]int, n)
	for i := range prefer {
		prefer[i] = make([]int, n)
	}
	for _, ballot := range ballots {
		for a, x := range ballot.Ranks {
			for b, y := range ballot.Ranks {
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
