package simulation

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/format/tournament/marks"
	"agon/game"
)

// A course of 200 students against three yardsticks: whatever the machines, and however many games they lose, the marks are the same, they
// are what the games say when they are counted anew, and at most 5 of 100 are wrong.
func TestCourse(t *testing.T) {
	const yardsticks, students = 3, 200
	var rules []marks.Rule
	for i := range yardsticks {
		rules = append(rules, marks.Rule{Against: fmt.Sprint("yardstick ", i), Confidence: 95, MostGames: 400,
			AtLeast: []marks.Threshold{{Percent: 50, Points: 4}, {Percent: 60, Points: 7}, {Percent: 75, Points: 10}}})
	}
	// the logarithms of the odds of a student against a yardstick: many are near a threshold
	truth := func(student, yardstick int) float64 {
		return 1 / (1 + math.Exp(-(4*float64(student-yardsticks)/students - 1.2 - 0.6*float64(yardstick))))
	}
	c := Config{
		Stages: []Stage{stage(t, marks.Name, map[string]any{marks.Key: marks.Write(rules)})}, Bots: yardsticks + students,
		Workers: 4, Cores: 2, GameTime: time.Second, Seed: 7,
		Outcome: func(f tournament.Fixture) tournament.Result {
			student, yardstick, edge := f.Seats[0], f.Seats[1], 0.05
			if student < yardsticks {
				student, yardstick, edge = yardstick, student, -0.05
			}
			dice := game.NewDice(game.SubSeed(f.Seed, int64(f.Game)), nil)
			dice.Turn(0)
			chance := truth(student, yardstick)
			edge *= min(1, 10*min(chance, 1-chance))
			if uniform(&dice) < chance+edge {
				return formattest.Pair(f, student)
			}
			return formattest.Pair(f, yardstick)
		},
	}
	r := run(t, c)
	s := &r.Stages[0]
	table := c.Stages[0].Format.Table(&s.Field, s.Ledger.All())
	c.Workers, c.Failures, c.Restart = 1, 0.2, time.Second
	if again := run(t, c); !reflect.DeepEqual(c.Stages[0].Format.Table(&s.Field, again.Stages[0].Ledger.All()), table) {
		t.Error("on one machine that loses games the marks differ")
	}
	recounted := recount(s.Ledger, yardsticks)
	n, differ, wrong, open := 0, 0, 0, 0
	for _, line := range table.Standings[:students] {
		for i, m := range line.Marks {
			n++
			if again := recounted[[2]int{line.Entry, i}]; again.N() != m.Games/2 || markOf(&rules[i], &again) != m.Points {
				differ++
			}
			chance, points := truth(line.Entry, i), 0.0
			for _, step := range rules[i].AtLeast {
				if chance >= step.Percent/100 {
					points = step.Points
				}
			}
			if m.Points > points || !m.Open && m.Points < points {
				wrong++
			}
			if m.Open {
				open++
			}
		}
	}
	t.Logf("%d games, %d marks, %d of them open, %d wrong", r.Games, n, open, wrong)
	if n != yardsticks*students || differ > 0 || float64(wrong) > 0.05*float64(n) {
		t.Errorf("%d marks, %d differ when they are counted anew, %d are wrong", n, differ, wrong)
	}
}

// recount returns the evidence of each student against each yardstick, from the games of a ledger.
func recount(l *tournament.Ledger, yardsticks int) map[[2]int]rating.Evidence {
	all, past := map[[2]int]rating.Evidence{}, l.All()
	for i := 0; i < past.Len(); i += 2 {
		one, two := past.Game(i), past.Game(i+1)
		student := max(one.Entry(0), one.Entry(1))
		at := [2]int{student, min(one.Entry(0), one.Entry(1))}
		points := 0.0
		for _, g := range []tournament.Game{one, two} {
			for seat := range 2 {
				if g.Entry(seat) == student {
					points += g.Points(seat)
				}
			}
		}
		e := all[at]
		e.Add(points - 1)
		all[at] = e
	}
	return all
}

// markOf returns the points that evidence proves.
func markOf(r *marks.Rule, e *rating.Evidence) (points float64) {
	low, _ := e.Interval(1 - r.Confidence/100)
	for _, t := range r.AtLeast {
		if rating.Round((1+low)/2) >= t.Percent/100 {
			points = t.Points
		}
	}
	return points
}
