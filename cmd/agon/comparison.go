package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"agon/contest"
	"agon/format/tournament/compare"
	"agon/show/report"
	"agon/show/term/table"
)

// comparison is what agon compare tells.
type comparison struct {
	Agon      int             `json:"agon"` // version of the format
	Answer    compare.Answer  `json:"answer"`
	Text      string          `json:"text"` // the answer as a sentence
	Games     int             `json:"games"`
	Most      int             `json:"most"`
	Pairs     int             `json:"pairs"`
	Certainty string          `json:"certainty"`
	Rating    interval        `json:"rating"`     // difference in rating points
	Points    interval        `json:"difference"` // of mean points, from -1 to 1
	Bots      []comparedBot   `json:"bots"`       // OLD, then NEW
	Spread    []comparedPairs `json:"spread"`     // pairs by NEW's points less OLD's
	Ratio     *ratioTest      `json:"ratio,omitempty"`
	Worst     []int           `json:"worst,omitempty"` // games of a pair that went worst for NEW, from 1
	Dir       string          `json:"dir"`
	Faults    []comparedFault `json:"faults,omitempty"` // of the two, in this run
}

type interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type comparedBot struct {
	Name   string  `json:"name"`
	Ref    string  `json:"ref"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Points float64 `json:"points"` // mean of its games, from 0 to 1
}

type comparedPairs struct {
	Difference float64 `json:"difference"`
	Pairs      int     `json:"pairs"`
}

type comparedFault struct {
	Name  string `json:"name"`
	Fault string `json:"fault"`
	Times int    `json:"times"`
}

// ratioTest is the logarithm of the likelihood ratio of the ratio test, and the value at which it decides in either direction.
type ratioTest struct {
	Log  float64 `json:"log"`
	Ends float64 `json:"ends"`
}

// measured returns what the games of a comparison say.
func (c *comparing) measured(con *contest.Contest, result *contest.Result) (*comparison, error) {
	format, err := compare.Spec.Make(c.keys)
	if err != nil {
		return nil, err
	}
	stage := result.Stages[0]
	m := format.(*compare.Format).Measure(&stage.Field, stage.Ledger.All())
	said := &comparison{
		Agon: 1, Answer: m.Answer, Games: m.Games, Most: c.games, Pairs: m.Pairs, Certainty: c.certainty, Dir: con.Dir,
		Rating: interval{m.Rating, m.RatingLow, m.RatingHigh}, Points: interval{m.Mean, m.Low, m.High},
	}
	for _, r := range m.Records {
		name := con.Entries[r.Entry].Name
		said.Bots = append(said.Bots, comparedBot{name, con.Entries[r.Entry].Ref, r.Wins, r.Draws, r.Losses, r.Points})
		for why, times := range result.Faults[name] {
			said.Faults = append(said.Faults, comparedFault{name, why, times})
		}
	}
	slices.SortFunc(said.Faults, func(a, b comparedFault) int { return strings.Compare(a.Name+"\x00"+a.Fault, b.Name+"\x00"+b.Fault) })
	for _, d := range m.Spread {
		said.Spread = append(said.Spread, comparedPairs{d.Points, d.Pairs})
	}
	for _, id := range m.Worst {
		said.Worst = append(said.Worst, id+1)
	}
	if m.RatioEnds > 0 {
		said.Ratio = &ratioTest{m.Ratio, m.RatioEnds}
	}
	said.Text = said.sentence(m)
	return said, nil
}

// sentence tells the answer.
func (s *comparison) sentence(m *compare.Measure) string {
	from, to := s.Bots[0].Name, s.Bots[1].Name
	games := report.Counted(s.Games, "game")
	switch {
	case s.Pairs == 0:
		return "no pair of games has been played"
	case m.Answer == compare.Better:
		return fmt.Sprintf("%s is better than %s: %s, after %s of at most %d", to, from, m, games, s.Most)
	case m.Answer == compare.Worse:
		return fmt.Sprintf("%s is worse than %s: %s, after %s of at most %d", to, from, m, games, s.Most)
	case m.Answer == compare.Alike && s.Ratio != nil:
		return fmt.Sprintf("%s is no improvement on %s: %s, after %s of at most %d", to, from, m, games, s.Most)
	case m.Answer == compare.Alike:
		return fmt.Sprintf("%s and %s differ by less than the margin: %s, after %s of at most %d", to, from, m, games, s.Most)
	}
	return fmt.Sprintf("it is not known whether %s is better than %s: %s, after %s of at most %d", to, from, m, games, s.Most)
}

// print prints the answer, the records of both, and how the pairs went.
func (s *comparison) print(out io.Writer) error {
	style := table.On(out, os.Environ())
	say := func(format string, args ...any) { fmt.Fprintln(out, style.Wrap(fmt.Sprintf(format, args...))) }
	say("%s.\n", printable(s.Text))
	t := &table.Table{Columns: []table.Column{
		{Head: "Bot", Width: 30}, {Head: "Wins", Width: 9}, {Head: "Draws", Width: 9}, {Head: "Losses", Width: 9}, {Head: "Points", Width: 9},
	}}
	for i, b := range slices.Backward(s.Bots) {
		t.Rows = append(t.Rows, []table.Cell{
			table.Bot(i, b.Name), table.Number(float64(b.Wins)), table.Number(float64(b.Draws)), table.Number(float64(b.Losses)), table.Text(fmt.Sprintf("%.1f %%", 100*b.Points)),
		})
	}
	if err := t.Write(out, style); err != nil {
		return err
	}
	from, to := printable(s.Bots[0].Name), printable(s.Bots[1].Name)
	say("\n%s by the points of %s less those of %s:", report.Counted(s.Pairs, "pair"), to, from)
	most := 1
	for _, d := range s.Spread {
		most = max(most, d.Pairs)
	}
	for _, d := range s.Spread {
		fmt.Fprintf(out, "  %+6.2f  %6d  %s\n", d.Difference, d.Pairs, strings.Repeat("█", (30*d.Pairs+most-1)/most))
	}
	for _, f := range s.Faults {
		say("%s: %s of %s in this run", printable(f.Name), report.Counted(f.Times, "fault"), f.Fault)
	}
	if s.Ratio != nil {
		say("log-likelihood ratio %.2f, which decides at %.2f and %.2f", s.Ratio.Log, -s.Ratio.Ends, s.Ratio.Ends)
	}
	if len(s.Worst) > 0 {
		say("\nThe games of the pair that went worst for %s:", to)
		for _, game := range s.Worst {
			fmt.Fprintf(out, "  agon replay %s --game %d\n", s.Dir, game)
		}
	}
	return nil
}
