package text

import (
	"fmt"
	"io"
	"math"
	"strings"

	"agon/format/rating"
	"agon/internal/clean"
	"agon/internal/numerals"
	"agon/lab/chances"
	"agon/lab/explain"
	"agon/show/report"
	"agon/show/term/screen"
	"agon/show/term/table"
)

// Explanation prints how a game stood. name is what commands call it.
func Explanation(out io.Writer, x *explain.Game, name string) error {
	style := styleOf(out)
	say := sayer(out, style)
	curve, rep := x.Curve, x.Replay
	word := x.Kind.TurnWord(rep.Record.Turns, rep.Record.Rounds)
	say("%s, %s: the chance of each seat after %d of them, each played on %d times by builtin:%s.\n", x.Kind.Title,
		report.Counted(rep.Record.Turns, word), len(curve)-1, x.Estimator.Playouts, x.Estimator.Bot)
	t := &table.Table{Columns: []table.Column{{Head: "Bot", Width: 24},
		{Head: "Chance, from the deal to the end", Width: max(len(curve)+4, 36)}, {Head: "Deal", Width: 8}, {Head: "End", Width: 8}}}
	columns := len(curve)
	if style.Width > 0 {
		widest := 0
		for _, s := range rep.Seats {
			widest = max(widest, screen.Width(s.Name))
		}
		columns = min(columns, max(style.Width-min(widest, 24)-besideCurve, 8))
	}
	for seat := range rep.Seats {
		s := &rep.Seats[seat]
		t.Rows = append(t.Rows, []table.Cell{
			table.Bot(s.Look(), s.Name), table.Text(sparkOf(curve, seat, columns,
				style.Depth != screen.Plain)), table.Text(Percent(curve[0].Chances[seat].Mean)),
			table.Text(Percent(curve[len(curve)-1].Chances[seat].Mean)),
		})
	}
	if err := t.Write(out, style); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if len(x.Turnings) == 0 {
		say("In no %s did a seat lose more than the estimates' error.", word)
	}
	for _, g := range x.Turnings {
		who := rep.Seats[g.Seat].Name
		say("%s: %s fell from %s ±%s to %s ±%s.", capital(turnsFrom(word, g.From+1, g.To)), clean.Text(who), Percent(g.Before.Mean),
			Percent(1.96*g.Before.Err),
			Percent(g.After.Mean), Percent(1.96*g.After.Err))
		if g.Better == nil {
			say("  No single move is known to have been wrong.")
			continue
		}
		say("  %s %d cost most: %s leaves %s ±%s, %s %s ±%s.", capital(word), g.Turn, g.Made.Word, Percent(g.Made.Mean),
			Percent(1.96*g.Made.Err), g.Better.Word, Percent(g.Better.Mean), Percent(1.96*g.Better.Err))
		if g.Made.Word[0] != '!' {
			fmt.Fprintf(out, "  agon pin %s --seat %d --turn %d --not %s\n", name, g.Seat, g.Turn, g.Made.Word)
		}
	}
	return nil
}

// Percent returns a part of 1 in percent.
func Percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// besideCurve is how many columns a terminal needs beside a name and the curve.
const besideCurve = 24

// sparkOf draws the chances of a seat as a line of bars, in as many columns: where the curve has more points, a column is the mean of some.
func sparkOf(curve []chances.Point, seat, columns int, colour bool) string {
	steps := []rune("._-=+*%#")
	if colour {
		steps = []rune("▁▂▃▄▅▆▇█")
	}
	var line []rune
	for i := range columns {
		points, sum := curve[i*len(curve)/columns:(i+1)*len(curve)/columns], 0.0
		for _, p := range points {
			sum += p.Chances[seat].Mean
		}
		at := int(sum / float64(len(points)) * float64(len(steps)))
		line = append(line, steps[min(max(at, 0), len(steps)-1)])
	}
	return string(line)
}

// Bot prints what games in a folder say about a bot, with the largest falls.
func Bot(out io.Writer, b *explain.Bot, dir string, most int) error {
	style := styleOf(out)
	say := sayer(out, style)
	t := &b.Tally
	say("%s in %d of its %s of %s, each played on from up to %d %s at least %d times by builtin:%s. It has %s of the points; at the "+
		"deal its chance was %s.\n",
		clean.Text(b.Name), b.Looked, report.Counted(b.Played,
			"game"), b.Kind.Title, explain.PointsOfMany, numerals.Plural(b.Turn), b.Playouts, b.By, share(&t.Points), share(&t.Deal))
	for _, list := range []struct {
		head   string
		groups []chances.Group
		cell   func(g *chances.Group) table.Cell
	}{
		{"Against", t.Opponents, func(g *chances.Group) table.Cell { return table.Bot(g.Slot, g.Name) }},
		{"In seat", t.Seats, func(g *chances.Group) table.Cell { return table.Text(fmt.Sprint(g.Seat)) }},
	} {
		rows := &table.Table{Columns: []table.Column{{Head: list.head, Width: 24}, {Head: "Games", Width: 8}, {Head: "Points", Width: 16},
			{Head: "Chance at the deal", Width: 20}}}
		for i := range list.groups {
			g := &list.groups[i]
			rows.Rows = append(rows.Rows, []table.Cell{list.cell(g), table.Number(float64(g.Points.N())), table.Text(share(&g.Points)),
				table.Text(share(&g.Deal))})
		}
		if err := rows.Write(out, style); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	parts := &table.Table{Columns: []table.Column{{Head: "Part of the game", Width: 24}, {Head: "Change of its chance", Width: 20}}}
	for i := range t.Parts {
		parts.Rows = append(parts.Rows, []table.Cell{table.Text(fmt.Sprintf("%d to %d %%", 100*i/chances.Parts, 100*(i+1)/chances.Parts)),
			table.Text(change(&t.Parts[i]))})
	}
	if err := parts.Write(out, style); err != nil {
		return err
	}
	if len(t.Falls) > 0 {
		say("\nIt fell most in these games:")
	}
	for _, f := range t.Falls[:min(len(t.Falls), most)] {
		say("  Game %d (seed %d, seat %d), %s: from %s ±%s to %s ±%s.", f.Game, f.Seed, f.Seat, turnsFrom(b.Turn, f.From+1, f.To),
			Percent(f.Before.Mean),
			Percent(1.96*f.Before.Err), Percent(f.After.Mean), Percent(1.96*f.After.Err))
		fmt.Fprintf(out, "  agon explain %s --game %d --of %d\n", dir, f.Game, f.Seat)
	}
	return nil
}

// turnsFrom names one turn or several, which the rules call so.
func turnsFrom(word string, first, last int) string {
	if first == last {
		return fmt.Sprintf("%s %d", word, first)
	}
	return fmt.Sprintf("%s %d to %d", numerals.Plural(word), first, last)
}

// capital returns a word with a capital letter.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// share returns a mean with half of its interval in percent: "42 % ±8 %".
func share(s *rating.Sample) string { return Percent(s.Mean()) + within(s, 0, 1) }

// change returns a mean difference with its sign: "+2 % ±3 %".
func change(s *rating.Sample) string {
	return fmt.Sprintf("%+.0f %%", math.Round(100*s.Mean())+0) + within(s, -1, 1) // + 0 makes of -0 a 0
}

// within returns half of a sample's interval, or nothing where there is none.
func within(s *rating.Sample, least, most float64) string {
	if s.N() < 2 {
		return ""
	}
	low, high := s.Interval(least, most)
	return " ±" + Percent((high-low)/2)
}
