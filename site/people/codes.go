package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"agon/site/database"
)

// newCode returns a code of 130 random bits in letters and digits that cannot be mistaken for each other.
func newCode() string { return rand.Text() }

func sum(code string) []byte {
	h := sha256.Sum256([]byte(code))
	return h[:]
}

// An Invitation makes accounts.
type Invitation struct {
	Role    Role
	Uses    int // accounts that can still be made with it
	Expires time.Time
	Note    string // for whom; seen by organisers only
	By      int64  // who made it; 0: the site itself
}

// mostUses bounds the accounts of one invitation.
const mostUses = 10_000

// Invite stores an invitation and returns its code, which is kept nowhere.
func (p *People) Invite(ctx context.Context, i Invitation) (code string, err error) {
	if _, err := ParseRole(string(i.Role)); err != nil {
		return "", &Problem{err.Error()}
	}
	if i.Uses < 1 || i.Uses > mostUses {
		return "", problem("An invitation is for 1 to %d people.", mostUses)
	}
	code = newCode()
	var by any
	if i.By != 0 {
		by = i.By
	}
	err = p.db.Exec(ctx, `INSERT INTO invitation (hash, role, uses, expires, made_by, note) VALUES (?, ?, ?, ?, ?, ?)`, sum(code),
		string(i.Role), i.Uses, i.Expires.Unix(), by, i.Note)
	return code, err
}

// errStale is the answer to a code that is wrong, used up or too old: nobody learns which.
var errStale = &Problem{"This invitation is not valid, or no longer: ask who sent it for a new one."}

// Invited returns what an invitation is for. The error is a [*Problem] if it is not valid.
func (p *People) Invited(ctx context.Context, code string) (*Invitation, error) {
	var i Invitation
	var expires int64
	err := p.db.Row(ctx, `SELECT role, uses, expires, note FROM invitation WHERE hash = ? AND uses > 0 AND expires > ?`, sum(code),
		p.now().Unix()).Scan(&i.Role, &i.Uses, &expires, &i.Note)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errStale
	}
	if err != nil {
		return nil, fmt.Errorf("read an invitation: %w", err)
	}
	i.Expires = time.Unix(expires, 0)
	return &i, nil
}

// Accept makes an account with an invitation, and uses it once.
func (p *People) Accept(ctx context.Context, code string, a Account) (person *Person, err error) {
	if _, err := p.Invited(ctx, code); err != nil {
		return nil, err // before a password is computed
	}
	a, hash, err := p.checked(ctx, a)
	if err != nil {
		return nil, err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		person, err = accept(tx, p.now(), code, a, hash)
		return err
	})
	return person, err
}

// accept uses an invitation in a transaction.
func accept(tx *sql.Tx, now time.Time, code string, a Account, hash string) (*Person, error) {
	var role Role
	err := tx.QueryRow(`UPDATE invitation SET uses = uses - 1 WHERE hash = ? AND uses > 0 AND expires > ? RETURNING role`, sum(code),
		now.Unix()).Scan(&role)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errStale
	}
	if err != nil {
		return nil, fmt.Errorf("accept an invitation: %w", err)
	}
	return join(tx, now, a, hash, role)
}

// A Token lets a program act for a person.
type Token struct {
	ID   string // to name it on a page: the beginning of its hash
	Note string
	Made time.Time
	Used time.Time // day of its last use; zero: never
}

// mostTokens bounds the tokens of a person.
const mostTokens = 50

// tokenMark begins every token, so that one which leaks into a repository can be found.
const tokenMark = "agon_"

// NewToken makes a token of a person, and returns its text, which is kept nowhere.
func (p *People) NewToken(ctx context.Context, person int64, note string) (text string, err error) {
	text = tokenMark + newCode()
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM token WHERE person = ?`, person).Scan(&n); err != nil {
			return err
		}
		if n >= mostTokens {
			return problem("You have %d tokens; delete one first.", n)
		}
		_, err := tx.Exec(`INSERT INTO token (hash, person, note, made) VALUES (?, ?, ?, ?)`, sum(text), person, note, p.now().Unix())
		return err
	})
	return text, err
}

// Tokens returns a person's tokens, the newest first.
func (p *People) Tokens(ctx context.Context, person int64) ([]Token, error) {
	return database.List(ctx, p.db, func(scan database.Scan) (t Token, err error) {
		var made, used int64
		err = scan(&t.ID, &t.Note, &made, &used)
		t.Made, t.Used = time.Unix(made, 0), moment(used)
		return t, err
	}, `SELECT lower(hex(substr(hash, 1, 6))), note, made, used FROM token WHERE person = ? ORDER BY made DESC, hash`, person)
}

// DeleteToken deletes a token of a person.
func (p *People) DeleteToken(ctx context.Context, person int64, id string) error {
	return p.db.Exec(ctx, `DELETE FROM token WHERE person = ? AND lower(hex(substr(hash, 1, 6))) = ?`, person, id)
}

// OfToken returns the person of a token, [ErrNobody] if there is none.
func (p *People) OfToken(ctx context.Context, text string) (*Person, error) {
	var id, used int64
	err := p.db.Row(ctx, `SELECT person, used FROM token WHERE hash = ?`, sum(text)).Scan(&id, &used)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNobody
	}
	if err != nil {
		return nil, fmt.Errorf("read a token: %w", err)
	}
	const day = 24 * 60 * 60
	if today := p.now().Unix() / day * day; used < today { // one write a day, not one for each request
		err := p.db.Exec(ctx, `UPDATE token SET used = ? WHERE hash = ?`, today, sum(text))
		if err != nil {
			return nil, err
		}
	}
	return p.Person(ctx, id)
}
