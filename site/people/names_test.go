package people

import (
	"database/sql"
	"testing"
)

// Names of one script, and of those that people mix, are taken; others are not, nor are letters that nobody sees.
func TestScriptsOfNames(t *testing.T) {
	for _, name := range []string{"Ann", "Zoë Ångström", "Łukasz", "Анна Смирнова", "Αθηνά 2", "山田 Taro", "ヤマダ太郎", "김철수 Kim", "אנה",
		"अमर", "Jean-Luc O'Neil", "x_1.5"} {
		if _, err := CleanName(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"Аnn" /* Cyrillic A */, "Pаul", "Αnn" /* Greek A */, "Кatя", "Ann김ヤ", "山田Анна", "Annа 太郎"} {
		_, err := CleanName(name)
		refused(t, err, "mixes letters of the scripts")
	}
	for _, name := range []string{"Ann\u3164", "A\u115fnn", "An\u200bn", "An\u00adn"} {
		_, err := CleanName(name)
		refused(t, err, "and not")
	}
	for _, name := range []string{"bui1t-in", "BUILT-IN", "de1eted", "Deleted"} {
		_, err := CleanName(name)
		refused(t, err, "choose another name")
	}
}

// A name that looks like another's is refused, whoever has the other: a person, a team, a bot, or somebody who had it before.
func TestNamesThatLookAlike(t *testing.T) {
	p, _, db := fresh(t)
	paul, rita := register(t, p, "Paul"), register(t, p, "Rita")
	register(t, p, "Poca")
	if _, err := p.Form(t.Context(), rita.ID, "Illusion"); err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(t.Context(), `INSERT INTO bot (contest, name, folded, owner) VALUES ('cup', 'Torn 10', 'torn 10', ?)`, paul.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Rename(t.Context(), rita.ID, "Olivia"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Pau1", "PAUI", "lllusion", "Tom 1O", "0livia", "Роса" /* Cyrillic */} {
		_, err := p.Register(t.Context(), Account{Name: name, Password: secret})
		refused(t, err, "looks like another")
	}
	allow := func(n Naming) error { return db.Write(t.Context(), func(tx *sql.Tx) error { return n.Allow(tx) }) }
	for _, tt := range []struct {
		Naming
		why string // empty: it is allowed
	}{
		{Naming{Name: "Paul"}, "is taken"},
		{Naming{Name: "pauI"}, "looks like another"},
		{Naming{Name: "PAUL", Person: paul.ID}, ""},
		{Naming{Name: "Paul", Person: paul.ID, Team: true}, "is taken"},
		{Naming{Name: "Pau1", Person: paul.ID, Team: true}, ""},
		{Naming{Name: "Rita"}, "is taken"},
		{Naming{Name: "Rita", Person: rita.ID}, ""},
		{Naming{Name: "illusion", Person: paul.ID, Team: true}, "is taken"},
		{Naming{Name: "Tom 10", Contest: "cup"}, "looks like another"},
		{Naming{Name: "Tom 10", Contest: "cup", Person: paul.ID}, ""},
		{Naming{Name: "Tom 10", Contest: "league"}, ""},
		{Naming{Name: "Torn 10"}, ""},
		{Naming{Name: "Tom 10"}, "looks like another"},
		{Naming{Name: "Paul", Contest: "cup", Person: rita.ID}, ""},
		{Naming{Name: "Pau1", Contest: "cup", Person: rita.ID}, "looks like another"},
		{Naming{Name: "Quite Another"}, ""},
	} {
		err := allow(tt.Naming)
		if tt.why != "" {
			refused(t, err, tt.why)
		} else if err != nil {
			t.Errorf("%+v: %v", tt.Naming, err)
		}
	}
}
