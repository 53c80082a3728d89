package standing

import (
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/game"
	"agon/show/report"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"
	"agon/show/term/table"
)

// line returns a bot's standing: mean score and half of its interval, mean time of a move in µs.
func line(slot int, name, author string, average, score, half float64) report.Standing {
	return report.Standing{Name: name, Author: author, Standing: tournament.Standing{
		Entry: slot, Score: score, Low: score - half, High: score + half, Took: game.Micros(average * 1e4), Moves: 1e4,
	}}
}

// field returns a stage of bots with difficult names, one of them over the limit of a move's time.
func field() *report.Stage {
	s := &report.Stage{Unit: "%", Limit: 20_000, Standings: []report.Standing{
		line(0, "Tidewater", "L. Brandt", 913.2214, 6.34449, 0.0781),
		line(1, "Ultra\x1b[31mmarine\x07", "M. Sato", 782.31, 6.25, 0.076),
		line(2, "筆使いの達人", "N. Okafor", 10.84, 3.6812, 0.05),
		line(19, "A name that is longer than thirty columns", "house bot", 25722.417, 0.1216, 0.01),
		line(20, "South Only", "W. Jansen with a long name", 2.588, 0, 0),
	}}
	for i := range s.Standings {
		s.Standings[i].Rank = i + 1
	}
	return s
}

