/*
Package hooks connects bots of a site to git repositories: what is pushed to a branch is handed in.

The host of a repository sends each push to the address of the bot's hook. [Hooks.Receive] verifies it, notes the commit and returns at
once. [Hooks.HandIn] hands in what was noted as the person who connected the repository would by the address of the commit, under the same
limits and by the same queue. [Hooks.Report] sends the verdict back to the host, as the status of the commit.

A bot has one commit that waits while a version of the bot is being checked or its author has used up a limit. A newer one takes its place,
so a storm of pushes becomes two versions. A push is a row, which gets its version in the transaction that keeps the version: a site that
was killed hands in what was noted, once. What a host sends again changes nothing, since the body is known, nor does a commit from which a
version of the bot was made. Secrets and tokens are in the database as they are: the site signs and signs in with them.
*/
package hooks

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"agon/bot/download"
	"agon/site/database"
	"agon/site/githost"
	"agon/site/people"
)

// Hooks are the hooks of a site. The methods are safe for concurrent use.
type Hooks struct {
	DB *database.Database
	// Submit hands in the address of a commit, and calls kept in the transaction that keeps its version. The error is [ErrLater] if a limit
	// is used up for now, or a [*people.Problem]; others are the host's
	Submit func(ctx context.Context, h *Hook, address string, kept func(tx *sql.Tx, version int64) error) error
	Send   func(ctx context.Context, s *githost.Status) error // nil: no statuses are sent
	Failed func(verdict, log string) string                   // says why a version failed its check
	Page   func(contest string, bot int64) string             // path of a bot's page
	Now    func() time.Time
	Log    *slog.Logger
}

// ErrLater reports that a commit cannot be handed in now, and can be later.
var ErrLater = errors.New("not now")

// A Hook is the connection of a bot to a repository. Its JSON is for the person who made it.
type Hook struct {
	ID      string       `json:"-"` // in its address
	Bot     int64        `json:"-"`
	Person  int64        `json:"-"` // who connected the repository
	Contest string       `json:"contest"`
	Name    string       `json:"bot"`
	Host    githost.Form `json:"host"`
	Address string       `json:"address"` // of the repository with the bot's folder, as it is handed in
	Branch  string       `json:"branch"`  // empty: its default branch

	secret, token string
}

// hookFrom begins a query of hooks h and their bots b.
const hookFrom = `SELECT h.id, h.bot, h.person, b.contest, b.name, h.host, h.address, h.branch, h.secret, h.token`

// scanHook reads a hook, and more columns after its own.
func scanHook(scan database.Scan, more ...any) (h Hook, err error) {
	own := []any{&h.ID, &h.Bot, &h.Person, &h.Contest, &h.Name, &h.Host, &h.Address, &h.Branch, &h.secret, &h.token}
	err = scan(append(own, more...)...)
	return h, err
}

