package site

import (
	"bytes"
	"net/http"
	"slices"

	"agon/show/report"
	"agon/show/report/chart"
)

// noPlaces is the picture of places before there are any.
const noPlaces = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 40" width="640" role="img"><text x="8" y="25" fill="#808890" ` +
	`font-family="ui-sans-serif, system-ui, sans-serif" font-size="13">Places are drawn once two rounds of play are over.</text></svg>`

// places serves the picture of how the places of a contest's newest stage with one changed.
func (p *gamePages) places(w http.ResponseWriter, r *http.Request) error {
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
	picture, err := drawPlaces(f)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-cache")
	if _, err := w.Write(picture); err != nil {
		p.log.Debug("send a picture of places", "error", err) // the reader has gone
	}
	return nil
}

// drawPlaces draws the places of the newest stage of figures that has them; f is nil before the first game.
func drawPlaces(f *report.Figures) ([]byte, error) {
	var picture bytes.Buffer
	if f != nil {
		var names []string
		for i := range f.Entries {
			names = append(names, f.Entries[i].Bot)
		}
		for i := range slices.Backward(f.Stages) {
			if chart.HasPlaces(&f.Stages[i]) {
				err := chart.Places(&picture, &f.Stages[i], names)
				return picture.Bytes(), err
			}
		}
	}
	return []byte(noPlaces), nil
}