func write(t *testing.T, tab *table.Table, s table.Style) string {
	t.Helper()
	var out strings.Builder
	if err := tab.Write(&out, s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func TestPiped(t *testing.T) {
	for name, tab := range map[string]*table.Table{"scores": Scores(field()), "efficiency": Efficiency(field())} {
		t.Run(name, func(t *testing.T) {
			text := write(t, tab, table.Style{})
			golden.NoControl(t, text)
			golden.Check(t, name+".piped.txt", text)
			for _, e := range field().Standings {
				if !strings.Contains(text, screen.Clean(e.Name)) {
					t.Errorf("the name %q was cut", e.Name)
				}
			}
		})
	}
}

func TestPipedColumnsAreTheOriginals(t *testing.T) {
	one := field()
	one.Standings = one.Standings[:1]
	lines := strings.Split(write(t, Scores(one), table.Style{}), "\n")
	for _, tt := range []struct {
		line     int
		from, to int
		want     string
	}{
		{0, 0, 60, strings.Repeat("=", 60)},
		{1, 0, 16, "The Final Scores"},
		{3, 0, 5, "Rank "},
		{3, 5, 35, screen.Pad("Name", 30)},
		{3, 35, 55, screen.Pad("Contributor", 20)},
		{3, 55, 70, screen.Pad("Avg [us]", 15)},
		{3, 70, 75, "Score"},
		{4, 55, 70, screen.Pad("913.221", 15)},
		{4, 70, 79, "6.344   %"},
		{4, 81, 86, "0.078"},
	} {
		if got := lines[tt.line][tt.from:tt.to]; got != tt.want {
			t.Errorf("line %d, columns %d to %d: %q, not %q", tt.line, tt.from, tt.to, got, tt.want)
		}
	}
}

func TestTerminal(t *testing.T) {
	for name, s := range map[string]table.Style{
		"scores.80.true.txt": {Depth: screen.True, Width: 80}, "scores.120.xterm.txt": {Depth: screen.Xterm, Width: 120},
		"scores.80.mono.txt": {Depth: screen.Mono, Width: 80},
	} {
		t.Run(name, func(t *testing.T) {
			text := write(t, Scores(field()), s)
			golden.Fits(t, text, s.Width, 0)
			golden.Check(t, name, text)
			for _, number := range []string{"6.344 %", "25722.417", "0.122 %"} {
				if !strings.Contains(text, number) {
					t.Errorf("the number %s was cut", number)
				}
			}
		})
	}
}

// groups returns a run of two groups of two, of each of which one goes on, and a final.
func groups() *report.Run {
	bot := func(slot, group, rank, wins int) report.Standing {
		return report.Standing{Name: string(rune('a' + slot)), Letter: report.GroupName(group), Standing: tournament.Standing{
			Entry: slot, Group: group, Rank: rank, RankLow: rank, RankHigh: rank, Played: 1, Wins: wins, Losses: 1 - wins,
			Points: float64(wins), Through: rank == 1,
		}}
	}
	return &report.Run{
		Kind: report.Kind{Kind: &game.Kind{Info: game.Info{MaxSeats: 2}}}, Seed: 7, Played: 2,
		Stages: []report.Stage{{
			Name: "groups", Format: "groups", Played: 2, Finished: true, Unit: "cells", Next: "final",
			Standings: []report.Standing{bot(0, 0, 1, 1), bot(2, 0, 2, 0), bot(1, 1, 1, 1), bot(3, 1, 2, 0)},
			NotApart:  []tournament.Cluster{{Group: 1, From: 1, To: 2}},
		}},
	}
}

func TestGroups(t *testing.T) {
	var out strings.Builder
	if err := Print(&out, groups(), Style{}); err != nil {
		t.Fatal(err)
	}
	const want = `groups (groups): 2 games, seed 7.

Group A: 1 of 1 match
Rank  Name                          Contributor         W-D-L       Points   Score [cells]
1     a                                                 1-0-0       1.0      0.0
2     c                                                 0-0-1       0.0      0.0
On to final: a.

Group B: 1 of 1 match
Rank  Name                          Contributor         W-D-L       Points   Score [cells]
1     b                                                 1-0-0       1.0      0.0
2     d                                                 0-0-1       0.0      0.0
On to final: b.
It is not certain who advances in group B.
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDivisions(t *testing.T) {
	r := groups()
	s := &r.Stages[0]
	s.Name, s.Format, s.Next, s.Finished = "league", "divisions", "", false
	for i := range s.Standings {
		l := &s.Standings[i]
		l.Letter, l.Above, l.Through = []string{"1", "2"}[l.Group], 2*l.Group, false
	}
	s.Standings[1].Rise, s.Standings[2].Rise = -1, 1
	var out strings.Builder
	if err := Print(&out, r, Style{}); err != nil {
		t.Fatal(err)
	}
	const want = `league (divisions): 2 games, seed 7; 2 divisions.

Division 1: 1 of 1 match
Rank  Name                          Contributor         W-D-L       Points     Moves   Score [cells]
1     a                                                 1-0-0       1.0                0.0
2     c                                                 0-0-1       0.0        ▼ down  0.0

Division 2: 1 of 1 match
Rank  Name                          Contributor         W-D-L       Points     Moves   Score [cells]
1     b                                                 1-0-0       1.0        ▲ up    0.0
2     d                                                 0-0-1       0.0                0.0
The first place is certain.
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMarkdownHasTheSameColumns(t *testing.T) {
	var out strings.Builder
	if err := Print(&out, groups(), Style{Style: table.Style{Markdown: true}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| Rank | Name | Contributor | W-D-L | Points |", "On to final: a.",
		"- It is not certain who advances in group B."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("Markdown lacks %q:\n%s", want, out.String())
		}
	}
}

// Sentences break between words on a terminal; commands, which are copied, and pipes have one line.
func TestSentencesAreWrapped(t *testing.T) {
	r := &report.Run{Again: "agon replay a-contest-with-a-long-name --game 1",
		Refused: []report.Refusal{{Bot: "Tidewater", Why: "it imports requests, and the contest allows numpy and scipy alone"}}}
	for width, want := range map[int]string{
		40: "Tidewater did not play: it imports\nrequests, and the contest allows numpy\nand scipy alone\n",
		0:  "Tidewater did not play: it imports requests, and the contest allows numpy and scipy alone\n",
	} {
		var out strings.Builder
		if err := Print(&out, r, Style{Style: table.Style{Width: width}}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.HasPrefix(got, want) || !strings.Contains(got, "\nTo watch a game again: "+r.Again+"\n") {
			t.Errorf("with %d columns it prints\n%s", width, got)
		}
	}
}
