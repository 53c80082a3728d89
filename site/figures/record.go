package figures

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"agon/show/report"
	"agon/show/web"
	"agon/site/contests"
)

// A Record is what games say of a bot, for its page.
type Record struct {
	Place, Rating string
	Curve         template.HTML
	Counted       int // games of those that follow
	Rivals        []Rival
	Nemesis       string
	Faults        []Fault // since its last version
	FaultGames    int     // played since then
	Filter        Filter
	Games         []Game
	More          int    // games that match and are older than those shown
	Older, Newer  string // addresses of those; empty: there are none
	Played, Won   int    // games in the stage, and those won of them
	Week          *Week
}

// A Week is what a bot did in the last seven days.
type Week struct {
	contests.Week
	Change string // "+57"; empty: unknown
}

// Fell reports whether the rating is lower than it was.
func (w *Week) Fell() bool { return w.Rated && w.Week.Change < 0 }

// NewWeek returns the week of a bot as pages show it.
func NewWeek(w contests.Week) *Week {
	x := &Week{Week: w}
	if w.Rated {
		x.Change = strings.Replace(fmt.Sprintf("%+.0f", w.Change), "-", "−", 1)
	}
	return x
}

// A Rival is a line of the head to head.
type Rival struct {
	report.Rivalry
	Slot           int
	Percent, Range string
	LowAt, Wide    string // of the bar of its 95 % interval, in percent of the width
	ShareAt        string
}

// A Fault is a number of games with a fault, or of its occurrences.
type Fault struct {
	Word string
	N    int
}

// A Game is a game of a bot in a list.
type Game struct {
	Number               int
	Href, Place, Stage   string
	Won, Lost            bool
	Against              []Other
	More, Faults, Rounds int
	Placed, Seats        int
}

// An Other is a bot that a bot has met in a game.
type Other struct {
	Slot int
	Name string
}

// A Filter is which games of a bot are listed; it is in the address.
type Filter struct {
	Against, Place, Faults, Stage string
	Bots, Stages                  []string // to choose from
	Any                           bool     // it leaves something out
}

// Bounds of the page of a bot.
const (
	Listed       = 20 // games
	MostGames    = 50 // games, to programs
	listedOthers = 7
	listedRivals = 40
)

// rivals lists whom a bot has met, the hardest first.
func (v *Record) rivals(f *report.Figures, bot string) {
	rivals := f.Rivals(bot)
	if n := report.Nemesis(rivals); n != nil {
		v.Nemesis = n.Bot
	}
	for i := range rivals {
		x := &rivals[i]
		v.Filter.Bots = append(v.Filter.Bots, x.Bot)
		if i < listedRivals {
			v.Rivals = append(v.Rivals, Rival{
				*x, f.LookOf(x.Bot), fmt.Sprintf("%.0f", 100*x.Share), fmt.Sprintf("%.0f–%.0f", 100*x.Low, 100*x.High),
				fmt.Sprintf("%.1f", 100*x.Low), fmt.Sprintf("%.1f", 100*(x.High-x.Low)), fmt.Sprintf("%.1f", 100*x.Share),
			})
		}
	}
	slices.Sort(v.Filter.Bots)
}

// Of returns what games say of a bot of a contest, whose address is link, for the query of its page; nil before its first game. At most
// most games are listed.
func Of(f *report.Figures, link, bot string, query url.Values, most int) *Record {
	if f == nil {
		return nil
	}
	newest := f.SlotOf(bot) // the entry
	if newest < 0 {
		return nil
	}
	v := &Record{Filter: Filter{
		Against: query.Get("against"), Place: query.Get("place"), Faults: query.Get("faults"), Stage: query.Get("stage")}}
	v.Filter.Any = v.Filter.Against+v.Filter.Place+v.Filter.Faults+v.Filter.Stage != ""
	v.standing(f, bot)
	v.rivals(f, bot)
	for _, s := range f.Stages {
		v.Filter.Stages = append(v.Filter.Stages, s.Name)
	}
	skip, err := strconv.Atoi(query.Get("from"))
	if err != nil || skip < 0 {
		skip = 0
	}
	skipped := v.games(f, bot, link, skip, most)
	if v.More > 0 {
		v.Older = listed(query, skip+most)
	}
	if skipped > 0 {
		v.Newer = listed(query, max(0, skip-most))
	}
	return v
}

