package guests

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"agon/site/database"
	"agon/site/people"
)

// opened returns the guests of a new database with four people, of whom Ann has a bot in the contest "cup".
func opened(t *testing.T) *Guests {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Write(t.Context(), func(tx *sql.Tx) error {
		for id, name := range []string{"Olga", "Ann", "Ben", "Eve"} {
			if _, err := tx.Exec(`INSERT INTO person (id, name, folded, role, password, joined) VALUES (?, ?, ?, 'participant', '', 0)`,
				id+1, name,
				name); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO bot (contest, name, folded, owner) VALUES ('cup', 'one', 'one', 2)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var (
	nobody = &people.Person{}
	olga   = &people.Person{ID: 1, Role: people.Organiser}
	ann    = &people.Person{ID: 2, Role: people.Participant}
	ben    = &people.Person{ID: 3, Role: people.Participant}
	eve    = &people.Person{ID: 4, Role: people.Participant}
)

// sees checks who sees a contest, with the code of a link.
func (g *Guests) sees(t *testing.T, contest, code string, want map[*people.Person]bool) {
	t.Helper()
	for by, may := range want {
		if got, err := g.Sees(t.Context(), by, contest, code); err != nil || got != may {
			t.Errorf("person %d sees it: %v %v", by.ID, got, err)
		}
	}
}

// An organiser, the author of a bot and guests see a private contest; who has the code becomes a guest.
func TestWhoSeesAPrivateContest(t *testing.T) {
	g := opened(t)
	g.sees(t, "cup", "", map[*people.Person]bool{nobody: true, olga: true, ben: true})
	watched := g.Changed("cup")
	code, err := g.MakePrivate(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-watched:
	default:
		t.Error("who watches its games goes on watching")
	}
	g.sees(t, "cup", "", map[*people.Person]bool{nobody: false, olga: true, ann: true, ben: false, eve: false})
	g.sees(t, "cup", "wrong", map[*people.Person]bool{nobody: false, ben: false})
	g.sees(t, "cup", code, map[*people.Person]bool{nobody: true, ben: true})
	g.sees(t, "cup", "", map[*people.Person]bool{nobody: false, ben: true, eve: false})
	again, err := Open(t.Context(), g.db)
	if err != nil {
		t.Fatal(err)
	}
	again.sees(t, "cup", "", map[*people.Person]bool{ann: true, ben: true, eve: false})
}

// A new link ends the one before, and its guests stay until the contest is public.
func TestLinks(t *testing.T) {
	g := opened(t)
	first, err := g.MakePrivate(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Add(t.Context(), ben, "cup"); err != nil {
		t.Fatal(err)
	}
	second, err := g.MakePrivate(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Linked(t.Context(), first); !errors.Is(err, people.ErrNobody) {
		t.Error("the link before still opens the contest:", err)
	}
	if contest, err := g.Linked(t.Context(), second); err != nil || contest != "cup" {
		t.Error(contest, err)
	}
	g.sees(t, "cup", "", map[*people.Person]bool{ben: true})
	if err := g.MakePublic(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	g.sees(t, "cup", "", map[*people.Person]bool{nobody: true})
	if _, err := g.MakePrivate(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	g.sees(t, "cup", "", map[*people.Person]bool{ben: false})
}

// A season has the link and the guests of the contest before.
func TestInherit(t *testing.T) {
	g := opened(t)
	code, err := g.MakePrivate(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Add(t.Context(), ben, "cup"); err != nil {
		t.Fatal(err)
	}
	change := func(f func(tx *sql.Tx) error) {
		t.Helper()
		if err := errors.Join(g.db.Write(t.Context(), f), g.Refresh(t.Context(), "cup-2")); err != nil {
			t.Fatal(err)
		}
	}
	change(func(tx *sql.Tx) error { return Inherit(tx, "cup-2", "cup") })
	g.sees(t, "cup-2", "", map[*people.Person]bool{nobody: false, ben: true, eve: false})
	g.sees(t, "cup-2", code, map[*people.Person]bool{nobody: true})
	change(func(tx *sql.Tx) error { return Forget(tx, "cup-2") })
	if g.Private("cup-2") || !g.Private("cup") {
		t.Error("the season that is forgotten is private, or the contest before is not")
	}
}
