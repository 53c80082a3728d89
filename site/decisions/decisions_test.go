package decisions

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
	"agon/site/schedule"
	"agon/site/wire"
)

const cup = `
kind = "tron"
name = "Winter Cup"
[[bots]]
ref = "one=builtin:voronoi"
[[stages]]
name = "all meet"
format = "round-robin"
`

// entries fix nothing.
type entries struct{}

func (entries) Fix(context.Context, string) error   { return nil }
func (entries) Unfix(context.Context, string) error { return nil }

// open returns decisions about a contest that nobody has played.
func open(t *testing.T) *Decisions {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, "contests", "cup")
	if err := errors.Join(os.MkdirAll(folder, 0o755),
		os.WriteFile(filepath.Join(folder, contests.FileName), []byte(cup), 0o644)); err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := contests.Open(t.Context(), filepath.Join(dir, "contests"), db, contests.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(all.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	now := func() time.Time { return time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC) }
	x := &Decisions{Log: NewLog(db, now), Contests: all, Woken: func(context.Context, string, string) error { return nil }}
	if x.Schedule, err = schedule.Open(t.Context(), db, all, x.Log, slog.New(slog.DiscardHandler), now); err != nil {
		t.Fatal(err)
	}
	x.Schedule.Entries = entries{}
	return x
}

func TestLog(t *testing.T) {
	l := open(t).Log
	for _, d := range []struct {
		who, what, about string
		undo             any
	}{{"Olga", "made cup", "cup", nil}, {Itself, "let one rest", "cup", Opposite{What: "reinstated", Bot: "one"}},
		{"Olga", "invited 2 as jury", "", nil}} {
		if err := l.Record(t.Context(), d.who, d.what, "why", d.about, d.undo); err != nil {
			t.Fatal(err)
		}
	}
	all, err := l.Newest(t.Context())
	if err != nil || len(all) != 3 || all[0].What != "invited 2 as jury" || all[0].About != "" || all[0].Undo || all[0].Why != "why" ||
		all[0].At.Year() != 2030 {
		t.Errorf("%+v, %v", all, err)
	}
	about, err := l.About(t.Context(), "cup")
	if err != nil || len(about) != 2 || about[0].Who != Itself || !about[0].Undo || about[0].Undone || about[1].Undo {
		t.Errorf("%+v, %v", about, err)
	}
}

func TestReason(t *testing.T) {
	for text, want := range map[string]string{"": "", " \n": "", " the hall closes\n": "the hall closes", strings.Repeat("x", 1001): "",
		"a\xffb": "ab"} {
		if got, err := Reason(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%.20q: %q, %v", text, got, err)
		}
	}
}

func TestParseGames(t *testing.T) {
	for text, want := range map[string]struct {
		numbers []int
		stage   string
		wrong   bool
	}{
		"":                         {wrong: true},
		" , ":                      {wrong: true},
		"1, 3 2":                   {numbers: []int{0, 2, 1}},
		"0":                        {wrong: true},
		"4 -1":                     {wrong: true},
		" all meet ":               {stage: "all meet"},
		"2 finals":                 {stage: "2 finals"},
		strings.Repeat("1 ", 1001): {wrong: true},
	} {
		numbers, stage, err := parseGames(text)
		if !reflect.DeepEqual(numbers, want.numbers) || stage != want.stage || (err != nil) != want.wrong {
			t.Errorf("%.20q: %v %q, %v", text, numbers, stage, err)
		}
	}
}

func TestRefusedDecisions(t *testing.T) {
	x := open(t)
	for name, tt := range map[string]struct {
		d    wire.Deciding
		want string
	}{
		"no reason":         {wire.Deciding{What: "barred", Bot: "one"}, "Give a reason"},
		"an unknown one":    {wire.Deciding{Reason: wire.Reason{Why: "x"}, What: "joined"}, `No decision is called "joined".`},
		"nothing is played": {wire.Deciding{Reason: wire.Reason{Why: "x"}, What: "barred", Bot: "one"}, "No game has been played yet"},
		"no game":           {wire.Deciding{Reason: wire.Reason{Why: "x"}, What: "again", Games: "0"}, "games are counted from 1"},
	} {
		if answer, err := x.Decide(t.Context(), "Olga", "cup", tt.d); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q, %v", name, answer, err)
		}
	}
	if list, err := x.Log.Newest(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// What is decided about dates and freezes is undone once, by a decision of its own.
func TestUndo(t *testing.T) {
	x := open(t)
	c, err := x.Contests.Find("cup")
	if err != nil {
		t.Fatal(err)
	}
	closes := time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC)
	if err := errors.Join(x.Schedule.Set(t.Context(), "Olga", c, schedule.Dates{Closes: closes}, "why"),
		x.Schedule.Freeze(t.Context(), "Olga", c, "why")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		id   int64
		want string
	}{{2, "Undone: froze the table."}, {1, "Undone: set the dates: submissions close " + schedule.Words(closes) + "."}} {
		if answer, err := x.Undo(t.Context(), "Olga", "cup", tt.id); err != nil || answer != tt.want {
			t.Errorf("%q, %v", answer, err)
		}
		var conflict *contests.Conflict
		if _, err := x.Undo(t.Context(), "Olga", "cup", tt.id); !errors.As(err, &conflict) {
			t.Errorf("undone twice: %v", err)
		}
	}
	if at, _ := c.Frozen(); !at.IsZero() || !x.Schedule.Of("cup").Closes.IsZero() {
		t.Errorf("frozen since %v, %+v", at, x.Schedule.Of("cup"))
	}
	if _, err := x.Undo(t.Context(), "Olga", "cup", 99); !errors.Is(err, people.ErrNobody) {
		t.Errorf("what was never decided: %v", err)
	}
	list, err := x.Log.About(t.Context(), "cup")
	if err != nil || len(list) != 4 || list[0].Why != `undoes "set the dates: submissions close `+schedule.Words(closes)+`"` ||
		!list[3].Undone {
		t.Errorf("%+v, %v", list, err)
	}
}
