package config

import (
	"reflect"
	"strings"
	"testing"

	"agon/format/tournament/marks"
)

const markedBots = "kind = \"tron\"\n[[bots]]\nref = \"rambo=builtin:hugger\"\n[[bots]]\nfolder = \"entries\"\n"

func TestMarks(t *testing.T) {
	const rambo = "[[marks]]\nagainst = \"rambo\"\nat_least = { \"60%\" = 7, \"50 %\" = 4, \"62.5%\" = 7.5 }\n"
	rule := marks.Rule{Against: "rambo", AtLeast: []marks.Threshold{{Percent: 50, Points: 4}, {Percent: 60, Points: 7},
		{Percent: 62.5, Points: 7.5}}, Confidence: 95, MostGames: 400}
	strict := marks.Rule{Against: "champ", AtLeast: []marks.Threshold{{Percent: 50, Points: 3}}, Confidence: 99.5, MostGames: 1000}
	for _, tt := range []struct {
		name, text string
		bots       []string
		rules      []marks.Rule
	}{
		{"alone", rambo, []string{"rambo", "*"}, []marks.Rule{rule}},
		{"with a stage", rambo + "[[stages]]\nname = \"s\"\nformat = \"marks\"\nranked = true\nbots = [\"ann\", \"rambo\"]\n",
			[]string{"rambo", "ann"}, []marks.Rule{rule}},
		{"two", rambo + "[[marks]]\nagainst = \"champ\"\nconfidence = \"99.5 %\"\nmost_games = 1000\n[marks.at_least]\n\"50%\" = 3\n",
			[]string{"rambo", "champ", "*"}, []marks.Rule{rule, strict}},
	} {
		f, err := Parse("c.toml", []byte(markedBots+tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		s := f.Stages[0]
		rules, err := marks.Read(s.Keys[marks.Key].(string))
		if err != nil || !reflect.DeepEqual(rules, tt.rules) || !reflect.DeepEqual(s.Bots, tt.bots) || s.Format != marks.Name ||
			!reflect.DeepEqual(f.Yardsticks, tt.bots[:len(tt.rules)]) {
			t.Errorf("%s: %+v, %v; %+v", tt.name, rules, err, s)
		}
	}
}

// What is wrong with marks is one sentence with its line.
func TestMarksThatAreWrong(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"against = \"rambo\"\n", "c.toml:6:3: at_least has 0 thresholds: write 1 to 20, such as at_least = { \"50%\" = 4, \"60%\" = 7 }"},
		{"at_least = { \"50%\" = 4 }\n", "c.toml:6:3: against must be the name of one bot under [[bots]]"},
		{"against = \"*\"\nat_least = { \"50%\" = 4 }\n", "c.toml:7:1: against must be the name of one bot"},
		{"against = \"rambo\"\nat_least = [\"50%\"]\n", "c.toml:8:12: at_least must be a table, written as [at_least], not a list"},
		{"against = \"rambo\"\nat_least = { 50 = 4 }\n", "c.toml:8:14: at_least: a threshold must be a percentage above 0% and below 100%"},
		{"against = \"rambo\"\nat_least = { \"x%\" = 4 }\n",
			"c.toml:8:14: at_least: a threshold must be a percentage above 0% and below 100%"},
		{"against = \"rambo\"\nat_least = { \"50%\" = \"4\" }\n", "c.toml:8:"},
		{"against = \"rambo\"\nat_least = { \"50%\" = nan }\n", "c.toml:8:"},
		{"against = \"rambo\"\nat_least = { \"nan%\" = 4 }\n", "c.toml:8:14: at_least: a threshold must be a percentage above 0%"},
		{"against = \"rambo\"\nat_least = { \"100%\" = 4 }\n", "c.toml:8:14: at_least: a threshold must be a percentage above 0%"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4, \"50.0%\" = 5 }\n", "c.toml:8:25: at_least has the threshold 50% twice"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4, \"60%\" = 3 }\n", "c.toml:8:25: at_least gives 3 points for 60%"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4, \"50%\" = 3 }\n", "c.toml:8:"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\nconfidence = \"high\"\n", "c.toml:9:1: confidence must be a percentage from"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\nconfidence = \"100%\"\n", "c.toml:9:1: confidence must be a percentage from"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\nconfidence = 0.95\n", "c.toml:9:"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\nmost_games = 1\n", "c.toml:9:1: most_games must be a whole number from 2"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\nmost_games = 9223372036854775807\n", "c.toml:9:"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\nmost_games = -1\n", "c.toml:9:"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\ngames = 4\n", "c.toml:9:1: unknown key \"games\" in [[marks]]"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\n[[marks]]\nagainst = \"rambo\"\nat_least = { \"60%\" = 4 }\n",
			"c.toml:10:1: two tables [[marks]] are against \"rambo\""},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\n[[stages]]\nformat = \"swiss\"\n",
			"c.toml:6:3: no stage is measured by [[marks]]"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\n[[stages]]\nformat = \"marks\"\nmarks = \"x\"\n",
			"c.toml:11:1: format = \"marks\" is measured by tables [[marks]] alone"},
		{"against = \"rambo\"\nat_least = { \"50%\" = 4 }\n[agents]\n[[agents.agent]]\nname = \"a\"\nrun = \"a\"\n",
			"c.toml:6:3: [[marks]] measures bots, not the coding agents"},
	} {
		f, err := Parse("c.toml", []byte(markedBots+"[[marks]]\n"+tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s%+v, %v\n  want %s", tt.text, f, err, tt.want)
		}
	}
	if _, err := Parse("c.toml", []byte(markedBots+"[[stages]]\nformat = \"marks\"\n")); err == nil ||
		!strings.HasPrefix(err.Error(), "c.toml:6:3: format = \"marks\" is measured by tables [[marks]] alone") {
		t.Errorf("without a table: %v", err)
	}
}
