package people

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"agon/site/database"
)

// A Team is people who submit bots together: each bot belongs to all of them. A person is a member of one team at most. Who has been a
// member longest is its captain.
type Team struct {
	ID      int64
	Name    string
	Members []*Person // the captain first
}

// Captain reports whether a person is the captain of the team.
func (t *Team) Captain(person int64) bool { return len(t.Members) > 0 && t.Members[0].ID == person }

// An Offer invites a person into a team by name.
type Offer struct {
	Team int64
	Name string // of the team
}

// Bounds of teams.
const (
	mostMembers = 10 // of a team
	mostOffers  = 20 // of a team, that are not answered
)

// linkLasts is how long the link of a team lasts.
const linkLasts = 14 * 24 * time.Hour

// errNoTeam is the answer to a member of none.
var errNoTeam = &Problem{"You are in no team."}

// Team returns a team; the error is [ErrNobody] if there is none.
func (p *People) Team(ctx context.Context, id int64) (*Team, error) {
	t := &Team{ID: id}
	err := p.db.Row(ctx, `SELECT name FROM team WHERE id = ?`, id).Scan(&t.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNobody
	}
	if err != nil {
		return nil, fmt.Errorf("read a team: %w", err)
	}
	t.Members, err = database.List(ctx, p.db, scanPerson,
		`SELECT `+personColumns+` FROM person JOIN member ON member.person = person.id WHERE member.team = ? ORDER BY member.rowid`, id)
	return t, err
}

// Form makes a team with one member, whose bots belong to it from then on.
func (p *People) Form(ctx context.Context, person int64, name string) (team int64, err error) {
	if name, err = CleanName(name); err != nil {
		return 0, err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		if err := free(tx, person); err != nil {
			return err
		}
		if err := (Naming{Name: name, Person: person, Team: true}).Allow(tx); err != nil {
			return err
		}
		err := tx.QueryRow(`INSERT INTO team (name, folded) VALUES (?, ?) RETURNING id`, name, folded(name)).Scan(&team)
		if err != nil {
			return err
		}
		return enter(tx, team, person)
	})
	return team, forTeam(err)
}

// forTeam says of an error that is not for the reader what was being done.
func forTeam(err error) error { return doing("change a team", err) }

// doing says of an error that is not for the reader what was being done.
func doing(what string, err error) error {
	var p *Problem
	if err == nil || errors.As(err, &p) || errors.Is(err, ErrNobody) {
		return err
	}
	return fmt.Errorf("%s: %w", what, err)
}

// free returns a [*Problem] if a person is in a team.
func free(tx *sql.Tx, person int64) error {
	var in bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM member WHERE person = ?)`, person).Scan(&in); err != nil {
		return err
	}
	if in {
		return problem("You are in a team; leave it first.")
	}
	return nil
}

// enter makes a person, who is in no team, a member of one. The person's bots belong to the team from then on.
func enter(tx *sql.Tx, team, person int64) error {
	var members int
	if err := tx.QueryRow(`SELECT count(*) FROM member WHERE team = ?`, team).Scan(&members); err != nil {
		return err
	}
	if members >= mostMembers {
		return problem("The team has %d members, which is the limit.", members)
	}
	for _, change := range []string{
		`INSERT INTO member (team, person) VALUES (?1, ?2)`,
		`DELETE FROM team_offer WHERE person = ?2 AND ?1 = ?1`,
		`UPDATE bot SET team = ?1 WHERE owner = ?2 AND team IS NULL`,
	} {
		if _, err := tx.Exec(change, team, person); err != nil {
			return err
		}
	}
	return nil
}

// leave takes a person out of a team. Its bots stay with the team; the last member takes them along, and the team ends.
func leave(tx *sql.Tx, team, person int64) error {
	if _, err := tx.Exec(`DELETE FROM member WHERE team = ? AND person = ?`, team, person); err != nil {
		return err
	}
	var left int
	if err := tx.QueryRow(`SELECT count(*) FROM member WHERE team = ?`, team).Scan(&left); err != nil || left > 0 {
		return err
	}
	for _, change := range []string{
		`UPDATE bot SET team = NULL, owner = ?2 WHERE team = ?1`,
		`DELETE FROM team_offer WHERE team = ?1 AND ?2 = ?2`,
		`DELETE FROM team_link WHERE team = ?1 AND ?2 = ?2`,
		`DELETE FROM team WHERE id = ?1 AND ?2 = ?2`,
	} {
		if _, err := tx.Exec(change, team, person); err != nil {
			return err
		}
	}
	return nil
}

// A Fit returns a [*Problem] if a person with bots cannot join a team because both together would have too many in a contest.
type Fit func(tx *sql.Tx, team, person int64) error

// teamOf returns the team of a person.
func teamOf(tx *sql.Tx, person int64) (team int64, err error) {
	err = tx.QueryRow(`SELECT team FROM member WHERE person = ?`, person).Scan(&team)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, errNoTeam
	}
	return team, err
}

// TeamLink makes a link into the team of a person, in place of an earlier one, and returns its code, which is kept nowhere. Everybody with
// it can join for two weeks.
func (p *People) TeamLink(ctx context.Context, person int64) (code string, err error) {
	code = newCode()
	return code, forTeam(p.db.Write(ctx, func(tx *sql.Tx) error {
		team, err := teamOf(tx, person)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT OR REPLACE INTO team_link (hash, team, expires) VALUES (?, ?, ?)`, sum(code), team,
			p.now().Add(linkLasts).Unix())
		return err
	}))
}

