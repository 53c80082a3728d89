package site

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"agon/show/report"
	"agon/show/web"
	"agon/site/contests"
)

// statisticsPage is the data of a contest's statistics.
type statisticsPage struct {
	page
	Line   contestLine
	Stages []statisticsStage
}

type statisticsStage struct {
	Name, Facts string
	Content     template.HTML
}

func (s *Site) statistics(w http.ResponseWriter, r *http.Request) error {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !s.unhidden(w, r, c) {
		return nil
	}
	f, err := s.contests.Figures(r.Context(), c)
	if err != nil {
		return err
	}
	p := &statisticsPage{page: page{Title: "Statistics"}, Line: s.line(c)}
	if f != nil {
		if p.Stages, err = s.drawn.of(f); err != nil {
			return err
		}
	}
	s.render(w, r, "statistics", p)
	return nil
}

// drawn are the statistics of the newest figures, so that they are laid out once and not for each visitor. It is safe for concurrent use.
type drawn struct{ known sync.Map } // from *report.Figures to []statisticsStage

// mostDrawn is the number of figures whose statistics are kept.
const mostDrawn = 32

func (x *drawn) of(f *report.Figures) ([]statisticsStage, error) {
	if have, ok := x.known.Load(f); ok {
		return have.([]statisticsStage), nil
	}
	var list []statisticsStage
	for i := range slices.Backward(f.Stages) {
		content, err := web.Statistics(f, i)
		if err != nil {
			return nil, err
		}
		list = append(list, statisticsStage{f.Stages[i].Name, f.Stages[i].Format + ", " + report.Counted(f.Stages[i].Played, "game"), content})
	}
	n := 0
	x.known.Range(func(any, any) bool { n++; return n < mostDrawn })
	if n >= mostDrawn {
		x.known.Clear()
	}
	x.known.Store(f, list)
	return list, nil
}

// record is what games say of a bot, for its page.
type record struct {
	Place, Rating string
	Curve         template.HTML
	Counted       int // games of those that follow
	Rivals        []rival
	Nemesis       string
	Faults        []faultLine // since its last version
	FaultGames    int         // played since then
	Filter        filter
	Games         []botGame
	More          int    // games that match and are older than those shown
	Older, Newer  string // addresses of those; empty: there are none
	Played, Won   int    // games in the stage, and those won of them
	Week          *weekLine
}

// weekLine is what a bot did in the last seven days.
type weekLine struct {
	contests.Week
	Change string // "+57"; empty: unknown
}

// Fell reports whether the rating is lower than it was.
func (w *weekLine) Fell() bool { return w.Rated && w.Week.Change < 0 }

func newWeekLine(w contests.Week) *weekLine {
	x := &weekLine{Week: w}
	if w.Rated {
		x.Change = strings.Replace(fmt.Sprintf("%+.0f", w.Change), "-", "−", 1)
	}
	return x
}

// rival is a line of the head to head.
type rival struct {
	report.Rivalry
	Slot           int
	Percent, Range string
	LowAt, Wide    string // of the bar of its 95 % interval, in percent of the width
	ShareAt        string
}

type faultLine struct {
	Word string
	N    int
}

// botGame is a game of a bot in a list.
type botGame struct {
	Number               int
	Href, Place, Stage   string
	Won, Lost            bool
	Against              []other
	More, Faults, Rounds int
	Placed, Seats        int
}

type other struct {
	Slot int
	Name string
}

// filter is which games of a bot are listed; it is in the address.
type filter struct {
	Against, Place, Faults, Stage string
	Bots, Stages                  []string // to choose from
	Any                           bool     // it leaves something out
}

// Bounds of the page of a bot.
const (
	listedGames  = 20
	toldGames    = 50 // to programs
	listedOthers = 7
	listedRivals = 40
)

