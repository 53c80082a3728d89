package site

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"agon/show/report"
	"agon/site/people"
	"agon/site/wire"
)

// workersOnPage is how many workers a page lists, so that it stays small whatever their number.
const workersOnPage = 200

// workersPage is the data of the page with all workers of a contest.
type workersPage struct {
	page
	Line    contestLine
	Counts  string // of all of them
	Limit   string // what limits the contest now, in a sentence; empty: unknown
	Heads   []workerHead
	Workers []report.Worker
	Find    string // a text of which all that are listed have some
	Found   int    // workers with it
	From    int    // the first that is listed, from 0

	Newer, Older string // addresses of the lists before and after this one; empty: there are none

	by      string
	reverse bool
}

// To returns the number of the last that is listed, from 1.
func (p *workersPage) To() int { return p.From + len(p.Workers) }

// A workerHead is the heading of a column, which sorts by it.
type workerHead struct {
	workerColumn
	Href string // of the list that it sorts
	Sort string // of the column by which the list is sorted, as aria-sort has it; else empty
}

// A workerColumn is a column of the table of workers. What an organiser looks for comes first.
type workerColumn struct {
	Key, Head string
	Text      bool // else numbers
	compare   func(a, b *report.Worker) int
}

// highest returns an order with the highest number first.
func highest[N cmp.Ordered](of func(w *report.Worker) N) func(a, b *report.Worker) int {
	return func(a, b *report.Worker) int { return cmp.Compare(of(b), of(a)) }
}

var workerColumns = []workerColumn{
	{"name", "Worker", true, func(a, b *report.Worker) int { return cmp.Compare(a.Name, b.Name) }},
	{"state", "State", true, nil}, // in the order of [report.Urgent], which they have before they are sorted
	{"cores", "Cores", false, highest(func(w *report.Worker) int { return w.Cores })},
	{"games", "Games", false, highest(func(w *report.Worker) int { return w.Games })},
	{"rate", "Games/s", false, highest(func(w *report.Worker) float64 { return w.PerSecond })},
	{"orders", "Orders", false, highest(func(w *report.Worker) int { return w.Out })},
	{"silent", "No report", false, highest(func(w *report.Worker) float64 { return w.Silent })},
	{"overdue", "Overdue", false, highest(func(w *report.Worker) int { return w.Overdue })},
	{"busy", "Busy", false, highest(func(w *report.Worker) float64 { return -w.Efficiency })},
	{"speed", "Speed", false, highest(func(w *report.Worker) float64 { return -w.Speed })},
	{"pace", "Pace", false, highest(func(w *report.Worker) float64 { return w.Pace })},
	{"late", "Late", false, highest(func(w *report.Worker) int { return w.Late })},
	{"checked", "Checked", false, highest(func(w *report.Worker) int { return w.Checked })},
	{"differ", "Differ", false, highest(func(w *report.Worker) int { return w.Differ })},
	{"refused", "Refused", false, highest(func(w *report.Worker) int { return w.Refused })},
	{"agon", "Version", true, func(a, b *report.Worker) int { return cmp.Compare(a.Version, b.Version) }},
	{"seen", "Seen", true, func(a, b *report.Worker) int { return a.Seen.Compare(b.Seen) }},
}

// countsOf counts workers: "989 workers, 3956 cores take games, of 1000; 10 have trouble"; empty if there are none.
func countsOf(workers []report.Worker) string {
	if len(workers) == 0 {
		return ""
	}
	return fmt.Sprintf("%s take games, of %d; %d have trouble", report.Counts(workers), len(workers), report.Looks(workers))
}

// workersQuery names a contest, and which of its workers are wanted.
type workersQuery = struct {
	ContestPath
	Find    string `query:"find" maxLength:"100" doc:"a part of the name, host, system, version or state"`
	By      string `query:"by" maxLength:"20" doc:"the column by which they are sorted; without one those that need a look come first"`
	Reverse bool   `query:"reverse" doc:"sort the other way round"`
	From    int    `query:"from" minimum:"0" doc:"how many are left out before the first"`
}

