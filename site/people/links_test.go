package people

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// A link to a new password works once, for some time, and not after the password was changed in another way. The old password and the
// sessions that know it have ended.
func TestPasswordLinks(t *testing.T) {
	p, c, _ := fresh(t)
	ann := register(t, p, "Ann")
	link := func() string {
		t.Helper()
		code, err := p.PasswordLink(t.Context(), ann.ID)
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	code, other := link(), link()
	if who, err := p.Linked(t.Context(), code); err != nil || who.Name != "Ann" {
		t.Fatal(who, err)
	}
	_, err := p.SetForgotten(t.Context(), code, "short", "")
	refused(t, err, "at least 10") // and the link is not used
	now, err := p.SetForgotten(t.Context(), code, "quite another one", "")
	if err != nil || now.ID != ann.ID || now.Stamp == ann.Stamp {
		t.Fatal(now, err)
	}
	for _, used := range []string{code, other, "", strings.ToLower(code)} {
		_, err := p.SetForgotten(t.Context(), used, "quite another one", "")
		refused(t, err, "not valid, or no longer")
	}
	if _, err := p.SignIn(t.Context(), "Ann", secret, ""); !errors.Is(err, ErrWrong) {
		t.Error(err)
	}
	late := link()
	c.pass(givenLasts)
	_, err = p.Linked(t.Context(), late)
	refused(t, err, "not valid")
	stale := link()
	if err := p.SetPassword(t.Context(), now, "quite another one", "and one more of them", ""); err != nil {
		t.Fatal(err)
	}
	_, err = p.Linked(t.Context(), stale)
	refused(t, err, "not valid")
	if _, err := p.PasswordLink(t.Context(), 999); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
}

// Who forgot a password is found by name and by address. Nobody is mailed again and again, nor without an address, nor after the account
// was closed.
func TestForgot(t *testing.T) {
	p, c, _ := fresh(t)
	for _, a := range []Account{{"Ann", secret, "ann@example.org"}, {"Ben", secret, "Ann@Example.org"}, {"Eve", secret, ""}} {
		if _, err := p.Register(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	names := func(who string) (list []string) {
		t.Helper()
		found, err := p.Forgot(t.Context(), who)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			list = append(list, f.Name+" "+f.Mail)
		}
		return list
	}
	for _, tt := range []struct{ who, want string }{
		{" ANN ", "Ann ann@example.org"}, {"ann@example.org", "Ben Ann@Example.org"}, {"Ann", ""}, {"Eve", ""}, {"", ""}, {"Nobody", ""},
	} {
		if got := strings.Join(names(tt.who), ", "); got != tt.want {
			t.Errorf("%q: %s", tt.who, got)
		}
	}
	c.pass(passwordEvery)
	if got := names("ann@EXAMPLE.org"); len(got) != 2 {
		t.Error(got)
	}
	c.pass(passwordEvery)
	if err := p.CloseAccount(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := names("Ann"); got != nil {
		t.Error(got)
	}
}

func TestConfirmMail(t *testing.T) {
	p, c, _ := fresh(t)
	ann := register(t, p, "Ann")
	reset, err := p.PasswordLink(t.Context(), ann.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "no address", "a@b\r\nBcc: c@d"} {
		if _, _, err := p.NewMail(t.Context(), ann.ID, bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	mail, first, err := p.NewMail(t.Context(), ann.ID, " ann@example.org ")
	if err != nil || mail != "ann@example.org" {
		t.Fatal(mail, err)
	}
	_, _, err = p.NewMail(t.Context(), ann.ID, "ann@example.net")
	waits(t, err, "sent a moment ago", mailEvery)
	c.pass(mailEvery)
	_, second, err := p.NewMail(t.Context(), ann.ID, "ann@example.net")
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.ConfirmMail(t.Context(), first)
	refused(t, err, "not valid")
	_, err = p.ConfirmMail(t.Context(), reset)
	refused(t, err, "not valid") // it is for another purpose
	_, err = p.Linked(t.Context(), second)
	refused(t, err, "not valid") // so is this one
	if now, err := p.Person(t.Context(), ann.ID); err != nil || now.Mail != "" {
		t.Error("an address counts before it is confirmed:", now, err)
	}
	if mail, err := p.ConfirmMail(t.Context(), second); err != nil || mail != "ann@example.net" {
		t.Fatal(mail, err)
	}
	if now, err := p.Person(t.Context(), ann.ID); err != nil || now.Mail != "ann@example.net" {
		t.Error(now, err)
	}
	_, err = p.Linked(t.Context(), reset)
	refused(t, err, "not valid")
	if err := p.SetMail(t.Context(), ann.ID, ""); err != nil {
		t.Fatal(err)
	}
}

// A name changes under the rules of new accounts, not often, and stays the person's own.
func TestRename(t *testing.T) {
	p, c, _ := fresh(t)
	ann, ben := register(t, p, "Ann"), register(t, p, "Ben")
	rename := func(id int64, name string) error {
		_, err := p.Rename(t.Context(), id, name)
		return err
	}
	refused(t, rename(ann.ID, "ben"), "is taken")
	refused(t, rename(ann.ID, "B"), "2 to 32")
	if err := rename(ann.ID, " ANN "); err != nil { // the same name, written otherwise
		t.Fatal(err)
	}
	waits(t, rename(ann.ID, "Anna"), "can be changed again from 8 March 2026", renameEvery)
	c.pass(renameEvery)
	if err := rename(ann.ID, "Anna"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.SignIn(t.Context(), "anna", secret, ""); err != nil {
		t.Error(err)
	}
	if _, err := p.SignIn(t.Context(), "Ann", secret, ""); !errors.Is(err, ErrWrong) {
		t.Error(err)
	}
	refused(t, rename(ben.ID, "Ann"), "is taken")
	c.pass(renameEvery)
	if err := rename(ann.ID, "Ann"); err != nil {
		t.Error("her own name is lost:", err)
	}
	if names, err := p.FormerNames(t.Context(), ann.ID); err != nil || len(names) == 0 || names[0] != "Anna" {
		t.Error(names, err)
	}
}

// Of a deleted account nothing says whose it was.
func TestDelete(t *testing.T) {
	p, c, db := fresh(t)
	org, err := p.Invite(t.Context(), Invitation{Role: Organiser, Uses: 1, Expires: c.now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	olga, err := p.Accept(t.Context(), org, Account{Name: "Olga", Password: secret, Mail: "olga@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	refused(t, p.Delete(t.Context(), olga.ID), "no organiser")
	var names []string
	for _, name := range []string{"Annabel", "Benedict"} {
		person, err := p.Register(t.Context(), Account{Name: name, Password: secret, Mail: name + "@example.org"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Rename(t.Context(), person.ID, name+" Smith"); err != nil {
			t.Fatal(err)
		}
		if _, err := p.NewToken(t.Context(), person.ID, name); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Form(t.Context(), person.ID, "Team of "+name[:3]); err != nil {
			t.Fatal(err)
		}
		if err := p.AddPasskey(t.Context(), person.ID, []byte(name), name, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.PasswordLink(t.Context(), person.ID); err != nil {
			t.Fatal(err)
		}
		if err := p.Delete(t.Context(), person.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Person(t.Context(), person.ID); !errors.Is(err, ErrNobody) {
			t.Error(err)
		}
		names = append(names, name)
	}
	for _, table := range append([]string{"former_name", "feed", "visit", "alert"}, onlyOpen...) {
		var n int
		if err := db.Row(t.Context(), `SELECT count(*) FROM `+table+` WHERE person <> ?`, olga.ID).Scan(&n); err != nil || n > 0 {
			t.Errorf("%d lines of %s stay: %v", n, table, err)
		}
	}
	all, err := p.All(t.Context())
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	for _, gone := range all[1:] {
		if gone.Name != deleted || gone.Mail != "" || gone.Closed.IsZero() || gone.Role != Viewer || gone.Team != 0 {
			t.Errorf("%+v stays", gone)
		}
	}
	for _, name := range names { // nothing is known of whose it was
		register(t, p, name)
	}
}
