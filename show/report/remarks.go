package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"agon/format/rating"
	"agon/format/tournament"
)

// mostNamed is the number of bots or pairs that a remark names.
const mostNamed = 10

// Remark sets the remarks of a stage whose standings are known: where bots that are equal share the first place, or what decides which of
// them advance, and which pairs have met again. order is what decides, unless it is the draw of a bracket: "their order in the line-up".
func (s *Stage) Remark(order string, rematches []tournament.Rematch) {
	s.Remarks = nil
	for _, group := range s.Groups() {
		s.Remarks = append(s.Remarks, s.evenly(group, order)...)
	}
	if text := s.rematches(rematches); text != "" {
		s.Remarks = append(s.Remarks, text)
	}
}

// Circle adds remarks on bots that probably beat each other in a circle: "Ann, Bob and Cid beat each other in a circle (93 %)."
func (s *Stage) Circle(list []rating.Circle) {
	for _, c := range list {
		bots := []string{s.nameOf(c.Entries[0]), s.nameOf(c.Entries[1]), s.nameOf(c.Entries[2])}
		chance := fmt.Sprintf("%.0f %%", math.Floor(100*c.Chance))
		if c.Chance > 0.99 {
			chance = "over 99 %"
		}
		s.Remarks = append(s.Remarks, fmt.Sprintf("%s beat each other in a circle (%s).", Named(bots), chance))
	}
}

// Tied sets how often equal bots of each group tie, and adds a remark on it where they do.
func (s *Stage) Tied(shares []rating.TieShare) {
	s.TieShares = shares
	for i, t := range shares {
		if t.Share == 0 || i >= len(s.Groups()) {
			continue
		}
		wide := rating.Reach * t.Err
		s.Remarks = append(s.Remarks, fmt.Sprintf("%sEqual bots tie with a chance of %.0f %% (from %.0f %% to %.0f %%).",
			inGroup(&s.Groups()[i][0]), 100*t.Share, 100*max(0, t.Share-wide), 100*min(1, t.Share+wide)))
	}
}

// evenly returns a sentence about equal bots of a group if some of them advance and others do not, or, in the last stage, if they are
// first; of divisions in the best one.
func (s *Stage) evenly(group []Standing, order string) []string {
	if !s.Finished || s.Unranked() || s.Played == 0 || group[0].Above > 0 {
		return nil
	}
	for from := 0; from < len(group); {
		to := from + 1
		for to < len(group) && group[to].Rank == group[from].Rank {
			to++
		}
		equal := group[from:to]
		even := inGroup(&group[0]) + Named(names(equal)) + " are equal in all that ranks"
		if s.By == tournament.ByBracket {
			even, order = Named(names(equal))+" came equally far", "their places in the draw"
		}
		in := slices.IndexFunc(equal, func(l Standing) bool { return !l.Through })
		switch {
		case s.Next != "" && in > 0:
			return []string{fmt.Sprintf("%s: %s let %s advance, and not %s.", even, order, Named(names(equal[:in])),
				Named(names(equal[in:])))}
		case s.Next == "" && from == 0 && len(equal) > 1:
			return []string{even + ", and share the first place."}
		}
		from = to
	}
	return nil
}

func inGroup(s *Standing) string {
	if s.Letter == "" {
		return ""
	}
	return s.GroupTitle() + ": "
}

// rematches returns a sentence about pairs that met again, empty if there are none.
func (s *Stage) rematches(list []tournament.Rematch) string {
	var met []string
	for _, r := range list {
		times := "twice"
		if r.Times > 2 {
			times = fmt.Sprintf("%d times", r.Times)
		}
		met = append(met, fmt.Sprintf("%s and %s met %s", s.nameOf(r.One), s.nameOf(r.Other), times))
	}
	if more := len(met) - mostNamed; more > 0 {
		met = append(met[:mostNamed], Counted(more, "more pair"))
	}
	if len(met) == 0 {
		return ""
	}
	return fmt.Sprintf("Rematches: %s.", strings.Join(met, ", "))
}

// nameOf returns the name of an entry in the standings.
func (s *Stage) nameOf(entry int) string {
	if at := slices.IndexFunc(s.Standings, func(l Standing) bool { return l.Entry == entry }); at >= 0 {
		return s.Standings[at].Name
	}
	return fmt.Sprintf("bot %d", entry+1)
}

func names(lines []Standing) (list []string) {
	for i := range lines {
		list = append(list, lines[i].Name)
	}
	return list
}

// Named returns names in words: "Ann, Bob and Cid".
func Named(names []string) string {
	if more := len(names) - mostNamed; more > 1 {
		names = append(slices.Clone(names[:mostNamed]), Counted(more, "more bot"))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Leaders returns the names of those who share the first place of the stage's first group, and whether there are several; empty if nobody
// is ranked.
func (s *Stage) Leaders() (names string, several bool) {
	if s.Unranked() || len(s.Standings) == 0 {
		return "", false
	}
	var list []string
	for i := range s.Standings {
		if l := &s.Standings[i]; l.Group == s.Standings[0].Group && l.Rank == s.Standings[0].Rank {
			list = append(list, l.Name)
		}
	}
	if len(list) > 2 {
		list = append(list[:1], Counted(len(list)-1, "other"))
	}
	return Named(list), len(list) > 1
}
