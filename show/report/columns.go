package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"agon/format/rating"
	"agon/format/tournament"
)

// A Table is a table of standings, or an object of JSON with a line of one.
type Table string

// The tables.
const (
	Scores     Table = "scores"      // "The Final Scores" of kinds with scores in percent
	Efficiency Table = "efficiency"  // "Best Efficiency", beside Scores
	Matches    Table = "matches"     // of stages with matches between pairs of bots, group by group
	Ladder     Table = "ladder"      // of stages whose ratings have standard errors
	Marks      Table = "marks"       // of stages with marks
	Page       Table = "page"        // of a stage on pages, after the columns rank, places, bot and ranking value
	Board      Table = "leaderboard" // the leaderboard of a ladder on pages, after the columns rank, places and bot
	JSON       Table = "json"        // the report's object of a line
	API        Table = "api"         // a site's object of a line, for programs
)

// Groups of tables that share columns.
var (
	Everywhere = append(objects, shown...) // for a new column, which needs a key then

	shown    = []Table{Scores, Matches, Ladder, Marks, Page, Board}
	printed  = []Table{Scores, Efficiency, Matches, Ladder, Marks}
	original = []Table{Scores, Efficiency}
	rated    = []Table{Ladder, Board}
	objects  = []Table{JSON, API}
)

// A Column is a column of the tables of a stage.
type Column struct {
	Key    string  // its name in JSON. The Value of a column of JSON or API uses the Standing only
	Omit   bool    // omitted from JSON if empty or false; of a figure 0 is a value, and its Value is nil where it has none
	About  string  // what it is, for programs
	Least  float64 // the smallest value, for programs; 0: not stated
	In     []Table
	Head   string                      // its heading
	Label  string                      // its heading on pages, if different from Head
	Title  string                      // on pages: what it is, if the heading does not say it
	Scored bool                        // the heading names the unit of the scores
	Class  string                      // on pages: "num", "curved", "record"; empty: "num"
	Early  bool                        // on pages: a narrow table leaves it out first
	Width  int                         // in a pipe: its width in characters; a longer cell moves the rest to the right
	Widest func(bots int) string       // instead of Width: returns the widest cell, which is followed by two spaces
	Digits int                         // decimals of numbers
	Unit   string                      // after each number on a terminal
	Added  bool                        // separated by two spaces from the column before
	Remark bool                        // text, which a narrow terminal cuts first
	When   func(lines []Standing) bool // nil: always
	Value  func(l Line) any            // string, int, float64 or one of the types below; nil: an empty cell
	// Each returns the columns that stand in the place of this one, in tables for people: one for each of what the lines have. nil: itself
	Each func(lines []Standing) []Column
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
	Form    []tournament.Placing    // the newest games, the oldest of them first
	Climb   struct {                // places since a moment
		By    int    // up; negative: down
		New   bool   // it had no place then
		Since string // "round 4"; empty: unknown
	}
	Bot struct {
		Slot int
		Name string
	}
)

// Reach is the half-width of a 95 % interval, in standard errors.
const Reach = 1.96

// MostCurves is the maximum number of bots on a leaderboard with curves; more would make the page too large.
const MostCurves = 300

// Of returns the columns of a table with these lines.
func Of(t Table, lines []Standing) []Column {
	var list []Column
	for _, c := range Columns {
		switch {
		case !slices.Contains(c.In, t) || c.When != nil && !c.When(lines):
		case c.Each != nil:
			list = append(list, c.Each(lines)...)
		default:
			list = append(list, c)
		}
	}
	return list
}

