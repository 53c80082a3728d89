package people

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"agon/site/database"
)

// How long the links that act on an account last.
const (
	mailedLasts = time.Hour          // to a new password, by mail
	givenLasts  = 2 * 24 * time.Hour // to a new password, from an organiser
	mailLasts   = 24 * time.Hour     // that confirms an address

	passwordEvery = 5 * time.Minute // how often an account is sent a link to a new password
	mailEvery     = time.Minute     // how often an address is sent one that confirms it
	mostSent      = 5               // accounts with one address that are sent a link
)

// A ticket is a link that acts on an account once: it sets a new password, or it confirms an address of mail. It is kept as its hash.
type ticket struct {
	person int64
	mail   string // that it confirms; empty: it sets a password
	lasts  time.Duration
}

// add keeps a ticket and returns its code, which is kept nowhere.
func (l ticket) add(tx *sql.Tx, now time.Time) (code string, err error) {
	code = newCode()
	if _, err = tx.Exec(`INSERT INTO account_link (hash, person, mail, made, expires) VALUES (?, ?, ?, ?, ?)`, sum(code), l.person, l.mail,
		now.Unix(), now.Add(l.lasts).Unix()); err == nil {
		_, err = tx.Exec(`DELETE FROM account_link WHERE expires <= ?`, now.Unix())
	}
	if err != nil {
		return "", fmt.Errorf("make a link to an account: %w", err)
	}
	return code, nil
}

// PasswordLink makes a link by which a person sets a new password, from an organiser. It returns its code, which is kept nowhere.
func (p *People) PasswordLink(ctx context.Context, person int64) (code string, err error) {
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		if _, err := openAccount(tx, person); err != nil {
			return err
		}
		code, err = ticket{person: person, lasts: givenLasts}.add(tx, p.now())
		return err
	})
	return code, err
}

// A Forgotten password is set anew by a link that is mailed.
type Forgotten struct{ Name, Mail, Code string }

// AttemptLink counts a request of an address for a link. The error is a [*Wait] if it must wait.
func (p *People) AttemptLink(from string) error { return p.guesses.attempt(p.guesses.askers, from) }

// Forgot makes links for the accounts that have a name or an address of mail. It makes none for an account without an address, nor for one
// that was sent a link a moment ago. Nobody but the owners may learn what it returns.
func (p *People) Forgot(ctx context.Context, nameOrMail string) (list []Forgotten, err error) {
	now := p.now()
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		found, err := asked(tx, nameOrMail, now)
		if err != nil {
			return fmt.Errorf("find who forgot a password: %w", err)
		}
		for _, one := range found {
			f := Forgotten{Name: one.Name, Mail: one.Mail}
			if f.Code, err = (ticket{person: one.ID, lasts: mailedLasts}).add(tx, now); err != nil {
				return err
			}
			list = append(list, f)
		}
		return nil
	})
	return list, err
}

// asked returns the accounts with a name or an address of mail that are sent a link.
func asked(tx *sql.Tx, nameOrMail string, now time.Time) (list []Person, err error) {
	rows, err := tx.Query(`SELECT id, name, mail FROM person p WHERE closed = 0 AND mail <> '' AND (folded = ?1 OR lower(mail) = ?1)
		AND NOT EXISTS (SELECT 1 FROM account_link l WHERE l.person = p.id AND l.mail = '' AND l.made > ?2) LIMIT ?3`, folded(nameOrMail),
		now.Add(-passwordEvery).Unix(), mostSent)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Person
		if err := rows.Scan(&p.ID, &p.Name, &p.Mail); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// errStaleLink is the answer to a link that is wrong, used or too old: nobody learns which.
var errStaleLink = &Problem{"This link is not valid, or no longer: ask for a new one."}

// Linked returns the person who sets a new password by the link with a code. The error is a [*Problem] if it is not valid.
func (p *People) Linked(ctx context.Context, code string) (*Person, error) {
	person, err := scanPerson(p.db.Row(ctx, `SELECT `+personColumns+` FROM person WHERE closed = 0 AND
		id = (SELECT person FROM account_link WHERE hash = ? AND expires > ? AND mail = '')`, sum(code), p.now().Unix()).Scan)
	if errors.Is(err, ErrNobody) {
		return nil, errStaleLink
	}
	return person, err
}

// SetForgotten sets a password by the link with a code, which ends with it. The person is known at the address from which it was done.
func (p *People) SetForgotten(ctx context.Context, code, next, from string) (*Person, error) {
	person, err := p.Linked(ctx, code)
	if err != nil {
		return nil, err
	}
	hash, err := p.nextHash(ctx, person.Name, next)
	if err != nil {
		return nil, err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		used, err := database.Changed(tx, `DELETE FROM account_link WHERE hash = ? AND expires > ?`, sum(code), p.now().Unix())
		switch {
		case err != nil:
			return fmt.Errorf("set a forgotten password: %w", err)
		case !used:
			return errStaleLink // somebody else was faster
		}
		return setPassword(tx, person.ID, hash)
	})
	if err != nil {
		return nil, err
	}
	p.guesses.knows(folded(person.Name), from)
	return p.Person(ctx, person.ID)
}

// NewMail makes a link that confirms a new address of mail of a person. It returns the address as it is kept, and the code of the link.
func (p *People) NewMail(ctx context.Context, person int64, mail string) (clean, code string, err error) {
	if clean, err = cleanMail(mail); err == nil && clean == "" {
		err = problem("Say to which address the link is sent.")
	}
	if err != nil {
		return "", "", err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		var waiting bool
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM account_link WHERE person = ? AND mail <> '' AND made > ?)`, person,
			p.now().Add(-mailEvery).Unix()).Scan(&waiting); err != nil {
			return fmt.Errorf("change a mail address: %w", err)
		}
		if waiting {
			return &Wait{Problem{"A link was sent a moment ago; wait a minute before you ask for another one."}, mailEvery}
		}
		if _, err := tx.Exec(`DELETE FROM account_link WHERE person = ? AND mail <> ''`, person); err != nil {
			return fmt.Errorf("change a mail address: %w", err)
		}
		code, err = ticket{person: person, mail: clean, lasts: mailLasts}.add(tx, p.now())
		return err
	})
	return clean, code, err
}

// ConfirmMail gives the account of a link the address of mail that the link was sent to.
func (p *People) ConfirmMail(ctx context.Context, code string) (mail string, err error) {
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		var person int64
		err := tx.QueryRow(`DELETE FROM account_link WHERE hash = ? AND expires > ? AND mail <> '' RETURNING person, mail`, sum(code),
			p.now().Unix()).Scan(&person, &mail)
		if errors.Is(err, sql.ErrNoRows) {
			return errStaleLink
		}
		if err == nil {
			err = setMail(tx, person, mail)
		}
		return err
	})
	return mail, err
}

// SetMail changes a person's address of mail, which nobody confirms; empty: none.
func (p *People) SetMail(ctx context.Context, person int64, mail string) error {
	mail, err := cleanMail(mail)
	if err != nil {
		return err
	}
	return p.db.Write(ctx, func(tx *sql.Tx) error { return setMail(tx, person, mail) })
}

// setMail changes an address of mail. What was sent to the one before sets no password any more, nor confirms another one.
func setMail(tx *sql.Tx, person int64, mail string) error {
	_, err := tx.Exec(`UPDATE person SET mail = ? WHERE id = ? AND closed = 0`, mail, person)
	if err == nil {
		_, err = tx.Exec(`DELETE FROM account_link WHERE person = ?`, person)
	}
	if err != nil {
		return fmt.Errorf("change a mail address: %w", err)
	}
	return nil
}
