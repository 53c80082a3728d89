package report

import (
	"fmt"
	"slices"

	"agon/format/tournament"
)

// Tables is a set of tables.
type Tables uint8

const (
	Scores     Tables = 1 << iota // "The Final Scores" of kinds with scores in percent
	Efficiency                    // "Best Efficiency", beside Scores
	Matches                       // of stages with matches between pairs of bots, group by group
	Ladder                        // of stages whose ratings have standard errors
	Page                          // the standings of a stage on pages, after the columns rank, places, bot and ranking value (as picture and number)
	Board                         // the leaderboard of a ladder on pages, after the columns rank, places and bot

	printed    = Scores | Efficiency | Matches | Ladder
	Everywhere = Scores | Matches | Ladder | Page | Board // for a new column
)

// A Column is a column of the tables of a stage.
type Column struct {
	Key    string // its name in JSON; empty: not in JSON. The Value of a column with a key uses the Standing only
	Omit   bool   // omitted from JSON if zero
	In     Tables
	Head   string                      // its heading
	Label  string                      // its heading on pages, if different from Head
	Title  string                      // on pages: what it is, if the heading does not say it
	Scored bool                        // the heading names the unit of the scores
	Class  string                      // on pages: "num" for numbers, "wide" for columns hidden on narrow screens, "curved" and "record" for wider ones; empty: "num wide"
	Width  int                         // in a pipe: its width in characters; a longer cell moves the rest to the right
	Widest func(bots int) string       // instead of Width: returns the widest cell, which is followed by two spaces
	Digits int                         // decimals of numbers
	Unit   string                      // after each number on a terminal
	Added  bool                        // separated by two spaces from the column before
	Remark bool                        // text, which a narrow terminal cuts first
	When   func(lines []Standing) bool // nil: always
	Value  func(l Line) any            // string, int, float64 or one of the types below; nil: an empty cell
}

// A Line is a bot's line in a table.
type Line struct {
	*Standing
	Stage *Stage
	Place int // in this table, from 1
}

// Types of values with a format of their own.
type (
	Micros  float64                 // a time in µs
	Faults  int                     // a number of faults
	Record  [3]int                  // won, drawn, lost
	Balance int                     // a number with its sign
	Curve   []tournament.CurvePoint // ratings over the number of games
	Bot     struct {
		Slot int
		Name string
	}
)

// Reach is the half-width of a 95 % interval, in standard errors.
const Reach = 1.96

// MostCurves is the maximum number of bots on a leaderboard with curves; more would make the page too large.
const MostCurves = 300

// Of returns the columns of a table with these lines.
func Of(t Tables, lines []Standing) []Column {
	var list []Column
	for _, c := range Columns {
		if c.In&t != 0 && (c.When == nil || c.When(lines)) {
			list = append(list, c)
		}
	}
	return list
}

