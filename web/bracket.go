package web

import (
	"agon/bracket"
	"agon/report"
)

// bracketRound is a round of a bracket as a list, for phones.
type bracketRound struct {
	Name string
	Live bool
	Ties []bracketTie
}

type bracketTie struct {
	Sides []bracketSide
	Live  bool
	Note  string
}

type bracketSide struct {
	bracket.Side
	chip
}

// bracketRounds returns the rounds of a stage's bracket, or nil if it has none.
func bracketRounds(r *report.Run, s *report.Stage) (list []bracketRound) {
	if s.Bracket == nil {
		return nil
	}
	for _, round := range bracket.Rounds(s.Bracket, r.Names()) {
		v := bracketRound{Name: round.Name, Live: round.Live}
		for _, pair := range round.Ties {
			tie := bracketTie{Live: pair.Live, Note: pair.Note}
			for _, side := range pair.Sides {
				at := bracketSide{Side: side}
				if side.Entry >= 0 {
					at.chip = chipOf(side.Entry)
				}
				tie.Sides = append(tie.Sides, at)
			}
			v.Ties = append(v.Ties, tie)
		}
		list = append(list, v)
	}
	return list
}
