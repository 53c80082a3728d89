package people

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// fits lets everybody join.
func fits(*sql.Tx, int64, int64) error { return nil }

// insertBot gives a person a bot of a contest.
func insertBot(t *testing.T, p *People, name string, owner int64) {
	t.Helper()
	err := p.db.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO bot (contest, name, folded, owner) VALUES ('cup', ?, ?, ?)`, name, name, owner)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// bots returns to whom each bot belongs: "name owner team".
func bots(t *testing.T, p *People) string {
	t.Helper()
	var list []string
	err := p.db.Each(t.Context(), func(scan func(...any) error) error {
		var name, owner, team string
		err := scan(&name, &owner, &team)
		list = append(list, strings.TrimSpace(name+" "+owner+" "+team))
		return err
	}, `SELECT b.name, p.name, coalesce(t.name, '') FROM bot b JOIN person p ON p.id = b.owner LEFT JOIN team t ON t.id = b.team ORDER BY b.id`)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, ", ")
}

func (p *People) again(t *testing.T, person *Person) *Person {
	t.Helper()
	person, err := p.Person(t.Context(), person.ID)
	if err != nil {
		t.Fatal(err)
	}
	return person
}

func TestTeams(t *testing.T) {
	p, c, _ := fresh(t)
	ann, ben, cas := register(t, p, "Ann"), register(t, p, "Ben"), register(t, p, "Cas")
	insertBot(t, p, "a", ann.ID)
	insertBot(t, p, "b", ben.ID)
	_, err := p.Form(t.Context(), ann.ID, "ben")
	refused(t, err, "is taken")
	team, err := p.Form(t.Context(), ann.ID, "Reds")
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Form(t.Context(), ann.ID, "Blues")
	refused(t, err, "leave it first")
	_, err = p.Form(t.Context(), cas.ID, "REDS")
	refused(t, err, "is taken")
	_, err = p.Register(t.Context(), Account{Name: "reds", Password: secret})
	refused(t, err, "is taken")
	if got := bots(t, p); got != "a Ann Reds, b Ben" {
		t.Error(got)
	}

	// By link, until it is too old or another one is made.
	code, err := p.TeamLink(t.Context(), ann.ID)
	if err != nil {
		t.Fatal(err)
	}
	full := &Problem{"too many"}
	if err := p.JoinTeam(t.Context(), ben.ID, code, func(*sql.Tx, int64, int64) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := p.JoinTeam(t.Context(), ben.ID, code, fits); err != nil {
		t.Fatal(err)
	}
	refused(t, p.JoinTeam(t.Context(), ben.ID, code, fits), "leave it first")
	refused(t, p.JoinTeam(t.Context(), cas.ID, "WRONG", fits), "not valid")
	next, err := p.TeamLink(t.Context(), ben.ID)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, p.JoinTeam(t.Context(), cas.ID, code, fits), "not valid")
	c.pass(linkLasts + time.Second)
	refused(t, p.JoinTeam(t.Context(), cas.ID, next, fits), "not valid")
	_, err = p.TeamLink(t.Context(), cas.ID)
	refused(t, err, "in no team")

	// By name, with consent.
	if _, err := p.OfferTeam(t.Context(), ben.ID, "CAS"); err != nil {
		t.Fatal(err)
	}
	_, err = p.OfferTeam(t.Context(), ben.ID, "Nobody")
	refused(t, err, "Nobody named")
	_, err = p.OfferTeam(t.Context(), ben.ID, "ann")
	refused(t, err, "in the team already")
	if list, err := p.Offers(t.Context(), cas.ID); err != nil || len(list) != 1 || list[0] != (Offer{team, "Reds"}) {
		t.Fatal(list, err)
	}
	if err := p.AnswerOffer(t.Context(), ann.ID, team, true, fits); !errors.Is(err, ErrNobody) {
		t.Error("another person accepts:", err)
	}
	if err := p.AnswerOffer(t.Context(), cas.ID, team, false, fits); err != nil {
		t.Fatal(err)
	}
	if err := p.AnswerOffer(t.Context(), cas.ID, team, true, fits); !errors.Is(err, ErrNobody) {
		t.Error("a declined invitation is accepted:", err)
	}
	if _, err := p.OfferTeam(t.Context(), ben.ID, "Cas"); err != nil {
		t.Fatal(err)
	}
	if err := p.AnswerOffer(t.Context(), cas.ID, team, true, fits); err != nil {
		t.Fatal(err)
	}
	reds, err := p.Team(t.Context(), team)
	if err != nil || len(reds.Members) != 3 || !reds.Captain(ann.ID) || reds.Captain(ben.ID) {
		t.Fatalf("%+v %v", reds, err)
	}

	// The captain removes, and bots stay.
	_, err = p.RemoveMember(t.Context(), p.again(t, ben), team, cas.ID)
	refused(t, err, "Ann is the captain")
	if _, err := p.RemoveMember(t.Context(), register(t, p, "Eve"), team, cas.ID); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	if _, err := p.RemoveMember(t.Context(), p.again(t, ann), team, ben.ID); err != nil {
		t.Fatal(err)
	}
	if got := bots(t, p); got != "a Ann Reds, b Ben Reds" {
		t.Error(got)
	}
	if err := p.LeaveTeam(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	refused(t, p.LeaveTeam(t.Context(), ann.ID), "in no team")
	if reds, err = p.Team(t.Context(), team); err != nil || !reds.Captain(cas.ID) {
		t.Errorf("%+v %v", reds, err)
	}
	// The last one, who closes the account, takes the bots along.
	if err := p.CloseAccount(t.Context(), cas.ID); err != nil {
		t.Fatal(err)
	}
	if got := bots(t, p); got != "a Cas, b Cas" {
		t.Error(got)
	}
	if _, err := p.Team(t.Context(), team); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
}

func TestTeamsAreBounded(t *testing.T) {
	p, _, _ := fresh(t)
	ann := register(t, p, "Ann")
	if _, err := p.Form(t.Context(), ann.ID, "Reds"); err != nil {
		t.Fatal(err)
	}
	code, err := p.TeamLink(t.Context(), ann.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i := range mostMembers {
		person := person(t, p, fmt.Sprint("Person ", i))
		switch err := p.JoinTeam(t.Context(), person, code, fits); {
		case i < mostMembers-1 && err != nil:
			t.Fatal(err)
		case i == mostMembers-1:
			refused(t, err, "which is the limit")
		}
	}
	for i := range mostOffers + 1 {
		name := fmt.Sprint("Other ", i)
		person(t, p, name)
		_, err := p.OfferTeam(t.Context(), ann.ID, name)
		switch {
		case i < mostOffers && err != nil:
			t.Fatal(err)
		case i == mostOffers:
			refused(t, err, "have not answered")
		}
	}
}

// person makes an account without a password.
func person(t *testing.T, p *People, name string) (id int64) {
	t.Helper()
	err := p.db.Write(t.Context(), func(tx *sql.Tx) error {
		made, err := join(tx, p.now(), Account{Name: name}, "", Participant)
		id = made.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}
