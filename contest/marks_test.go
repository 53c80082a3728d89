package contest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/format/tournament"
)

// course is a contest with marks against two bots; bots are those that play besides, as name=builtin.
func course(marks string, bots ...string) string {
	text := "kind = \"rps\"\nseed = 5\n[options]\nrounds = 15\n"
	for _, b := range append([]string{"Rock=rock", "Lot=random"}, bots...) {
		name, builtin, _ := strings.Cut(b, "=")
		text += "[[bots]]\nref = \"builtin:" + builtin + "\"\nname = \"" + name + "\"\n"
	}
	return text + marks
}

const twoMarks = "[[marks]]\nagainst = \"Rock\"\nat_least = { \"50%\" = 4, \"90%\" = 7 }\n" +
	"[[marks]]\nagainst = \"Lot\"\nat_least = { \"40%\" = 2, \"75%\" = 5 }\nmost_games = 60\n"

// Students join, come in new versions and leave, and the run is killed again and again: the marks are those of an undisturbed run, and the
// ledger recounts to them.
func TestMarksOfACourse(t *testing.T) {
	t.Parallel()
	rounds := [][]string{{"Ann=paper", "Bob=rock"}, {"Ann=paper", "Bob=paper", "Cid=scissors"}, {"Bob=paper", "Cid=scissors"}}
	play := func(dir string, life int) (c *contest.Contest, r *contest.Result, kills int) {
		for i := 0; i < len(rounds); {
			left := life
			c = opened(t, dir, course(twoMarks, rounds[i]...), func(s *contest.Setup) {
				if life > 0 {
					s.Ledgers = mortals{s.Ledgers, &left}
				}
			})
			var err error
			if r, err = run.Run(context.Background(), c, run.Options{Cores: 1 + life%2}); err == nil {
				recountsTo(t, dir, tables(t, c, r))
				i++
			} else if kills++; !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			c.Close()
		}
		return c, r, kills
	}
	c, r, _ := play(t.TempDir(), 0)
	want := tables(t, c, r)
	s := r.Stages[0]
	points := map[string]float64{}
	for _, line := range s.Table.Standings {
		points[c.Entries[line.Entry].Name] = line.MarkPoints()
		if c.Entries[line.Entry].Name == "Cid" && line.Marks[0].High > 0.4 {
			t.Errorf("scissors lose to rock: %+v", line.Marks[0])
		}
	}
	if s.Table.By != tournament.ByNothing || len(points) != 4 || points["Bob"] < 7 || points["Cid"] > 5 || s.Field.Entries[0] != 0 ||
		s.Field.Entries[1] != 1 {
		t.Errorf("%+v: %v", s.Field.Entries, points)
	}
	for _, life := range []int{3, 8} {
		if c, r, kills := play(t.TempDir(), life); tables(t, c, r) != want || kills == 0 {
			t.Errorf("killed %d times, it has\n%s\nwant\n%s", kills, tables(t, c, r), want)
		}
	}
}

// Yardsticks are bots of the file that can play and stay as they are: otherwise nothing begins, and a sentence says which and where.
func TestYardsticksThatMeasureNothing(t *testing.T) {
	t.Parallel()
	with := func(against string) string {
		return "[[marks]]\nagainst = \"" + against + "\"\nat_least = { \"50%\" = 4 }\n"
	}
	for _, tt := range []struct{ name, text, want string }{
		{"unknown", course(with("Rok"), "Ann=paper"), "cup.toml:15:1: no bot of this contest is named \"Rok\"; did you mean \"Rock\"?"},
		{"broken", course(with("Bad")+"[[bots]]\nref = \"Bad=bad.py\"\n", "Ann=paper"), "Bad measures the others, and does not play: "},
		{"of a folder", course(with("Eve")+"[[bots]]\nfolder = \"entries\"\n", "Ann=paper"),
			"cup.toml:15:1: Eve may change, since it comes from a folder of bots"},
		{"no students", "kind = \"rps\"\n[[bots]]\nref = \"Rock=builtin:rock\"\n" + with("Rock"),
			"marks needs at least 2 bots, and there is only 1 bot"},
	} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "entries", "Eve"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"bad.py", "entries/Eve/main.py"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("(\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c, err := open(t, dir, tt.text, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\n  want %s", tt.name, err, tt.want)
		}
		if err == nil {
			c.Close()
		}
		if _, err := os.Stat(filepath.Join(dir, "cup", "ledger.db")); err == nil {
			t.Errorf("%s: there is a ledger", tt.name)
		}
	}
}

// A yardstick that has changed, and other thresholds, are another contest.
func TestMarksStay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	played(t, dir, course(twoMarks, "Ann=paper"))
	for text, want := range map[string]string{
		strings.Replace(course(twoMarks, "Ann=paper"), "builtin:rock", "builtin:paper", 1): "Rock has changed since the contest began",
		course(strings.Replace(twoMarks, "= 7", "= 8", 1), "Ann=paper"):                    "it cannot change in a stage that has begun",
		course("", "Ann=paper"): "holds another contest",
	} {
		var conflict *contest.Conflict
		if c, err := open(t, dir, text, nil); !errors.As(err, &conflict) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
			if err == nil {
				c.Close()
			}
		}
	}
	played(t, dir, course(twoMarks, "Ann=paper")) // nothing is damaged
}

// A stage of marks after another one is played by those that it names, with the yardsticks first.
func TestMarksAfterAStage(t *testing.T) {
	t.Parallel()
	stages := "[[stages]]\nname = \"a\"\nformat = \"round-robin\"\nadvance = 1\n" +
		"[[stages]]\nname = \"b\"\nformat = \"marks\"\nbots = [\"Ann\"]\n"
	c, r, _ := played(t, t.TempDir(), course(twoMarks+stages, "Bob=rock", "Ann=paper"))
	var names []string
	for _, e := range r.Stages[1].Field.Entries {
		names = append(names, c.Entries[e].Name)
	}
	if got := strings.Join(names, " "); got != "Rock Lot Ann" || len(r.Stages) != 2 {
		t.Errorf("the stage is played by %s", got)
	}
	f, err := config.Parse("c.toml", []byte(course(twoMarks+stages, "Bob=rock")))
	if err != nil || len(f.Stages[1].Bots) != 3 || f.Stages[0].Bots != nil {
		t.Errorf("%+v, %v", f, err)
	}
}
