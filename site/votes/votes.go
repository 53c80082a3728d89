/*
Package votes keeps the votes on the art of contests.

A contest has one vote at most: an organiser opens it on the art that there is, and closes it for good. Each person has one ballot, which
is final, and says nothing about exhibits of the person's own bots. Who has voted and what the ballots say are stored apart, so that
nothing says later whose a ballot was. Before the end the tally is for organisers and the jury alone. Package gallery counts the ballots.
*/
package votes

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/show/gallery"
	"agon/site/database"
	"agon/site/entries"
	"agon/site/people"
)

// Bots lists the bots of a person in a contest, as [entries.Entries] does.
type Bots interface {
	Bots(ctx context.Context, contest string, person int64) ([]entries.Bot, error)
}

// Votes are those of a site. The methods are safe for concurrent use.
type Votes struct {
	db   *database.Database
	bots Bots
	now  func() time.Time
}

// New returns the votes in a database.
func New(db *database.Database, bots Bots, now func() time.Time) *Votes {
	return &Votes{db, bots, now}
}

// A Vote is the vote on a contest's art, as a person sees it. A nil one is no vote.
type Vote struct {
	Method         gallery.Method
	Names          []string // of the exhibits
	Opened, Closed time.Time
	Ballots        []gallery.Ballot // for those who may see the tally
	Turnout        int
	Voted          bool // the person has
}

// Open reports whether ballots are taken.
func (v *Vote) Open() bool { return v != nil && v.Closed.IsZero() }

// MayCount reports whether a person sees the tally: all do when the vote is closed, before that organisers and the jury.
func (v *Vote) MayCount(by *people.Person) bool {
	return v != nil && (!v.Open() || by.Role.May(people.Inspect))
}

// Of returns the vote of a contest as a person sees it; nil if there is none.
func (x *Votes) Of(ctx context.Context, contest string, by *people.Person) (*Vote, error) {
	v := &Vote{}
	var names string
	var opened, closed int64
	err := x.db.Row(ctx, `SELECT method, exhibits, opened, closed, (SELECT count(*) FROM voter WHERE voter.contest = vote.contest),
		EXISTS (SELECT 1 FROM voter WHERE voter.contest = vote.contest AND person = ?) FROM vote WHERE contest = ?`, by.ID, contest).
		Scan(&v.Method, &names, &opened, &closed, &v.Turnout, &v.Voted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(names), &v.Names)
	}
	if err != nil {
		return nil, fmt.Errorf("read the vote of %s: %w", contest, err)
	}
	v.Opened, v.Closed = database.Time(opened), database.Time(closed)
	if !v.MayCount(by) {
		return v, nil
	}
	err = x.db.Each(ctx, func(scan func(...any) error) error {
		var text string
		var b gallery.Ballot
		if err := scan(&text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			return err
		}
		v.Ballots = append(v.Ballots, b)
		return nil
	}, `SELECT data FROM ballot WHERE contest = ? ORDER BY id`, contest)
	if err != nil {
		return nil, fmt.Errorf("read the ballots of %s: %w", contest, err)
	}
	return v, nil
}

// Own returns the indexes, among the names of exhibits, of a person's bots.
func (x *Votes) Own(ctx context.Context, contest string, names []string, by *people.Person) (list []int, err error) {
	if by.ID == 0 {
		return nil, nil
	}
	bots, err := x.bots.Bots(ctx, contest, by.ID)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		if slices.ContainsFunc(bots, func(b entries.Bot) bool { return b.Name == name }) {
			list = append(list, i)
		}
	}
	return list, nil
}

// Begin opens the vote of a contest on exhibits.
func (x *Votes) Begin(ctx context.Context, contest string, m gallery.Method, exhibits []string) error {
	if m != gallery.Approval && m != gallery.Ranked {
		return &people.Problem{Text: fmt.Sprintf("%q is no way to vote; choose %q or %q.", m, gallery.Approval, gallery.Ranked)}
	}
	if len(exhibits) == 0 {
		return &people.Problem{Text: "There is no art to vote on yet."}
	}
	names, err := json.Marshal(exhibits)
	if err != nil {
		return err
	}
	err = x.db.Exec(ctx, `INSERT INTO vote (contest, method, exhibits, opened) VALUES (?, ?, ?, ?)`, contest, string(m), string(names),
		database.Millis(x.now()))
	if database.Taken(err) {
		return &people.Problem{Text: "The vote was opened before."}
	}
	return err
}

// End closes the vote of a contest for good.
func (x *Votes) End(ctx context.Context, contest string) error {
	ended := false
	err := x.db.Write(ctx, func(tx *sql.Tx) error {
		done, err := tx.Exec(`UPDATE vote SET closed = ? WHERE contest = ? AND closed = 0`, database.Millis(x.now()), contest)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		ended = n == 1
		return err
	})
	if err == nil && !ended {
		return &people.Problem{Text: "No vote is open."}
	}
	return err
}

// Cast keeps a person's ballot. When it returns nil the ballot counts, whatever happens.
func (x *Votes) Cast(ctx context.Context, by *people.Person, contest string, b gallery.Ballot) error {
	v, err := x.Of(ctx, contest, by)
	if err != nil {
		return err
	}
	if v == nil {
		return &people.Problem{Text: "There is no vote."}
	}
	if b.Own, err = x.Own(ctx, contest, v.Names, by); err != nil {
		return err
	}
	slices.Sort(b.Likes)
	if err := b.Check(v.Method, len(v.Names)); err != nil {
		return &people.Problem{Text: Sentence(err)}
	}
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return x.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		var closed int64
		if err := tx.QueryRow(`SELECT closed FROM vote WHERE contest = ?`, contest).Scan(&closed); err != nil {
			return err
		}
		if closed != 0 {
			return &people.Problem{Text: "The vote is closed."}
		}
		_, err := tx.Exec(`INSERT INTO voter (contest, person) VALUES (?, ?)`, contest, by.ID)
		if database.Taken(err) {
			return &people.Problem{Text: "You have voted already: a ballot is final."}
		}
		if err == nil {
			_, err = tx.Exec(`INSERT INTO ballot (contest, id, data) VALUES (?, ?, ?)`, contest, rand.Text(), string(data))
		}
		return err
	})
}

// Sentence returns an error about a ballot as a sentence.
func Sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}