// Columns lists all columns. Each table, and JSON, has a subset of them in this order.
var Columns = []Column{
	{Key: "group", Omit: true, In: []Table{JSON}, Value: func(l Line) any { return l.Letter }},
	{Key: "rank", Least: 1, In: objects, Value: func(l Line) any { return l.Rank }},
	{In: []Table{Efficiency}, Head: "Rank", Width: 5, Value: func(l Line) any { return l.Place }},
	{In: []Table{Scores}, Head: "Rank", Width: 5, Value: func(l Line) any { return l.Rank }},
	{In: []Table{Matches}, Head: "Rank", Width: 6, Value: func(l Line) any { return l.Rank }},
	{In: []Table{Marks}, Head: "Rank", Width: 6,
		When: func(lines []Standing) bool {
			return slices.ContainsFunc(lines, func(l Standing) bool { return l.Rank > 1 && l.Broken == "" })
		},
		Value: func(l Line) any { return l.Rank }},
	{In: []Table{Ladder}, Head: "Rank", Widest: func(bots int) string { return rankOf(bots, bots) },
		Value: func(l Line) any {
			if l.Stage.Unplaced(l.Standing) {
				return "-"
			}
			return rankOf(l.Rank, l.Stage.Placed())
		}},
	{Key: "rank_low", About: "best rank, with 95 % confidence", In: objects, Value: func(l Line) any { return l.RankLow }},
	{Key: "rank_high", About: "worst rank, with 95 % confidence", In: objects, Value: func(l Line) any { return l.RankHigh }},
	{Key: "group", Omit: true, In: []Table{API}, Value: func(l Line) any { return l.Letter }},
	{Key: "chance_first", In: []Table{JSON}, Value: func(l Line) any { return where(l.Known.First, l.ChanceFirst) }}, // 0 to 1
	{Key: "chance_next", In: []Table{JSON}, Value: func(l Line) any { return where(l.Known.Next, l.ChanceNext) }},
	{In: []Table{Ladder}, Head: "Places", Widest: func(bots int) string { return places(bots, bots-1) },
		Value: func(l Line) any { return places(l.RankLow, l.RankHigh) }},
	{Key: "climbed", Omit: true, In: []Table{Ladder, JSON}, Head: "+-", Width: 5,
		When: moved, Value: func(l Line) any { return climbed(l.Standing) }},
	{In: []Table{Board}, Head: "±", Title: "places since the round or the day before",
		When: moved, Value: func(l Line) any { return l.Climb() }},
	{Key: "bot", In: objects, Value: func(l Line) any { return l.Name }},
	{In: printed, Head: "Name", Width: 30, Value: func(l Line) any { return Bot{l.Look(), l.Name} }},
	{Key: "author", In: []Table{Scores, Efficiency, Matches, Ladder, Marks, JSON}, Head: "Contributor", Width: 20,
		Value: func(l Line) any { return l.Author }},
	{Key: "author", Omit: true, In: []Table{API}, Value: func(l Line) any { return l.Author }},
	{Key: "image", Omit: true, In: []Table{JSON}, Value: func(l Line) any { return l.Image }},
	{Key: "advances", In: []Table{API}, Value: func(l Line) any { return l.Through }},
	{Key: "moves", Omit: true, About: "to another division, if the season ends so: up or down", In: objects,
		Value: func(l Line) any { return strings.TrimLeft(l.Moving(), "▲▼ ") }},

	{Key: "mark", About: "sum of the points of its marks", In: []Table{Marks, JSON}, Head: "Mark", Width: 9, Digits: 1,
		Value: func(l Line) any { return where(l.Marks != nil, l.MarkPoints()) }},
	{Key: "marks", Omit: true, About: "against each yardstick: what its games prove about the chance to beat it, from 0 to 1",
		In: []Table{Marks, Page, JSON, API}, Each: yardsticks, Value: func(l Line) any { return l.Marks }},

	{In: original, Head: "Avg [us]", Width: 15, Digits: 3, Value: func(l Line) any { return l.Average() }},
	{In: []Table{Scores}, Head: "Score", Width: 7, Digits: 3, Unit: "%", Value: func(l Line) any { return l.Score }},
	{In: []Table{Scores}, Head: "+-95%", Width: 7, Digits: 3, Added: true,
		Value: func(l Line) any { return positive((l.High - l.Low) / 2) }},
	{In: []Table{Efficiency}, Head: "Score [%]", Width: 12, Digits: 3, Value: func(l Line) any { return l.Score }},
	{In: []Table{Efficiency}, Head: "Efficiency [%/us]", Width: 12, Digits: 3, Value: func(l Line) any {
		if l.Average() <= 0 {
			return nil
		}
		return l.PerMicro()
	}},
	{In: []Table{Matches}, Head: "W-D-L", Width: 12, Value: func(l Line) any { return Record{l.Wins, l.Draws, l.Losses} }},
	{In: []Table{Matches}, Head: "Points", Width: 9, Digits: 1, Value: func(l Line) any { return l.Points }},
	{In: []Table{Matches, Page}, Head: "Moves", Width: 8, Added: true, Class: "moving",
		Title: "to another division, if the season ends so", Value: func(l Line) any { return l.Moving() },
		When: func(lines []Standing) bool {
			return slices.ContainsFunc(lines, func(l Standing) bool { return l.Rise != 0 })
		}},
	{In: []Table{Matches}, Head: "+-95%", Width: 7, Digits: 1, When: func(lines []Standing) bool {
		return slices.ContainsFunc(lines, func(l Standing) bool { return l.PointsHigh > 0 })
	}, Value: func(l Line) any { return positive((l.PointsHigh - l.PointsLow) / 2) }},
	{In: []Table{Matches}, Head: "Opponents", Width: 11, Digits: 1, When: level, Value: func(l Line) any { return l.Opposition }},
	{In: []Table{Matches}, Head: "Games +-", Width: 10, When: level, Value: func(l Line) any { return Balance(l.GamesWon - l.GamesLost) }},
	{In: []Table{Matches}, Head: "Elo", Width: 9, Digits: 1, When: Ordered, Value: func(l Line) any { return l.Rating }},
	{In: []Table{Matches}, Head: "Rating", Width: 9, Digits: 1,
		When: func(lines []Standing) bool { return Rated(lines) && !Ordered(lines) }, Value: func(l Line) any { return l.Rating }},
	{In: []Table{Matches}, Head: "Order", Width: 8, When: Ordered, Value: func(l Line) any { return PlaceRange(l.OrderLow, l.OrderHigh) }},
	{In: rated, Head: "Rating", Width: 8, Class: "num", Value: func(l Line) any { return l.Rating }},
	{In: rated, Head: "+-95%", Label: "± 95 %", Width: 7, Value: func(l Line) any { return Reach * l.RatingError }},
	{In: []Table{Board}, Head: "Rating over games", Class: "curved", Early: true,
		When: func(lines []Standing) bool { return len(lines) <= MostCurves }, Value: func(l Line) any { return Curve(l.Curve) }},
	{In: []Table{Page, Board}, Head: "Last", Class: "form", When: formed,
		Title: "newest games, the last at the right: up is won, down is lost, between them a draw or another place",
		Value: func(l Line) any { return l.Form }},
	{Key: "played", In: []Table{Ladder, Board, JSON, API}, Head: "Games", Width: 7, Class: "num",
		Value: func(l Line) any { return l.Played }},
	{In: rated, Head: "W-D-L", Label: "W–D–L", Width: 14, Class: "num record",
		Value: func(l Line) any { return Record{l.GamesWon, l.GamesDrawn, l.GamesLost} }},
	{Key: "score", About: "mean", In: []Table{Ladder, Matches, JSON, API}, Head: "Score", Scored: true, Width: 12, Digits: 2,
		Value: func(l Line) any { return l.Score }},
	{Key: "low", In: []Table{JSON}, Value: func(l Line) any { return l.interval(l.Low) }},
	{Key: "high", In: []Table{JSON}, Value: func(l Line) any { return l.interval(l.High) }},
	{Key: "low", About: "of the 95 % interval of the mean score, where it ranks", In: []Table{API},
		Value: func(l Line) any { return l.Low }},
	{Key: "high", In: []Table{API}, Value: func(l Line) any { return l.High }},
	{Key: "deviation", In: []Table{Page, JSON}, Head: "Deviation", Early: true, Digits: 2, When: varied,
		Value: func(l Line) any { return l.Deviation }},
	{Key: "opposition", In: []Table{JSON}, Value: func(l Line) any { return where(l.Known.Swiss, l.Opposition) }},
	{In: []Table{Page}, Head: "Opponents",
		Title: "points of its opponents, which break ties of points", Digits: 1, When: Swiss,
		Value: func(l Line) any { return l.Opposition }},
	{In: []Table{Page}, Head: "Games ±", Title: "games won minus lost, which break ties of the opponents' points",
		When: Swiss, Value: func(l Line) any { return Balance(l.GamesWon - l.GamesLost) }},
	{Key: "byes", In: []Table{JSON}, Value: func(l Line) any { return where(l.Known.Swiss, l.Byes) }},
	{In: []Table{Page}, Head: "Byes", Title: "rounds without an opponent; each counts a point",
		When: func(lines []Standing) bool {
			return slices.ContainsFunc(lines, func(l Standing) bool { return l.Byes > 0 })
		}, Value: func(l Line) any { return Faults(l.Byes) }},
	{Key: "best", In: []Table{JSON}, Value: func(l Line) any { return l.Best }},
	{Key: "rating", In: []Table{JSON}, Value: func(l Line) any { return where(l.Rating != 0, l.Rating) }},
	{Key: "rating_low", In: []Table{JSON}, Value: func(l Line) any { return where(l.RatingError > 0, l.ratingLow()) }},
	{Key: "rating_high", In: []Table{JSON}, Value: func(l Line) any { return where(l.RatingError > 0, l.ratingHigh()) }},
	{Key: "rating_error", In: []Table{JSON}, Value: func(l Line) any { return where(l.RatingError > 0, l.RatingError) }}, // standard error
	{Key: "order_low", In: []Table{JSON}, Value: func(l Line) any { return where(l.OrderLow > 0, l.OrderLow) }},
	{Key: "order_high", In: []Table{JSON}, Value: func(l Line) any { return where(l.OrderHigh > 0, l.OrderHigh) }},
	{Key: "through", Omit: true, In: []Table{JSON}, Value: func(l Line) any { return l.Through }},
	{Key: "note", Omit: true, In: []Table{JSON}, Value: func(l Line) any { return l.Note }},
	{Key: "out", Omit: true, In: []Table{JSON}, Value: func(l Line) any { return l.Out }},
	{Key: "wins", In: objects, Value: func(l Line) any { return l.Wins }},
	{Key: "draws", In: objects, Value: func(l Line) any { return l.Draws }},
	{Key: "losses", In: objects, Value: func(l Line) any { return l.Losses }},
	{Key: "points", In: objects, Value: func(l Line) any { return l.Points }},
	{Key: "points_low", In: []Table{JSON}, Value: func(l Line) any { return where(l.PointsHigh > 0, l.PointsLow) }},
	{Key: "points_high", In: []Table{JSON}, Value: func(l Line) any { return where(l.PointsHigh > 0, l.PointsHigh) }},
	{Key: "rating", About: "0: the stage has no ratings", In: []Table{API}, Value: func(l Line) any { return l.Rating }},
	{Key: "rating_low", About: "of the 95 % interval of the rating; the rating itself where none is known", In: []Table{API},
		Value: func(l Line) any { return l.ratingLow() }},
	{Key: "rating_high", In: []Table{API}, Value: func(l Line) any { return l.ratingHigh() }},
	{Key: "rating_error", About: "standard error of the rating, of which the 95 % interval has 1.96 on either side", In: []Table{API},
		Value: func(l Line) any { return l.RatingError }},
	{Key: "chance_first", About: "of being first at the end, 0 to 1", In: []Table{API}, Value: func(l Line) any { return l.ChanceFirst }},
	{Key: "chance_next", About: "of going on to the next stage, 0 to 1", In: []Table{API}, Value: func(l Line) any { return l.ChanceNext }},
	{Key: "avg_us", About: "mean time of a move, µs", In: []Table{Ladder, Matches, Page, JSON, API},
		Head: "Avg [us]", Label: "µs / move", Width: 14, Digits: 1, When: timed,
		Value: func(l Line) any { return Micros(l.Average()) }},
	{Key: "processor_seconds", About: "for how long its moves held a processor, in all its games", In: []Table{Page, Board, JSON, API},
		Head: "Processor s", Early: true, Digits: 1, When: costly, Value: func(l Line) any { return l.Seconds() }},
	{Key: "cpu_us", In: []Table{JSON}, Value: func(l Line) any { return l.AverageCPU() }},
	{Key: "score_per_us", In: []Table{JSON}, Value: func(l Line) any { return l.PerMicro() }},
	{Key: "faults", In: []Table{Page, JSON, API}, Head: "Faults", When: faulty,
		Value: func(l Line) any { return Faults(l.Faults) }},
	{Key: "pondering", In: []Table{JSON},
		Value: func(l Line) any { return l.Ponders }}, // number of the faults for using the processor outside one's turns
	{Key: "clock_disagrees", Omit: true, In: []Table{JSON}, Value: func(l Line) any { return l.Doubt }},
	{Key: "lost_on_time", In: objects, Value: func(l Line) any { return l.OnTime }}, // games

	{In: shown, Head: "First", Width: 7, Added: true, When: favourites, Value: first},
	{In: shown, Head: "Next", Width: 7, Added: true, When: undecided, Value: func(l Line) any { return percent(l.ChanceNext) }},
	{In: []Table{Scores, Matches, Ladder, Marks}, Head: "Faults", Width: 8, Added: true,
		When: faulty, Value: func(l Line) any { return l.faultText() }},
	{Key: "broken", Omit: true, About: "why it cannot play", In: objects, Value: func(l Line) any { return l.Broken }},

	{In: []Table{Scores}, Added: true, Remark: true, Value: func(l Line) any {
		return joined(l.Idle, l.Note, l.Out, l.over(), l.lostOnTime(), l.doubted(), l.pondering())
	}},
	{In: []Table{Ladder}, Added: true, Remark: true, When: absent, Value: func(l Line) any { return joined(l.Idle, l.Note, l.Out) }},
	{In: []Table{Matches, Marks}, Remark: true,
		Value: func(l Line) any { return joined(l.Idle, l.Note, l.Out, l.lostOnTime(), l.pondering()) }},
}

