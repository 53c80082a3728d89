package people

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

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

// builtIn is the author of built-in bots, as contests name it.
const builtIn = "built-in"

// CleanName returns a name as it is kept: without blanks around it and in Unicode's composed form. The error is a [*Problem].
func CleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", problem("The name is not valid text.")
	}
	name = norm.NFKC.String(strings.Join(strings.Fields(name), " "))
	if n := utf8.RuneCountInString(name); n < leastName || n > mostName {
		return "", problem("A name has %d to %d characters.", leastName, mostName)
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.'", r) {
			return "", problem("A name has letters, digits, blanks and - _ . ', and not %q.", r)
		}
	}
	if folded(name) == builtIn {
		return "", problem("%s is the author of the built-in bots; choose another name.", name)
	}
	return name, nil
}

// folded returns the form of a name by which names are compared: "Ann " and "ann" are the same person.
func folded(name string) string { return strings.ToLower(norm.NFKC.String(strings.TrimSpace(name))) }

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
	var team bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM team WHERE folded = ?)`, folded(a.Name)).Scan(&team); err != nil {
		return nil, fmt.Errorf("make an account: %w", err)
	}
	if team {
		return nil, problem("The name %s is taken.", a.Name)
	}
	result, err := tx.Exec(`INSERT INTO person (name, folded, role, password, mail, joined) VALUES (?, ?, ?, ?, ?, ?)`, a.Name,
		folded(a.Name), string(role), hash, a.Mail, now.Unix())
	if database.Taken(err) {
		return nil, problem("The name %s is taken.", a.Name)
	}
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
	a.Name, a.Mail = name, strings.TrimSpace(a.Mail)
	if len(a.Mail) > 254 || a.Mail != "" && !strings.Contains(a.Mail, "@") || strings.ContainsAny(a.Mail, "\r\n\x00") {
		return a, problem("%q is not an address of mail.", a.Mail)
	}
	return a, nil
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

// Attempt counts an attempt of an address to make an account on a site where registration is open. The error is a [*Problem] if it must
// wait.
func (p *People) Attempt(from string) error { return p.guesses.attempt(from) }

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

// CloseAccount ends an account: its sessions, tokens, passkeys and place in a team are gone, and its name stays taken. The last organiser's
// is not closed.
func (p *People) CloseAccount(ctx context.Context, id int64) error {
	return p.change(ctx, id, func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE person SET closed = ?, password = '' WHERE id = ?`, p.now().Unix(), id)
		for _, of := range []string{"token", "passkey", "identity", "guest", "team_offer"} {
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
	}, false)
}

// change changes an open account. organises is whether the person is an organiser afterwards.
func (p *People) change(ctx context.Context, id int64, f func(tx *sql.Tx) error, organises bool) error {
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		var role Role
		if err := tx.QueryRow(`SELECT role FROM person WHERE id = ? AND closed = 0`, id).Scan(&role); errors.Is(err, sql.ErrNoRows) {
			return ErrNobody
		} else if err != nil {
			return fmt.Errorf("change an account: %w", err)
		}
		if role == Organiser && !organises {
			var others int
			if err := tx.QueryRow(`SELECT count(*) FROM person WHERE role = ? AND closed = 0 AND id <> ?`, string(Organiser),
				id).Scan(&others); err != nil {
				return fmt.Errorf("change an account: %w", err)
			}
			if others == 0 {
				return problem("The site would have no organiser; make somebody else one first.")
			}
		}
		if err := f(tx); err != nil {
			return fmt.Errorf("change an account: %w", err)
		}
		return nil
	})
}