// rivals lists whom a bot has met, the hardest first.
func (v *record) rivals(f *report.Figures, bot string) {
	rivals := f.Rivals(bot)
	if n := report.Nemesis(rivals); n != nil {
		v.Nemesis = n.Bot
	}
	for i := range rivals {
		x := &rivals[i]
		v.Filter.Bots = append(v.Filter.Bots, x.Bot)
		if i < listedRivals {
			v.Rivals = append(v.Rivals, rival{
				*x, f.SlotOf(x.Bot), fmt.Sprintf("%.0f", 100*x.Share), fmt.Sprintf("%.0f–%.0f", 100*x.Low, 100*x.High),
				fmt.Sprintf("%.1f", 100*x.Low), fmt.Sprintf("%.1f", 100*(x.High-x.Low)), fmt.Sprintf("%.1f", 100*x.Share),
			})
		}
	}
	slices.Sort(v.Filter.Bots)
}

// recordOf returns what games say of a bot, with at most most games; nil before its first.
func recordOf(f *report.Figures, contest, bot string, query url.Values, most int) *record {
	if f == nil {
		return nil
	}
	v := &record{Filter: filter{Against: query.Get("against"), Place: query.Get("place"), Faults: query.Get("faults"), Stage: query.Get("stage")}}
	newest := f.SlotOf(bot) // the entry
	if newest < 0 {
		return nil
	}
	v.standing(f, bot)
	v.rivals(f, bot)
	for _, s := range f.Stages {
		v.Filter.Stages = append(v.Filter.Stages, s.Name)
	}
	skip, err := strconv.Atoi(query.Get("from"))
	if err != nil || skip < 0 {
		skip = 0
	}
	skipped := 0
	faults := map[string]int{}
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
		if !v.Filter.has(f, g, own) {
			continue
		}
		if skipped < skip {
			skipped++
			continue
		}
		if len(v.Games) == most {
			v.More++
			continue
		}
		v.Games = append(v.Games, botGameOf(f, g, own, contest))
	}
	for _, word := range slices.Sorted(maps.Keys(faults)) {
		v.Faults = append(v.Faults, faultLine{word, faults[word]})
	}
	slices.SortStableFunc(v.Faults, func(a, b faultLine) int { return cmp.Compare(b.N, a.N) })
	listed := func(from int) string {
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
	if v.More > 0 {
		v.Older = listed(skip + most)
	}
	if skipped > 0 {
		v.Newer = listed(max(0, skip-most))
	}
	x := &v.Filter
	x.Any = x.Against+x.Place+x.Faults+x.Stage != ""
	return v
}

// has reports whether the filter lets a game through.
func (x *filter) has(f *report.Figures, g *report.Outcome, own *report.Outseat) bool {
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

func botGameOf(f *report.Figures, g *report.Outcome, own *report.Outseat, contest string) botGame {
	v := botGame{Number: g.Number, Href: fmt.Sprintf("%s/games/%d/", contestAddress(contest), g.Number), Stage: f.Stages[g.Stage].Name, Faults: own.Faulty(), Rounds: g.Rounds, Placed: own.Place, Seats: len(g.Seats)}
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
		v.Against = append(v.Against, other{x.Entry, f.Entries[x.Entry].Label})
	}
	v.Won, v.Lost = own.Place == 1 && firsts == 1, own.Place != 1
	return v
}

// placeOf returns the place of a bot among a number of bots, with the places that it may well have: "3rd of 12 (2–5)".
func placeOf(l *report.Standing, bots int) string {
	place := fmt.Sprintf("%s%d%s of %d", l.Letter, l.Rank, report.OrdinalEnding(l.Rank), bots)
	if l.RankLow != l.RankHigh {
		place += fmt.Sprintf(" (%d–%d)", l.RankLow, l.RankHigh)
	}
	return place
}

// standing fills in the place of a bot, and the curve of its versions.
func (v *record) standing(f *report.Figures, bot string) {
	for i := range slices.Backward(f.Stages) {
		s := &f.Stages[i]
		at := slices.IndexFunc(s.Standings, func(l report.Standing) bool { return l.Name == bot && l.Played > 0 })
		if at < 0 {
			continue
		}
		l := &s.Standings[at]
		v.Place = placeOf(l, len(s.Standings))
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
