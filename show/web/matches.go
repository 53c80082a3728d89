package web

import (
	"fmt"
	"path/filepath"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// matchesPage is the data of templates/groups.html: the matches of a stage, each with its games, or its groups if they are too many for the
// first page.
type matchesPage struct {
	frame
	Stage   string
	Matches []matchView
	Groups  []groupView
}

// matchView is a match with its games, from the side of One.
type matchView struct {
	ID         string
	One, Other gameSeatView
	Cell       crossCell
	Games      []ladderGame
	Cut        string // says how many of the match's games are listed; empty: all
}

// A page of matches with more than mostInMatches games has the newest of each match, which are leastOfMatch at least. A game of many seats
// is one of several matches.
const (
	mostInMatches = 10_000
	leastOfMatch  = 10
)

func matchesPath(stage int) string { return fmt.Sprintf("matches-%d.html", stage+1) }

func groupsPath(stage int) string { return fmt.Sprintf("groups-%d.html", stage+1) }

func matchID(m *tournament.Encounter) string {
	return fmt.Sprintf("m%d-%d", min(m.One, m.Other)+1, max(m.One, m.Other)+1)
}

func matchPath(stage int, m *tournament.Encounter) string {
	return matchesPath(stage) + "#" + matchID(m)
}

// writeMatches writes, for each stage that has cross tables, the page to which their cells link, and a page of groups or divisions if there
// are many.
func writeMatches(dir string, r *report.Run, watchable map[int]bool) error {
	for i := range r.Stages {
		groups := newGroups(&r.Stages[i], i)
		if len(groups) == 0 {
			continue
		}
		page := newMatchesPage(r, i, watchable)
		var err error
		if len(r.Stages[i].Meetings) > 0 {
			err = writePage(filepath.Join(dir, matchesPath(i)), "matches", page)
		}
		if err == nil && len(r.Stages[i].Standings) > fewBots {
			page.Groups, page.Page = groups, r.Stages[i].Name+map[bool]string{true: ": divisions", false: ": groups"}[r.Stages[i].Divided()]
			err = writePage(filepath.Join(dir, groupsPath(i)), "groups-page", page)
		}
		if err != nil {
			return fmt.Errorf("stage %q: %w", r.Stages[i].Name, err)
		}
	}
	return nil
}

func newMatchesPage(r *report.Run, stage int, watchable map[int]bool) matchesPage {
	s := &r.Stages[stage]
	p := matchesPage{frame: newFrame(r, ""), Stage: s.Name}
	p.Page = s.Name + ": matches"
	seats := make(map[int]gameSeatView, len(s.Standings))
	for i := range s.Standings {
		seats[s.Standings[i].Entry] = seatView(&s.Standings[i])
	}
	games, all := gamesByNumber(r), 0
	for _, m := range s.Meetings {
		all += len(m.Games)
	}
	for _, m := range s.Meetings {
		v := matchView{ID: matchID(m), One: seats[m.One], Other: seats[m.Other], Cell: newCell(m, stage)}
		listed := m.Games
		if most := max(leastOfMatch, mostInMatches/len(s.Meetings)); all > mostInMatches && len(listed) > most {
			listed = listed[len(listed)-most:]
			v.Cut = fmt.Sprintf("The newest %s of %s games.", numerals.Grouped(most), numerals.Grouped(len(m.Games)))
		}
		for _, id := range listed {
			if g := games[id+1]; g != nil {
				v.Games = append(v.Games, newLadderGame(r, g, m.One, s.Unit, "", watchable))
			}
		}
		p.Matches = append(p.Matches, v)
	}
	return p
}

func gamesByNumber(r *report.Run) map[int]*report.Game {
	games := make(map[int]*report.Game, len(r.Games))
	for i := range r.Games {
		games[r.Games[i].Number] = &r.Games[i]
	}
	return games
}
