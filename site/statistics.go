package site

import (
	"html/template"
	"net/http"
	"slices"

	"agon/internal/numerals"
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
		if data.Stages, err = p.drawn.Get(c.Name, f, mostDrawn, func() ([]statisticsStage, error) { return draw(f) }); err != nil {
			return err
		}
	}
	p.render(w, r, "statistics", data)
	return nil
}

// mostDrawn is the number of contests whose statistics are kept.
const mostDrawn = 32

// draw returns the statistics of figures.
func draw(f *report.Figures) (list []statisticsStage, err error) {
	for i := range slices.Backward(f.Stages) {
		content, err := web.Statistics(f, i)
		if err != nil {
			return nil, err
		}
		list = append(list, statisticsStage{f.Stages[i].Name, f.Stages[i].Format + ", " + numerals.Counted(f.Stages[i].Played, "game"),
			content})
	}
	return list, nil
}
