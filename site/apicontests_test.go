package site

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"agon/show/report"
	"agon/site/contests"
)

// A new column needs one declaration: programs get it, and the description says what it is.
func TestANewColumnIsInTheAPI(t *testing.T) {
	all := report.Columns
	t.Cleanup(func() { report.Columns = all })
	report.Columns = append(slices.Clone(all), report.Column{
		Key: "worst", About: "worst game", In: report.Everywhere, Head: "Worst game",
		Value: func(l report.Line) any { return 4321 + l.Score/10 },
	})
	table := tableForPrograms(&contests.Table{Stage: report.Stage{Standings: []report.Standing{{Name: "Ann"}}}}, false)
	text, err := json.Marshal(table)
	if err != nil || !strings.Contains(string(text), `"bot":"Ann"`) || !strings.Contains(string(text), `"worst":4321`) {
		t.Errorf("programs get %s (%v), want bot and worst", text, err)
	}
	mux, answer := http.NewServeMux(), httptest.NewRecorder()
	(&Site{pages: &pages{}, options: Options{Name: "test"}}).api(mux)
	mux.ServeHTTP(answer, httptest.NewRequest("GET", apiDescription, nil))
	var d struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]struct {
					Description string
					Type        any
				}
			}
		}
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	s := d.Components.Schemas["Standing"]
	p, required := s.Properties["worst"], slices.Contains(s.Required, "worst") && slices.Contains(s.Required, "rank")
	if p.Description != "worst game" || p.Type != "number" || !required {
		t.Errorf("the description of a standing is %+v", s)
	}
}
