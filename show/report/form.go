package report

import (
	"fmt"
	"strings"

	"agon/format/tournament"
)

// FormGames is the number of games of a bot that its line shows.
const FormGames = 5

// SetForm sets the newest games of the bots of a stage.
func (s *Stage) SetForm(newest func(entries []int, most int) map[int][]tournament.Placing) {
	entries := make([]int, len(s.Standings))
	for i := range s.Standings {
		entries[i] = s.Standings[i].Entry
	}
	form := newest(entries, FormGames)
	for i := range s.Standings {
		s.Standings[i].Form = form[entries[i]]
	}
}

// String returns the games in words: "last 3 games: won, 3rd of 6, drew".
func (f Form) String() string {
	words := make([]string, len(f))
	for i, p := range f {
		switch {
		case p.Place == 1 && !p.Shared:
			words[i] = "won"
		case p.Seats == 2 && p.Shared:
			words[i] = "drew"
		case p.Seats == 2:
			words[i] = "lost"
		default:
			words[i] = fmt.Sprintf("%d%s of %d", p.Place, OrdinalEnding(p.Place), p.Seats)
		}
	}
	if len(f) == 1 {
		return "last game: " + words[0]
	}
	return fmt.Sprintf("last %d games: %s", len(f), strings.Join(words, ", "))
}

// String returns in words by how many places a bot climbed: "up 3 places since round 4"; empty if it did not move.
func (c Climb) String() string {
	text := ""
	switch {
	case c.By > 0:
		text = "up " + Counted(c.By, "place")
	case c.By < 0:
		text = "down " + Counted(-c.By, "place")
	case c.New:
		text = "new"
	default:
		return ""
	}
	if c.Since != "" {
		text += " since " + c.Since
	}
	return text
}
