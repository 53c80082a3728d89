package people

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"agon/site/database"
)

// A Passkey signs a person in without a password. Package site knows what its credential says.
type Passkey struct {
	ID         string // of the credential, hexadecimal digits
	Note       string // what the owner calls it
	Credential []byte // JSON
	Made       time.Time
	Used       time.Time // zero: never
}

// mostPasskeys bounds the passkeys of a person.
const mostPasskeys = 20

// handleLength is the length of a handle, in bytes: the longest that authenticators keep.
const handleLength = 64

// Handle returns the random bytes by which authenticators know a person.
func (p *People) Handle(ctx context.Context, person int64) (handle []byte, err error) {
	fresh := make([]byte, handleLength)
	rand.Read(fresh)
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		return tx.QueryRow(`UPDATE person SET handle = coalesce(handle, ?) WHERE id = ? AND closed = 0 RETURNING handle`, fresh,
			person).Scan(&handle)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNobody
	}
	return handle, err
}

// OfHandle returns the person of a handle, whose account is open.
func (p *People) OfHandle(ctx context.Context, handle []byte) (*Person, error) {
	return scanPerson(p.db.Row(ctx, `SELECT `+personColumns+` FROM person WHERE handle = ? AND closed = 0`, handle).Scan)
}

// AddPasskey keeps a passkey of a person.
func (p *People) AddPasskey(ctx context.Context, person int64, id []byte, note string, credential []byte) error {
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM passkey WHERE person = ?`, person).Scan(&n); err != nil {
			return err
		}
		if n >= mostPasskeys {
			return problem("You have %d passkeys; delete one first.", n)
		}
		_, err := tx.Exec(`INSERT INTO passkey (id, person, note, credential, made) VALUES (?, ?, ?, ?, ?)`, id, person, note,
			string(credential), p.now().Unix())
		if database.Taken(err) {
			return problem("This passkey is known already.")
		}
		return err
	})
}

// Passkeys returns a person's passkeys, the newest first.
func (p *People) Passkeys(ctx context.Context, person int64) ([]Passkey, error) {
	return database.List(ctx, p.db, func(scan database.Scan) (k Passkey, err error) {
		var made, used int64
		err = scan(&k.ID, &k.Note, &k.Credential, &made, &used)
		k.Made, k.Used = time.Unix(made, 0), moment(used)
		return k, err
	}, `SELECT lower(hex(id)), note, credential, made, used FROM passkey WHERE person = ? ORDER BY made DESC, id`, person)
}

// UsePasskey notes that a passkey has signed its owner in, with what its credential says now.
func (p *People) UsePasskey(ctx context.Context, person int64, id, credential []byte) error {
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		kept, err := database.Changed(tx, `UPDATE passkey SET credential = ?, used = ? WHERE id = ? AND person = ?`, string(credential),
			p.now().Unix(), id, person)
		if err == nil && !kept {
			return ErrNobody // it was deleted meanwhile
		}
		return err
	})
}

// DeletePasskey deletes a passkey of a person, unless it is the only way to sign in.
func (p *People) DeletePasskey(ctx context.Context, person int64, id string) error {
	raw, err := hex.DecodeString(id)
	if err != nil {
		return ErrNobody
	}
	return p.lessWays(ctx, person, `DELETE FROM passkey WHERE person = ? AND id = ?`, person, raw)
}

// lessWays takes a way to sign in from a person, but not the last one.
func (p *People) lessWays(ctx context.Context, person int64, change string, args ...any) error {
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec(change, args...); err != nil {
			return err
		}
		var ways bool
		err := tx.QueryRow(`SELECT password <> '' OR EXISTS (SELECT 1 FROM passkey WHERE person = id) OR EXISTS (SELECT 1 FROM identity WHERE person = id) FROM person AS p WHERE p.id = ?`, person).Scan(&ways)
		if err != nil {
			return err
		}
		if !ways {
			return problem("You could not sign in any more: set a password first, or add a passkey.")
		}
		return nil
	})
}

// An Identity is whom an OpenID provider knows.
type Identity struct{ Issuer, Subject string }

// OfIdentity returns the person whose account is linked to an identity; the error is [ErrNobody] if there is none.
func (p *People) OfIdentity(ctx context.Context, i Identity) (*Person, error) {
	return scanPerson(p.db.Row(ctx, `SELECT `+personColumns+
		` FROM person WHERE id = (SELECT person FROM identity WHERE issuer = ? AND subject = ?) AND closed = 0`, i.Issuer, i.Subject).Scan)
}

// Identities returns the identities that a person's account is linked to.
func (p *People) Identities(ctx context.Context, person int64) ([]Identity, error) {
	return database.List(ctx, p.db, func(scan database.Scan) (i Identity, err error) {
		err = scan(&i.Issuer, &i.Subject)
		return i, err
	}, `SELECT issuer, subject FROM identity WHERE person = ? ORDER BY issuer, subject`, person)
}

func link(tx *sql.Tx, now time.Time, person int64, i Identity) error {
	_, err := tx.Exec(`INSERT INTO identity (issuer, subject, person, made) VALUES (?, ?, ?, ?)`, i.Issuer, i.Subject, person, now.Unix())
	if database.Taken(err) {
		return problem("Another account here is linked to it already.")
	}
	return err
}

// Link links a person's account to an identity.
func (p *People) Link(ctx context.Context, person int64, i Identity) error {
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		var own bool
		err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM identity WHERE issuer = ? AND subject = ? AND person = ?)`, i.Issuer, i.Subject,
			person).Scan(&own)
		if err != nil || own {
			return err
		}
		return link(tx, p.now(), person, i)
	})
}

