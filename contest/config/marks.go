package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"agon/format/tournament/marks"
)

// mark is a table [[marks]].
type mark struct {
	Against    string `toml:"against"`
	AtLeast    any    `toml:"at_least"` // a table: "60%" = 7
	Confidence string `toml:"confidence"`
	MostGames  *int64 `toml:"most_games"`
}

// The values of a table [[marks]] that it does not set.
const (
	defaultConfidence = "95%"
	defaultMostGames  = 400
)

// marks gives the tables [[marks]] to the stages of their format, which they make the first bots of; without any stage they are the only
// one.
func (r *reader) marks(f *File, tables []mark) {
	rules := r.rules(tables)
	for i := range rules {
		f.Yardsticks = append(f.Yardsticks, rules[i].Against)
	}
	if len(rules) > 0 && len(f.Stages) == 0 {
		f.Stages = []Stage{{Name: marks.Name, Format: marks.Name, Keys: map[string]any{}}}
	}
	used := false
	for i := range f.Stages {
		s, at := &f.Stages[i], []string{"stages", strconv.Itoa(i)}
		if s.Format != marks.Name {
			continue
		}
		used = true
		if _, set := s.Keys[marks.Key]; set {
			r.fail(append(at, marks.Key), "%s is set by the tables [[marks]]: remove the key", marks.Key)
		}
		if len(rules) == 0 {
			r.fail(append(at, "format"), `format = %q needs fixed opponents: add a table [[marks]] with against = "BOT" and `+
				`at_least = { "60%%" = 7 }`, marks.Name)
		}
		if s.Bots == nil {
			s.Bots = []string{Others}
		}
		others := slices.DeleteFunc(s.Bots, func(name string) bool { return slices.Contains(f.Yardsticks, name) })
		s.Bots, s.Keys[marks.Key] = append(slices.Clone(f.Yardsticks), others...), marks.Write(rules)
	}
	if len(rules) > 0 && !used {
		r.fail([]string{"marks"}, "no stage is measured by [[marks]]: add format = %q to a table [[stages]]", marks.Name)
	}
	if f.Agents != nil && len(rules) > 0 {
		r.fail([]string{"marks"}, "[[marks]] measures bots, not the coding agents of [agents]: remove one of them")
	}
}

// rules converts and checks the tables [[marks]].
func (r *reader) rules(tables []mark) (rules []marks.Rule) {
	for i, m := range tables {
		table := []string{"marks", strconv.Itoa(i)}
		rule := marks.Rule{Against: m.Against, MostGames: defaultMostGames}
		if m.MostGames != nil { // a number that no int has is out of bounds too
			rule.MostGames = int(min(max(*m.MostGames, 0), marks.MostGames+1))
		}
		text, ok := cmp.Or(m.Confidence, defaultConfidence), false
		if rule.Confidence, ok = percent(text); !ok {
			r.fail(append(table, "confidence"), `confidence must be a percentage such as "95%%", not %q`, text)
		}
		written := r.thresholds(append(table, "at_least"), m.AtLeast, &rule)
		wrong := rule.Check()
		if wrong == nil && slices.Contains(rulesAgainst(rules), m.Against) {
			wrong = marks.Twice(m.Against)
		}
		if wrong == nil && m.Against == Others {
			wrong = &marks.Mistake{Key: "against", Step: -1, Text: fmt.Sprintf("against must name one bot, not %q", Others)}
		}
		if wrong != nil {
			path := append(table, wrong.Key)
			if wrong.Step >= 0 {
				path = append(path, written[wrong.Step])
			}
			r.fail(path, "%s", wrong.Text)
		}
		rules = append(rules, rule)
	}
	if len(rules) > marks.MostRules {
		r.fail([]string{"marks", strconv.Itoa(marks.MostRules)}, "a file may have at most %d tables [[marks]]", marks.MostRules)
	}
	return rules
}

func rulesAgainst(rules []marks.Rule) (names []string) {
	for i := range rules {
		names = append(names, rules[i].Against)
	}
	return names
}

// thresholds adds the thresholds of a table at_least to a rule, the lowest first, and returns their keys as written.
func (r *reader) thresholds(path []string, written any, rule *marks.Rule) (keys []string) {
	table, ok := written.(map[string]any)
	if written != nil && !ok {
		r.fail(path, `at_least must be a table of chances and points, such as { "50%%" = 4, "60%%" = 7 }, not %s`, r.doc.Value(path...))
	}
	chances := map[string]float64{}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		at := append(slices.Clone(path), key)
		if chances[key], ok = percent(key); !ok {
			r.fail(at, `at_least: a threshold must be a percentage in quotes such as "60%%", not %q`, key)
		}
		keys = append(keys, key)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(chances[a], chances[b]) })
	for _, key := range keys {
		points := 0.0
		switch v := table[key].(type) {
		case int64:
			points = float64(v)
		case float64:
			points = v
		default:
			at := append(slices.Clone(path), key)
			r.fail(at, `at_least: the points for %s must be a number such as 7 or 2.5, not %s`, key, r.doc.Value(at...))
		}
		rule.AtLeast = append(rule.AtLeast, marks.Threshold{Percent: chances[key], Points: points})
	}
	return keys
}

// percent parses a percentage such as "62.5 %".
func percent(text string) (float64, bool) {
	number, ok := strings.CutSuffix(text, "%")
	p, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	return p, ok && err == nil
}
