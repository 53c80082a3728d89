package attack

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/store"
	"agon/contest/store/postgres"
	"agon/contest/store/sqlite"
	"agon/format/tournament"
)

// TestADifferentLaterResultIsShown hands in another result of a game that has one. It is kept, changes no table, and is shown wherever
// somebody looks.
func TestADifferentLaterResultIsShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args func(t *testing.T) []string
		open func(t *testing.T, dir string) (store.Store, error)
	}{
		{"SQLite", func(*testing.T) []string { return nil },
			func(t *testing.T, dir string) (store.Store, error) {
				return sqlite.Open(context.Background(), filepath.Join(dir, "cup", sqlite.Name))
			}},
		{"PostgreSQL", func(t *testing.T) []string {
			return []string{"--store", database.Get(t).URL() + "&contest=differs"}
		}, func(t *testing.T, _ string) (store.Store, error) {
			a, err := postgres.Parse(database.Get(t).URL() + "&contest=differs")
			if err != nil {
				t.Fatal(err)
			}
			return postgres.Open(context.Background(), a, postgres.Patience{})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := shortContest(t)
			must(t, dir, append([]string{"run", "cup.toml"}, tt.args(t)...)...)
			before := keptTable(t, filepath.Join(dir, "cup"))
			s, err := tt.open(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			other := tournament.Result{Fixture: 3, Digest: 99, Seats: []tournament.Seat{{Place: 2}, {Place: 1, Score: 1}}}
			verdicts, err := s.Record(context.Background(), other)
			if err != nil || verdicts[0] != store.Odd {
				t.Fatalf("%v, %v", verdicts, err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			o := must(t, dir, "run", "cup.toml")
			if want := "1 game came out differently when played a second time; the first results stand (4)"; !strings.Contains(o.Out,
				want) {
				t.Errorf("the summary is without %q:\n%s", want, o.Out)
			}
			o = must(t, dir, "run", "cup.toml", "--json")
			if after := keptTable(t, filepath.Join(dir, "cup")); after != before ||
				!strings.Contains(strings.Join(strings.Fields(o.Out), ""), `"discrepancies":[4]`) {
				t.Errorf("the table was\n%s\nand is\n%s\nin %.300s", before, after, o.Out)
			}
			for command, want := range map[string]string{"doctor": "0 cannot be repaired, 1 with a later result that differs",
				"verify": "the report agrees"} {
				o := must(t, dir, command, "cup")
				if !strings.Contains(o.Out, want) || !strings.Contains(o.Out, "1 with a later result that differs") ||
					!strings.Contains(o.Err, "agon: cup, game 4: ") ||
					!strings.Contains(o.Err, "a later result differs: its digest is 0000000000000063; the first, ") {
					t.Errorf("%s says\n%s%s", command, o.Out, o.Err)
				}
			}
			for file, want := range map[string]string{
				"index.html": "1 game came out differently when played a second time",
				"games.html": "a later result that differs; the first stands",
			} {
				if page, err := os.ReadFile(filepath.Join(dir, "cup", "report", file)); err != nil ||
					!strings.Contains(string(page), want) {
					t.Errorf("%s is without %q, %v", file, want, err)
				}
			}
		})
	}
}
