package logs

import (
	"slices"

	"agon/record/gamelog"
)

// A GameFigures is the figures of a bot in a game. Its JSON form is what agon logs --figures --json prints.
type GameFigures struct {
	Game    int      `json:"game"`
	Figures []Figure `json:"figures"`
	Left    int      `json:"left_out"` // lines with more names than a game may have
}

// A Figure sums up the values of a figure in a game.
type Figure struct {
	Name   string          `json:"name"`
	Turns  int             `json:"turns"` // with a value
	Min    float64         `json:"min"`
	Mean   float64         `json:"mean"`
	Max    float64         `json:"max"`
	Points []gamelog.Point `json:"points,omitempty"` // of one game that is asked for
}

// Figures returns the bot's figures, game by game; game 0 is all games, without their points. Games without a figure are left out.
func (b *Bot) Figures(game int) ([]GameFigures, error) {
	records, err := b.Records()
	if err != nil {
		return nil, err
	}
	list := []GameFigures{}
	for _, g := range gamelog.ByGame(records) {
		if g.Number == 0 || game > 0 && g.Number != game {
			continue
		}
		figures, left := gamelog.Figures(g.Records)
		if len(figures) == 0 {
			continue
		}
		found := GameFigures{Game: g.Number, Left: left}
		for _, f := range figures {
			found.Figures = append(found.Figures, sumUp(f, game > 0))
		}
		list = append(list, found)
	}
	return list, nil
}

func sumUp(f gamelog.Figure, points bool) Figure {
	byValue := func(a, b gamelog.Point) int {
		if a.Value < b.Value {
			return -1
		}
		return 1
	}
	s := Figure{Name: f.Name, Turns: len(f.Points)}
	s.Min, s.Max = slices.MinFunc(f.Points, byValue).Value, slices.MaxFunc(f.Points, byValue).Value
	for i, p := range f.Points {
		n := float64(i + 1)
		s.Mean += p.Value/n - s.Mean/n // a difference or a sum of values may be too large for a number
	}
	if points {
		s.Points = f.Points
	}
	return s
}
