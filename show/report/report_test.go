package report_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/format/tournament"
	"agon/game"
	"agon/show/report"
	"agon/show/report/folder"
	"agon/show/term/standing"
	"agon/show/term/table"
)

// bot returns a line of a stage; slot is its index in the line-up.
func bot(slot, rank int, change func(*report.Standing)) report.Standing {
	l := report.Standing{Name: string(rune('A' + slot)), Author: "Ann", Standing: tournament.Standing{
		Entry: slot, Rank: rank, RankLow: rank, RankHigh: rank, Played: 4, Score: 10 - float64(rank), Low: 9 - float64(rank),
		High: 11 - float64(rank),
		Took: 500, Moves: 100,
	}}
	if change != nil {
		change(&l)
	}
	return l
}

// final returns a run with one stage.
func final(kind string, unit string, lines ...report.Standing) *report.Run {
	s := report.Stage{Name: "final", Format: "arena", Unit: unit, Played: 4, Planned: 4, Finished: true, Standings: lines}
	r := &report.Run{Agon: 1, Contest: "Cup", Kind: report.Kind{Kind: &game.Kind{Info: game.Info{Name: kind, Title: kind}}}, Seed: 7,
		Played: 4, Finished: true, Stages: []report.Stage{s}}
	for _, l := range lines {
		r.Entries = append(r.Entries, report.Entry{Name: l.Name, Author: l.Author})
	}
	return r
}

// A new column needs one declaration: it is then in the JSON object, in every printed table, in Markdown and on the pages.
func TestANewColumnIsEverywhere(t *testing.T) {
	all := report.Columns
	t.Cleanup(func() { report.Columns = all })
	report.Columns = append(slices.Clone(all), report.Column{
		Key: "worst", In: report.Everywhere, Head: "Worst game", Width: 12, Digits: 2,
		Value: func(l report.Line) any { return 4321 + l.Score/10 },
	})
	rated := func(l *report.Standing) {
		l.Rating, l.RatingError = 1200, 20
		l.Curve = []tournament.CurvePoint{{Games: 4, Rating: 1200, Error: 20}}
	}
	for _, tt := range []struct {
		name string
		run  *report.Run
	}{
		{"percentages", final("painting", "%", bot(0, 1, nil), bot(1, 2, nil))},
		{"matches", final("fencing", "cells", bot(0, 1, nil), bot(1, 2, nil))},
		{"ladder", final("racing", "points", bot(0, 1, rated), bot(1, 2, rated))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var printed, markdown strings.Builder
			if err := standing.Print(&printed, tt.run, standing.Style{}); err != nil {
				t.Fatal(err)
			}
			if err := standing.Print(&markdown, tt.run, standing.Style{Style: table.Style{Markdown: true}}); err != nil {
				t.Fatal(err)
			}
			object, err := json.Marshal(tt.run)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := folder.Write(dir, tt.run); err != nil {
				t.Fatal(err)
			}
			pages := []string{"index.html"}
			if tt.name == "ladder" {
				pages = append(pages, "ladder-1.html")
			}
			texts := map[string]string{"terminal": printed.String(), "Markdown": markdown.String(), "JSON": string(object)}
			for _, page := range pages {
				text, err := os.ReadFile(filepath.Join(dir, page))
				if err != nil {
					t.Fatal(err)
				}
				texts[page] = string(text)
			}
			for where, text := range texts {
				for _, want := range []string{map[bool]string{true: `"worst":`, false: "Worst game"}[where == "JSON"], "4321.9", "4321.8"} {
					if !strings.Contains(text, want) {
						t.Errorf("%s lacks %q:\n%.3000s", where, want, text)
					}
				}
			}
		})
	}
}

// Programs depend on these names, their order, and these values.
// TestEveryKeyIsInTheGuide: docs/files.md names every key of agon run --json.
func TestEveryKeyIsInTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/files.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, c := range report.Columns {
		if slices.Contains(c.In, report.JSON) {
			keys[c.Key] = true
		}
	}
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || of == reflect.TypeFor[time.Time]() || of == reflect.TypeFor[report.Standing]() ||
			of == reflect.TypeFor[report.Kind]() {
			return
		}
		for i := range of.NumField() {
			if tag, ok := of.Field(i).Tag.Lookup("json"); ok && tag != "-" {
				key, _, _ := strings.Cut(tag, ",")
				keys[key] = true
				walk(of.Field(i).Type)
			}
		}
	}
	walk(reflect.TypeFor[report.Run]())
	delete(keys, "")
	if len(keys) < 60 {
		t.Errorf("only %d keys are known", len(keys))
	}
	for key := range keys {
		if !strings.Contains(string(guide), "`"+key+"`") && !strings.Contains(string(guide), "`"+key+"[]`") {
			t.Errorf("docs/files.md does not name %q", key)
		}
	}
}

