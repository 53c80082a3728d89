package config

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"agon/format/tournament/marks"
)

// mark is a table [[marks]].
type mark struct {
	Against    string             `toml:"against"`
	AtLeast    map[string]float64 `toml:"at_least"` // points by a chance: "60%"
	Confidence string             `toml:"confidence"`
	MostGames  *count             `toml:"most_games"`
}

// mostMarks bounds the tables [[marks]], and the thresholds of one.
const mostMarks = 20

// percent parses a percentage such as "62.5 %"; 0 if it is none.
func percent(text string) float64 {
	number, ok := strings.CutSuffix(text, "%")
	p, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !ok || err != nil || !(p > 0 && p < 100) { // NaN too
		return 0
	}
	return p
}

// marks gives the tables [[marks]] to the stages of their format, whose first bots are the yardsticks. Without any stage they are the only
// one.
func (r *reader) marks(f *File, s *schema) {
	tables := s.Marks
	var rules []marks.Rule
	for i := range tables {
		rules = append(rules, r.rule([]string{"marks", strconv.Itoa(i)}, &tables[i], f.Yardsticks))
		f.Yardsticks = append(f.Yardsticks, tables[i].Against)
	}
	if len(rules) > 0 && len(f.Stages) == 0 {
		f.Stages = []Stage{{Name: marks.Name, Format: marks.Name, Keys: map[string]any{}}}
	}
	used := false
	for i := range f.Stages {
		stage := &f.Stages[i]
		if stage.Format != marks.Name {
			continue
		}
		if _, set := stage.Keys[marks.Key]; set || len(rules) == 0 {
			r.fail([]string{"stages", strconv.Itoa(i), marks.Key}, `format = %q is measured by tables [[marks]] alone: add one with `+
				`against = "BOT" and at_least = { "60%%" = 7 }`, marks.Name)
		}
		if used = true; stage.Bots == nil {
			stage.Bots = []string{Others}
		}
		others := slices.DeleteFunc(stage.Bots, func(name string) bool { return slices.Contains(f.Yardsticks, name) })
		stage.Bots, stage.Keys[marks.Key] = append(slices.Clone(f.Yardsticks), others...), marks.Write(rules)
	}
	switch {
	case len(rules) > 0 && s.Agents != nil:
		r.fail([]string{"marks"}, "[[marks]] measures bots, not the coding agents of [agents]: remove one of them")
	case len(rules) > 0 && !used:
		r.fail([]string{"marks"}, "no stage is measured by [[marks]]: add format = %q to a table [[stages]]", marks.Name)
	case len(rules) > mostMarks:
		r.fail([]string{"marks", strconv.Itoa(mostMarks)}, "a file may have at most %d tables [[marks]]", mostMarks)
	}
}

// rule converts and checks a table [[marks]]; before are the yardsticks of those before it.
func (r *reader) rule(table []string, m *mark, before []string) marks.Rule {
	at := func(keys ...string) []string { return append(slices.Clone(table), keys...) }
	rule := marks.Rule{Against: m.Against, Confidence: percent(cmp.Or(m.Confidence, "95%")), MostGames: m.MostGames.or(400)}
	switch {
	case m.Against == "" || m.Against == Others:
		r.fail(at("against"), `against must be the name of one bot under [[bots]], such as against = "rambo", not %q`, m.Against)
	case slices.Contains(before, m.Against):
		r.fail(at("against"), "two tables [[marks]] are against %q: write all its thresholds into one", m.Against)
	case rule.Confidence < 50 || rule.Confidence > 99.9:
		r.fail(at("confidence"), `confidence must be a percentage from "50%%" to "99.9%%", not %q`, m.Confidence)
	case rule.MostGames < 2:
		r.fail(at("most_games"), "most_games must be a whole number from 2 to %d, not %d", mostCount, rule.MostGames)
	case len(m.AtLeast) == 0 || len(m.AtLeast) > mostMarks:
		r.fail(at("at_least"), `at_least has %d thresholds: write 1 to %d, such as at_least = { "50%%" = 4, "60%%" = 7 }`,
			len(m.AtLeast), mostMarks)
	}
	keys := slices.SortedFunc(maps.Keys(m.AtLeast), func(a, b string) int {
		return cmp.Or(cmp.Compare(percent(a), percent(b)), strings.Compare(a, b))
	})
	last := marks.Threshold{}
	for i, key := range keys {
		t := marks.Threshold{Percent: percent(key), Points: m.AtLeast[key]}
		switch {
		case t.Percent == 0:
			r.fail(at("at_least", key), `at_least: a threshold must be a percentage above 0%% and below 100%%, such as "60%%", not %q`, key)
		case i > 0 && t.Percent == last.Percent:
			r.fail(at("at_least", key), "at_least has the threshold %v%% twice: remove one of them", t.Percent)
		case !(t.Points > last.Points && t.Points <= mostCount): // NaN too
			r.fail(at("at_least", key), "at_least gives %v points for %v%%: write more than for a lower chance (%v), and at most %d",
				t.Points, t.Percent, last.Points, mostCount)
		}
		rule.AtLeast = append(rule.AtLeast, t)
		last = t
	}
	return rule
}