// Columns lists all columns. Each table, and JSON, has a subset of them in this order.
var Columns = []Column{
	{Key: "group", Omit: true, Value: func(l Line) any { return l.Letter }},
	{Key: "rank", Value: func(l Line) any { return l.Rank }},
	{In: Efficiency, Head: "Rank", Width: 5, Value: func(l Line) any { return l.Place }},
	{In: Scores, Head: "Rank", Width: 5, Value: func(l Line) any { return l.Rank }},
	{In: Matches, Head: "Rank", Width: 6, Value: func(l Line) any { return l.Rank }},
	{In: Ladder, Head: "Rank", Widest: func(bots int) string { return rankOf(bots, bots) }, Value: func(l Line) any { return rankOf(l.Rank, len(l.Stage.Standings)) }},
	{Key: "rank_low", Value: func(l Line) any { return l.RankLow }},
	{Key: "rank_high", Value: func(l Line) any { return l.RankHigh }},
	{Key: "chance_first", Omit: true, Value: func(l Line) any { return l.ChanceFirst }}, // 0 to 1
	{Key: "chance_next", Omit: true, Value: func(l Line) any { return l.ChanceNext }},
	{In: Ladder, Head: "Places", Widest: func(bots int) string { return places(bots, bots-1) }, Value: func(l Line) any { return places(l.RankLow, l.RankHigh) }},
	{Key: "climbed", Omit: true, In: Ladder | Board, Head: "+-", Label: "±", Width: 5, When: moved, Value: func(l Line) any { return climbed(l.Standing) }},
	{Key: "bot", Value: func(l Line) any { return l.Name }},
	{In: printed, Head: "Name", Width: 30, Value: func(l Line) any { return Bot{l.Entry, l.Name} }},
	{Key: "author", In: printed, Head: "Contributor", Width: 20, Value: func(l Line) any { return l.Author }},
	{Key: "image", Omit: true, Value: func(l Line) any { return l.Image }},

	{In: Scores | Efficiency, Head: "Avg [us]", Width: 15, Digits: 3, Value: func(l Line) any { return l.Average() }},
	{In: Scores, Head: "Score", Width: 7, Digits: 3, Unit: "%", Value: func(l Line) any { return l.Score }},
	{In: Scores, Head: "+-95%", Width: 7, Digits: 3, Added: true, Value: func(l Line) any { return positive((l.High - l.Low) / 2) }},
	{In: Efficiency, Head: "Score [%]", Width: 12, Digits: 3, Value: func(l Line) any { return l.Score }},
	{In: Efficiency, Head: "Efficiency [%/us]", Width: 12, Digits: 3, Value: func(l Line) any {
		if l.Average() <= 0 {
			return nil
		}
		return l.PerMicro()
	}},
	{In: Matches, Head: "W-D-L", Width: 12, Value: func(l Line) any { return Record{l.Wins, l.Draws, l.Losses} }},
	{In: Matches, Head: "Points", Width: 9, Digits: 1, Value: func(l Line) any { return l.Points }},
	{In: Matches, Head: "+-95%", Width: 7, Digits: 1, When: func(lines []Standing) bool {
		return slices.ContainsFunc(lines, func(l Standing) bool { return l.PointsHigh > 0 })
	}, Value: func(l Line) any { return positive((l.PointsHigh - l.PointsLow) / 2) }},
	{In: Matches, Head: "Elo", Width: 9, Digits: 1, When: Ordered, Value: func(l Line) any { return l.Rating }},
	{In: Matches, Head: "Rating", Width: 9, Digits: 1, When: func(lines []Standing) bool { return Rated(lines) && !Ordered(lines) }, Value: func(l Line) any { return l.Rating }},
	{In: Matches, Head: "Order", Width: 8, When: Ordered, Value: func(l Line) any { return PlaceRange(l.OrderLow, l.OrderHigh) }},
	{In: Ladder | Board, Head: "Rating", Width: 8, Class: "num", Value: func(l Line) any { return l.Rating }},
	{In: Ladder | Board, Head: "+-95%", Label: "± 95 %", Width: 7, Value: func(l Line) any { return Reach * l.RatingError }},
	{In: Board, Head: "Rating over games", Class: "wide curved", When: func(lines []Standing) bool { return len(lines) <= MostCurves }, Value: func(l Line) any { return Curve(l.Curve) }},
	{Key: "played", In: Ladder | Board, Head: "Games", Width: 7, Class: "num", Value: func(l Line) any { return l.Played }},
	{In: Ladder | Board, Head: "W-D-L", Label: "W–D–L", Width: 14, Class: "num wide record", Value: func(l Line) any { return Record{l.GamesWon, l.GamesDrawn, l.GamesLost} }},
	{Key: "score", In: Ladder | Matches, Head: "Score", Scored: true, Width: 12, Digits: 2, Value: func(l Line) any { return l.Score }},
	{Key: "low", Value: func(l Line) any { return l.interval(l.Low) }},
	{Key: "high", Value: func(l Line) any { return l.interval(l.High) }},
	{Key: "deviation", In: Page, Head: "Deviation", Digits: 2, Value: func(l Line) any { return l.Deviation }},
	{Key: "opposition", Omit: true, In: Page, Head: "Opponents", Title: "points of its opponents, which break ties of points", Digits: 1, When: Swiss, Value: func(l Line) any { return l.Opposition }},
	{In: Page, Head: "Games ±", Title: "games won minus lost, which break ties of the opponents' points", When: Swiss, Value: func(l Line) any { return Balance(l.GamesWon - l.GamesLost) }},
	{Key: "byes", Omit: true, In: Page, Head: "Byes", Title: "rounds without an opponent; each counts a point", When: func(lines []Standing) bool {
		return slices.ContainsFunc(lines, func(l Standing) bool { return l.Byes > 0 })
	}, Value: func(l Line) any { return Faults(l.Byes) }},
	{Key: "best", Value: func(l Line) any { return l.Best }},
	{Key: "rating", Omit: true, Value: func(l Line) any { return l.Rating }},
	{Key: "rating_error", Omit: true, Value: func(l Line) any { return l.RatingError }}, // standard error
	{Key: "order_low", Omit: true, Value: func(l Line) any { return l.OrderLow }},
	{Key: "order_high", Omit: true, Value: func(l Line) any { return l.OrderHigh }},
	{Key: "through", Omit: true, Value: func(l Line) any { return l.Through }},
	{Key: "note", Omit: true, Value: func(l Line) any { return l.Note }},
	{Key: "out", Omit: true, Value: func(l Line) any { return l.Out }},
	{Key: "wins", Value: func(l Line) any { return l.Wins }},
	{Key: "draws", Value: func(l Line) any { return l.Draws }},
	{Key: "losses", Value: func(l Line) any { return l.Losses }},
	{Key: "points", Value: func(l Line) any { return l.Points }},
	{Key: "points_low", Omit: true, Value: func(l Line) any { return l.PointsLow }},
	{Key: "points_high", Omit: true, Value: func(l Line) any { return l.PointsHigh }},
	{Key: "avg_us", In: Ladder | Matches | Page, Head: "Avg [us]", Label: "µs / move", Width: 14, Digits: 1, Value: func(l Line) any { return Micros(l.Average()) }},
	{Key: "cpu_us", Value: func(l Line) any { return l.AverageCPU() }},
	{Key: "score_per_us", Value: func(l Line) any { return l.PerMicro() }},
	{Key: "faults", In: Page, Head: "Faults", Value: func(l Line) any { return Faults(l.Faults) }},
	{Key: "pondering", Omit: true, Value: func(l Line) any { return l.Ponders }}, // number of the faults for using the processor outside one's turns
	{Key: "clock_disagrees", Omit: true, Value: func(l Line) any { return l.Doubt }},
	{Key: "lost_on_time", Value: func(l Line) any { return l.OnTime }}, // games

	{In: Everywhere, Head: "First", Width: 7, Added: true, When: favourites, Value: first},
	{In: Everywhere, Head: "Next", Width: 7, Added: true, When: undecided, Value: func(l Line) any { return percent(l.ChanceNext) }},
	{In: printed &^ Efficiency, Head: "Faults", Width: 8, Added: true, When: faulty, Value: func(l Line) any { return l.faultText() }},
	{Key: "broken", Omit: true, Value: func(l Line) any { return l.Broken }},

	{In: Scores, Added: true, Remark: true, Value: func(l Line) any {
		return joined(l.Idle, l.Note, l.Out, l.over(), l.lostOnTime(), l.doubted(), l.pondering())
	}},
	{In: Ladder, Added: true, Remark: true, When: absent, Value: func(l Line) any { return joined(l.Idle, l.Note, l.Out) }},
	{In: Matches, Remark: true, Value: func(l Line) any { return joined(l.Idle, l.Note, l.Out, l.lostOnTime(), l.pondering()) }},
}