// TestFiguresAreNotOmitted: of a figure 0 is a value, so a column that JSON omits if empty has words, says yes or is a list.
func TestFiguresAreNotOmitted(t *testing.T) {
	for _, c := range report.Columns {
		if !c.Omit {
			continue
		}
		value := reflect.ValueOf(c.Value(report.Line{Standing: &report.Standing{}}))
		if kind := value.Kind(); kind != reflect.String && kind != reflect.Bool && kind != reflect.Slice {
			t.Errorf("%s is a %v, which is omitted if it is 0", c.Key, kind)
		}
	}
}

// TestKnown: chances are known of all bots of a table in which any has one, once they have played enough games.
func TestKnown(t *testing.T) {
	lines := []report.Standing{
		bot(0, 1, func(l *report.Standing) { l.Played, l.ChanceFirst, l.ChanceNext = tournament.FirstAfter, 1, 1 }),
		bot(1, 2, func(l *report.Standing) { l.Played = tournament.FirstAfter }),
		bot(2, 3, func(l *report.Standing) { l.Played = tournament.FirstAfter - 1 }),
	}
	known := func(lines []report.Standing, by tournament.By) (all []report.Known) {
		report.Know(lines, by)
		for _, l := range lines {
			all = append(all, l.Known)
		}
		return all
	}
	both, next := report.Known{First: true, Next: true}, report.Known{Next: true}
	if got := known(lines, tournament.ByScore); !slices.Equal(got, []report.Known{both, both, next}) {
		t.Errorf("by score: %+v", got)
	}
	if got := known(lines, tournament.ByBracket); !slices.Equal(got, []report.Known{both, both, both}) {
		t.Errorf("in a bracket: %+v", got)
	}
	if got := known(lines[1:], tournament.ByScore); !slices.Equal(got, make([]report.Known, 2)) {
		t.Errorf("nobody has a chance: %+v", got)
	}
}

func TestJSON(t *testing.T) {
	r := final("rps", "rounds", bot(0, 1, func(l *report.Standing) {
		l.Name, l.Letter, l.Image, l.Doubt, l.Note, l.Through = "A<&>", "B", "sha256:1", "cpu", "won", true
		l.Rating, l.RatingError, l.OrderLow, l.OrderHigh, l.Ponders, l.OnTime, l.Faults = 1016, 12, 1, 2, 3, 1, 4
		l.Wins, l.Draws, l.Losses, l.Points, l.Deviation, l.Best, l.CPU = 3, 1, 0, 3.5, 0.5, 12, 200
	}), bot(1, 2, func(l *report.Standing) {
		l.Moves, l.PointsHigh, l.Known = 0, 1.5, report.Known{First: true, Next: true, Swiss: true}
	}))
	r.Clock.Charged, r.Dir, r.Sandbox = "wall", "out", "full"
	r.Refused, r.Retired, r.Changes = []report.Refusal{{Bot: "C", Why: "no move", Outside: true}}, []report.Retired{}, []report.Change{}
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	want := `{"agon":1,"contest":"Cup","kind":"rps","seed":7,"games":4,"finished":true,"rounds":0,"seconds":0,"efficiency":0,` +
		`"clock":{"charged":"wall","moves":0,"held":0,"late":0,"by_host":0,"voided":0,"waited_ms":0,"stolen_ms":0,"largest_gap_ms":0,"played_ms":0,"queued_ms":0},"sandbox":"full",` +
		`"stages":[{"name":"final","format":"arena","games":4,"finished":true,"ranked_by":"score","standings":[` +
		`{"group":"B","rank":1,"rank_low":1,"rank_high":1,"bot":"A<&>","author":"Ann","image":"sha256:1","played":4,"score":9,"low":8,"high":10,"deviation":0.5,"best":12,` +
		`"rating":1016,"rating_low":992.48,"rating_high":1039.52,"rating_error":12,"order_low":1,"order_high":2,"through":true,"note":"won","wins":3,"draws":1,"losses":0,"points":3.5,"avg_us":5,"processor_seconds":0.0005,"cpu_us":2,` +
		`"score_per_us":1.8,"faults":4,"pondering":3,"clock_disagrees":"cpu","lost_on_time":1},` +
		`{"rank":2,"rank_low":2,"rank_high":2,"chance_first":0,"chance_next":0,"bot":"B","author":"Ann","played":4,"score":8,"low":7,"high":9,"deviation":0,` +
		`"opposition":0,"byes":0,"best":0,"wins":0,"draws":0,"losses":0,"points":0,"points_low":0,"points_high":1.5,` +
		`"avg_us":0,"processor_seconds":0.0005,"cpu_us":0,"score_per_us":0,"faults":0,"pondering":0,"lost_on_time":0}]}],` +
		`"refused":[{"bot":"C","why":"no move"}],"retired":[],"dir":"out","changes":[]}` + "\n"
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}