// games fills in the faults of the newest version and the games that match, the newest first, without those to skip. It returns how many
// it skipped.
func (v *Record) games(f *report.Figures, bot, link string, skip, most int) (skipped int) {
	newest, faults := f.SlotOf(bot), map[string]int{}
	for i := range slices.Backward(f.Recent) {
		g := &f.Recent[i]
		own := f.Seat(g, bot)
		if own == nil {
			continue
		}
		v.Counted++
		if own.Entry == newest {
			v.FaultGames++
			for word, n := range own.Faults {
				faults[word] += n
			}
		}
		switch {
		case !v.Filter.has(f, g, own):
		case skipped < skip:
			skipped++
		case len(v.Games) == most:
			v.More++
		default:
			v.Games = append(v.Games, gameOf(f, g, own, link))
		}
	}
	for _, word := range slices.Sorted(maps.Keys(faults)) {
		v.Faults = append(v.Faults, Fault{word, faults[word]})
	}
	slices.SortStableFunc(v.Faults, func(a, b Fault) int { return cmp.Compare(b.N, a.N) })
	return skipped
}

// listed returns the address of the list that leaves out a number of the newest games, with the filter of a query.
func listed(query url.Values, from int) string {
	q := url.Values{}
	for _, name := range []string{"against", "place", "faults", "stage"} {
		if value := query.Get(name); value != "" {
			q.Set(name, value)
		}
	}
	if from > 0 {
		q.Set("from", strconv.Itoa(from))
	}
	return "?" + q.Encode() + "#games"
}

// has reports whether the filter lets a game through.
func (x *Filter) has(f *report.Figures, g *report.Outcome, own *report.SeatResult) bool {
	last := 0
	for i := range g.Seats {
		last = max(last, g.Seats[i].Place)
	}
	switch {
	case x.Against != "" && f.Seat(g, x.Against) == nil,
		x.Stage != "" && f.Stages[g.Stage].Name != x.Stage,
		x.Faults == "with" && own.Faulty() == 0,
		x.Faults == "without" && own.Faulty() > 0,
		x.Place == "won" && own.Place != 1,
		x.Place == "lost" && (own.Place != last || last == 1):
		return false
	}
	if place, err := strconv.Atoi(x.Place); err == nil {
		return own.Place == place
	}
	return true
}

func gameOf(f *report.Figures, g *report.Outcome, own *report.SeatResult, link string) Game {
	v := Game{
		Number: g.Number, Href: fmt.Sprintf("%s/games/%d/", link, g.Number), Stage: f.Stages[g.Stage].Name,
		Faults: own.Faulty(), Rounds: g.Rounds, Placed: own.Place, Seats: len(g.Seats),
	}
	v.Place = fmt.Sprintf("%d%s of %d", own.Place, report.OrdinalEnding(own.Place), len(g.Seats))
	firsts := 0
	for i := range g.Seats {
		x := &g.Seats[i]
		if x.Place == 1 {
			firsts++
		}
		if x == own {
			continue
		}
		if len(v.Against) == listedOthers {
			v.More++
			continue
		}
		v.Against = append(v.Against, Other{f.LookOf(f.Entries[x.Entry].Bot), f.Entries[x.Entry].Label})
	}
	v.Won, v.Lost = own.Place == 1 && firsts == 1, own.Place != 1
	return v
}

// PlaceOf returns the place of a bot in a stage, with the places that it may well have: "3rd of 12 (2–5)"; where nobody is ranked its
// points.
func PlaceOf(l *report.Standing, s *report.Stage) string {
	if s.Unranked() {
		return fmt.Sprintf("%g points", l.MarkPoints())
	}
	bots := s.Placed()
	place := fmt.Sprintf("%s%s of %d", l.InGroup(), report.OrdinalEnding(l.Rank), bots)
	if l.RankLow != l.RankHigh {
		place += fmt.Sprintf(" (%d–%d)", l.RankLow, l.RankHigh)
	}
	return place
}

// standing fills in the place of a bot, and the curve of its versions.
func (v *Record) standing(f *report.Figures, bot string) {
	for i := range slices.Backward(f.Stages) {
		s := &f.Stages[i]
		at := slices.IndexFunc(s.Standings, func(l report.Standing) bool { return l.Name == bot && l.Played > 0 })
		if at < 0 {
			continue
		}
		l := &s.Standings[at]
		v.Place = PlaceOf(l, s)
		v.Played, v.Won = l.Played, l.GamesWon
		if l.Rating != 0 {
			v.Rating = fmt.Sprintf("%.0f", l.Rating)
			if l.RatingError > 0 {
				v.Rating += fmt.Sprintf(" ± %.0f", 1.96*l.RatingError)
			}
		}
		v.Curve = web.RatingCurve(f, i, bot)
		return
	}
}
