package seasons

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"

	"agon/format/tournament"
	"agon/show/report/chart"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/people"
)

// A Career is what a bot did in several seasons.
type Career struct {
	Curve template.HTML // of its rating; empty: no season has ratings
	Lines []CareerLine  // the newest season first
}

// A CareerLine is what a bot did in a season.
type CareerLine struct {
	Title       string
	Contest     string
	Bot         int64 // its ID there
	Rating      string
	Rank, Games int // 0: not ranked
}

// Career returns what a bot did in its contest and the seasons before, as a person may see it; nil if it has played in one alone.
func (s *Seasons) Career(ctx context.Context, by *people.Person, b *entries.Bot) (*Career, error) {
	before, err := s.Entries.Before(ctx, b)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	k := &Career{}
	var parts []chart.Version
	for _, x := range append([]entries.Bot{*b}, before...) {
		seen, err := s.Guests.Sees(ctx, by, x.Contest, "")
		if err != nil {
			return nil, err
		}
		c, err := s.Contests.Find(x.Contest)
		if errors.Is(err, fs.ErrNotExist) || !seen && x.ID != b.ID {
			continue
		}
		if err != nil {
			return nil, err
		}
		l := CareerLine{Title: s.Contests.Title(c), Contest: x.Contest, Bot: x.ID}
		t := c.Table()
		if by.Role.May(people.Inspect) {
			t = c.Newest()
		}
		parts = append(parts, chart.Version{Name: l.Title, Points: l.standing(t, x.Name), Old: x.ID != b.ID})
		k.Lines = append(k.Lines, l)
	}
	slices.Reverse(parts)
	k.Curve = chart.Curve(parts, chart.OnPage)
	return k, nil
}

// standing fills in what a table, which may be nil, has of a bot, and returns the curve of its rating.
func (l *CareerLine) standing(t *contests.Table, bot string) (points []tournament.CurvePoint) {
	if t == nil {
		return nil
	}
	for i := range t.Stage.Standings {
		if n := &t.Stage.Standings[i]; n.Name == bot && n.Played > 0 {
			l.Rank, l.Games, points = n.Rank, n.Played, n.Curve
			if n.Rating != 0 {
				l.Rating = fmt.Sprintf("%.0f ± %.0f", n.Rating, 1.96*n.RatingError)
			}
		}
	}
	return points
}
