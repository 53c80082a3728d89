package people

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// Parameters of argon2id for new passwords. Each hash is kept with its own, so they can be raised.
const (
	hashMemory = 19 << 10 // KiB
	hashPasses = 2
	hashLength = 32 // bytes
	saltLength = 16 // bytes

	hashesAtOnce = 2
)

// A hasher computes the hashes of passwords, few at once. It has an element for each that is computed.
type hasher chan struct{}

// hash returns a password as it is kept: "argon2id$memory$passes$salt$hash".
func (h hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	rand.Read(salt)
	sum, err := h.compute(ctx, password, salt, hashMemory, hashPasses)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("argon2id$%d$%d$%s$%s", hashMemory, hashPasses, base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(sum)), nil
}

// compute waits for its turn, and computes argon2id.
func (h hasher) compute(ctx context.Context, password string, salt []byte, memory, passes uint32) ([]byte, error) {
	select {
	case h <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-h }()
	return argon2.IDKey([]byte(password), salt, passes, memory, 1, hashLength), nil
}

// matches reports whether a password is the one of a hash. An empty hash costs as much as any other, and matches nothing.
func (h hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	memory, passes, salt, want := uint32(hashMemory), uint32(hashPasses), make([]byte, saltLength), []byte(nil)
	if hash != "" {
		var err error
		if memory, passes, salt, want, err = parseHash(hash); err != nil {
			return false, err
		}
	}
	got, err := h.compute(ctx, password, salt, memory, passes)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func parseHash(text string) (memory, passes uint32, salt, sum []byte, err error) {
	var s, h string
	if _, err = fmt.Sscanf(splitHash(text), "argon2id %d %d %s %s", &memory, &passes, &s, &h); err == nil {
		salt, err = base64.RawStdEncoding.DecodeString(s)
	}
	if err == nil {
		sum, err = base64.RawStdEncoding.DecodeString(h)
	}
	if err != nil || memory > 1<<20 || passes > 100 || len(sum) != hashLength {
		return 0, 0, nil, nil, errors.New("a kept password is not one: the database is damaged")
	}
	return memory, passes, salt, sum, nil
}

// splitHash puts blanks between the parts of a hash, for Sscanf.
func splitHash(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c == '$' {
			b[i] = ' '
		}
	}
	return string(b)
}

// ErrWrong reports that a name and a password do not belong together, and nothing about which of them is wrong.
var ErrWrong = &Problem{"The name or the password is wrong."}

// SignIn returns the person with a name and password. from is the address of the request, by which wrong passwords are counted. The error
// is a [*Problem] if somebody may try again, and a [*Wait] if only later.
func (p *People) SignIn(ctx context.Context, name, password, from string) (*Person, error) {
	if len(name) > mostName*utf8.UTFMax {
		name = "" // nobody's, and too long to be counted
	}
	return p.signIn(ctx, folded(name), password, from, false)
}

// signIn is SignIn with a folded name. owner: who gives the password is signed in to the account.
func (p *People) signIn(ctx context.Context, name, password, from string, owner bool) (*Person, error) {
	if err := p.guesses.begin(name, from, owner); err != nil {
		return nil, err
	}
	var hash string
	var id int64
	err := p.db.Row(ctx, `SELECT id, password FROM person WHERE folded = ? AND closed = 0`, name).Scan(&id, &hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	ok, err := p.hasher.matches(ctx, password, hash)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrWrong
	}
	p.guesses.right(name, from)
	return p.Person(ctx, id)
}

// SetPassword changes a person's password, who gives the present one. Links by which it could be set end.
func (p *People) SetPassword(ctx context.Context, person *Person, present, next, from string) error {
	if _, err := p.signIn(ctx, folded(person.Name), present, from, true); err != nil {
		return err
	}
	hash, err := p.nextHash(ctx, person.Name, next)
	if err != nil {
		return err
	}
	return p.db.Write(ctx, func(tx *sql.Tx) error { return setPassword(tx, person.ID, hash) })
}

// nextHash returns the hash of a person's new password, if it may be used.
func (p *People) nextHash(ctx context.Context, name, next string) (string, error) {
	if err := checkPassword(name, next); err != nil {
		return "", err
	}
	return p.hasher.hash(ctx, next)
}

// setPassword sets the password of an open account. Its sessions end with the hash, and with it every link by which one could be set.
func setPassword(tx *sql.Tx, person int64, hash string) error {
	if _, err := tx.Exec(`UPDATE person SET password = ? WHERE id = ? AND closed = 0`, hash, person); err != nil {
		return fmt.Errorf("set a password: %w", err)
	}
	_, err := tx.Exec(`DELETE FROM account_link WHERE person = ? AND mail = ''`, person)
	return err
}