// yardsticks returns a column for each yardstick: the points, and what they follow from.
func yardsticks(lines []Standing) (list []Column) {
	at := slices.IndexFunc(lines, func(l Standing) bool { return l.Marks != nil })
	if at < 0 {
		return nil
	}
	for i, m := range lines[at].Marks {
		list = append(list, Column{Head: m.Against, Class: "num", Width: 40, Title: "points, and the chance to beat " + m.Against +
			" with its interval", Value: func(l Line) any {
			if i >= len(l.Marks) {
				return nil
			}
			return markText(&l.Marks[i])
		}})
	}
	return list
}

// markText describes a mark: "7: 68 % (61-74 %), 84 games".
func markText(m *tournament.Mark) string {
	text := fmt.Sprintf("%g: %.0f %% (%.0f-%.0f %%), %s", m.Points, 100*m.Share, math.Floor(100*m.Low), math.Ceil(100*m.High),
		Counted(m.Games, "game"))
	if m.Open {
		text += ", open"
	}
	return text
}

// Swiss reports whether the opponents' points break ties.
func Swiss(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Opposition > 0 })
}

// level reports whether two neighbours of a Swiss tournament have equal points, so that the opponents' points or games order them.
func level(lines []Standing) bool {
	for i := 1; i < len(lines); i++ {
		if a, b := &lines[i-1], &lines[i]; a.Points == b.Points && a.Rank != b.Rank {
			return Swiss(lines)
		}
	}
	return false
}