// Connect connects a bot to a repository for a person, in place of the one before, and returns the ID of the hook and the secret for its
// host. branch may be empty, as may token, by which the host lets the site read a private repository and send statuses. The error is a
// [*people.Problem] if the connection cannot be.
func (x *Hooks) Connect(ctx context.Context, h Hook, token string) (id, secret string, err error) {
	source, wrong := download.Parse(h.Address, h.Branch)
	r, ok := source.Repository()
	var why people.Problem
	switch {
	case !h.Host.Known():
		why.Text = "Choose the host of the repository: github, gitlab, or gitea, which Forgejo is too."
	case wrong != nil:
		why.Text = wrong.Error()
	case !ok:
		why.Text = "Only a repository can be connected, as in https://git.example/me/bot."
	case len(token) > 500 || strings.ContainsFunc(token, func(c rune) bool { return c <= ' ' || c > '~' }):
		why.Text = "An access token has at most 500 letters, digits and signs, and no blanks."
	}
	if why.Text != "" {
		return "", "", &why
	}
	h.Branch, r.Rev = r.Rev, ""
	id, secret = rand.Text(), githost.NewSecret()
	return id, secret, x.DB.Exec(ctx,
		`INSERT OR REPLACE INTO hook (bot, id, person, host, address, branch, secret, token) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, h.Bot, id, h.Person,
		string(h.Host), r.String(), h.Branch, secret, token)
}

// Disconnect ends the connection of a bot.
func (x *Hooks) Disconnect(ctx context.Context, bot int64) error {
	return x.DB.Exec(ctx, `DELETE FROM hook WHERE bot = ?`, bot)
}

// Find returns the hooks with an ID, of a bot, or that a person has made.
func (x *Hooks) Find(ctx context.Context, id string, bot, person int64) ([]Hook, error) {
	return database.List(ctx, x.DB, func(scan database.Scan) (Hook, error) { return scanHook(scan) },
		hookFrom+` FROM hook h JOIN bot b ON b.id = h.bot WHERE h.id = ? OR h.bot = ? OR h.person = ? ORDER BY h.bot`, id, bot, person)
}

// at returns the address by which a commit is handed in.
func (h *Hook) at(commit string) string {
	source, err := download.Parse(h.Address, commit)
	if err != nil {
		return h.Address // with the commit it is too long: it is refused when it is handed in
	}
	return source.String()
}

// mostWithin is how many pushes to a hook are noted within a minute.
const mostWithin = 300

// Receive takes what a host sends to a hook: header returns the first value of a header, and site is the address at which the site was
// reached. noted is false if there is nothing to hand in, which told says in a sentence. The error is one of package githost if the request
// is not signed as it must be, a [*people.Wait] if too many came, or a [*people.Problem].
func (x *Hooks) Receive(ctx context.Context, h *Hook, header func(string) string, body []byte, site string) (told string, noted bool,
	err error,
) {
	p, err := h.Host.Read(header, body, h.secret, x.Now())
	switch {
	case errors.Is(err, githost.ErrForged), errors.Is(err, githost.ErrOld):
		return "", false, err
	case err != nil:
		return "", false, &people.Problem{Text: "The body is no JSON of a push: give the webhook the content type application/json."}
	case p == nil:
		return "The site is connected. This is no push of a commit to a branch, so nothing is handed in.", false, nil
	case !p.Of(h.Address):
		return "", false, &people.Problem{Text: fmt.Sprintf("This hook is for %s, and %q was pushed to.", h.Address, p.Repository)}
	case p.Branch != h.Branch && (h.Branch != "" || !p.Default):
		return fmt.Sprintf("Pushes to the branch %q are not handed in.", p.Branch), false, nil
	}
	hash := sha256.Sum256(body)
	err = x.DB.Write(ctx, func(tx *sql.Tx) error {
		var came, within, version int
		err := tx.QueryRow(`SELECT count(*) FILTER (WHERE body = ?2), count(*) FILTER (WHERE at > ?3),
			(SELECT coalesce(max(number), 0) FROM version WHERE bot = ?1 AND address = ?4) FROM push WHERE bot = ?1`,
			h.Bot, hash[:], x.Now().Add(-time.Minute).UnixMilli(), h.at(p.Commit)).Scan(&came, &within, &version)
		switch {
		case err != nil:
			return err
		case version > 0:
			told = fmt.Sprintf("Commit %.12s was handed in already, as version %d of %s.", p.Commit, version, h.Name)
			return nil
		case came > 0:
			told = "This push came before: nothing is handed in again."
			return nil
		case within >= mostWithin:
			return &people.Wait{Problem: people.Problem{Text: "Too many pushes came within a minute: send it later."}, After: time.Minute}
		}
		told, noted = fmt.Sprintf("Commit %.12s will be handed in for %s.", p.Commit, h.Name), true
		_, err = tx.Exec(`INSERT INTO push (bot, body, hash, site, at, told) SELECT bot, ?, ?, ?, ?, iif(token = '', 'none', '') FROM hook WHERE id = ?`,
			hash[:], p.Commit, site, x.Now().UnixMilli(), h.ID)
		return err
	})
	return told, noted, err
}

// retry is how long the site waits before it does something again that failed.
const retry = 10 * time.Second

// A push is one for which the site has to do something.
type push struct {
	Hook
	id, tries, number                      int64
	commit, site, why, state, verdict, log string // the last three are the version's, as is the number
}

// due returns the pushes p, with versions v, that meet a condition and are due.
func (x *Hooks) due(ctx context.Context, condition string) ([]push, error) {
	return database.List(ctx, x.DB, func(scan database.Scan) (p push, err error) {
		p.Hook, err = scanHook(scan, &p.id, &p.tries, &p.number, &p.commit, &p.site, &p.why, &p.state, &p.verdict, &p.log)
		return p, err
	}, hookFrom+`, p.id, p.tries, coalesce(v.number, 0), p.hash, p.site, p.why, coalesce(v.state, ''), coalesce(v.verdict, ''), coalesce(v.log, '')
		FROM push p JOIN hook h ON h.bot = p.bot JOIN bot b ON b.id = h.bot LEFT JOIN version v ON v.id = p.version
		WHERE p.next <= ? AND `+condition+` ORDER BY p.next, p.id LIMIT 8`, x.Now().UnixMilli())
}

// HandIn hands in the commits that wait, of bots without a version that is being checked.
func (x *Hooks) HandIn(ctx context.Context) {
	list, err := x.due(ctx, `p.version IS NULL AND p.why = '' AND NOT EXISTS (SELECT 1 FROM version WHERE bot = p.bot AND state = 'checking')`)
	for _, p := range list {
		failed := x.Submit(ctx, &p.Hook, p.at(p.commit), func(tx *sql.Tx, version int64) error {
			mine, err := database.Changed(tx, `UPDATE push SET version = ? WHERE id = ? AND version IS NULL AND why = ''`, version, p.id)
			if err == nil && !mine {
				err = ErrLater // a newer one came meanwhile
			}
			return err
		})
		var refused *people.Problem
		switch {
		case failed == nil:
			continue
		case errors.As(failed, &refused):
			failed = x.DB.Exec(ctx, `UPDATE push SET why = ? WHERE id = ? AND version IS NULL AND why = ''`, refused.Text, p.id)
		default:
			later := x.DB.Exec(ctx, `UPDATE push SET next = ? WHERE id = ?`, x.Now().Add(retry).UnixMilli(), p.id)
			if failed = errors.Join(failed, later); errors.Is(failed, ErrLater) {
				failed = later
			}
		}
		err = errors.Join(err, failed)
	}
	if err != nil && ctx.Err() == nil {
		x.Log.Error("hand in pushes", "error", err)
	}
}

// Newest returns what became of the newest pushes to a bot's repository, a text of each, the newest first.
func (x *Hooks) Newest(ctx context.Context, bot int64) ([]string, error) {
	return database.List(ctx, x.DB, func(scan database.Scan) (text string, err error) { return text, scan(&text) },
		`SELECT substr(p.hash, 1, 12) || CASE WHEN v.id IS NOT NULL THEN ': version ' || v.number || '.' WHEN p.why = '' THEN ': it waits to be handed in.'
		ELSE ': not handed in. ' || p.why END || iif(p.trouble = '', '', ' Its host ' || p.trouble || ', and has no status of it.')
		FROM push p LEFT JOIN version v ON v.id = p.version WHERE p.bot = ? ORDER BY p.id DESC LIMIT 5`, bot)
}