// Unlink ends the links of a person's account to an issuer, unless they are the only way to sign in.
func (p *People) Unlink(ctx context.Context, person int64, issuer string) error {
	return p.lessWays(ctx, person, `DELETE FROM identity WHERE person = ? AND issuer = ?`, person, issuer)
}

// RegisterIdentity makes an account without a password for an identity, of a participant, on a site where registration is open.
func (p *People) RegisterIdentity(ctx context.Context, a Account, i Identity) (person *Person, err error) {
	if a, err = cleaned(a); err != nil {
		return nil, err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		if person, err = join(tx, p.now(), a, "", Participant); err != nil {
			return err
		}
		return link(tx, p.now(), person.ID, i)
	})
	return person, err
}

// AcceptIdentity makes an account without a password for an identity with an invitation, and uses it once.
func (p *People) AcceptIdentity(ctx context.Context, code string, a Account, i Identity) (person *Person, err error) {
	if a, err = cleaned(a); err != nil {
		return nil, err
	}
	err = p.db.Write(ctx, func(tx *sql.Tx) error {
		if person, err = accept(tx, p.now(), code, a, ""); err != nil {
			return err
		}
		return link(tx, p.now(), person.ID, i)
	})
	return person, err
}

// HasPassword reports whether a person signs in with a password as well.
func (p *People) HasPassword(ctx context.Context, person int64) (has bool, err error) {
	err = p.db.Row(ctx, `SELECT password <> '' FROM person WHERE id = ?`, person).Scan(&has)
	return has, err
}

// FirstPassword sets the password of a person who has none.
func (p *People) FirstPassword(ctx context.Context, person *Person, next string) error {
	hash, err := p.nextHash(ctx, person.Name, next)
	if err != nil {
		return err
	}
	return p.db.Write(ctx, func(tx *sql.Tx) error {
		var has bool
		if err := tx.QueryRow(`SELECT password <> '' FROM person WHERE id = ?`, person.ID).Scan(&has); err != nil {
			return fmt.Errorf("set a password: %w", err)
		}
		if has {
			return problem("You have a password: give the present one.")
		}
		return setPassword(tx, person.ID, hash)
	})
}
