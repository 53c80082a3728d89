package boards

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"agon/show/film"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/entries"
	"agon/site/people"
)

func TestFactsOfABoard(t *testing.T) {
	many := make([]web.BoardSeat, 5)
	for want, b := range map[string]web.Board{
		"round 3":                             {Round: 3},
		"round 3 of 10":                       {Round: 3, Rounds: 10},
		"round 12 of 12":                      {Round: 12, Rounds: 10},
		"over after round 9":                  {Round: 9, Rounds: 10, Over: "one wins"},
		"stopped in round 9, is played again": {Round: 9, Rounds: 10, Over: film.Again},
		"round 1, 3 more bots":                {Round: 1, Seats: many},
		"ply 3 of 10":                         {Round: 3, Rounds: 10, Step: "ply"},
		"over after ply 9":                    {Round: 9, Step: "ply", Over: "one wins"},
		"over after round 9, 3 more bots":     {Round: 9, Over: "one wins", Seats: many},
	} {
		if got := factsOf(&b); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// The rows of a board are the bots in front, and boards with bots of one's own come first.
func TestRowsOfABoard(t *testing.T) {
	b := Board{Board: &web.Board{Seats: []web.BoardSeat{{Name: "a", Place: 3}, {Name: "b", Place: 1}, {Name: "c", Place: 2}}}}
	rows := rowsOf(b.Board)
	if len(rows) != 2 || rows[0].Name != "b" || rows[1].Name != "c" {
		t.Errorf("%+v", rows)
	}
	if ownFirst(&b, map[string]bool{"c": true}) != 0 || ownFirst(&b, map[string]bool{"d": true}) != 1 || ownFirst(&b, nil) != 1 {
		t.Error("boards of own bots do not come first")
	}
}

// A contest that is not played has no boards.
func TestBoardsOfAContestThatWaits(t *testing.T) {
	dir := t.TempDir()
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := contests.Open(t.Context(), filepath.Join(dir, "contests"), db, contests.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	fill := func(dir string) error {
		return os.WriteFile(filepath.Join(dir, contests.FileName), []byte("kind = \"tron\"\n"), 0o644)
	}
	if err := all.Make(t.Context(), "cup", fill); err != nil {
		t.Fatal(err)
	}
	x := Boards{
		Contests: all, Hidden: func(*contests.Contest, *people.Person) bool { return false },
		Bots: func(context.Context, string, int64) ([]entries.Bot, error) { return []entries.Bot{{Name: "a"}}, nil },
	}
	if list, err := x.Contest(t.Context(), &people.Person{ID: 1}, "cup"); err != nil || len(list) > 0 {
		t.Error(list, err)
	}
	seen := func(string) (bool, error) { t.Error("who sees a contest without games is asked"); return true, nil }
	if list, err := x.All(t.Context(), &people.Person{}, seen); err != nil || list == nil || len(list) > 0 {
		t.Error(list, err)
	}
}
