package site

import (
	"html/template"
	"net/http"
	"slices"
	"sync"

	"agon/show/report"
	"agon/show/web"
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

func (p *gamePages) statistics(w http.ResponseWriter, r *http.Request) error {
	c, err := p.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !p.unhidden(w, r, c) {
		return nil
	}
	f, err := p.contests.Figures(r.Context(), c)
	if err != nil {
		return err
	}
	data := &statisticsPage{page: page{Title: "Statistics"}, Line: p.line(c)}
	if f != nil {
		if data.Stages, err = p.drawn.of(f); err != nil {
			return err
		}
	}
	p.render(w, r, "statistics", data)
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