func TestWords(t *testing.T) {
	groups := report.Stage{Played: 4, Unit: "cells", Finished: true, Next: "final",
		NotApart: []tournament.Cluster{{Group: 1, From: 1, To: 2}},
		Standings: []report.Standing{
			bot(0, 1, func(l *report.Standing) { l.Through = true }), bot(1, 2, nil),
			bot(2, 1, func(l *report.Standing) { l.Group, l.Through = 1, true }),
		}}
	one := report.Stage{Played: 4, Standings: groups.Standings[:2]}
	early := report.Stage{Played: 4, Standings: groups.Standings[:2], Early: "ended after 4 of 9 games"}
	rest := report.Stage{Played: 4, Standings: []report.Standing{bot(0, 1, nil), bot(1, 2, nil), bot(2, 3, nil)},
		NotApart: []tournament.Cluster{{From: 2, To: 3}}}
	line := report.Stage{Played: 4, Next: "final", Standings: groups.Standings[:2], NotApart: []tournament.Cluster{{From: 1, To: 2}}}
	tied := report.Stage{Played: 4, Standings: groups.Standings[:2], NotApart: []tournament.Cluster{{From: 1, To: 2, More: 30}}}
	row := bot(0, 1, func(l *report.Standing) { l.OnTime, l.Ponders, l.Doubt = 2, 1, "says 1 ms, took 9 ms" })
	compared := bot(0, 1, func(l *report.Standing) { l.Note = "+38 rating points (from +21 to +56)" })
	for _, tt := range []struct{ name, got, want string }{
		{"ties name their group where there are several", groups.Settled(), "It is not certain who advances in group B."},
		{"ties of one group do not", tied.Settled(), "Nobody is certainly first: ranks 1–2 may still swap."},
		{"a settled table", one.Settled(), "The first place is certain."},
		{"only the first place is certain", rest.Settled(), "Only the first place is certain."},
		{"who advances is not certain", line.Settled(), "It is not certain who advances: ranks 1–2 may still swap."},
		{"an early end", early.Settled(), "Ended after 4 of 9 games. The first place is certain."},
		{"who goes on of a group", strings.Join(groups.GoingOn(groups.Standings[:2]), " "), "A"},
		{"where all do, nobody is named", strings.Join(groups.GoingOn(groups.Standings[2:]), " "), ""},
		{"groups of different sizes", report.Sizes(groups.Groups()), "; groups of 2 and 1"},
		{"letters after Z", report.GroupName(25) + report.GroupName(26) + report.GroupName(27), "ZAAAB"},
		{"remarks of a bot", row.Remark(), "lost 2 games on time, pondering, times differ"},
		{"what a comparison says", compared.Remark(), "+38 rating points (from +21 to +56)"},
		{"no clock, no words", report.Clock{}.String(), ""},
		{"nothing late, no words", report.Clock{Moves: 640, Held: 3, GapMs: 12, StolenMs: 4}.String(), ""},
		{"all late by the host", report.Clock{Moves: 640, Late: 13, ByHost: 13}.String(),
			"13 answers were late, all because this computer was busy; none was charged."},
		{"one late", report.Clock{Moves: 640, Late: 1, ByHost: 1}.String(),
			"1 answer was late, because this computer was busy; it was not charged."},
		{"a clock", report.Clock{Moves: 200, Held: 1, Late: 2, ByHost: 1, Voided: 1, WaitedMs: 1240, StolenMs: 16, GapMs: 12.6}.String(),
			"2 answers were late, 1 of them because this computer was busy, which was not charged; 1 game was played again."},
		{"a machine that is not busy", report.Clock{PlayedMs: 1000, QueuedMs: 99}.Busy(), ""},
		{"a busy machine", strings.Join((&report.Run{Clock: report.Clock{Charged: "wall", PlayedMs: 1000, QueuedMs: 380}}).Remarks(), "|"),
			"The machine was busy: bots waited for a processor for 38 % of their time. µs/move is processor time and sleeps " +
				"only.|No game has been played."},
		{"a busy machine, as a fact",
			(&report.Run{Clock: report.Clock{Charged: "cpu", Moves: 1, PlayedMs: 1000, QueuedMs: 380}}).Facts()[3].Value,
			"The machine was busy: bots waited for a processor for 38 % of their time. µs/move is processor time only."},
		{"nothing played", strings.Join((&report.Run{Refused: []report.Refusal{{Bot: "X", Why: "broken"},
			{Bot: "Y", Why: "late", Outside: true}}}).Remarks(), "|"),
			"X did not play: broken|Y was refused: late|No game has been played."},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestHistogramsCountTheGamesOfTheirStage(t *testing.T) {
	s := report.Stage{Standings: []report.Standing{bot(0, 1, nil)}}
	seat := func(score float64) []report.Seat { return []report.Seat{{Slot: 0, Score: score}, {Slot: 1, Score: 99}} }
	s.Count(1, []report.Game{{Stage: 0, Seats: seat(23.5)}, {Stage: 1, Seats: seat(0)}, {Stage: 1, Seats: seat(24)},
		{Stage: 1, Seats: seat(0.9)}})
	if s.BinLow != 0 || s.BinHigh != 24 {
		t.Errorf("the axis is %v to %v, want 0 to 24: scores of all stages, of this stage's bots", s.BinLow, s.BinHigh)
	}
	want := make([]int, 24)
	want[0], want[23] = 2, 1
	if got := s.Standings[0].Histogram; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestShortList(t *testing.T) {
	game := func(number, stage int, a, b float64) report.Game {
		return report.Game{Number: number, Stage: stage, Seats: []report.Seat{{Slot: 0, Score: a}, {Slot: 1, Score: b}}}
	}
	r := final("rps", "rounds")
	for slot := range 7 {
		r.Stages[0].Standings = append(r.Stages[0].Standings, bot(slot, slot+1, nil))
	}
	if r.ShortList() != nil {
		t.Error("a contest of one stage has a jury")
	}
	r.Stages = append(r.Stages, r.Stages[0])
	r.Games = []report.Game{game(1, 0, 9, 1), game(2, 0, 5, 4), game(3, 1, 4, 5), game(4, 1, 6, 3),
		{Number: 5, Stage: 1, Seats: []report.Seat{{Slot: 2}}}}
	jury := r.ShortList()
	if jury.Why != "The best 5 of final." || len(jury.Bots) != 5 {
		t.Errorf("%d bots: %s", len(jury.Bots), jury.Why)
	}
	// Of equally close games the later stage is first; games alone, and games of others, are not listed.
	if want := []report.Margin{{Game: 3, Points: 1}, {Game: 2, Points: 1}, {Game: 4, Points: 3}}; !slices.Equal(jury.Bots[0].Closest,
		want) || len(jury.Bots[2].Closest) != 0 {
		t.Errorf("the closest games are %v, want %v; of another bot %v", jury.Bots[0].Closest, want, jury.Bots[2].Closest)
	}
	r.Stages[1].Standings = slices.Clone(r.Stages[1].Standings)
	r.Stages[1].Standings[5].RankLow = 5
	if jury = r.ShortList(); len(jury.Bots) != 6 || jury.Why != "The best 6 of final: ranks 6 and 5 are statistically tied." {
		t.Errorf("%d bots: %s", len(jury.Bots), jury.Why)
	}
}