// errStaleTeam is the answer to a link that is wrong or too old.
var errStaleTeam = &Problem{"This link into a team is not valid, or no longer: ask a member for a new one."}

// TeamLinked returns the team of a link's code. The error is a [*Problem] if it is not valid.
func (p *People) TeamLinked(ctx context.Context, code string) (*Team, error) {
	var team int64
	err := p.db.Row(ctx, `SELECT team FROM team_link WHERE hash = ? AND expires > ?`, sum(code), p.now().Unix()).Scan(&team)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errStaleTeam
	}
	if err != nil {
		return nil, fmt.Errorf("read the link of a team: %w", err)
	}
	return p.Team(ctx, team)
}

// JoinTeam makes a person a member of the team whose link has a code.
func (p *People) JoinTeam(ctx context.Context, person int64, code string, fit Fit) error {
	return forTeam(p.db.Write(ctx, func(tx *sql.Tx) error {
		var team int64
		err := tx.QueryRow(`SELECT team FROM team_link WHERE hash = ? AND expires > ?`, sum(code), p.now().Unix()).Scan(&team)
		if errors.Is(err, sql.ErrNoRows) {
			return errStaleTeam
		}
		if err != nil {
			return err
		}
		return admit(tx, team, person, fit)
	}))
}

func admit(tx *sql.Tx, team, person int64, fit Fit) error {
	if err := free(tx, person); err != nil {
		return err
	}
	if err := fit(tx, team, person); err != nil {
		return err
	}
	return enter(tx, team, person)
}

// OfferTeam invites a person, by name, into the team of another.
func (p *People) OfferTeam(ctx context.Context, by int64, name string) (invited *Person, err error) {
	invited, err = p.Named(ctx, name)
	if errors.Is(err, ErrNobody) || err == nil && !invited.Role.May(Submit) {
		return nil, problem("Nobody named %q submits bots here.", name)
	}
	if err != nil {
		return nil, err
	}
	return invited, forTeam(p.db.Write(ctx, func(tx *sql.Tx) error {
		team, err := teamOf(tx, by)
		if err != nil {
			return err
		}
		var offers int
		if err := tx.QueryRow(`SELECT count(*) FROM team_offer WHERE team = ?`, team).Scan(&offers); err != nil {
			return err
		}
		if offers >= mostOffers {
			return problem("%d people have not answered your team yet; wait for them.", offers)
		}
		if invited.Team == team {
			return problem("%s is in the team already.", invited.Name)
		}
		_, err = tx.Exec(`INSERT OR IGNORE INTO team_offer (team, person) VALUES (?, ?)`, team, invited.ID)
		return err
	}))
}

// Offers returns the teams that invite a person, by name.
func (p *People) Offers(ctx context.Context, person int64) ([]Offer, error) {
	return database.List(ctx, p.db, func(scan database.Scan) (o Offer, err error) {
		err = scan(&o.Team, &o.Name)
		return o, err
	}, `SELECT team.id, team.name FROM team_offer JOIN team ON team.id = team_offer.team WHERE person = ? ORDER BY team.folded`, person)
}

// AnswerOffer lets a person join a team that invites by name, or declines.
func (p *People) AnswerOffer(ctx context.Context, person, team int64, accept bool, fit Fit) error {
	return forTeam(p.db.Write(ctx, func(tx *sql.Tx) error {
		invited, err := database.Changed(tx, `DELETE FROM team_offer WHERE team = ? AND person = ?`, team, person)
		switch {
		case err == nil && !invited:
			return ErrNobody
		case err != nil || !accept:
			return err
		}
		return admit(tx, team, person, fit)
	}))
}

// LeaveTeam takes a person out of the team.
func (p *People) LeaveTeam(ctx context.Context, person int64) error {
	return forTeam(p.db.Write(ctx, func(tx *sql.Tx) error {
		team, err := teamOf(tx, person)
		if err != nil {
			return err
		}
		return leave(tx, team, person)
	}))
}

// RemoveMember takes a member out of a team, by its captain or an organiser. It returns the member and ends the team's link, which the
// member may have.
func (p *People) RemoveMember(ctx context.Context, by *Person, team, member int64) (*Person, error) {
	t, err := p.Team(ctx, team)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(t.Members, func(m *Person) bool { return m.ID == member })
	if at < 0 || by.Team != team && !by.Role.May(Administer) {
		return nil, ErrNobody
	}
	if !t.Captain(by.ID) && !by.Role.May(Administer) {
		return nil, problem("%s is the captain of the team, and removes members.", t.Members[0].Name)
	}
	return t.Members[at], forTeam(p.db.Write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec(`DELETE FROM team_link WHERE team = ?`, team); err != nil {
			return err
		}
		return leave(tx, team, member)
	}))
}