// varied reports whether the scores of any bot differ from game to game.
func varied(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Deviation > 0 })
}

// costly reports whether the games of a bot took a second of processor time, and several times as long as those of a mean one; of a table
// that is not too large for one more column.
func costly(lines []Standing) bool {
	most, all := 0.0, 0.0
	for i := range lines {
		most, all = max(most, lines[i].Seconds()), all+lines[i].Seconds()
	}
	return len(lines) <= MostCurves && most >= 1 && most >= 3*all/float64(len(lines))
}

// timed reports whether the moves of any bot were timed.
func timed(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Average() > 0 })
}

// absent reports whether any bot is gone or does not play.
func absent(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Gone || l.Out != "" || l.Idle != "" })
}

// moved reports whether any bot climbed or fell.
func moved(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Climbed != 0 })
}

// formed reports whether any bot has games to show; of more than MostCurves bots none is shown, since the page would be too large.
func formed(lines []Standing) bool {
	return len(lines) <= MostCurves && slices.ContainsFunc(lines, func(l Standing) bool { return len(l.Form) > 0 })
}

// Climb returns by how many places a bot climbed or fell.
func (l Line) Climb() Climb { return Climb{l.Climbed, l.New, l.Stage.Since} }

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

// where returns a figure, or nil where it has no value.
func where(known bool, value any) any {
	if known {
		return value
	}
	return nil
}

// ratingLow and ratingHigh return the ends of the 95 % interval of the rating.
func (l Line) ratingLow() float64  { return rating.Round(l.Rating - Reach*l.RatingError) }
func (l Line) ratingHigh() float64 { return rating.Round(l.Rating + Reach*l.RatingError) }

// interval returns a bound of the interval of the score; nil if the line has none.
func (l Line) interval(v float64) any {
	if l.High > l.Low {
		return v
	}
	return nil
}

// favourites reports whether any line has a chance of being first that is not certain, as it is when a bracket is over.
func favourites(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.ChanceFirst > 0 && l.ChanceFirst < 1 })
}

// first returns the chance of being first, nil where it is not shown: before [tournament.FirstAfter] games, but for brackets.
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
