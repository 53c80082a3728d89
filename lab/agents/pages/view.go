package pages

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"agon/game/palette"
	"agon/lab/agents/verdict"
	"agon/show/report/chart"
)

// view is the data of the templates, which call its methods.
type view struct {
	*Contest
	Bots  map[string]Bot
	Agent Bot // whose page it is
}

// A Bot is the look of an agent or of a house bot, the same on all pages.
type Bot struct {
	Name, Mark string
	Look       int
	Href       string // of its page; empty: it has none
}

// newView returns the view of all bots, and the agents with a page.
func newView(c *Contest) (v *view, agents []Bot) {
	v = &view{Contest: c, Bots: make(map[string]Bot)}
	enter := func(name string, agent bool) {
		if _, known := v.Bots[name]; known {
			return
		}
		b := Bot{Name: name, Mark: palette.Mark(len(v.Bots)), Look: len(v.Bots) % len(palette.Slots)}
		if agent {
			b.Href = fmt.Sprintf("agent-%d.html", len(v.Bots)+1)
			agents = append(agents, b)
		}
		v.Bots[name] = b
	}
	for _, r := range c.Verdict.Runs {
		for _, a := range r.Agents {
			enter(a.Name, true)
		}
	}
	for _, r := range c.Verdict.Runs {
		for _, s := range r.Versions {
			enter(s.Agent, false)
		}
	}
	return v, agents
}

// Several reports whether the contest was played more than once.
func (v *view) Several() bool { return len(v.Verdict.Runs) > 1 }

// Curves draws the strengths of all agents by round. A line is broken where games do not connect a round with the zero.
func (v *view) Curves(r verdict.RunVerdict) template.HTML {
	lines := chart.Lines{Title: "Strength by round", Unit: "points"}
	for _, round := range r.Rounds {
		lines.Ticks = append(lines.Ticks, chart.Tick{Round: float64(round.Round), Name: fmt.Sprint(round.Round)})
	}
	for _, a := range r.Agents {
		parts := []chart.Part{{}}
		for _, round := range a.Rounds {
			if s := round.Strength; s != nil {
				last := &parts[len(parts)-1]
				last.Points = append(last.Points, chart.Value{Round: float64(round.Round), At: s.Value, Reach: (s.High - s.Low) / 2})
				continue
			}
			parts = append(parts, chart.Part{})
		}
		lines.Traces = append(lines.Traces, chart.Trace{Look: v.Bots[a.Name].Look, Name: a.Name, Parts: parts})
	}
	return lines.Draw()
}

// mostVersions is the number of versions of a run of which a page shows how they played against each other.
const mostVersions = 100

// A Row is a version against all others.
type Row struct {
	verdict.Strength
	Cells []Cell
}

// A Cell is what one version achieved against another.
type Cell struct {
	verdict.Encounter
	Own     bool    // they are the same
	Percent float64 // of the points, -1 without games
}

// Heat is the class of a cell: from 0 to 4.
func (c Cell) Heat() int { return min(4, int(c.Percent/20)) }

// Rows returns the versions of a run against each other, in the order of their agents and rounds, house bots last; none if they are too
// many.
func (v *view) Rows(r verdict.RunVerdict) (rows []Row) {
	nth, met, order := make(map[string]int), make(map[[2]int]verdict.Encounter), make([]int, len(r.Versions))
	for i, a := range r.Agents {
		nth[a.Name] = i - len(r.Agents)
	}
	for _, e := range r.Met {
		met[[2]int{e.One, e.Other}] = e
		met[[2]int{e.Other, e.One}] = verdict.Encounter{One: e.Other, Other: e.One, Won: e.Lost, Drawn: e.Drawn, Lost: e.Won}
	}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		one, other := r.Versions[a], r.Versions[b]
		return cmp.Or(cmp.Compare(nth[one.Agent], nth[other.Agent]), cmp.Compare(one.Round, other.Round))
	})
	if len(order) > mostVersions {
		return nil
	}
	for _, one := range order {
		row := Row{Strength: r.Versions[one]}
		for _, other := range order {
			c := Cell{met[[2]int{one, other}], one == other, -1}
			if games := c.Won + c.Drawn + c.Lost; games > 0 {
				c.Percent = (100*float64(c.Won) + 50*float64(c.Drawn)) / float64(games)
			}
			row.Cells = append(row.Cells, c)
		}
		rows = append(rows, row)
	}
	return rows
}

// Edit returns the edit of an agent in a round, nil if there is none.
func (v *view) Edit(run int, agent string, round int) *Edit {
	at := slices.IndexFunc(v.Edits, func(e Edit) bool { return e.Run == run && e.Agent == agent && e.Round == round })
	if at < 0 {
		return nil
	}
	return &v.Edits[at]
}

// Used adds up what the edits of an agent used in a run, and the numbers that it reported.
func (v *view) Used(run int, agent string) Used {
	u := Used{Reported: make(map[string]float64)}
	for _, e := range v.Edits {
		if e.Run != run || e.Agent != agent {
			continue
		}
		u.Edits++
		u.Wall += e.Wall
		u.CPU += e.CPU
		u.Remote = u.Remote || e.Remote
		u.Submissions += e.Submissions
		u.Practice += e.Practice
		for name, n := range e.Numbers() {
			u.Reported[name] += n
		}
	}
	return u
}

// Used is what several edits used.
type Used struct {
	Edits, Submissions, Practice int
	Wall, CPU                    int64
	Remote                       bool // of CPU nothing is known
	Reported                     map[string]float64
}

// Faults adds up the faults of an agent in a run.
func (v *view) Faults(a verdict.Agent) map[string]int {
	all := make(map[string]int)
	for _, round := range a.Rounds {
		for name, n := range round.Faults {
			all[name] += n
		}
	}
	return all
}

// mostGames is the number of games that a page links to for a version.
const mostGames = 60

// Games returns the addresses of pages of a version's games, by number.
func (v *view) Games(run, version int) map[int]string {
	pages := make(map[int]string)
	for _, number := range v.Verdict.Runs[run].Versions[version].Games {
		if v.Game == nil || len(pages) == mostGames {
			break
		}
		if href := v.Game(run, number); href != "" {
			pages[number] = href
		}
	}
	return pages
}
