/*
Package export writes what a site holds about a person into one archive, for the person: account.json, and what the person handed in.

Secrets are not in it: of passwords, tokens, passkeys and links the site itself has hashes and public keys alone, and those of repositories
are left out.
*/
package export

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"time"

	"agon/site/alerts"
	"agon/site/entries"
	"agon/site/hooks"
	"agon/site/matches"
	"agon/site/people"
)

// Exports write archives of what the rooms of a site hold.
type Exports struct {
	People  *people.People
	Entries *entries.Entries
	Alerts  *alerts.Alerts
	Matches *matches.Matches // nil: there are none
	Hooks   *hooks.Hooks
}

// An account is account.json. Fields are only ever added.
type account struct {
	Agon    int          `json:"agon"` // version of this form
	Name    string       `json:"name"`
	Before  []string     `json:"names_before"`
	Role    string       `json:"role"`
	Mail    string       `json:"mail"`
	Joined  time.Time    `json:"joined"`
	Team    string       `json:"team,omitempty"`
	Ways    ways         `json:"signs_in_by"`
	Tokens  []token      `json:"tokens"`
	Bots    []version    `json:"versions"`
	Alerts  []alert      `json:"alerts"`
	Matches []match      `json:"matches"`
	Hooks   []hooks.Hook `json:"repositories"`
}

type ways struct {
	Password  bool       `json:"password"`
	Passkeys  []token    `json:"passkeys"`
	Providers []provider `json:"providers"`
}

type provider struct {
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"`
}

// A token is a token or a passkey, without what it is made of.
type token struct {
	Note string     `json:"note"`
	Made time.Time  `json:"made"`
	Used *time.Time `json:"used,omitempty"`
}

type version struct {
	Contest  string    `json:"contest"`
	Bot      string    `json:"bot"`
	Number   int       `json:"number"`
	Received time.Time `json:"received"`
	State    string    `json:"state"`
	Plays    bool      `json:"plays"`
	Address  string    `json:"address,omitempty"`
	Bytes    int64     `json:"bytes"`
	Hash     string    `json:"sha256,omitempty"`
	File     string    `json:"file,omitempty"` // in this archive; empty: it is not kept
	Log      string    `json:"log,omitempty"`
}

type alert struct {
	At      time.Time `json:"at"`
	Contest string    `json:"contest"`
	Bot     string    `json:"bot"`
	Text    string    `json:"text"`
}

type match struct {
	Contest string          `json:"contest"`
	Asked   time.Time       `json:"asked"`
	State   string          `json:"state"`
	Map     int64           `json:"map"`
	Seats   []matches.Seat  `json:"seats"`
	Result  *matches.Result `json:"result,omitempty"`
}

// used returns a moment, nil for never.
func used(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// Write writes the archive of a person.
func (x *Exports) Write(ctx context.Context, w io.Writer, p *people.Person) error {
	handed, err := x.Entries.Handed(ctx, p.ID)
	if err != nil {
		return err
	}
	a, err := x.account(ctx, p)
	if err != nil {
		return err
	}
	if a.Matches, err = x.matches(ctx, p.ID); err != nil {
		return err
	}
	out := zip.NewWriter(w)
	for i := range handed {
		v, err := x.add(out, &handed[i])
		if err != nil {
			return err
		}
		a.Bots = append(a.Bots, v)
	}
	f, err := out.Create("account.json")
	if err != nil {
		return err
	}
	text := json.NewEncoder(f)
	text.SetIndent("", "\t")
	return errors.Join(text.Encode(a), out.Close())
}

// add adds a version to an archive, and returns what account.json says of it.
func (x *Exports) add(out *zip.Writer, h *entries.Handed) (version, error) {
	v := version{
		Contest: h.Bot.Contest, Bot: h.Bot.Name, Number: h.Number, Received: h.Received, State: string(h.State),
		Plays: h.Active == h.Version.ID, Address: h.Address, Bytes: h.Size, Hash: h.Hash, Log: h.Log,
	}
	in, err := x.Entries.OpenHanded(h)
	if err != nil || in == nil {
		return v, err
	}
	defer in.Close()
	v.File = path.Join("bots", h.Bot.Contest, h.Bot.Name, strconv.Itoa(h.Number), path.Base(h.File))
	f, err := out.CreateHeader(&zip.FileHeader{Name: v.File, Method: zip.Deflate, Modified: h.Received})
	if err != nil {
		return v, err
	}
	if _, err := io.Copy(f, in); err != nil {
		return v, fmt.Errorf("export %s, version %d: %w", h.Bot.Name, h.Number, err)
	}
	return v, nil
}

// account returns what is known of an account.
func (x *Exports) account(ctx context.Context, p *people.Person) (a *account, err error) {
	a = &account{Agon: 1, Name: p.Name, Before: []string{}, Role: string(p.Role), Mail: p.Mail, Joined: p.Joined, Tokens: []token{},
		Bots: []version{}, Alerts: []alert{}, Matches: []match{}, Ways: ways{Passkeys: []token{}, Providers: []provider{}}}
	if p.Team != 0 {
		t, err := x.People.Team(ctx, p.Team)
		if err != nil {
			return nil, err
		}
		a.Team = t.Name
	}
	names, err := x.People.FormerNames(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	a.Before = append(a.Before, names...)
	told, err := x.Alerts.Of(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, one := range told {
		a.Alerts = append(a.Alerts, alert{one.At, one.Contest, one.Name, one.Text})
	}
	connected, err := x.Hooks.Find(ctx, "", 0, p.ID)
	if err != nil {
		return nil, err
	}
	a.Hooks = append([]hooks.Hook{}, connected...)
	return a, x.ways(ctx, p.ID, a)
}

// ways adds how a person and the person's programs sign in.
func (x *Exports) ways(ctx context.Context, person int64, a *account) (err error) {
	if a.Ways.Password, err = x.People.HasPassword(ctx, person); err != nil {
		return err
	}
	identities, err := x.People.Identities(ctx, person)
	if err != nil {
		return err
	}
	for _, i := range identities {
		a.Ways.Providers = append(a.Ways.Providers, provider(i))
	}
	keys, err := x.People.Passkeys(ctx, person)
	if err != nil {
		return err
	}
	for _, k := range keys {
		a.Ways.Passkeys = append(a.Ways.Passkeys, token{k.Note, k.Made, used(k.Used)})
	}
	tokens, err := x.People.Tokens(ctx, person)
	for _, t := range tokens {
		a.Tokens = append(a.Tokens, token{t.Note, t.Made, used(t.Used)})
	}
	return err
}

// matches returns the matches that a person asked for.
func (x *Exports) matches(ctx context.Context, person int64) ([]match, error) {
	list := []match{}
	if x.Matches == nil {
		return list, nil
	}
	all, err := x.Matches.All(ctx, person)
	for _, m := range all {
		list = append(list, match{m.Contest, m.Asked, string(m.State), m.Map, m.Seats, m.Result})
	}
	return list, err
}
