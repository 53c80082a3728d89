package people

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/site/database"
)

// clock is a clock that tests set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func fresh(t *testing.T) (*People, *clock, *database.Database) {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	return New(db, c.now), c, db
}

const secret = "three words in a row"

func register(t *testing.T, p *People, name string) *Person {
	t.Helper()
	person, err := p.Register(t.Context(), Account{Name: name, Password: secret})
	if err != nil {
		t.Fatal(err)
	}
	return person
}

// refused checks that an error is for the person who made the request, and contains some words.
func refused(t *testing.T, err error, words string) {
	t.Helper()
	var p *Problem
	if !errors.As(err, &p) || !strings.Contains(p.Text, words) {
		t.Errorf("the error is %v, not one about %q", err, words)
	}
}

func TestSignIn(t *testing.T) {
	p, _, _ := fresh(t)
	ann := register(t, p, "  Ann   Smith ")
	if ann.Name != "Ann Smith" || ann.Role != Participant {
		t.Errorf("%+v", ann)
	}
	for _, name := range []string{"Ann Smith", "ann smith", " ANN SMITH "} {
		got, err := p.SignIn(t.Context(), name, secret, "1.2.3.4")
		if err != nil || *got != *ann {
			t.Errorf("%q signs in as %+v: %v", name, got, err)
		}
	}
	for _, wrong := range [][2]string{{"Ann Smith", "three words in a Row"}, {"Ann Smith", ""}, {"Nobody", secret}, {"", ""}} {
		if _, err := p.SignIn(t.Context(), wrong[0], wrong[1], "1.2.3.4"); !errors.Is(err, ErrWrong) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestNamesAndPasswords(t *testing.T) {
	p, _, _ := fresh(t)
	register(t, p, "Ann")
	for _, tt := range []struct{ name, password, why string }{
		{"ann", secret, "is taken"},
		{"ＡＮＮ", secret, "is taken"}, // letters of full width
		{"a", secret, "2 to 32 characters"},
		{"Built-In", secret, "author of the built-in bots"},
		{strings.Repeat("x", 33), secret, "2 to 32 characters"},
		{"a<b>", secret, "not '<'"},
		{"a\x00b", secret, "not '\\x00'"},
		{"a\u202eb", secret, "not "},
		{"\xff\xfe", secret, "not valid text"},
		{"Ben", "short", "at least 10"},
		{"Ben", strings.Repeat("x", 257), "at most 256"},
		{"Ben", "i am ben and nobody else", "contain the name"},
		{"Ben", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "not valid text"},
	} {
		_, err := p.Register(t.Context(), Account{Name: tt.name, Password: tt.password})
		refused(t, err, tt.why)
	}
	for _, mail := range []string{"no address", "a@b\r\nBcc: c@d", strings.Repeat("x", 300) + "@b"} {
		_, err := p.Register(t.Context(), Account{Name: "Ben", Password: secret, Mail: mail})
		refused(t, err, "not a mail address")
	}
}

// waits checks that an error says how long to wait, and about what.
func waits(t *testing.T, err error, words string, most time.Duration) {
	t.Helper()
	refused(t, err, words)
	var w *Wait
	if !errors.As(err, &w) || w.After <= 0 || w.After > most {
		t.Errorf("%v does not say to wait at most %v", err, most)
	}
}

// guess gives n wrong passwords.
func (p *People) guess(t *testing.T, n int, name string, from func(i int) string) {
	t.Helper()
	for i := range n {
		if _, err := p.SignIn(t.Context(), name, "guess", from(i)); !errors.Is(err, ErrWrong) {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
}

func at(place string) func(int) string { return func(int) string { return place } }

// Wrong passwords stop an account at an address, and the address; they are forgotten with time. Nobody is stopped elsewhere.
func TestGuessing(t *testing.T) {
	p, c, _ := fresh(t)
	register(t, p, "Ann")
	p.guess(t, ofPair.most, "Ann", at("192.0.2.1"))
	for _, name := range []string{"Ann", " ann "} {
		_, err := p.SignIn(t.Context(), name, secret, "192.0.2.1")
		waits(t, err, "Too many wrong passwords", ofPair.every)
	}
	if _, err := p.SignIn(t.Context(), "Ann", secret, "192.0.2.2"); err != nil {
		t.Error("the owner is kept out elsewhere:", err)
	}
	c.pass(ofPair.every)
	if _, err := p.SignIn(t.Context(), "Ann", secret, "192.0.2.1"); err != nil {
		t.Error(err)
	}
	p.guess(t, ofPair.most, "Nobody", at("192.0.2.3"))
	_, err := p.SignIn(t.Context(), "Nobody", secret, "192.0.2.3")
	waits(t, err, "Too many wrong passwords", ofPair.every) // as for a name that exists

	for i := range ofPlace.most { // of one network
		p.guess(t, 1, fmt.Sprint("Person ", i), at(fmt.Sprint("2001:db8:0:1::", i)))
	}
	_, err = p.SignIn(t.Context(), "Ann", secret, "2001:db8:0:1:2:3:4:5")
	waits(t, err, "Too many wrong passwords from this address", ofPlace.every)
	c.pass(ofPlace.every)
	if _, err := p.SignIn(t.Context(), "Ann", secret, "2001:db8:0:1:2:3:4:5"); err != nil {
		t.Error(err)
	}
}

// Good passwords are not counted: a class signs in from one address.
func TestGoodPasswordsAreNotCounted(t *testing.T) {
	p, _, _ := fresh(t)
	register(t, p, "Ann")
	for i := range 3 {
		if _, err := p.SignIn(t.Context(), "Ann", secret, "192.0.2.1"); err != nil {
			t.Fatalf("sign-in %d: %v", i, err)
		}
	}
	for _, c := range []*counter{p.guesses.pairs, p.guesses.accounts, p.guesses.places} {
		if len(c.clear) != 0 {
			t.Errorf("%v is counted", c.clear)
		}
	}
}

// Who guesses from many addresses stops an account for strangers, and never for its owner: not at a place from which the owner has signed
// in, nor for who is signed in, nor by a link.
func TestGuessesFromEverywhere(t *testing.T) {
	p, c, _ := fresh(t)
	ann := register(t, p, "Ann")
	if _, err := p.SignIn(t.Context(), "Ann", secret, "198.51.100.7"); err != nil {
		t.Fatal(err)
	}
	for i := range ofAccount.most {
		if err := p.guesses.begin("ann", fmt.Sprint("192.0.2.", i), false); err != nil {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	_, err := p.SignIn(t.Context(), "Ann", "guess", "203.0.113.1")
	waits(t, err, "by a link", ofAccount.every)
	if _, err := p.SignIn(t.Context(), "Ann", secret, "198.51.100.7"); err != nil {
		t.Error("the owner is kept out where she was before:", err)
	}
	if err := p.SetPassword(t.Context(), ann, secret, "quite another one", "203.0.113.2"); err != nil {
		t.Error("the owner, signed in, is kept out:", err)
	}
	code, err := p.PasswordLink(t.Context(), ann.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.SetForgotten(t.Context(), code, "one more of them", "203.0.113.3"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.SignIn(t.Context(), "Ann", "one more of them", "203.0.113.3"); err != nil {
		t.Error("the owner is kept out where she has used a link:", err)
	}
	c.pass(ofAccount.every)
	p.guess(t, 1, "Ann", at("203.0.113.1"))
}

// Passwords that are tried at the same time count as they would in turn.
func TestGuessesAtOnce(t *testing.T) {
	p, _, _ := fresh(t)
	p.hasher = make(hasher, 1)
	p.hasher <- struct{}{} // a hash that takes long
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error)
	for range 2 * ofPair.most {
		go func() {
			_, err := p.SignIn(ctx, "Ann", "guess", "192.0.2.1")
			errs <- err
		}()
	}
	for range ofPair.most {
		waits(t, <-errs, "Too many wrong passwords", ofPair.every)
	}
	cancel()
	for range ofPair.most {
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

func TestAttemptsOfAddresses(t *testing.T) {
	p, c, _ := fresh(t)
	for kind, tt := range map[string]struct {
		try func(from string) error
		allowance
	}{"new accounts": {p.Attempt, ofNewcomers}, "links": {p.AttemptLink, ofAskers}} {
		for i := range tt.most {
			if err := tt.try("192.0.2.1"); err != nil {
				t.Fatalf("%s: attempt %d: %v", kind, i, err)
			}
		}
		waits(t, tt.try("192.0.2.1"), "Too many attempts", tt.every)
		if err := tt.try("192.0.2.2"); err != nil {
			t.Error(kind, err)
		}
		c.pass(tt.every)
		if err := tt.try("192.0.2.1"); err != nil {
			t.Error(kind, err)
		}
	}
}

// What is counted about guesses is bounded, whoever guesses.
func TestGuessesAreBounded(t *testing.T) {
	at := time.Unix(0, 0)
	g := newGuesses(func() time.Time { return at })
	for i := range 3 * mostCounted {
		at = at.Add(time.Millisecond)
		if err := g.begin(fmt.Sprint(i), fmt.Sprint(i), false); err != nil {
			t.Fatal(err)
		}
		g.knows(fmt.Sprint(i), fmt.Sprint(i/2))
	}
	for name, n := range map[string]int{"names": len(g.accounts.clear), "pairs": len(g.pairs.clear), "addresses": len(g.places.clear),
		"known": len(g.known)} {
		if n > mostCounted {
			t.Errorf("%d %s", n, name)
		}
	}
	last := fmt.Sprint(3*mostCounted - 1)
	if g.accounts.clear[last].IsZero() || g.places.clear[last].IsZero() || g.pairs.clear[last+"\x00"+last].IsZero() {
		t.Error("the newest is forgotten")
	}
	p, _, _ := fresh(t)
	if _, err := p.SignIn(t.Context(), strings.Repeat("a", 1<<16), "guess", ""); !errors.Is(err, ErrWrong) {
		t.Error(err)
	}
	for name := range p.guesses.accounts.clear {
		if len(name) > 4*mostName {
			t.Errorf("a name of %d bytes is counted", len(name))
		}
	}
}

func TestInvitations(t *testing.T) {
	p, c, _ := fresh(t)
	code, err := p.Invite(t.Context(), Invitation{Role: Jury, Uses: 2, Expires: c.now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Accept(t.Context(), code, Account{Name: "Jo", Password: "short"})
	refused(t, err, "at least 10") // the invitation is not used
	for _, name := range []string{"Jo", "Ki"} {
		person, err := p.Accept(t.Context(), code, Account{Name: name, Password: secret})
		if err != nil || person.Role != Jury {
			t.Fatalf("%+v: %v", person, err)
		}
	}
	_, err = p.Accept(t.Context(), code, Account{Name: "Lu", Password: secret})
	refused(t, err, "not valid")
	_, err = p.Accept(t.Context(), "", Account{Name: "Lu", Password: secret})
	refused(t, err, "not valid")

	late, err := p.Invite(t.Context(), Invitation{Role: Participant, Uses: 1, Expires: c.now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	c.pass(time.Hour + time.Second)
	_, err = p.Accept(t.Context(), late, Account{Name: "Lu", Password: secret})
	refused(t, err, "not valid")
	_, err = p.Invite(t.Context(), Invitation{Role: "king", Uses: 1})
	refused(t, err, "no role")
	_, err = p.Invite(t.Context(), Invitation{Role: Jury})
	refused(t, err, "1 to 10000")
}

// An invitation for one makes one account, however many come at once.
func TestAnInvitationIsUsedOnce(t *testing.T) {
	p, c, _ := fresh(t)
	code, err := p.Invite(t.Context(), Invitation{Role: Participant, Uses: 1, Expires: c.now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			p.Accept(context.Background(), code, Account{Name: fmt.Sprint("Person ", i), Password: secret})
		})
	}
	wait.Wait()
	all, err := p.All(t.Context())
	if err != nil || len(all) != 1 {
		t.Errorf("%d accounts: %v", len(all), err)
	}
}

func TestTokens(t *testing.T) {
	p, c, _ := fresh(t)
	ann, ben := register(t, p, "Ann"), register(t, p, "Ben")
	text, err := p.NewToken(t.Context(), ann.ID, "laptop")
	if err != nil || !strings.HasPrefix(text, tokenMark) {
		t.Fatal(text, err)
	}
	if got, err := p.OfToken(t.Context(), text); err != nil || got.ID != ann.ID {
		t.Errorf("%+v: %v", got, err)
	}
	c.pass(25 * time.Hour)
	if _, err := p.OfToken(t.Context(), text); err != nil {
		t.Error(err)
	}
	list, err := p.Tokens(t.Context(), ann.ID)
	if err != nil || len(list) != 1 || list[0].Note != "laptop" || !list[0].Used.After(list[0].Made) {
		t.Fatalf("%+v: %v", list, err)
	}
	for _, wrong := range []string{"", "agon_", text + "x", strings.ToLower(text)} {
		if _, err := p.OfToken(t.Context(), wrong); !errors.Is(err, ErrNobody) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if err := p.DeleteToken(t.Context(), ben.ID, list[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.OfToken(t.Context(), text); err != nil {
		t.Error("another person deleted it:", err)
	}
	if err := p.DeleteToken(t.Context(), ann.ID, list[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.OfToken(t.Context(), text); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	for range mostTokens {
		if _, err = p.NewToken(t.Context(), ann.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	_, err = p.NewToken(t.Context(), ann.ID, "")
	refused(t, err, "delete one first")
}

func TestAccountsEnd(t *testing.T) {
	p, c, _ := fresh(t)
	code, err := p.Invite(t.Context(), Invitation{Role: Organiser, Uses: 2, Expires: c.now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	org, err := p.Accept(t.Context(), code, Account{Name: "Org", Password: secret})
	if err != nil {
		t.Fatal(err)
	}
	refused(t, p.CloseAccount(t.Context(), org.ID), "no organiser")
	refused(t, p.SetRole(t.Context(), org.ID, Viewer), "no organiser")
	ann := register(t, p, "Ann")
	token, err := p.NewToken(t.Context(), ann.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.SetRole(t.Context(), ann.ID, Organiser); err != nil {
		t.Fatal(err)
	}
	if err := p.CloseAccount(t.Context(), org.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.SignIn(t.Context(), "Org", secret, ""); !errors.Is(err, ErrWrong) {
		t.Error(err)
	}
	if _, err := p.Person(t.Context(), org.ID); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	_, err = p.Register(t.Context(), Account{Name: "org", Password: secret})
	refused(t, err, "is taken")
	if err := p.SetRole(t.Context(), org.ID, Viewer); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	if got, err := p.OfToken(t.Context(), token); err != nil || got.Role != Organiser {
		t.Errorf("%+v: %v", got, err)
	}
}

// A new password ends the sessions of the old one, which hold the stamp.
func TestSetPassword(t *testing.T) {
	p, _, _ := fresh(t)
	ann := register(t, p, "Ann")
	if err := p.SetPassword(t.Context(), ann, "wrong", "quite another one", ""); !errors.Is(err, ErrWrong) {
		t.Error(err)
	}
	refused(t, p.SetPassword(t.Context(), ann, secret, "short", ""), "at least 10")
	if err := p.SetPassword(t.Context(), ann, secret, "quite another one", ""); err != nil {
		t.Fatal(err)
	}
	now, err := p.SignIn(t.Context(), "Ann", "quite another one", "")
	if err != nil || now.Stamp == ann.Stamp {
		t.Errorf("%+v: %v", now, err)
	}
	if _, err := p.SignIn(t.Context(), "Ann", secret, ""); !errors.Is(err, ErrWrong) {
		t.Error(err)
	}
}

func TestSessions(t *testing.T) {
	_, c, db := fresh(t)
	s := NewSessions(db, c.now)
	if err := s.Commit("cookie", []byte("a"), c.now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit("cookie", []byte("b"), c.now().Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	c.pass(90 * time.Minute)
	if data, found, err := s.Find("cookie"); string(data) != "b" || !found || err != nil {
		t.Error(string(data), found, err)
	}
	c.pass(time.Hour)
	if _, found, err := s.Find("cookie"); found || err != nil {
		t.Error(found, err)
	}
	if err := s.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := db.Row(t.Context(), `SELECT count(*) FROM session`).Scan(&left); err != nil || left != 0 {
		t.Error(left, err)
	}
}

// Nothing in the database lets its reader in.
func TestNothingKeptIsASecret(t *testing.T) {
	p, c, db := fresh(t)
	ann := register(t, p, "Ann")
	token, err := p.NewToken(t.Context(), ann.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	code, err := p.Invite(t.Context(), Invitation{Role: Organiser, Uses: 1, Expires: c.now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if err := NewSessions(db, c.now).Commit("a cookie", []byte{}, c.now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"person", "token", "invitation", "session"} {
		err := db.Each(t.Context(), func(scan func(...any) error) error {
			row := sql.RawBytes{}
			if err := scan(&row); err != nil {
				return err
			}
			for _, plain := range []string{secret, token, code, "a cookie"} {
				if strings.Contains(string(row), plain) {
					t.Errorf("%s has %q", table, plain)
				}
			}
			return nil
		}, `SELECT CAST(`+map[string]string{"person": "password", "token": "hash", "invitation": "hash", "session": "hash"}[table]+
			` AS BLOB) FROM `+table)
		if err != nil {
			t.Fatal(err)
		}
	}
}
