package people

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"agon/site/database"
)

// A Person has an account.
type Person struct {
	ID     int64
	Name   string
	Role   Role
	Mail   string // may be empty
	Joined time.Time
	Closed time.Time // zero while the account is open
	Team   int64     // of which the person is a member; 0: none
	Stamp  string    // changes with the password: a session with another one has ended
}

// People are the accounts of a site. The methods are safe for concurrent use.
type People struct {
	db  *database.Database
	now func() time.Time

	hasher  hasher
	guesses *guesses
}

// New returns the accounts in a database. now is the clock; nil: time.Now.
func New(db *database.Database, now func() time.Time) *People {
	if now == nil {
		now = time.Now
	}
	return &People{db: db, now: now, hasher: make(hasher, hashesAtOnce), guesses: newGuesses(now)}
}

// A Problem is an error that the person who made the request can fix; its text is for them.
type Problem struct{ Text string }

func (p *Problem) Error() string { return p.Text }

func problem(format string, args ...any) error { return &Problem{fmt.Sprintf(format, args...)} }

// Names and passwords have these lengths, in characters.
const (
	leastName, mostName         = 2, 32
	leastPassword, mostPassword = 10, 256
)

// checkPassword returns a [*Problem] if a password must not be used.
func checkPassword(name, password string) error {
	n := utf8.RuneCountInString(password)
	switch {
	case !utf8.ValidString(password):
		return problem("The password is not valid text.")
	case n < leastPassword:
		return problem("A password has at least %d characters; three words in a row are easy to remember.", leastPassword)
	case n > mostPassword:
		return problem("A password has at most %d characters.", mostPassword)
	case strings.Contains(strings.ToLower(password), strings.ToLower(name)):
		return problem("The password must not contain the name.")
	}
	return nil
}

// ErrNobody reports that there is no such person, or none with an open account.
var ErrNobody = errors.New("no such person")

const personColumns = `id, name, role, mail, joined, closed, password, coalesce((SELECT team FROM member WHERE person = id), 0)`

func scanPerson(scan func(...any) error) (*Person, error) {
	var p Person
	var joined, closed int64
	var hash string
	if err := scan(&p.ID, &p.Name, &p.Role, &p.Mail, &joined, &closed, &hash, &p.Team); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return nil, ErrNobody
		}
		return nil, fmt.Errorf("read an account: %w", err)
	}
	p.Joined, p.Closed, p.Stamp = time.Unix(joined, 0), moment(closed), hex.EncodeToString(sum(hash)[:8])
	return &p, nil
}

// moment returns a time that is kept in Unix seconds, 0 for none.
func moment(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}

// Person returns a person with an open account.
func (p *People) Person(ctx context.Context, id int64) (*Person, error) {
	return scanPerson(p.db.Row(ctx, `SELECT `+personColumns+` FROM person WHERE id = ? AND closed = 0`, id).Scan)
}

// Author returns by which name a person's bots are shown: empty if the account is closed, "deleted" if it is gone.
func (p *People) Author(ctx context.Context, id int64) (name string, err error) {
	err = p.db.Row(ctx, `SELECT name FROM person WHERE id = ? AND (closed = 0 OR name = ?)`, id, deleted).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return name, err
}

// Named returns the person with a name, whose account is open.
func (p *People) Named(ctx context.Context, name string) (*Person, error) {
	return scanPerson(p.db.Row(ctx, `SELECT `+personColumns+` FROM person WHERE folded = ? AND closed = 0`, folded(name)).Scan)
}

// All returns all accounts in the order in which they were made.
func (p *People) All(ctx context.Context) ([]*Person, error) {
	return database.List(ctx, p.db, scanPerson, `SELECT `+personColumns+` FROM person ORDER BY id`)
}

// None reports whether there are no accounts.
func (p *People) None(ctx context.Context) (bool, error) {
	var n int
	err := p.db.Row(ctx, `SELECT count(*) FROM (SELECT 1 FROM person LIMIT 1)`).Scan(&n)
	return n == 0, err
}

// An Account is what a new person gives.
type Account struct{ Name, Password, Mail string }

// join makes an account in a transaction. The account has been checked, and its password computed.
func join(tx *sql.Tx, now time.Time, a Account, hash string, role Role) (*Person, error) {
	if err := (Naming{Name: a.Name}).Allow(tx); err != nil {
		return nil, err
	}
	result, err := tx.Exec(`INSERT INTO person (name, folded, role, password, mail, joined) VALUES (?, ?, ?, ?, ?, ?)`, a.Name,
		folded(a.Name), string(role), hash, a.Mail, now.Unix())
	if err != nil {
		return nil, fmt.Errorf("make an account: %w", err)
	}
	id, err := result.LastInsertId()
	return &Person{ID: id, Name: a.Name, Role: role, Mail: a.Mail, Joined: time.Unix(now.Unix(), 0),
		Stamp: hex.EncodeToString(sum(hash)[:8])}, err
}

