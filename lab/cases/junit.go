package cases

import (
	"encoding/xml"
	"fmt"
	"io"
)

type suite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Time     string     `xml:"time,attr"`
	Cases    []testcase `xml:"testcase"`
}

type testcase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	Time    string   `xml:"time,attr"`
	Failure *failure `xml:"failure"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the verdicts on a bot as JUnit XML.
func WriteJUnit(w io.Writer, bot string, verdicts []*Verdict) error {
	s := suite{Name: bot, Tests: len(verdicts)}
	total := 0.0
	for _, v := range verdicts {
		t := testcase{Name: v.Case.Name, Class: v.Case.Kind, Time: seconds(v.Took.Seconds())}
		if !v.Passed() {
			s.Failures++
			t.Failure = &failure{v.Why, fmt.Sprintf("%s\nseat %d, %s\n\n%s", v.Why, v.Case.Seat, v.Case.When(), v.Board)}
		}
		total += v.Took.Seconds()
		s.Cases = append(s.Cases, t)
	}
	s.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }
