package knockout

import (
	"fmt"

	"agon/format/tournament"
)

// addTie appends a tie with the feeds one and two, and returns its number.
func (b *bracket) addTie(part, level int, name string, one, two tournament.Feed) int {
	n := len(b.Ties)
	b.Ties = append(b.Ties, tournament.Tie{Number: n, Name: name, Part: part, Level: level, From: [2]tournament.Feed{one, two},
		Series: b.series})
	return n
}

// part adds a part; its root is its last tie.
func (b *bracket) part(name string, root int) {
	b.Parts = append(b.Parts, tournament.Part{Name: name, Root: root})
}

func seed(at int) tournament.Feed  { return tournament.Feed{What: tournament.FromDraw, At: at} }
func winner(n int) tournament.Feed { return tournament.Feed{What: tournament.FromWinner, At: n} }
func loser(n int) tournament.Feed  { return tournament.Feed{What: tournament.FromLoser, At: n} }

// tree adds the ties of a single-elimination bracket and returns their numbers round by round.
func (b *bracket) tree(size, rounds int, level func(round int) int, name func(round int) string) [][]int {
	var all [][]int
	var feeds []tournament.Feed
	for _, at := range positions(size) {
		feeds = append(feeds, seed(at))
	}
	for round := range rounds {
		var numbers []int
		var next []tournament.Feed
		for i := 0; i < len(feeds); i += 2 {
			n := b.addTie(0, level(round), name(round), feeds[i], feeds[i+1])
			numbers, next = append(numbers, n), append(next, winner(n))
		}
		all, feeds = append(all, numbers), next
	}
	return all
}

// single builds the bracket in which one loss eliminates. Levels are even, so that the winners of the last two ties can get a level of
// their own.
func (b *bracket) single(size, rounds int, third bool) {
	all := b.tree(size, rounds, func(round int) int { return 2 * round }, func(round int) string { return roundName(rounds - round) })
	final := all[rounds-1][0]
	b.part("", final)
	if !third {
		return
	}
	b.Parts[0].Name = "bracket"
	semis := all[rounds-2]
	n := b.addTie(1, 2*(rounds-2), "the match for third place", loser(semis[0]), loser(semis[1]))
	b.part("third place", n)
}

// roundName returns the usual name of a tie; left is the number of remaining rounds, including this one.
func roundName(left int) string {
	switch left {
	case 1:
		return "the final"
	case 2:
		return "a semi-final"
	case 3:
		return "a quarter-final"
	}
	return fmt.Sprintf("the round of %d", 1<<left)
}

/*
double builds the bracket in which two losses eliminate. The losers of the winners' bracket continue in the losers' bracket, where rounds
among its entries alternate with rounds against the new losers. The winners of both meet in the final. If the one from the losers'
bracket wins it, both have lost once, and a second final decides.

Losers are moved crosswise, so that they meet entries that they have already met as late as possible.
*/
func (b *bracket) double(size, rounds int) {
	drop := func(round int) int { return 2 * max(2*round-1, 0) } // the level of the losers' round in which the losers of a round continue
	all := b.tree(size, rounds, drop, func(round int) string {
		if round == rounds-1 {
			return "the winners' final"
		}
		return fmt.Sprintf("winners' round %d", round+1)
	})
	b.part("winners", all[rounds-1][0])
	final := 2 * max(2*rounds-2, 0)
	last := loser(all[rounds-1][0])
	if rounds > 1 {
		last = winner(b.losers(all))
		b.part("losers", last.At)
	}
	first := b.addTie(len(b.Parts), final, "the final", winner(all[rounds-1][0]), last)
	b.second = b.addTie(len(b.Parts), final+2, "the second final", winner(first), loser(first))
	b.part("final", b.second)
}

// losers adds the rounds of the losers' bracket, and returns the number of its final.
func (b *bracket) losers(all [][]int) int {
	name := func(round int) string {
		if round == 2*len(all)-3 {
			return "the losers' final"
		}
		return fmt.Sprintf("losers' round %d", round+1)
	}
	var feeds []tournament.Feed
	for _, n := range all[0] {
		feeds = append(feeds, loser(n))
	}
	for round := range 2*len(all) - 2 {
		if round%2 == 1 {
			feeds = meet(feeds, crosswise(all[(round+1)/2], round/2))
		}
		var next []tournament.Feed
		for i := 0; i < len(feeds); i += 2 {
			next = append(next, winner(b.addTie(1, 2*round, name(round), feeds[i], feeds[i+1])))
		}
		feeds = next
	}
	return feeds[0].At
}

// crosswise returns the feeds of a round's losers in the order in which they join the losers' bracket: reversed, and every other time
// with the halves swapped.
func crosswise(ties []int, nth int) []tournament.Feed {
	n := len(ties)
	feeds := make([]tournament.Feed, n)
	for i := range ties {
		at := n - 1 - i
		if nth%2 == 1 {
			at = (at + n/2) % n
		}
		feeds[i] = loser(ties[at])
	}
	return feeds
}

// meet pairs the new losers with the entries of the losers' bracket.
func meet(there, down []tournament.Feed) []tournament.Feed {
	var feeds []tournament.Feed
	for i := range there {
		feeds = append(feeds, there[i], down[i])
	}
	return feeds
}

// fillSecond empties the second final if the first was won by the winner of the winners' bracket, who has not lost.
func (b *bracket) fillSecond(t *tournament.Tie) {
	first := &b.Ties[t.From[0].At]
	if first.Winner >= 0 && first.Winner == first.Sides[0] {
		t.Sides = [2]int{first.Winner, tournament.Nobody}
	}
}