// workersOf returns a part of a contest's workers.
func (x *desk) workersOf(in *workersQuery) (*workersPage, error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return nil, err
	}
	all := x.contests.Workers(c)
	p := &workersPage{Line: x.line(c), Counts: countsOf(all), Limit: x.contests.Limit(c), Find: in.Find, reverse: in.Reverse,
		by: cmp.Or(in.By, "state")}
	wanted := strings.ToLower(strings.TrimSpace(in.Find))
	list := slices.DeleteFunc(report.Urgent(all), func(w report.Worker) bool {
		return !strings.Contains(strings.ToLower(strings.Join([]string{w.Name, w.Host, w.System, w.Version, w.State()}, "\n")), wanted)
	})
	if i := slices.IndexFunc(workerColumns, func(c workerColumn) bool { return c.Key == in.By && c.compare != nil }); i >= 0 {
		slices.SortStableFunc(list, func(a, b report.Worker) int { return workerColumns[i].compare(&a, &b) })
	}
	if in.Reverse {
		slices.Reverse(list)
	}
	p.Found = len(list)
	p.From = min(max(in.From, 0), max(0, len(list)-1)/workersOnPage*workersOnPage)
	p.Workers = list[p.From:min(p.From+workersOnPage, len(list))]
	p.link()
	return p, nil
}

// link sets the addresses of other parts and orders of the list.
func (p *workersPage) link() {
	to := func(by string, reverse bool, n int) string {
		return "?" + url.Values{"by": {by}, "find": {p.Find}, "from": {strconv.Itoa(n)}, "reverse": {strconv.FormatBool(reverse)}}.Encode()
	}
	for _, c := range workerColumns {
		h := workerHead{workerColumn: c, Href: to(c.Key, c.Key == p.by && !p.reverse, 0)}
		if c.Key == p.by {
			h.Sort = map[bool]string{true: "ascending", false: "descending"}[c.Text != p.reverse]
		}
		p.Heads = append(p.Heads, h)
	}
	if p.From > 0 {
		p.Newer = to(p.by, p.reverse, max(0, p.From-workersOnPage))
	}
	if p.To() < p.Found {
		p.Older = to(p.by, p.reverse, p.To())
	}
}

// workersPage shows the workers of a contest.
func (x *desk) workersPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	in := &workersQuery{ContestPath: ContestPath{r.PathValue("contest")}, Find: q.Get("find"), By: q.Get("by"),
		Reverse: q.Get("reverse") == "true"}
	in.From, _ = strconv.Atoi(q.Get("from")) // of what is no number the first are shown
	p, err := x.workersOf(in)
	if err != nil {
		return err
	}
	p.Title = "Workers of " + p.Line.Title
	x.render(w, r, "workers", p)
	return nil
}

// workersAnswer answers with workers of a contest.
func (x *desk) workersAnswer(_ context.Context, _ *people.Person, in *workersQuery) (*body[wire.Workers], error) {
	p, err := x.workersOf(in)
	if err != nil {
		return nil, err
	}
	return answered(wire.Workers{Counts: p.Counts, Limited: p.Limit, Found: p.Found, Workers: each(p.Workers, workerForPrograms)}), nil
}

func workerForPrograms(w report.Worker) wire.Worker {
	return wire.Worker{
		Name: w.Name, Host: w.Host, System: w.System, Agon: w.Version, Cores: w.Cores, Games: w.Games, PerSecond: w.PerSecond,
		Efficiency: w.Efficiency, Speed: w.Speed, Pace: w.Pace, Out: w.Out, Silent: w.Silent, Overdue: w.Overdue,
		Refused: w.Refused, Checked: w.Checked, Differ: w.Differ, State: w.State(), Trouble: w.NeedsLook(), Seen: w.Seen,
	}
}