// cleaned returns an account with a clean name and address.
func cleaned(a Account) (Account, error) {
	name, err := CleanName(a.Name)
	if err != nil {
		return a, err
	}
	a.Name = name
	a.Mail, err = cleanMail(a.Mail)
	return a, err
}

// cleanMail returns an address of mail as it is kept; it may be empty. The error is a [*Problem].
func cleanMail(mail string) (string, error) {
	mail = strings.TrimSpace(mail)
	if len(mail) > 254 || mail != "" && !strings.Contains(mail, "@") || strings.ContainsAny(mail, "\r\n\x00") {
		return "", problem("%q is not a mail address.", mail)
	}
	return mail, nil
}

// checked returns an account with a clean name, and the hash of its password.
func (p *People) checked(ctx context.Context, a Account) (Account, string, error) {
	a, err := cleaned(a)
	if err != nil {
		return a, "", err
	}
	if err := checkPassword(a.Name, a.Password); err != nil {
		return a, "", err
	}
	hash, err := p.hasher.hash(ctx, a.Password)
	return a, hash, err
}

// Attempt counts an attempt of an address to make an account on a site where registration is open. The error is a [*Wait] if it must wait.
func (p *People) Attempt(from string) error { return p.guesses.attempt(p.guesses.newcomers, from) }

// Register makes an account of a participant, on a site where registration is open.
func (p *People) Register(ctx context.Context, a Account) (person *Person, err error) {
	a, hash, err := p.checked(ctx, a)
	if err != nil {
		return nil, err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		person, err = join(tx, p.now(), a, hash, Participant)
		return err
	})
	return person, err
}

// SetRole changes what a person is. The last organiser keeps the role.
func (p *People) SetRole(ctx context.Context, id int64, role Role) error {
	return p.change(ctx, id, func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE person SET role = ? WHERE id = ?`, string(role), id)
		return err
	}, role == Organiser)
}

// CloseAccount ends an account: its sessions, tokens, passkeys, hooks and place in a team are gone, and its name stays taken. The last
// organiser's is not closed.
func (p *People) CloseAccount(ctx context.Context, id int64) error {
	return p.change(ctx, id, func(tx *sql.Tx) error { return p.end(tx, id) }, false)
}

// onlyOpen are the tables of what only an open account has.
var onlyOpen = []string{"token", "passkey", "identity", "guest", "team_offer", "account_link", "hook"}

// end ends an account in a transaction.
func (p *People) end(tx *sql.Tx, id int64) error {
	_, err := tx.Exec(`UPDATE person SET closed = ?, password = '' WHERE id = ?`, p.now().Unix(), id)
	for _, of := range onlyOpen {
		if err == nil {
			_, err = tx.Exec(`DELETE FROM `+of+` WHERE person = ?`, id)
		}
	}
	if err != nil {
		return err
	}
	team, err := teamOf(tx, id)
	if errors.Is(err, errNoTeam) {
		return nil
	}
	if err != nil {
		return err
	}
	return leave(tx, team, id)
}

// openAccount returns the role of an account; the error is [ErrNobody] if there is none, or it is closed.
func openAccount(tx *sql.Tx, id int64) (role Role, err error) {
	err = tx.QueryRow(`SELECT role FROM person WHERE id = ? AND closed = 0`, id).Scan(&role)
	if errors.Is(err, sql.ErrNoRows) {
		return "", ErrNobody
	}
	if err != nil {
		return "", fmt.Errorf("read an account: %w", err)
	}
	return role, nil
}

// change changes an open account. organises is whether the person is an organiser afterwards.
func (p *People) change(ctx context.Context, id int64, f func(tx *sql.Tx) error, organises bool) error {
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		role, err := openAccount(tx, id)
		if err != nil {
			return err
		}
		if role == Organiser && !organises {
			if err := another(tx, id); err != nil {
				return err
			}
		}
		return doing("change an account", f(tx))
	})
}

// another returns a [*Problem] unless the site has another organiser.
func another(tx *sql.Tx, id int64) error {
	var others int
	if err := tx.QueryRow(`SELECT count(*) FROM person WHERE role = ? AND closed = 0 AND id <> ?`, string(Organiser),
		id).Scan(&others); err != nil {
		return fmt.Errorf("count the organisers: %w", err)
	}
	if others == 0 {
		return problem("The site would have no organiser; make somebody else one first.")
	}
	return nil
}