// Swiss reports whether the opponents' points break ties.
func Swiss(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Opposition > 0 })
}

// absent reports whether any bot is gone or does not play.
func absent(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Gone || l.Out != "" || l.Idle != "" })
}

// moved reports whether any bot climbed or fell.
func moved(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Climbed != 0 })
}

// climbed returns by how many places a bot climbed or fell: "▲2", "▼1"; "new" if it had no place before.
func climbed(s *Standing) string {
	switch {
	case s.Climbed > 0:
		return fmt.Sprintf("▲%d", s.Climbed)
	case s.Climbed < 0:
		return fmt.Sprintf("▼%d", -s.Climbed)
	case s.New:
		return "new"
	}
	return ""
}

// interval returns a bound of the interval of the score; nil if the line has none.
func (l Line) interval(v float64) any {
	if l.High > l.Low {
		return v
	}
	return nil
}

// favourites reports whether any line has a chance of being first.
func favourites(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.ChanceFirst > 0 })
}

// first returns the chance of being first, nil where it is not told: before [tournament.FirstAfter] games, but for brackets.
func first(l Line) any {
	if l.Stage.By != tournament.ByBracket && l.Played < tournament.FirstAfter {
		return nil
	}
	return percent(l.ChanceFirst)
}

// undecided reports whether any line has a chance between 0 and 1 of advancing.
func undecided(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.ChanceNext > 0 && l.ChanceNext < 1 })
}

// percent formats a probability as a percentage.
func percent(chance float64) string {
	switch {
	case chance > 0 && chance < 0.01:
		return "<1 %"
	case chance > 0.99 && chance < 1:
		return ">99 %"
	}
	return fmt.Sprintf("%.0f %%", chance*100)
}

// positive returns v, nil if it is not above 0.
func positive(v float64) any {
	if v > 0 {
		return v
	}
	return nil
}

// rankOf returns "133rd of 3131".
func rankOf(rank, bots int) string {
	return fmt.Sprintf("%d%s of %d", rank, OrdinalEnding(rank), bots)
}

// places returns the interval of a rank, empty if it is a single rank.
func places(low, high int) string {
	if low == high {
		return ""
	}
	return fmt.Sprintf("(%s)", PlaceRange(low, high))
}
